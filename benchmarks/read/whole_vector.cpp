// whole_vector: a std::vector of the file's size, which it fills with zeros first, then one read.
#include <vector>

#include "benchmarks/shared/whole_file.hpp"

namespace readmark {
namespace {

class WholeVectorReader final : public Reader {
 public:
  static constexpr unsigned kCopies = 1;
  explicit WholeVectorReader(std::filesystem::path path) : path_(std::move(path)) {}

  Pass pass(Consumers& consumers) noexcept override {
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed({}, "open", error);
    const std::uint64_t bytes = file.size(error);
    if (error) return failed({}, "ask the size of", error);
    try {
      std::vector<std::byte> memory(static_cast<std::size_t>(bytes));
      const Pass pass = fill(file, memory);
      if (pass.error) return pass;
      consume_whole(std::span(memory).first(static_cast<std::size_t>(pass.bytes)), consumers);
      file.close();
      return pass;
    } catch (const std::exception&) {
      return no_memory();
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

const Strategy& read_whole_vector() {
  static const WholeStrategy<WholeVectorReader> strategy(
      "std::vector of the file's size (zeroed by its constructor), filled at once");
  return strategy;
}

}  // namespace readmark
