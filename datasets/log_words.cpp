// Tables of words, filled once per generator from short lists.
#include "datasets/log_words.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "datasets/random.hpp"

namespace readmark::datasets {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kComponents[] = {
    "net.http.server", "net.http.client", "net.tls",          "net.dns.resolver", "storage.wal",
    "storage.compact", "storage.cache",   "storage.snapshot", "sched.worker",     "sched.timer",
    "auth.session",    "auth.token",      "queue.consumer",   "queue.producer",   "db.pool",
    "db.migrate",      "index.builder",   "index.merge",      "billing.invoice",  "billing.ledger",
    "search.query",    "search.rank",     "mail.outbox",      "mail.bounce",      "config.watch",
    "metrics.export",  "health.probe",    "cluster.gossip",   "cluster.election", "backup.upload",
    "image.resize",    "report.render"};

constexpr std::string_view kMessages[] = {"request completed",
                                          "request rejected by the rate limiter",
                                          "connection accepted",
                                          "connection closed by peer before the response was sent",
                                          "retrying after a transient failure of the upstream",
                                          "cache entry expired",
                                          "cache miss, loading from the primary store",
                                          "segment flushed to disk",
                                          "segment merged and scheduled for deletion",
                                          "checkpoint written",
                                          "lease renewed",
                                          "lease lost, stepping down",
                                          "slow query, see the plan in the attached profile",
                                          "transaction committed",
                                          "transaction rolled back on conflict",
                                          "message acknowledged",
                                          "message moved to the dead letter queue",
                                          "token refreshed",
                                          "token is about to expire",
                                          "session started",
                                          "session ended without activity",
                                          "certificate loaded, next check in one hour",
                                          "configuration reloaded, no keys changed",
                                          "configuration key is unknown and was ignored",
                                          "worker is idle",
                                          "worker picked up a job from the shared queue",
                                          "job finished",
                                          "job failed, it will be tried again with backoff",
                                          "snapshot uploaded to the object store",
                                          "snapshot verified against its checksum",
                                          "replica is behind the leader",
                                          "replica caught up with the leader"};

constexpr std::string_view kMessagesUtf8[] = {"request completed: größere Änderung übernommen",
                                              "запрос выполнен, ответ отправлен",
                                              "η σύνδεση έκλεισε από τον πελάτη",
                                              "接続が閉じられました",
                                              "请求已完成，响应已发送",
                                              "요청이 완료되었습니다",
                                              "paiement accepté, reçu envoyé à l’élève",
                                              "déjà vu: cache périmé 🗄 rechargé",
                                              "deploy 🚀 finished, tests ✅ passed",
                                              "сегмент записан на диск 💾",
                                              "日本語のログ行 𠮷野家 を処理",
                                              "temperature 23 °C, Δ 4 µs, cost 12 €",
                                              "użytkownik zalogował się ponownie",
                                              "ผู้ใช้เข้าสู่ระบบ",
                                              "ფაილი ჩაიწერა დისკზე",
                                              "संदेश भेजा गया"};

constexpr std::string_view kNameWords[] = {
    "alice",     "bob",       "carol",      "dave", "erin",   "frank",  "grace",  "heidi",
    "ivan",      "judy",      "mallory",    "niaj", "olivia", "peggy",  "rupert", "sybil",
    "eu-west-1", "us-east-2", "ap-south-1", "blue", "green",  "canary", "stable", "edge"};

constexpr std::string_view kNameWordsUtf8[] = {
    "zoë",   "jürgen",  "søren", "łukasz", "иван", "ольга",   "νίκος",     "δήμητρα",
    "太郎",  "花子",    "王伟",  "李娜",   "민준", "서연",    "naïve",     "façade",
    "café☕", "rocket🚀", "𝄞clef", "𠮷田",   "ok✔",  "münchen", "são-paulo", "東京-1"};

constexpr std::string_view kPathWords[] = {"/api/v1/orders/", "/api/v1/users/",  "/api/v2/items/",
                                           "/static/img/",    "/var/spool/out/", "/srv/data/part-",
                                           "/health/",        "/internal/jobs/"};

constexpr std::string_view kStatusWords[] = {"200", "200", "200", "200", "201", "204",
                                             "304", "400", "401", "403", "404", "409",
                                             "429", "500", "502", "503"};

struct KeyWord {
  std::string_view text;
  LogValues values;
};
constexpr KeyWord kKeys[] = {
    {"status", kStatuses},  {"bytes", kNumbers},  {"duration_us", kNumbers}, {"attempt", kNumbers},
    {"shard", kNumbers},    {"port", kNumbers},   {"queue_len", kNumbers},   {"offset", kNumbers},
    {"rows", kNumbers},     {"lag_ms", kNumbers}, {"ttl_s", kNumbers},       {"thread", kNumbers},
    {"request_id", kIds},   {"span", kIds},       {"session", kIds},         {"etag", kIds},
    {"checksum", kIds},     {"build", kIds},      {"user", kNames},          {"tenant", kNames},
    {"region", kNames},     {"pool", kNames},     {"owner", kNames},         {"leader", kNames},
    {"path", kPaths},       {"target", kPaths},   {"source", kPaths},        {"referer", kPaths},
    {"client", kAddresses}, {"peer", kAddresses}, {"upstream", kAddresses},  {"via", kAddresses}};

template <std::size_t Slot>
void set(Fragment<Slot>& fragment, std::string_view text) {
  if (text.size() > sizeof fragment.text) throw RuntimeError("a log word is too long");
  std::memcpy(fragment.text, text.data(), text.size());
  fragment.length = static_cast<std::uint8_t>(text.size());
}

std::string hex(std::uint64_t bits, std::size_t digits) {
  char text[16];
  store_hex8(text, static_cast<std::uint32_t>(bits));
  store_hex8(text + 8, static_cast<std::uint32_t>(bits >> 32));
  return std::string(text, digits);
}

std::string number(std::uint64_t bits) {
  constexpr std::uint64_t kBounds[] = {10, 100, 1'000, 10'000, 100'000, 10'000'000};
  return std::to_string(Random::below(kBounds[(bits >> 40 & 0xFF) % 6], bits));
}

std::string address(std::uint64_t bits) {
  return fmt::format("10.{}.{}.{}", bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0xFF);
}

std::string_view pick(Words words, std::uint64_t bits) {
  return words[static_cast<std::size_t>(Random::below(words.size(), bits))];
}

std::string value(LogValues kind, Words names, std::uint64_t bits) {
  switch (kind) {
    case kNumbers:
      return number(bits);
    case kIds:
      return hex(bits, 8 + (bits >> 60 & 7));
    case kStatuses:
      return std::string(pick(kStatusWords, bits));
    case kNames:
      return std::string(pick(names, bits));
    case kPaths:
      return fmt::format("{}{}", pick(kPathWords, bits), hex(bits >> 32, 6));
    default:
      return address(bits);
  }
}

std::string_view level(std::size_t of_64) {
  if (of_64 < 40) return "INFO  ";
  if (of_64 < 54) return "DEBUG ";
  return of_64 < 61 ? "WARN  " : "ERROR ";
}

}  // namespace

LogWords log_words(bool utf8) {
  LogWords words;
  const Words messages = utf8 ? Words(kMessagesUtf8) : Words(kMessages);
  const Words names = utf8 ? Words(kNameWordsUtf8) : Words(kNameWords);
  for (std::size_t i = 0; i < words.levels.size(); ++i) set(words.levels[i], level(i));
  for (std::size_t i = 0; i < words.components.size(); ++i) {
    set(words.components[i], fmt::format("{} ", kComponents[i]));
  }
  for (std::size_t i = 0; i < words.messages.size(); ++i) {
    set(words.messages[i], messages[i % messages.size()]);
  }
  for (std::size_t i = 0; i < words.keys.size(); ++i) {
    set(words.keys[i].text, fmt::format(" {}=", kKeys[i].text));
    words.keys[i].values = kKeys[i].values;
  }
  Random random(0, 0);  // the same tables for every dataset
  for (std::size_t kind = 0; kind < words.values.size(); ++kind) {
    for (auto& fragment : words.values[kind]) {
      set(fragment, value(static_cast<LogValues>(kind), names, random.next()));
    }
  }
  return words;
}

}  // namespace readmark::datasets
