// The strategies of Windows: what the test of every strategy cannot see.
#include "benchmarks/shared/windows/consume_view.hpp"
#include "benchmarks/shared/windows/iocp_reader.hpp"
#include "benchmarks/shared/windows/view.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "benchmarks/shared/testing.hpp"
#include "benchmarks/strategies.hpp"
#include "core/decoded.hpp"
#include "core/units.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

using testing::HasSubstr;
using testing_support::make_dataset;
using testing_support::naive_checksum;
using testing_support::naive_decoding;
using testing_support::some_text;
using testing_support::TemporaryFolder;

const Strategy& strategy(std::string_view name) {
  static const StrategyTable table = all_strategies();
  return table.get("read", name);
}

Knobs knobs(const Strategy& strategy,
            std::initializer_list<std::pair<const char*, const char*>> asked) {
  Knobs wanted;
  for (const auto& [key, value] : asked) wanted.set(key, value);
  return complete(strategy.knobs(), wanted, "");
}

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string value_of(const Reader& reader, std::string_view key) {
  for (const auto& [name, value] : reader.effective()) {
    if (name == key) return value;
  }
  return "(not told)";
}

// --- text

struct Mode {
  const char* strategy;
  std::initializer_list<std::pair<const char*, const char*>> knobs;
  std::string_view decoded;
};

TEST(TextMode, TranslatesLineEndsAndStopsAtCtrlZ) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = bytes_of("one\r\ntwo\rthree\n\r\n\x1A behind the end\r\n");
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  const Mode modes[] = {{"ifstream", {}, ""},
                        {"ifstream_text", {}, kTextMode},
                        {"crt_read", {}, ""},
                        {"crt_read", {{"mode", "text"}}, kTextMode},
                        {"crt_read", {{"mode", "text"}, {"hint", "sequential"}}, kTextMode},
                        {"crt_fopen", {}, ""},
                        {"crt_fopen", {{"mode", "text"}}, kTextMode},
                        {"crt_fopen", {{"mode", "utf8"}}, kTextModeUtf16}};
  for (const Mode& mode : modes) {
    const Strategy& text = strategy(mode.strategy);
    const Knobs asked = knobs(text, mode.knobs);
    EXPECT_EQ(text.decoded(asked), mode.decoded) << mode.strategy;
    const std::vector<std::byte> expected = naive_decoding(mode.decoded, content);
    Consumers consumers(Use::digest, 1);
    const Pass pass = text.reader(dataset, asked)->pass(consumers);
    EXPECT_FALSE(pass.error) << mode.strategy << ": " << pass.call;
    EXPECT_EQ(pass.bytes, expected.size()) << mode.strategy << " " << mode.decoded;
    EXPECT_EQ(consumers.checksum(), naive_checksum(Use::digest, expected)) << mode.strategy;
  }
  EXPECT_EQ(naive_decoding(kTextMode, content).size(), 15U) << "of " << content.size();
}

TEST(TextMode, OfUtf8WantsEvenBlocks) {
  const Strategy& text = strategy("crt_fopen");
  EXPECT_FALSE(text.support({}, knobs(text, {{"mode", "utf8"}, {"buf", "5001B"}})).yes);
  EXPECT_TRUE(text.support({}, knobs(text, {{"mode", "text"}, {"buf", "5001B"}})).yes);
}

// --- handles and ports

/// Gives out the port's packets in the opposite order, and the oldest one only when there is no
/// other.
class TurnedRound final : public IocpReader {
 public:
  using IocpReader::IocpReader;
  int turned = 0;

 private:
  Trouble exchange(std::vector<Completion>& back) noexcept override {
    ULONG count = 0;
    const ULONG room = static_cast<ULONG>(std::size(held_)) - count_;
    if (::GetQueuedCompletionStatusEx(port(), held_ + count_, room, &count, 0, FALSE) != 0)
      count_ += count;
    turned += count_ > 1 ? 1 : 0;
    const ULONG kept = count_ > 1 ? 1 : 0;
    while (count_ > kept) {
      const OVERLAPPED_ENTRY& packet = held_[--count_];
      ::PostQueuedCompletionStatus(port(), packet.dwNumberOfBytesTransferred,
                                   packet.lpCompletionKey, packet.lpOverlapped);
    }
    return IocpReader::exchange(back);
  }

  OVERLAPPED_ENTRY held_[64];
  ULONG count_ = 0;
};

