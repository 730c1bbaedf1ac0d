// whole: one destination as large as the file, filled in one go, consumed at once.
#include <algorithm>

#include "benchmarks/read/owned_text.hpp"
#include "benchmarks/read/utf8.hpp"
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/whole_file.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

std::span<std::byte> bytes_of(std::string& text) noexcept {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

class WholeReader final : public Reader {
 public:
  WholeReader(const Dataset& dataset, bool fresh, bool text)
      : path_(dataset.path), dataset_bytes_(dataset.bytes), fresh_(fresh), text_(text) {
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
      return no_memory();
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
    const auto size = static_cast<std::size_t>(bytes);
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(size);
    return read_into({memory.get(), size}, file, consumers);
  }

  Pass reused_pass(os::File& file, std::uint64_t bytes, Consumers& consumers) noexcept {
    const std::span<std::byte> memory = text_ ? bytes_of(reused_text_) : reused_.bytes();
    if (bytes > dataset_bytes_) {
      return failed({}, "hold all of (it has grown)",
                    std::make_error_code(std::errc::file_too_large));
    }
    return read_into(memory.first(static_cast<std::size_t>(bytes)), file, consumers);
  }

  Pass read_into(std::span<std::byte> memory, os::File& file, Consumers& consumers) noexcept {
    Pass pass = fill(file, memory);
    if (pass.error) return pass;
    const std::span<const std::byte> got = memory.first(pass.bytes);
    if (text_ && valid_utf8_prefix(got) != got.size()) {
      return failed(pass, "validate as UTF-8",
                    std::make_error_code(std::errc::illegal_byte_sequence));
    }
    consume_whole(got, consumers);
    file.close();
    return pass;
  }

  std::filesystem::path path_;
  std::uint64_t dataset_bytes_;
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
    return fits_in_memory(dataset.bytes);
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
