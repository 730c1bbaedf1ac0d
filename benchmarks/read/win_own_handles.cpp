// win_own_handles: threads that each open the file themselves.
#include "benchmarks/shared/windows/team_reader.hpp"

namespace readmark {

const Strategy& read_win_own_handles() {
  static const WindowsTeamStrategy strategy(
      "ReadFile() of contiguous parts by threads that each open the file themselves",
      WindowsTeamReader::Handles::own);
  return strategy;
}

}  // namespace readmark
