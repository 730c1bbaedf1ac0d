// Folders by the XDG base directory specification, and the running program.
#include "os/paths.hpp"

#include "os/posix/posix.hpp"
#include "os/process.hpp"

namespace readmark::os {

std::filesystem::path data_folder() {
  return posix::folder_from_environment("XDG_DATA_HOME", ".local/share") / "readmark";
}

std::filesystem::path cache_folder() {
  return posix::folder_from_environment("XDG_CACHE_HOME", ".cache") / "readmark";
}

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace readmark::os
