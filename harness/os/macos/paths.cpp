// Folders by Apple's custom, and the running program.
#include "os/paths.hpp"

#include <libproc.h>

#include <array>

#include "core/error.hpp"
#include "os/posix/posix.hpp"
#include "os/process.hpp"

namespace readmark::os {

std::filesystem::path data_folder() {
  return posix::home_folder() / "Library/Application Support/readmark";
}

std::filesystem::path cache_folder() { return posix::home_folder() / "Library/Caches/readmark"; }

std::filesystem::path this_program() {
  std::array<char, PROC_PIDPATHINFO_MAXSIZE> path{};
  if (::proc_pidpath(::getpid(), path.data(), path.size()) <= 0)
    throw_failure("find", "the path of this program", last_errno());
  return path.data();
}

}  // namespace readmark::os
