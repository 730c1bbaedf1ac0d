// whole: one destination as large as the file, filled in one go, consumed at once.
#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "benchmarks/read/owned_text.hpp"
#include "benchmarks/read/utf8.hpp"
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "core/units.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

/// Reads until the destination is full or the file ends.
Pass fill(os::File& file, std::span<std::byte> destination) noexcept {
  Pass pass;
  while (pass.bytes < destination.size()) {
    std::error_code error;
    const std::size_t got = file.read(destination.subspan(pass.bytes), error);
    if (error) return failed(pass, "read", error);
    if (got == 0) break;  // the file has become shorter: the missing bytes make the row wrong
    pass.bytes += got;
  }
  return pass;
}

std::span<std::byte> bytes_of(std::string& text) noexcept {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

class WholeReader final : public Reader {
 public:
  WholeReader(const Dataset& dataset, bool fresh, bool text)
      : path_(dataset.path), fresh_(fresh), text_(text) {
    if (fresh) return;
    if (text) {
      reused_text_.assign(dataset.bytes, '\0');  // touches it
    } else {
      reused_ = os::Buffer(std::max<std::size_t>(dataset.bytes, 1));
    }
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed(pass, "open", error);
    const std::uint64_t bytes = file.size(error);
    if (error) return failed(pass, "ask the size of", error);
    try {
      return fresh_ ? fresh_pass(file, bytes, consumers) : reused_pass(file, bytes, consumers);
    } catch (const std::exception&) {
      return failed(pass, "allocate memory for",
                    std::make_error_code(std::errc::not_enough_memory));
    }
  }

  void poison(std::byte value) override {
    std::ranges::fill(reused_.bytes(), value);
    std::ranges::fill(bytes_of(reused_text_), value);
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    if (!fresh_ || !text_) return {};
    return {{"string", std::string(string_to_overwrite_kind())}};
  }

 private:
  Pass fresh_pass(os::File& file, std::uint64_t bytes, Consumers& consumers) {
    if (text_) {
      std::string text = string_to_overwrite(bytes);
      return read_into(bytes_of(text), file, consumers);
    }
    const std::unique_ptr<std::byte[]> memory(new std::byte[bytes]);  // not initialised
    return read_into({memory.get(), static_cast<std::size_t>(bytes)}, file, consumers);
  }

  Pass reused_pass(os::File& file, std::uint64_t bytes, Consumers& consumers) noexcept {
    const std::span<std::byte> memory = text_ ? bytes_of(reused_text_) : reused_.bytes();
    return read_into(memory.first(std::min<std::uint64_t>(bytes, memory.size())), file, consumers);
  }

  Pass read_into(std::span<std::byte> memory, os::File& file, Consumers& consumers) noexcept {
    Pass pass = fill(file, memory);
    if (pass.error) return pass;
    const std::span<const std::byte> got = memory.first(pass.bytes);
    if (text_ && valid_utf8_prefix(got) != got.size()) {
      return failed(pass, "validate as UTF-8",
                    std::make_error_code(std::errc::illegal_byte_sequence));
    }
    consumers[0].consume(got, 0);
    consumers.before_release();
    file.close();
    return pass;
  }

  std::filesystem::path path_;
  bool fresh_;
  bool text_;
  os::Buffer reused_;
  std::string reused_text_;
};

class Whole final : public Strategy {
 public:
  std::string_view summary() const override {
    return "one allocation as large as the file, one pass; text:on validates UTF-8 into a string";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{{.key = "alloc",
                                              .kind = KnobKind::choice,
                                              .fallback = "reused",
                                              .choices = {"fresh", "reused"}},
                                             flag_knob("text")};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs&) const override {
    const std::uint64_t limit = os::memory_limit_bytes();
    if (dataset.bytes <= limit / 2) return {};
    return Support::no(
        fmt::format("the whole file needs {} of memory, more than half of the {} there is; choose "
                    "a strategy that reads "
                    "block by block",
                    human_bytes(dataset.bytes), human_bytes(limit)));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WholeReader>(dataset, knobs.text("alloc") == "fresh", knobs.on("text"));
  }
};

}  // namespace

const Strategy& read_whole() {
  static const Whole strategy;
  return strategy;
}

}  // namespace readmark
