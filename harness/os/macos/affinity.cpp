// Processor affinity, which macOS does not have.
#include "os/affinity.hpp"

#include "core/error.hpp"

namespace readmark::os {

void run_on_cpus(const std::vector<unsigned>&) {
  throw_failure("choose", "processors", std::make_error_code(std::errc::function_not_supported),
                "macOS has no call for it; leave --cpus out");
}

}  // namespace readmark::os
