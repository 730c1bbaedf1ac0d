// macOS has no O_DIRECT.
#include "benchmarks/shared/direct.hpp"

namespace readmark {

DirectAccess direct_access(const std::filesystem::path& /*path*/) {
  DirectAccess access;
  access.support = Support::no(
      "macOS has no O_DIRECT: F_NOCACHE still serves pages that are resident, so it is not the "
      "same; leave "
      "direct:on out");
  return access;
}

int direct_open_flag() noexcept { return 0; }

}  // namespace readmark
