// istreambuf_iterator: a common idiom, measured as people write it: a string made from a pair of
// stream iterators, byte by byte.
#include <fstream>
#include <iterator>
#include <string>

#include "benchmarks/shared/whole_file.hpp"

namespace readmark {
namespace {

class IstreambufIteratorReader final : public Reader {
 public:
  static constexpr unsigned kCopies = 3;  // the old and the new string while it grows
  explicit IstreambufIteratorReader(std::filesystem::path path) : path_(std::move(path)) {}

  Pass pass(Consumers& consumers) noexcept override {
    try {
      errno = 0;
      std::ifstream stream(path_, std::ios::binary);
      if (!stream.is_open()) return failed({}, "open");
      const std::string text{std::istreambuf_iterator<char>(stream),
                             std::istreambuf_iterator<char>()};
      if (stream.bad()) return failed({}, "read");
      consume_whole(std::as_bytes(std::span(text)), consumers);
      stream.close();
      return {.bytes = text.size(), .error = {}};
    } catch (const std::ios_base::failure&) {  // the iterators do not catch what the buffer throws
      return failed({}, "read");
    } catch (const std::exception&) {
      return no_memory();
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

const Strategy& read_istreambuf_iterator() {
  static const WholeStrategy<IstreambufIteratorReader> strategy(
      "std::string from std::istreambuf_iterator, byte by byte");
  return strategy;
}

}  // namespace readmark
