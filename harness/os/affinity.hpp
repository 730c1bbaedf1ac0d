// Which processors this process, and what it starts, may run on, and as whose work.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace readmark::os {

/// "0,2-3" -> {0, 2, 3}. Throws UsageError if it is not such a list.
std::vector<unsigned> parse_cpu_list(std::string_view text);

/// Throws RuntimeError if the system refuses, or has no such call (macOS).
void run_on_cpus(const std::vector<unsigned>& cpus);

/// Says that somebody waits for what the calling thread does. Where threads have a class of service
/// (macOS) it decides between fast and frugal cores and in whose favour reads are throttled; no
/// thread inherits it, so every thread that reads or consumes says it once, before the timer.
/// Elsewhere it does nothing.
void somebody_waits() noexcept;

/// The class of service of the calling thread ("user_initiated", ..); "" where this system has no
/// such thing.
std::string service_class();

}  // namespace readmark::os
