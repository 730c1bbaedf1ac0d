// The text form of a list of processors.
#include <charconv>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/affinity.hpp"

namespace readmark::os {
namespace {

constexpr unsigned kMostCpu = 4095;

bool parse_number(std::string_view text, unsigned& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value <= kMostCpu;
}

}  // namespace

std::vector<unsigned> parse_cpu_list(std::string_view text) {
  std::vector<unsigned> cpus;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> ends = split(part, '-');
    unsigned first = 0;
    unsigned last = 0;
    if (ends.size() > 2 || !parse_number(ends.front(), first) || !parse_number(ends.back(), last) ||
        first > last) {
      throw UsageError(
          fmt::format("\"{}\" is not a list of processors such as 0,2-3", printable(text)));
    }
    for (unsigned cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

}  // namespace readmark::os
