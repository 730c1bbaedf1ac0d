// The reader that faults are put into.
#include "tests/faulty/faulty_reader.hpp"

#include <system_error>

#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr std::size_t kBlock = 64 * 1024;

class FaultyReader final : public Reader {
 public:
  FaultyReader(const Dataset& dataset, const Fault& fault)
      : path_(dataset.path), fault_(fault), buffer_(kBlock) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    os::File file = os::File::open(path_, os::Open::read, pass.error);
    if (pass.error) pass.call = "open";
    while (!pass.error) {
      const std::size_t got = file.read(buffer_.bytes(), pass.error);
      if (got == 0) break;
      const std::span<std::byte> kept =
          buffer_.bytes().first(fault_.keep(buffer_.bytes().first(got)));
      try {
        if (fault_.on_block(kept, pass.bytes, passes_)) consumers[0].consume(kept, pass.bytes);
      } catch (const std::system_error& error) {
        pass.error = error.code();
        pass.call = "read";
      }
      pass.bytes += kept.size();
    }
    ++passes_;
    consumers.before_release();
    return pass;
  }

 private:
  std::filesystem::path path_;
  const Fault& fault_;
  os::Buffer buffer_;
  unsigned passes_ = 0;
};

}  // namespace

std::unique_ptr<Reader> FaultyStrategy::reader(const Dataset& dataset, const Knobs&) const {
  return std::make_unique<FaultyReader>(dataset, fault_);
}

}  // namespace readmark
