// Processor affinity, which macOS does not have, and the class of service, which decides instead.
#include "os/affinity.hpp"

#include <pthread.h>
#include <pthread/qos.h>

#include "core/error.hpp"
#include "os/macos/words.hpp"

namespace readmark::os {
namespace {

// The table is for every system; here it is held against Apple's.
static_assert(macos::value_of(macos::kServiceClasses, "background") == QOS_CLASS_BACKGROUND);
static_assert(macos::value_of(macos::kServiceClasses, "utility") == QOS_CLASS_UTILITY);
static_assert(macos::value_of(macos::kServiceClasses, "default") == QOS_CLASS_DEFAULT);
static_assert(macos::value_of(macos::kServiceClasses, "user_initiated") ==
              QOS_CLASS_USER_INITIATED);
static_assert(macos::value_of(macos::kServiceClasses, "user_interactive") ==
              QOS_CLASS_USER_INTERACTIVE);
static_assert(QOS_CLASS_UNSPECIFIED == 0);

}  // namespace

void run_on_cpus(const std::vector<unsigned>&) {
  throw_failure("choose", "processors", std::make_error_code(std::errc::function_not_supported),
                "macOS has no call for it; leave --cpus out");
}

// Refused (EPERM) for a thread that has left the classes by setting a priority of its own: what is
// then true is what service_class() says, and is recorded.
void somebody_waits() noexcept { ::pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0); }

std::string service_class() { return macos::word_of(macos::kServiceClasses, ::qos_class_self()); }

}  // namespace readmark::os
