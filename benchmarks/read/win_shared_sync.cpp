// win_shared_sync: one synchronous handle, on which Windows lets the threads read one after the
// other.
#include "benchmarks/shared/windows/team_reader.hpp"

namespace readmark {

const Strategy& read_win_shared_sync() {
  static const WindowsTeamStrategy strategy(
      "ReadFile() at offsets of one synchronous handle by all threads, which Windows serialises",
      WindowsTeamReader::Handles::synchronous);
  return strategy;
}

}  // namespace readmark