TEST(Iocp, ReadsThatComeBackInAnotherOrderArriveInTheFiles) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = some_text(1'000'003);
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  for (const unsigned depth : {1U, 5U, 64U}) {
    TurnedRound reader(dataset, {4096, depth, false});
    for (int i = 0; i < 2; ++i) {
      Consumers consumers(Use::digest, 1);
      const Pass pass = reader.pass(consumers);
      ASSERT_FALSE(pass.error) << pass.call;
      EXPECT_EQ(consumers.bytes(), content.size());
      EXPECT_EQ(consumers.checksum(), naive_checksum(Use::digest, content)) << depth;
    }
    const bool all_at_once = value_of(reader, "synchronous") == "all";
    if (depth > 1 && !all_at_once) {
      EXPECT_GT(reader.turned, 0) << "nothing was turned round";
    }
  }
}

class Broken final : public IocpReader {
 public:
  using IocpReader::IocpReader;

 private:
  Trouble exchange(std::vector<Completion>&) noexcept override {
    return {"ask the port", os::windows::to_error(ERROR_ABANDONED_WAIT_0)};
  }
};

TEST(Iocp, APortThatFailsIsNamedAndNothingIsLeftInFlight) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(1'000'000));
  Broken reader(dataset, {4096, 64, false});
  Consumers consumers(Use::touch, 1);
  const Pass pass = reader.pass(consumers);
  EXPECT_STREQ(pass.call, "ask the port");
  EXPECT_EQ(pass.error.value(), ERROR_ABANDONED_WAIT_0);
  const os::windows::Handle alone(::CreateFileW(dataset.path.c_str(), GENERIC_READ, 0, nullptr,
                                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  EXPECT_TRUE(alone) << "somebody still has the file open";
}

/// Only a handle that was opened for overlapped reads can be tied to a port.
bool is_overlapped(const FileHandle& file) {
  const os::windows::Handle port(::CreateIoCompletionPort(file.get(), nullptr, 0, 0));
  return static_cast<bool>(port);
}

TEST(Handles, AreOverlappedOrSynchronousAsAsked) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100));
  EXPECT_TRUE(is_overlapped(FileHandle(dataset.path.native(), {.overlapped = true})));
  EXPECT_FALSE(is_overlapped(FileHandle(dataset.path.native(), {})));
}

TEST(Handles, WhatWasDoneAtOnceIsToldOfOverlappedOnesOnly) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(1'000'000));
  const auto told = [&](std::string_view name) {
    const Strategy& threaded = strategy(name);
    const Knobs asked = knobs(threaded, {{"threads", "3"}, {"buf", "64KiB"}});
    const auto reader = threaded.reader(dataset, asked);
    EXPECT_EQ(value_of(*reader, "synchronous"), "(not told)") << "before the first pass";
    Consumers consumers(Use::sum, 3);
    EXPECT_EQ(reader->pass(consumers).bytes, dataset.bytes) << name;
    return value_of(*reader, "synchronous");
  };
  EXPECT_THAT(told("win_shared_handle"),
              testing::AnyOf("all", "none", testing::StartsWith("some")));
  EXPECT_EQ(told("win_shared_sync"), "(not told)");
  EXPECT_EQ(told("win_own_handles"), "(not told)");
}

