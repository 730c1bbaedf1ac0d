// Processors, their caches and NUMA nodes, by GetLogicalProcessorInformationEx and the registry.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>

#include "os/memory.hpp"
#include "os/windows/fact_list.hpp"

namespace readmark::os::windows {
namespace {

struct Topology {
  unsigned cores = 0, threads = 0, packages = 0, nodes = 0;
  std::map<std::string, std::uint64_t> cache_bytes;  // the largest of each kind
};

unsigned bits(const GROUP_AFFINITY& group) noexcept {
  return static_cast<unsigned>(std::popcount(static_cast<std::uint64_t>(group.Mask)));
}

std::string cache_name(const CACHE_RELATIONSHIP& cache) {
  const std::string level = "l" + std::to_string(cache.Level);
  if (cache.Type == CacheData) return level + "d";
  if (cache.Type == CacheInstruction) return level + "i";
  return level;
}

void take_in(Topology& topology, const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX& entry) {
  switch (entry.Relationship) {
    case RelationProcessorCore:
      topology.cores += 1;
      for (WORD i = 0; i < entry.Processor.GroupCount; ++i)
        topology.threads += bits(entry.Processor.GroupMask[i]);
      break;
    case RelationProcessorPackage:
      topology.packages += 1;
      break;
    case RelationNumaNode:
      topology.nodes += 1;
      break;
    case RelationCache: {
      std::uint64_t& bytes = topology.cache_bytes[cache_name(entry.Cache)];
      bytes = std::max<std::uint64_t>(bytes, entry.Cache.CacheSize);
      break;
    }
    default:
      break;
  }
}

std::optional<Topology> read_topology() {
  DWORD bytes = 0;
  GetLogicalProcessorInformationEx(RelationAll, nullptr, &bytes);
  std::vector<std::byte> room(bytes);
  auto* first = reinterpret_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(room.data());
  if (bytes == 0 || !GetLogicalProcessorInformationEx(RelationAll, first, &bytes))
    return std::nullopt;
  Topology topology;
  for (DWORD at = 0; at < bytes;) {
    const auto& entry =
        *reinterpret_cast<const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(room.data() + at);
    if (entry.Size == 0) break;
    take_in(topology, entry);
    at += entry.Size;
  }
  return topology;
}

}  // namespace

void add_cpu_facts(FactList& facts) {
  const wchar_t* key = L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
  add_registry(facts, "cpu.model", key, L"ProcessorNameString", true);
  add_registry(facts, "cpu.vendor", key, L"VendorIdentifier");
  add_registry(facts, "cpu.frequency_nominal_mhz", key, L"~MHz");
  facts.add("cpu.allowed", std::to_string(cpu_count()), "GetProcessAffinityMask");
  const char* source = "GetLogicalProcessorInformationEx";
  const auto topology = read_topology();
  if (!topology) return facts.add_failed("cpu.cores", source, GetLastError());
  facts.add("cpu.cores", std::to_string(topology->cores), source);
  facts.add_stable("cpu.logical", std::to_string(topology->threads), source);
  facts.add("cpu.packages", std::to_string(topology->packages), source);
  facts.add("cpu.smt", yes_no(topology->threads > topology->cores), source);
  facts.add("numa.nodes", std::to_string(topology->nodes), source);
  for (const auto& [name, bytes] : topology->cache_bytes)
    facts.add("cpu.cache." + name + "_bytes", std::to_string(bytes), source);
}

}  // namespace readmark::os::windows
