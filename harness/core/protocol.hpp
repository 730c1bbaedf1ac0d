// The worker protocol, version 1 (design, section 5): one JSON request on stdin, NDJSON replies on
// stdout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/build.hpp"
#include "core/case.hpp"
#include "core/dataset.hpp"
#include "core/profile.hpp"
#include "core/sample.hpp"
#include "core/strategy.hpp"

namespace readmark::protocol {

inline constexpr int kVersion = 1;
inline constexpr std::size_t kMaxLine =
    64 * 1024;  // of a reply, without '\n'; a request may be larger

// --- requests
// -------------------------------------------------------------------------------------------

struct Describe {};
struct Expand {
  Profile profile;
  std::vector<Dataset> data;
};
struct Verify {
  Case bench_case;
  Dataset data;
};
struct Measure {
  Case bench_case;
  Dataset data;
  unsigned iterations = 1;
  unsigned warmup = 0;
  bool drop_caches = false;  // the user allowed the global way
  bool evict_first =
      false;  // inside a memory limit, pages that others brought in would stay theirs
};
using Request = std::variant<Describe, Expand, Verify, Measure>;

std::string to_line(const Request& request);  // without '\n'
/// Throws RuntimeError for anything that is not a request of this version.
Request parse_request(std::string_view line);

// --- replies
// --------------------------------------------------------------------------------------------

struct Hello {
  Build build;
};
struct Refuse {
  Status status = Status::unsupported;
  int error = 0;
  std::string reason;
};
struct SampleLine {
  Sample sample;
};
struct End {
  Status status = Status::ok;  // ok | wrong | failed | unsupported
  std::string reason;          // empty if there is none
  std::string checksum;        // 32 hex digits; empty if there is none
  Effective effective;
  Counters counters;
};
/// One strategy, as `describe` answers (one line each), its knobs and whether it is built here.
struct Description {
  std::string workload;
  std::string strategy;
  std::string summary;
  Role role = Role::subject;
  struct Knob {
    std::string key, kind, fallback;
    std::vector<std::string> choices;
  };
  std::vector<Knob> knobs;
  bool built = false;
  bool supported = false;  // asked without a dataset: only what the system offers
  std::string reason;      // if not built or not supported
};
/// One case, as `expand` answers.
struct CaseLine {
  Case bench_case;
  bool runnable = true;
  std::string reason;  // if not
};
struct Verified {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;   // 0 = not counted
  std::string digest;        // Digest::text()
  std::int64_t wall_ns = 0;  // of the verifying pass: an estimate of what a pass costs
  Counters counters;         // rss_anon_bytes and rss_file_bytes above all
};
/// Of a later minor version: to be ignored.
struct Unknown {};
using Reply =
    std::variant<Hello, Refuse, SampleLine, End, Description, CaseLine, Verified, Unknown>;

std::string to_line(const Reply& reply);  // without '\n', at most kMaxLine
/// Throws RuntimeError for a line that is not JSON of this shape, or whose version is another.
Reply parse_reply(std::string_view line);

}  // namespace readmark::protocol
