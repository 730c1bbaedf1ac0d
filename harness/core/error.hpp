// The two kinds of failure a person sees, and the one way to word them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace readmark {

/// The user asked for something that cannot be. Ends the program with exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file, the database or the system failed. Ends the program with exit code 1.
class RuntimeError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "cannot CALL OBJECT: SYSTEM'S WORDS (errno N); WAY OUT". An empty way out is left off.
std::string failure_sentence(std::string_view call, std::string_view object, std::error_code error,
                             std::string_view way_out = {});

/// Throws RuntimeError with failure_sentence().
[[noreturn]] void throw_failure(std::string_view call, std::string_view object,
                                std::error_code error, std::string_view way_out = {});

/// The calling thread's errno as an error code. Windows code uses os/windows/windows_error.hpp
/// instead.
std::error_code last_errno() noexcept;

}  // namespace readmark