TEST(Handles, PathsBeyondMaxPathAreRead) {
  const TemporaryFolder folder;
  std::filesystem::path deep = folder.path();
  for (int i = 0; i < 3; ++i) {
    deep /= std::wstring(100, L'd');
    ASSERT_NE(::CreateDirectoryW(os::windows::system_path(deep).c_str(), nullptr), 0);
  }
  const std::filesystem::path path = deep / "file";
  const std::vector<std::byte> content = some_text(10'000);
  std::error_code error;
  {
    os::File file = os::File::open(path, os::Open::create, error);
    ASSERT_FALSE(error) << error.message();
    file.write_at(content, 0, error);
    ASSERT_FALSE(error) << error.message();
  }
  Dataset dataset;
  dataset.kind = "file";
  dataset.path = path;
  dataset.bytes = content.size();
  for (const char* name :
       {"win_readfile", "win_overlapped", "win_iocp", "win_mapview", "win_mapview_window",
        "win_own_handles", "win_shared_handle", "win_shared_sync", "crt_read", "crt_fopen"}) {
    const Strategy& one = strategy(name);
    Consumers consumers(Use::sum, 1);
    const Pass pass = one.reader(dataset, knobs(one, {}))->pass(consumers);
    EXPECT_FALSE(pass.error) << name << ": " << pass.call << " " << pass.error.message();
    EXPECT_EQ(consumers.checksum(), naive_checksum(Use::sum, content)) << name;
  }
  for (std::filesystem::path gone = path; gone != folder.path(); gone = gone.parent_path()) {
    const std::wstring name = os::windows::system_path(gone);
    gone == path ? ::DeleteFileW(name.c_str()) : ::RemoveDirectoryW(name.c_str());
  }
}

// --- files that are not as expected

/// Subjects of workload read that can run on this file, at their defaults.
template <typename Check>
void with_each(const Dataset& dataset, Check check) {
  const StrategyTable table = all_strategies();
  int count = 0;
  for (const StrategyRow& row : table.rows()) {
    if (row.workload != "read" || row.make == nullptr || row.make().role() != Role::subject)
      continue;
    const Strategy& one = row.make();
    const Knobs asked = knobs(one, {});
    if (!one.support(dataset, asked).yes) continue;
    Consumers consumers(Use::digest, one.threads(asked));
    const Pass pass = one.reader(dataset, asked)->pass(consumers);
    check(std::string(row.name), pass, consumers.bytes());
    ++count;
  }
  EXPECT_GT(count, 10);
}

TEST(HardInputs, AnEmptyFileIsNoBytesAndNoError) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "empty", {});
  with_each(dataset, [](const std::string& name, const Pass& pass, std::uint64_t consumed) {
    EXPECT_FALSE(pass.error) << name << ": " << pass.call << " " << pass.error.message();
    EXPECT_EQ(pass.bytes, 0U) << name;
    EXPECT_EQ(consumed, 0U) << name;
  });
}

TEST(HardInputs, AFileThatHasGrownIsNotTakenForTheOneThatWasExpected) {
  const TemporaryFolder folder;
  Dataset dataset =
      make_dataset(folder.path() / "log", std::vector<std::byte>(3'000'000, std::byte{'x'}));
  dataset.bytes = 200'000;
  with_each(dataset, [&](const std::string& name, const Pass& pass, std::uint64_t consumed) {
    EXPECT_TRUE(pass.error || consumed > dataset.bytes) << name;
    EXPECT_TRUE(pass.error || pass.bytes == consumed) << name;
  });
}

TEST(HardInputs, AFileThatAnotherKeepsForItselfIsAnErrorWithItsCall) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "locked", some_text(10'000));
  const os::windows::Handle keeper(::CreateFileW(dataset.path.c_str(), GENERIC_READ, 0, nullptr,
                                                 OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  ASSERT_TRUE(keeper);
  with_each(dataset, [](const std::string& name, const Pass& pass, std::uint64_t consumed) {
    EXPECT_TRUE(pass.error) << name;
    EXPECT_STRNE(pass.call, "") << name;
    EXPECT_EQ(consumed, 0U) << name;
  });
}

TEST(HardInputs, AFolderIsAnErrorOrNothing) {
  const TemporaryFolder folder;
  Dataset dataset;
  dataset.kind = "file";
  dataset.path = folder.path();
  dataset.bytes = 1;
  with_each(dataset, [](const std::string& name, const Pass& pass, std::uint64_t consumed) {
    EXPECT_TRUE(pass.error || pass.bytes == 0) << name;  // which makes the row wrong
    EXPECT_EQ(consumed, 0U) << name;
  });
}

// --- past the cache

TEST(Unbuffered, BlocksMustFitTheSectors) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10'000));
  for (const char* name : {"win_readfile", "win_overlapped", "win_iocp", "win_own_handles"}) {
    const Strategy& one = strategy(name);
    EXPECT_TRUE(one.support(dataset, knobs(one, {{"direct", "on"}})).yes) << name;
    const Support odd = one.support(dataset, knobs(one, {{"direct", "on"}, {"buf", "5000B"}}));
    EXPECT_FALSE(odd.yes) << name;
    EXPECT_THAT(odd.reason, HasSubstr("multiple")) << name;
    const auto reader = one.reader(dataset, knobs(one, {{"direct", "on"}}));
    EXPECT_THAT(value_of(*reader, "direct"), HasSubstr("FILE_FLAG_NO_BUFFERING")) << name;
  }
}

TEST(Unbuffered, TakesNoHint) {
  const Strategy& one = strategy("win_readfile");
  EXPECT_FALSE(one.support({}, knobs(one, {{"direct", "on"}, {"hint", "random"}})).yes);
  EXPECT_TRUE(one.support({}, knobs(one, {{"hint", "random"}})).yes);
}

// --- rings

TEST(IoRing, IsThereOrSaysWhyNot) {
  const Strategy& ring = strategy("win_ioring");
  const Support support = ring.support({}, knobs(ring, {}));
  if (support.yes) return;
  EXPECT_THAT(support.reason, HasSubstr("IoRing"));
  EXPECT_THAT(support.reason, HasSubstr("win_iocp")) << "the way out";
}

// --- mapped files

/// Two pages, of which the second cannot be read.
class HalfReadable {
 public:
  HalfReadable()
      : address_(::VirtualAlloc(nullptr, 2 * os::page_size(), MEM_RESERVE | MEM_COMMIT,
                                PAGE_READWRITE)) {
    DWORD before = 0;
    auto* const second = static_cast<std::byte*>(address_) + os::page_size();
    ::VirtualProtect(second, os::page_size(), PAGE_NOACCESS, &before);
  }
  ~HalfReadable() { ::VirtualFree(address_, 0, MEM_RELEASE); }
  HalfReadable(const HalfReadable&) = delete;
  HalfReadable& operator=(const HalfReadable&) = delete;

  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(address_), 2 * os::page_size()};
  }

 private:
  void* address_;
};

