// Knobs that several strategies have, so that a key means the same everywhere. Fallbacks are
// frozen.
#pragma once

#include <utility>
#include <vector>

#include "core/knobs.hpp"
#include "core/units.hpp"

namespace readmark {

inline KnobSpec buf_knob() {
  return {.key = "buf",
          .kind = KnobKind::size,
          .fallback = "256KiB",
          .least = 4 * KiB,
          .most = 64 * MiB};
}
inline KnobSpec threads_knob() {
  return {.key = "threads", .kind = KnobKind::count, .fallback = "1", .least = 1, .most = 1024};
}
inline KnobSpec block_knob() {
  return {.key = "block",
          .kind = KnobKind::size,
          .fallback = "1MiB",
          .least = 4 * KiB,
          .most = 64 * MiB};
}
inline KnobSpec mem_knob() {
  return {.key = "mem", .kind = KnobKind::size, .fallback = "64MiB", .least = 1, .most = 64 * GiB};
}
/// How far ahead, or how much at once. `least` is the step that makes sense.
inline KnobSpec window_knob(std::string_view fallback, std::uint64_t least) {
  return {.key = "window",
          .kind = KnobKind::size,
          .fallback = fallback,
          .least = least,
          .most = 1 * GiB};
}
/// Blocks in flight at once.
inline KnobSpec depth_knob() {
  return {.key = "depth", .kind = KnobKind::count, .fallback = "1", .least = 1, .most = 1024};
}
/// In which blocks that were in flight at once are consumed: the file's, or as they come.
inline KnobSpec order_knob() {
  return {.key = "order", .kind = KnobKind::choice, .fallback = "file", .choices = {"file", "any"}};
}
/// Destinations of one call.
inline KnobSpec count_knob() {
  return {.key = "count", .kind = KnobKind::count, .fallback = "4", .least = 1, .most = 1024};
}
inline KnobSpec choice_knob(std::string_view key, std::string_view fallback,
                            std::vector<std::string_view> choices) {
  return {
      .key = key, .kind = KnobKind::choice, .fallback = fallback, .choices = std::move(choices)};
}
inline KnobSpec flag_knob(std::string_view key) {
  return {.key = key, .kind = KnobKind::flag, .fallback = "off"};
}

}  // namespace readmark
