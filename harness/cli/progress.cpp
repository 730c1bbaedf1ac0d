// Progress on stderr.
#include "cli/progress.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "core/units.hpp"
#include "os/clock.hpp"
#include "os/paths.hpp"

namespace readmark::cli {
namespace {

constexpr std::int64_t kLiveEveryNs = 100'000'000;
constexpr std::int64_t kPlainEveryNs = 10'000'000'000;

void put(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), live_(os::stderr_is_terminal()) {}
ProgressLine::~ProgressLine() { finish(); }

void ProgressLine::phase(const std::string& name, std::size_t done, std::size_t total) {
  show(fmt::format("{} {}/{}", name, done + 1, total), done == 0);
}

void ProgressLine::round(unsigned round, std::size_t done, std::size_t total,
                         std::int64_t left_ns) {
  const std::string left =
      round == 0 && done == 0 ? "" : fmt::format(", about {} left", human_duration(left_ns));
  show(fmt::format("round {}: {}/{}{}", round + 1, done + 1, total, left), done == 0);
}

void ProgressLine::data(const std::string& name, std::uint64_t done, std::uint64_t total) {
  show(fmt::format("dataset {}: {} of {}", name, human_bytes(done), human_bytes(total)),
       done == 0 || done == total);
}

void ProgressLine::note(const std::string& sentence) {
  finish();
  put("readmark: " + sentence + "\n");
}

void ProgressLine::finish() {
  if (live_ && shown_) put("\r\x1b[K");
  shown_ = false;
}

void ProgressLine::show(const std::string& line, bool milestone) {
  if (quiet_) return;
  const std::int64_t now = os::monotonic_ns();
  const std::int64_t every = live_ ? kLiveEveryNs : kPlainEveryNs;
  if (!(milestone && !live_) && now - last_ns_ < every) return;
  last_ns_ = now;
  const std::string fitted = live_ ? line.substr(0, os::terminal_columns() - 1) : line;
  put(live_ ? "\r\x1b[K" + fitted : fitted + "\n");
  shown_ = true;
}

}  // namespace readmark::cli
