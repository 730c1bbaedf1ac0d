// Names made and taken apart.
#include "os/macos/twin_name.hpp"

#include <charconv>

namespace readmark::os::macos {
namespace {

constexpr std::string_view kPrefix = ".readmark-twin-";

}  // namespace

std::string twin_name(long process, unsigned number) {
  return std::string(kPrefix) + std::to_string(process) + '-' + std::to_string(number);
}

std::optional<long> process_of_twin(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const char* const end = name.data() + name.size();
  long process = 0;
  const auto first = std::from_chars(name.data() + kPrefix.size(), end, process);
  if (first.ec != std::errc{} || process <= 0 || first.ptr == end || *first.ptr != '-')
    return std::nullopt;
  unsigned number = 0;
  const auto second = std::from_chars(first.ptr + 1, end, number);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  return process;
}

}  // namespace readmark::os::macos
