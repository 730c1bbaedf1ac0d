// Knobs that several strategies have, so that a key means the same everywhere. Fallbacks are
// frozen.
#pragma once

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
inline KnobSpec flag_knob(std::string_view key) {
  return {.key = key, .kind = KnobKind::flag, .fallback = "off"};
}

}  // namespace readmark
