// Requests and replies, one JSON object a line.
#include "core/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/protocol_json.hpp"
#include "core/text.hpp"

namespace readmark::protocol {
namespace {

using nlohmann::json;

template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string clipped(std::string_view text) {
  constexpr std::size_t kMost = 4096;
  return printable(text.size() > kMost ? text.substr(text.size() - kMost) : text);
}

void check_version(const json& value) {
  const json& version = value.at("v");
  if (version == json(kVersion) && version.is_number_integer()) return;
  throw RuntimeError(
      fmt::format("the worker protocol's version is {}, but this program speaks {}: readmark and "
                  "readmark-bench "
                  "must come from one build",
                  dump(version), kVersion));
}

// Runs `read` on the parsed line; whatever is wrong with it becomes one sentence.
template <typename Read>
auto parse_line(std::string_view line, std::string_view what, Read read) {
  try {
    return read(json::parse(line));
  } catch (const json::exception& error) {
    throw RuntimeError(fmt::format("malformed {} of the worker protocol ({}): {}", what,
                                   error.what(), printable(line.substr(0, 200))));
  }
}

json request_json(const Request& request) {
  return std::visit(Overloaded{
                        [](const Describe&) {
                          return json{{"op", "describe"}};
                        },
                        [](const Expand& r) {
                          json data = json::array();
                          for (const Dataset& dataset : r.data)
                            data.push_back(dataset_json(dataset));
                          return json{{"op", "expand"},
                                      {"profile", json::parse(to_json(r.profile))},
                                      {"data", data}};
                        },
                        [](const Verify& r) {
                          return json{{"op", "verify"},
                                      {"case", case_json(r.bench_case)},
                                      {"data", dataset_json(r.data)}};
                        },
                        [](const Measure& r) {
                          return json{{"op", "measure"},
                                      {"case", case_json(r.bench_case)},
                                      {"data", dataset_json(r.data)},
                                      {"iterations", r.iterations},
                                      {"warmup", r.warmup},
                                      {"drop_caches", r.drop_caches},
                                      {"evict_first", r.evict_first}};
                        },
                    },
                    request);
}

Request request_from(const json& value) {
  check_version(value);
  const std::string op = value.at("op");
  if (op == "describe") return Describe{};
  if (op == "verify") return Verify{case_from(value.at("case")), dataset_from(value.at("data"))};
  if (op == "expand") {
    Expand expand{parse_profile(value.at("profile").dump(), "the profile in the request"), {}};
    for (const json& dataset : value.at("data")) expand.data.push_back(dataset_from(dataset));
    return expand;
  }
  if (op == "measure") {
    return Measure{case_from(value.at("case")),
                   dataset_from(value.at("data")),
                   value.at("iterations"),
                   value.at("warmup"),
                   value.value("drop_caches", false),
                   value.value("evict_first", false)};
  }
  throw RuntimeError(fmt::format("the worker protocol has no operation \"{}\"", printable(op)));
}

json description_json(const Description& d) {
  json knobs = json::array();
  for (const Description::Knob& knob : d.knobs) {
    knobs.push_back({{"key", knob.key},
                     {"kind", knob.kind},
                     {"default", knob.fallback},
                     {"choices", knob.choices}});
  }
  return {{"t", "description"},   {"workload", d.workload},   {"strategy", d.strategy},
          {"summary", d.summary}, {"role", to_text(d.role)},  {"knobs", knobs},
          {"built", d.built},     {"supported", d.supported}, {"reason", clipped(d.reason)}};
}

Description description_from(const json& value) {
  Description d;
  d.workload = value.at("workload");
  d.strategy = value.at("strategy");
  d.summary = value.at("summary");
  d.role = parse_role(value.at("role").get<std::string>());
  for (const json& knob : value.at("knobs")) {
    d.knobs.push_back({knob.at("key"), knob.at("kind"), knob.at("default"), knob.at("choices")});
  }
  d.built = value.at("built");
  d.supported = value.at("supported");
  d.reason = value.at("reason");
  return d;
}

json reply_json(const Reply& reply) {
  return std::visit(
      Overloaded{
          [](const Hello& r) {
            return json{{"t", "hello"}, {"v", kVersion}, {"build", build_json(r.build)}};
          },
          [](const Refuse& r) {
            return json{{"t", "refuse"},
                        {"status", to_text(r.status)},
                        {"errno", r.error},
                        {"reason", clipped(r.reason)}};
          },
          [](const SampleLine& r) {
            json line = sample_json(r.sample);
            line["t"] = "sample";
            return line;
          },
          [](const End& r) {
            return json{{"t", "end"},
                        {"status", to_text(r.status)},
                        {"reason", r.reason.empty() ? json(nullptr) : json(clipped(r.reason))},
                        {"checksum", r.checksum},
                        {"effective", r.effective},
                        {"counters", counters_json(r.counters)}};
          },
          [](const Description& r) { return description_json(r); },
          [](const CaseLine& r) {
            return json{{"t", "case"},
                        {"case", case_json(r.bench_case)},
                        {"runnable", r.runnable},
                        {"reason", clipped(r.reason)}};
          },
          [](const Verified& r) {
            return json{{"t", "verified"},      {"bytes", r.bytes},
                        {"lines", r.lines},     {"digest", r.digest},
                        {"wall_ns", r.wall_ns}, {"counters", counters_json(r.counters)}};
          },
          [](const Unknown&) {
            return json{{"t", "unknown"}};
          },
      },
      reply);
}

End end_from(const json& value) {
  End end;
  end.status = parse_status(value.at("status").get<std::string>());
  if (!value.at("reason").is_null()) end.reason = value.at("reason");
  end.checksum = value.at("checksum");
  end.effective = value.at("effective").get<Effective>();
  end.counters = counters_from(value.at("counters"));
  return end;
}

Reply reply_from(const json& value) {
  const std::string type = value.at("t");
  if (type == "hello") {
    check_version(value);
    return Hello{build_from(value.at("build"))};
  }
  if (type == "refuse") {
    return Refuse{parse_status(value.at("status").get<std::string>()), value.at("errno"),
                  value.at("reason")};
  }
  if (type == "sample") return SampleLine{sample_from(value)};
  if (type == "end") return end_from(value);
  if (type == "description") return description_from(value);
  if (type == "case")
    return CaseLine{case_from(value.at("case")), value.at("runnable"), value.at("reason")};
  if (type == "verified") {
    return Verified{value.at("bytes"), value.at("lines"), value.at("digest"), value.at("wall_ns"),
                    counters_from(value.at("counters"))};
  }
  return Unknown{};
}

}  // namespace

std::string to_line(const Request& request) {
  json value = request_json(request);
  value["v"] = kVersion;
  return dump(value);
}

Request parse_request(std::string_view line) { return parse_line(line, "request", request_from); }

std::string to_line(const Reply& reply) { return dump(reply_json(reply)); }

Reply parse_reply(std::string_view line) {
  if (line.size() > kMaxLine) {
    throw RuntimeError(fmt::format("a reply of the worker has more than {} bytes", kMaxLine));
  }
  return parse_line(line, "reply", reply_from);
}

}  // namespace readmark::protocol
