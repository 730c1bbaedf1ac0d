// Trying the call.
#include "benchmarks/shared/posix/after_open.hpp"

#include "benchmarks/shared/posix/fd.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark {

Support after_open_support(const std::filesystem::path& path, const AfterOpen& after_open) {
  const Fd file = Fd::open(path.c_str(), O_NONBLOCK);
  if (!file.is_open()) return {};
  const std::error_code error = after_open.make(file.get());
  if (!error) return {};
  return Support::no(
      failure_sentence(after_open.call, display_path(path), error, after_open.way_out),
      error.value());
}

}  // namespace readmark
