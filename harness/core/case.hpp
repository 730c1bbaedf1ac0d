// A case: what is measured, and its one canonical name.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/knobs.hpp"

namespace readmark {

enum class Cache { warm, cold, as_found };
enum class Use { touch, sum, newlines, digest, none };
enum class Role { subject, control, ceiling, canary };
enum class Status {
  ok,
  unsupported,
  skipped,
  invalid,
  wrong,
  failed,
  timeout,
  crashed,
  interrupted
};

std::string_view to_text(Cache);
std::string_view to_text(Use);
std::string_view to_text(Role);
std::string_view to_text(Status);

/// These throw UsageError naming what may stand there.
Cache parse_cache(std::string_view);
Use parse_use(std::string_view);
Role parse_role(std::string_view);
Status parse_status(std::string_view);

struct Case {
  std::string name;  // canonical, from case_name()
  std::string workload;
  std::string strategy;
  std::string data;  // Dataset::name, or "-"
  Knobs knobs;       // complete: every knob of the strategy
  Cache cache = Cache::warm;
  Use use = Use::touch;
  Role role = Role::subject;
};

/// "read/pread/150mb/buf:1MiB/cache:cold/use:touch". `named` holds only the knobs that differ from
/// their fallback.
std::string case_name(std::string_view workload, std::string_view strategy, std::string_view data,
                      const Knobs& named, Cache cache, Use use);

/// pct(basename)@8 hex: the label of a user's own file in case names.
std::string own_file_label(std::string_view basename, std::string_view digest_short_text);

}  // namespace readmark
