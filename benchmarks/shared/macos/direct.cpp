// macOS has no O_DIRECT.
#include "benchmarks/shared/direct.hpp"

namespace readmark {

DirectAccess direct_access(const std::filesystem::path& /*path*/) {
  DirectAccess access;
  access.support = Support::no(
      "macOS has no O_DIRECT: its F_NOCACHE still serves pages that are resident, which is why it "
      "is a way of its own: choose read/mac_nocache, and leave direct:on out");
  return access;
}

int direct_open_flag() noexcept { return 0; }

}  // namespace readmark
