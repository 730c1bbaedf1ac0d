// ifstream_rdbuf: a common idiom, measured as people write it: stream << ifstream.rdbuf().
#include <fstream>
#include <sstream>

#include "benchmarks/shared/whole_file.hpp"

namespace readmark {
namespace {

class IfstreamRdbufReader final : public Reader {
 public:
  static constexpr unsigned kCopies = 3;  // the string stream grows by doubling, str() copies it
  explicit IfstreamRdbufReader(std::filesystem::path path) : path_(std::move(path)) {}

  Pass pass(Consumers& consumers) noexcept override {
    try {
      errno = 0;
      std::ifstream stream(path_, std::ios::binary);
      if (!stream.is_open()) return failed({}, "open");
      std::ostringstream collected;
      collected << stream.rdbuf();
      const std::string text = collected.str();
      // The operator keeps what failed to itself: failbit, which an empty file sets too.
      if (stream.bad() || (collected.fail() && errno != 0)) return failed({}, "read");
      consume_whole(std::as_bytes(std::span(text)), consumers);
      stream.close();
      return {.bytes = text.size(), .error = {}};
    } catch (const std::exception&) {
      return no_memory();
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

const Strategy& read_ifstream_rdbuf() {
  static const WholeStrategy<IfstreamRdbufReader> strategy(
      "std::ostringstream << std::ifstream::rdbuf(), then str()");
  return strategy;
}

}  // namespace readmark
