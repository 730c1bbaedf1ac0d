// The state of the whole machine: load, stolen time, pressure, frequency, temperature.
#include <algorithm>
#include <numeric>

#include "os/counters.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os {
namespace {

using namespace linux_files;

std::optional<double> load_average() {
  const auto line = read_line("/proc/loadavg");
  return line ? decimal(*line) : std::nullopt;
}

std::optional<double> stolen_share() {
  const TextFile file = read_text("/proc/stat");
  const auto cpu = value_of(file.text, "cpu ");
  if (!cpu) return std::nullopt;
  // user nice system idle iowait irq softirq steal; guest time, which follows, is part of user
  // time.
  const std::vector<std::string_view> fields = words(*cpu);
  if (fields.size() < 8) return std::nullopt;
  double total = 0;
  for (std::size_t i = 0; i < 8; ++i) total += static_cast<double>(number(fields[i]).value_or(0));
  if (total <= 0) return std::nullopt;
  return static_cast<double>(number(fields[7]).value_or(0)) / total;
}

/// "some avg10=0.12 avg60=.."
std::optional<double> pressure(const char* what) {
  const TextFile file = read_text(std::string("/proc/pressure/") + what);
  const auto some = value_of(file.text, "some avg10=");
  return some ? decimal(some->substr(0, some->find(' '))) : std::nullopt;
}

std::optional<std::int64_t> mean(const std::vector<std::int64_t>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), std::int64_t{0}) /
         static_cast<std::int64_t>(values.size());
}

std::vector<std::int64_t> frequencies_by_cpufreq() {
  std::vector<std::int64_t> found;
  for (const std::string& name : names_in("/sys/devices/system/cpu")) {
    if (!name.starts_with("cpu") || !number(std::string_view(name).substr(3))) continue;
    const auto khz = read_number("/sys/devices/system/cpu/" + name + "/cpufreq/scaling_cur_freq");
    if (khz) found.push_back(*khz);
  }
  return found;
}

std::vector<std::int64_t> frequencies_by_cpuinfo() {
  const TextFile file = read_text("/proc/cpuinfo");
  std::vector<std::int64_t> found;
  constexpr std::string_view kKey = "cpu MHz";
  for (std::size_t at = file.text.find(kKey); at != std::string::npos;
       at = file.text.find(kKey, at + 1)) {
    const auto value = value_of(std::string_view(file.text).substr(at), kKey);
    if (const auto mhz = value ? decimal(*value) : std::nullopt) {
      found.push_back(static_cast<std::int64_t>(*mhz * 1000));
    }
  }
  return found;
}

std::optional<std::int64_t> frequency() {
  const auto now = mean(frequencies_by_cpufreq());
  return now ? now : mean(frequencies_by_cpuinfo());
}

std::optional<double> hottest() {
  std::optional<double> found;
  const auto consider = [&](const std::filesystem::path& file) {
    if (const auto milli = read_number(file)) {
      found = std::max(found.value_or(-300.0), static_cast<double>(*milli) / 1000);
    }
  };
  for (const std::string& zone : names_in("/sys/class/thermal")) {
    if (zone.starts_with("thermal_zone")) consider("/sys/class/thermal/" + zone + "/temp");
  }
  for (const std::string& chip : names_in("/sys/class/hwmon"))
    consider("/sys/class/hwmon/" + chip + "/temp1_input");
  return found;
}

}  // namespace

Noise noise() {
  Noise now;
  now.load = load_average();
  now.steal = stolen_share();
  now.psi_io = pressure("io");
  now.psi_mem = pressure("memory");
  now.psi_cpu = pressure("cpu");
  now.freq_khz = frequency();
  now.temp = hottest();
  return now;
}

}  // namespace readmark::os
