// What a worker reports: numbers only. Whether they are good enough is for the parent to judge.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace readmark {

/// One timed pass (one phase of it).
struct Sample {
  std::uint32_t iteration = 0;
  std::string phase = "whole";
  std::int64_t wall_ns = 0;
  std::int64_t user_ns = 0;  // of the whole process: all its threads
  std::int64_t sys_ns = 0;
  std::uint64_t bytes = 0;          // bytes that reached the consumers
  std::uint64_t claimed_bytes = 0;  // bytes that the strategy says it read
  std::optional<std::uint64_t>
      device_bytes;  // read from the storage for this process; empty: not known
  std::optional<double>
      resident_before;  // share of the file in the page cache, 0..1; empty: may not be asked
  std::optional<double> resident_after;
  std::string cache_method;   // how the cache state was made: "fadvise", "read", "none", ..
  std::int64_t evict_ns = 0;  // time spent making it, outside the timer
};

/// Counters over all timed passes of one measurement; empty where the system does not tell.
struct Counters {
  std::optional<std::int64_t> minor_faults;
  std::optional<std::int64_t> major_faults;
  std::optional<std::int64_t> ctx_vol;
  std::optional<std::int64_t> ctx_inv;
  std::optional<std::int64_t> syscalls;
  std::string syscall_source;  // where `syscalls` comes from: "/proc/self/io"; empty if unknown
  std::optional<std::int64_t> retries;
  std::optional<std::uint64_t> peak_rss_bytes;  // of the process, ever
  std::optional<std::uint64_t> rss_anon_bytes;  // in the verifying pass, before release
  std::optional<std::uint64_t> rss_file_bytes;
};

using Effective = std::map<std::string, std::string>;

}  // namespace readmark
