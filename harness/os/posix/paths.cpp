// The environment, the terminal and the user's home.
#include "os/paths.hpp"

#include <pwd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

std::optional<unsigned> columns_of(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

std::filesystem::path home_from_user_database() {
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> room(16384);
  if (::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found) != 0 || found == nullptr)
    return "/";
  return found->pw_dir;
}

}  // namespace

std::filesystem::path posix::home_folder() {
  const auto home = environment("HOME");
  return home && home->starts_with('/') ? std::filesystem::path(*home) : home_from_user_database();
}

std::filesystem::path posix::folder_from_environment(const char* name, const char* fallback) {
  const auto value = environment(name);
  return value && value->starts_with('/') ? std::filesystem::path(*value)
                                          : home_folder() / fallback;
}

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

unsigned terminal_columns() {
  for (const int fd : {STDERR_FILENO, STDOUT_FILENO}) {
    if (const auto columns = columns_of(fd)) return *columns;
  }
  const auto columns = environment("COLUMNS");
  const unsigned long number = columns ? std::strtoul(columns->c_str(), nullptr, 10) : 0;
  return number > 0 && number < 10'000 ? static_cast<unsigned>(number) : 80;
}

std::vector<std::string> program_arguments(int argc, char** argv) { return {argv, argv + argc}; }

std::filesystem::path path_from_argument(const std::string& argument) { return argument; }

}  // namespace readmark::os
