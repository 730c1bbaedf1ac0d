// mmap_padded: the file mapped over the beginning of reserved memory, so that at least 64 zero
// bytes follow it: what scanners need that look at more than they were given.
#include <sys/mman.h>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/consume_mapped.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"

namespace readmark {
namespace {

constexpr std::size_t kPadding = 64;  // a cache line, and the widest vector register

/// Reserved zero memory, released as one, whatever was mapped over it.
class Reservation {
 public:
  explicit Reservation(std::size_t bytes) noexcept
      : address_(::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
        bytes_(bytes) {}
  ~Reservation() { release(); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  bool is_there() const noexcept { return address_ != MAP_FAILED; }
  bool map_over(int fd, std::size_t bytes) noexcept {
    return ::mmap(address_, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == address_;
  }
  std::span<const std::byte> first(std::size_t bytes) const noexcept {
    return {static_cast<const std::byte*>(address_), bytes};
  }
  bool release() noexcept {
    void* const address = std::exchange(address_, MAP_FAILED);
    return address == MAP_FAILED || ::munmap(address, bytes_) == 0;
  }

 private:
  void* address_;
  std::size_t bytes_;
};

class MmapPaddedReader final : public Reader {
 public:
  explicit MmapPaddedReader(const Dataset& dataset) : path_(dataset.path) { watch_faults(); }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t size = 0;
    if (!file.size(size)) return failed(pass, "fstat");
    if (size == 0) return pass;
    const auto bytes = static_cast<std::size_t>(size);
    Reservation memory(bytes + kPadding);
    if (!memory.is_there()) return failed(pass, "mmap memory for");
    if (!memory.map_over(file.get(), bytes)) return failed(pass, "mmap");
    if (!file.close()) return failed(pass, "close");
    pass = consume_mapped(pass, memory.first(bytes), 0, consumers[0]);
    consumers.before_release();
    return memory.release() || pass.error ? pass : failed(pass, "munmap");
  }

 private:
  std::filesystem::path path_;
};

class MmapPadded final : public Strategy {
 public:
  std::string_view summary() const override {
    return "the file mapped over reserved memory, so that 64 zero bytes follow it";
  }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<MmapPaddedReader>(dataset);
  }
};

}  // namespace

const Strategy& read_mmap_padded() {
  static const MmapPadded strategy;
  return strategy;
}

}  // namespace readmark