TEST(FaultGuard, APageThatCannotBeReadIsAnErrorAndNoCrash) {
  watch_faults();
  const HalfReadable memory;
  for (const Use use : {Use::touch, Use::sum, Use::newlines, Use::digest}) {
    Consumers consumers(use, 1);
    const Pass bad = consume_view({}, memory.bytes(), 0, consumers[0]);
    EXPECT_EQ(bad.error, std::errc::io_error) << to_text(use);
    EXPECT_EQ(bad.bytes, 0U);
    const Pass good = consume_view({}, memory.bytes().first(os::page_size()), 0, consumers[0]);
    EXPECT_FALSE(good.error) << "the guard is used up";
    EXPECT_EQ(good.bytes, os::page_size());
  }
}

TEST(FaultGuard, EachThreadHasItsOwn) {
  watch_faults();
  const HalfReadable memory;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) {
        Consumers consumers(Use::sum, 1);
        EXPECT_TRUE(consume_view({}, memory.bytes(), 0, consumers[0]).error);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// As the system raises it when a mapped page cannot be read in: kind, address, status.
TEST(FaultGuard, AnInPageErrorWithinTheViewIsCaughtAndNoOther) {
  watch_faults();
  const std::vector<std::byte> view(100);
  const auto raise_at = [](const void* address) {
    constexpr ULONG_PTR kDeviceFailed = 0xC000'009C;
    const ULONG_PTR arguments[] = {0, reinterpret_cast<ULONG_PTR>(address), kDeviceFailed};
    ::RaiseException(static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR), 0, 3, arguments);
  };
  EXPECT_FALSE(guarded(view, [&]() noexcept { raise_at(view.data()); }));
  EXPECT_FALSE(guarded(view, [&]() noexcept { raise_at(view.data() + 99); }));

  static bool reached = false;
  const auto handler = [](EXCEPTION_POINTERS* exception) -> LONG {
    reached =
        exception->ExceptionRecord->ExceptionCode == static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR);
    return reached ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
  };
  PVOID const last = ::AddVectoredExceptionHandler(0, handler);
  EXPECT_TRUE(guarded(view, [&]() noexcept { raise_at(view.data() + 100); }));
  EXPECT_TRUE(reached) << "a fault elsewhere is for others to handle";
  reached = false;
  raise_at(view.data());
  EXPECT_TRUE(reached) << "and so is one that nobody guards";
  ::RemoveVectoredExceptionHandler(last);
}

/// Windows refuses to cut a file that is mapped. Where it can be cut, reading it is an error.
TEST(FaultGuard, AMappedFileIsNotCutOrReadingItIsAnError) {
  watch_faults();
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(1'000'000));
  const FileHandle file(dataset.path.native(), {});
  const Section section(file);
  ASSERT_TRUE(section.is_made());
  const View view(section, dataset.bytes);
  ASSERT_TRUE(view.is_mapped());
  std::error_code refused;
  std::filesystem::resize_file(dataset.path, 5000, refused);
  Consumers consumers(Use::sum, 1);
  const Pass pass = consume_view({}, view.bytes(), 0, consumers[0]);
  EXPECT_EQ(static_cast<bool>(pass.error), !refused) << refused.message();
}

}  // namespace
}  // namespace readmark
