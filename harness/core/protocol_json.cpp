// Values of the protocol to JSON and back. Readers throw nlohmann's exceptions; parse_* turn them
// into ours.
#include "core/protocol_json.hpp"

#include "core/text.hpp"

namespace readmark::protocol {
namespace {

using nlohmann::json;

template <typename T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

template <typename T>
std::optional<T> optional_from(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<T>();
}

// Reasons and names may hold bytes from anywhere; JSON may hold only UTF-8.
std::string safe(std::string_view text) { return printable(text); }

}  // namespace

json case_json(const Case& c) {
  json knobs = json::object();
  for (const auto& [key, value] : c.knobs.values()) knobs[key] = value;
  return {{"name", c.name},        {"workload", c.workload}, {"strategy", c.strategy},
          {"data", c.data},        {"knobs", knobs},         {"cache", to_text(c.cache)},
          {"use", to_text(c.use)}, {"role", to_text(c.role)}};
}

Case case_from(const json& value) {
  Case c;
  c.name = value.at("name");
  c.workload = value.at("workload");
  c.strategy = value.at("strategy");
  c.data = value.at("data");
  for (const auto& [key, knob] : value.at("knobs").items())
    c.knobs.set(key, knob.get<std::string>());
  c.cache = parse_cache(value.at("cache").get<std::string>());
  c.use = parse_use(value.at("use").get<std::string>());
  c.role = parse_role(value.at("role").get<std::string>());
  return c;
}

json dataset_json(const Dataset& d) {
  return {{"name", d.name},           {"kind", d.kind},   {"path", encode_path(d.path)},
          {"bytes", d.bytes},         {"lines", d.lines}, {"newline_bytes", d.newline_bytes},
          {"digest", d.digest.text()}};
}

Dataset dataset_from(const json& value) {
  Dataset d;
  d.name = value.at("name");
  d.kind = value.at("kind");
  d.path = decode_path(value.at("path").get<std::string>());
  d.bytes = value.at("bytes");
  d.lines = value.at("lines");
  d.newline_bytes = value.at("newline_bytes");
  d.digest = Digest::parse(value.at("digest").get<std::string>());
  return d;
}

json build_json(const Build& b) {
  return {{"version", b.version},    {"revision", b.revision}, {"dirty", b.dirty},
          {"type", b.type},          {"compiler", b.compiler}, {"flags", b.flags},
          {"libraries", b.libraries}};
}

Build build_from(const json& value) {
  Build b;
  b.version = value.at("version");
  b.revision = value.at("revision");
  b.dirty = value.at("dirty");
  b.type = value.at("type");
  b.compiler = value.at("compiler");
  b.flags = value.at("flags");
  b.libraries = value.at("libraries");
  return b;
}

json sample_json(const Sample& s) {
  return {{"i", s.iteration},
          {"phase", s.phase},
          {"wall_ns", s.wall_ns},
          {"user_ns", s.user_ns},
          {"sys_ns", s.sys_ns},
          {"bytes", s.bytes},
          {"claimed_bytes", s.claimed_bytes},
          {"device_bytes", optional_json(s.device_bytes)},
          {"resident_before", optional_json(s.resident_before)},
          {"resident_after", optional_json(s.resident_after)},
          {"cache_method", s.cache_method},
          {"evict_ns", s.evict_ns}};
}

Sample sample_from(const json& value) {
  Sample s;
  s.iteration = value.at("i");
  s.phase = value.at("phase");
  s.wall_ns = value.at("wall_ns");
  s.user_ns = value.at("user_ns");
  s.sys_ns = value.at("sys_ns");
  s.bytes = value.at("bytes");
  s.claimed_bytes = value.at("claimed_bytes");
  s.device_bytes = optional_from<std::uint64_t>(value, "device_bytes");
  s.resident_before = optional_from<double>(value, "resident_before");
  s.resident_after = optional_from<double>(value, "resident_after");
  s.cache_method = value.at("cache_method");
  s.evict_ns = value.at("evict_ns");
  return s;
}

json counters_json(const Counters& c) {
  return {{"minor_faults", optional_json(c.minor_faults)},
          {"major_faults", optional_json(c.major_faults)},
          {"ctx_vol", optional_json(c.ctx_vol)},
          {"ctx_inv", optional_json(c.ctx_inv)},
          {"syscalls", optional_json(c.syscalls)},
          {"syscall_source", safe(c.syscall_source)},
          {"retries", optional_json(c.retries)},
          {"peak_rss_bytes", optional_json(c.peak_rss_bytes)},
          {"rss_anon_bytes", optional_json(c.rss_anon_bytes)},
          {"rss_file_bytes", optional_json(c.rss_file_bytes)}};
}

Counters counters_from(const json& value) {
  Counters c;
  c.minor_faults = optional_from<std::int64_t>(value, "minor_faults");
  c.major_faults = optional_from<std::int64_t>(value, "major_faults");
  c.ctx_vol = optional_from<std::int64_t>(value, "ctx_vol");
  c.ctx_inv = optional_from<std::int64_t>(value, "ctx_inv");
  c.syscalls = optional_from<std::int64_t>(value, "syscalls");
  c.syscall_source = value.value("syscall_source", "");
  c.retries = optional_from<std::int64_t>(value, "retries");
  c.peak_rss_bytes = optional_from<std::uint64_t>(value, "peak_rss_bytes");
  c.rss_anon_bytes = optional_from<std::uint64_t>(value, "rss_anon_bytes");
  c.rss_file_bytes = optional_from<std::uint64_t>(value, "rss_file_bytes");
  return c;
}

}  // namespace readmark::protocol
