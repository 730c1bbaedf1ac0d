// Memory: how much, its limits, swap, huge pages, reclaim, dirty pages. Nothing that changes by the
// minute: that is noise, taken once per round.
#include <fmt/format.h>

#include "core/units.hpp"
#include "os/linux/cgroup.hpp"
#include "os/linux/fact_list.hpp"
#include "os/linux/text_file.hpp"
#include "os/memory.hpp"

namespace readmark::os::linux_files {
namespace {

std::optional<std::uint64_t> meminfo_bytes(std::string_view meminfo, std::string_view key) {
  const auto value = value_of(meminfo, key);
  const auto kilobytes = value ? number(value->substr(0, value->find(' '))) : std::nullopt;
  return kilobytes ? std::optional(static_cast<std::uint64_t>(*kilobytes) * KiB) : std::nullopt;
}

void add_size(FactList& facts, const TextFile& meminfo) {
  const auto add = [&](const char* name, const char* key) {
    const auto bytes = meminfo_bytes(meminfo.text, key);
    facts.add(name, bytes ? std::to_string(*bytes) : "", "/proc/meminfo");
  };
  add("memory.bytes", "MemTotal:");
  add("memory.swap_bytes", "SwapTotal:");
  add("memory.huge_page_bytes", "Hugepagesize:");
  // Rounded, because what the kernel keeps for itself changes with every update.
  const auto total = meminfo_bytes(meminfo.text, "MemTotal:");
  const std::string gib = total ? std::to_string((*total + GiB / 2) / GiB) : "";
  facts.add("memory.gib", gib, "/proc/meminfo", Stable::yes);
}

void add_limits(FactList& facts) {
  facts.add("memory.limit_bytes", std::to_string(memory_limit_bytes()),
            "least of MemTotal, cgroups and RLIMIT_AS");
  const auto group = cgroup_memory_limit();
  facts.add("memory.cgroup_limit_bytes", group ? std::to_string(*group) : "",
            "memory.max, memory.high, memory.limit_in_bytes");
}

void add_huge_pages(FactList& facts) {
  const std::filesystem::path huge = "/sys/kernel/mm/transparent_hugepage";
  facts.add("memory.page_bytes", static_cast<std::int64_t>(page_size()), "sysconf");
  facts.add_choice("memory.thp.enabled", huge / "enabled");
  facts.add_choice("memory.thp.defrag", huge / "defrag");
  facts.add_choice("memory.thp.shmem_enabled", huge / "shmem_enabled");
}

void add_reclaim(FactList& facts) {
  const std::filesystem::path vm = "/proc/sys/vm";
  for (const char* name :
       {"swappiness", "overcommit_memory", "vfs_cache_pressure", "dirty_ratio",
        "dirty_background_ratio", "dirty_bytes", "dirty_expire_centisecs", "zone_reclaim_mode"}) {
    facts.add_file(fmt::format("memory.vm.{}", name), vm / name);
  }
  facts.add_file("memory.mglru", "/sys/kernel/mm/lru_gen/enabled");
  facts.add_file("memory.damon_reclaim", "/sys/module/damon_reclaim/parameters/enabled");
  facts.add_file("memory.zswap", "/sys/module/zswap/parameters/enabled");
  facts.add_file("memory.zram_bytes", "/sys/block/zram0/disksize");
}

}  // namespace

void add_memory_facts(FactList& facts) {
  const TextFile meminfo = read_text("/proc/meminfo");
  add_size(facts, meminfo);
  add_limits(facts);
  add_huge_pages(facts);
  add_reclaim(facts);
}

}  // namespace readmark::os::linux_files
