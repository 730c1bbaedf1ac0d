// Reads a file with up to `depth` reads in flight, asked for front to back. Opening the file,
// handing a read to the system and getting it back is left to who derives from it; which blocks are
// asked for, what is missing of each and whose turn it is are the same on every system.
#pragma once

#include <filesystem>
#include <vector>

#include "benchmarks/shared/direct.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

class DepthReaderBase : public Reader {
 public:
  struct Options {
    std::size_t block = 0;
    unsigned depth = 1;
    bool direct = false;
    /// Blocks are consumed as they come. A consumer that needs larger pieces than a block gets them
    /// in the file's order all the same.
    bool any_order = false;
  };

  /// May `options` be asked for on this file, as far as memory and direct reading are concerned?
  static Support support(const Dataset& dataset, const Options& options);

  /// `depth`, but no more than the file has blocks: the rest would never be filled.
  static unsigned slots_for(const Dataset& dataset, const Options& options);

  Pass pass(Consumers& consumers) noexcept final;
  void poison(std::byte value) final;
  std::vector<std::pair<std::string, std::string>> effective() const override;

 protected:
  /// One block or the rest of one.
  struct Request {
    unsigned slot = 0;
    std::span<std::byte> into;
    std::uint64_t offset = 0;
  };
  struct Completion {
    unsigned slot = 0;
    std::int64_t result = 0;  // bytes read, 0 at the end of the file, or the error's number negated
  };
  /// A call that failed for other reasons than those of one read. No error: it did not.
  struct Trouble {
    const char* call = "";
    std::error_code error;
  };

  /// Makes slots_for() buffers. A failed read is called `read_call`, and its number is one of
  /// `errors`. Throws RuntimeError when `direct` is asked for but cannot be.
  DepthReaderBase(const Dataset& dataset, const Options& options, const char* read_call,
                  const std::error_category& errors);

  unsigned slots() const { return static_cast<unsigned>(buffers_.size()); }
  std::span<const os::Buffer> buffers() const { return buffers_; }
  const std::filesystem::path& path() const { return path_; }
  bool direct() const { return options_.direct; }

  /// Opens the file for one pass and asks its size: what is added to it later is not read.
  virtual Trouble open_file(std::uint64_t& file_bytes) noexcept = 0;
  /// Also after trouble of open_file(). Something is in flight only if exchange() had trouble.
  virtual Trouble close_file() noexcept = 0;
  /// Takes a read in, at most one per slot at a time; it need not begin before exchange().
  virtual void add(const Request& request) noexcept = 0;
  /// Hands over what was added, waits until something is back, and writes down what is: at least
  /// one and at most slots(), unless there is trouble.
  virtual Trouble exchange(std::vector<Completion>& back) noexcept = 0;

 private:
  /// What is in a slot's buffer.
  struct Slot {
    std::uint64_t offset = 0;
    std::size_t wanted = 0;
    std::size_t filled = 0;
    bool waits = false;  // for its turn: it has all it will get
  };
  struct Progress;  // of one pass

  void read_all(Progress& progress) noexcept;
  void start(Progress& progress, unsigned slot) noexcept;
  void ask(Progress& progress, unsigned slot) noexcept;
  void take(Progress& progress, const Completion& completion) noexcept;
  void consume_in_order(Progress& progress) noexcept;
  void hand_over(Progress& progress, unsigned slot) noexcept;

  std::filesystem::path path_;
  Options options_;
  const char* read_call_;
  const std::error_category& errors_;
  DirectAccess access_;
  std::vector<os::Buffer> buffers_;
  std::vector<Slot> slots_;
  std::vector<Completion> back_;
};

}  // namespace readmark
