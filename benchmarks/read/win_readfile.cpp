// win_readfile: CreateFileW() and ReadFile() until the end of the file.
#include <windows.h>

#include <algorithm>
#include <utility>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "core/text.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

// Every sector size in use divides it. Unbuffered reads need address, offset and length aligned.
constexpr std::size_t kSector = 4096;

std::error_code last_windows_error() noexcept {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

class Handle {
 public:
  Handle(const wchar_t* path, bool direct) noexcept
      : handle_(::CreateFileW(
            path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
            OPEN_EXISTING, direct ? FILE_FLAG_NO_BUFFERING : FILE_ATTRIBUTE_NORMAL, nullptr)) {}
  ~Handle() { close(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool is_open() const noexcept { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const noexcept { return handle_; }
  bool close() noexcept {
    const HANDLE handle = std::exchange(handle_, INVALID_HANDLE_VALUE);
    return handle == INVALID_HANDLE_VALUE || ::CloseHandle(handle) != 0;
  }

 private:
  HANDLE handle_;
};

class WinReadfileReader final : public Reader {
 public:
  WinReadfileReader(const Dataset& dataset, std::size_t block, bool direct)
      : path_(dataset.path), direct_(direct), buffer_(block, kSector) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Handle file(path_.c_str(), direct_);
    if (!file.is_open()) return failed(pass, "CreateFile", last_windows_error());
    for (;;) {
      DWORD got = 0;
      if (::ReadFile(file.get(), buffer_.data(), static_cast<DWORD>(buffer_.size()), &got,
                     nullptr) == 0) {
        // An unbuffered read that begins at the end of the file says so by an error.
        if (::GetLastError() == ERROR_HANDLE_EOF) break;
        return failed(pass, "ReadFile", last_windows_error());
      }
      if (got == 0) break;
      consumers[0].consume(buffer_.bytes().first(got), pass.bytes);
      pass.bytes += got;
      if (direct_ && got % kSector != 0) break;  // the tail: there is no aligned offset behind it
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "CloseHandle", last_windows_error());
  }

  void poison(std::byte value) override { std::ranges::fill(buffer_.bytes(), value); }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    if (!direct_) return {};
    // Wine and some filesystems accept the flag and read through their cache all the same.
    return {{"direct", "FILE_FLAG_NO_BUFFERING, 4096-byte aligned, not proved"}};
  }

 private:
  std::filesystem::path path_;
  bool direct_;
  os::Buffer buffer_;
};

class WinReadfile final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ReadFile() block by block; direct:on by FILE_FLAG_NO_BUFFERING";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), flag_knob("direct")};
    return specs;
  }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (knobs.on("direct")) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    if (!knobs.on("direct")) return {};
    if (knobs.size("buf") % kSector != 0) {
      return Support::no("unbuffered blocks must be a multiple of 4KiB");
    }
    std::error_code absent;
    if (!std::filesystem::exists(dataset.path, absent)) return {};
    const Handle file(dataset.path.c_str(), true);
    if (file.is_open()) return {};
    const std::error_code error = last_windows_error();
    return Support::no(failure_sentence("open with FILE_FLAG_NO_BUFFERING",
                                        display_path(dataset.path), error, "leave direct:on out"),
                       error.value());
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WinReadfileReader>(dataset, knobs.size("buf"), knobs.on("direct"));
  }
};

}  // namespace

const Strategy& read_win_readfile() {
  static const WinReadfile strategy;
  return strategy;
}

}  // namespace readmark
