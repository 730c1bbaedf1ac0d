// win_shared_handle: one overlapped handle, read at offsets by all threads at once.
#include "benchmarks/shared/windows/team_reader.hpp"

namespace readmark {

const Strategy& read_win_shared_handle() {
  static const WindowsTeamStrategy strategy(
      "overlapped reads of one handle by all threads; each takes a contiguous part",
      WindowsTeamReader::Handles::overlapped);
  return strategy;
}

}  // namespace readmark
