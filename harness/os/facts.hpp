// What is recorded of a machine and of the storage under a file. "Denied" and "absent" are data
// too.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace readmark::os {

struct Fact {
  enum class Status { ok, denied, absent };
  std::string name;    // "cpu.model", "memory.bytes", "kernel.release", ..: dotted, snake_case
  std::string value;   // "" unless ok
  std::string source;  // "/proc/cpuinfo", "sysctl hw.memsize", ..
  Status status = Status::ok;
  bool stable =
      false;  // part of the host's identity: hardware that a reboot or update does not change
};
std::string_view to_text(Fact::Status);

/// What stands in place of a serial number, a name or a path: "#" and 16 hex digits.
std::string hashed(std::string_view secret);

/// CPU, caches, NUMA, memory, limits, kernel, mitigations, page sizes, governor, virtualisation,
/// container, privileges, I/O settings. Serial numbers, host and user names are hashed. Nothing
/// that changes by the minute (free memory, load): that is Noise.
std::vector<Fact> host_facts();

/// Of the filesystem and device under `path` (or its nearest existing parent): filesystem type,
/// mount options, device chain, model, scheduler, readahead, rotational, O_DIRECT alignment, ..
std::vector<Fact> storage_facts(const std::filesystem::path& path);

/// What can be done here: "cold", "direct", "residency", "device_bytes", "drop_caches", tried on a
/// scratch file in `folder`; each ok with "yes" or with "no: reason".
std::vector<Fact> abilities(const std::filesystem::path& folder);

/// What disturbs a measurement now, one sentence each, with the way out ("the CPU governor is
/// powersave; ..").
std::vector<std::string> disturbances();

}  // namespace readmark::os
