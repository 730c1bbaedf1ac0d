// What handlers are given arrives whole, in order, and is counted.
#include "benchmarks/shared/handler_sink.hpp"

#include <gtest/gtest.h>

#include "benchmarks/shared/testing.hpp"

namespace readmark {
namespace {

using testing_support::naive_checksum;
using testing_support::some_text;

/// One handler call that is given `content` in parts of `piece` bytes.
void handle(HandlerSink& sink, std::span<const std::byte> content, std::size_t piece,
            int error = 0) {
  while (!content.empty()) {
    const std::size_t size = std::min(piece, content.size());
    sink.take(content.first(size));
    content = content.subspan(size);
  }
  sink.handled("read", error);
}

TEST(HandlerSink, ConsumesInOrderAndCounts) {
  const std::vector<std::byte> content = some_text(100'000);
  for (const Use use : {Use::touch, Use::sum, Use::newlines, Use::digest}) {
    Consumers consumers(use, 1);
    HandlerSink sink(consumers, content.size());
    handle(sink, std::span(content).first(70'000), 1'000);
    handle(sink, std::span(content).subspan(70'000), 30'000);
    handle(sink, {}, 1);
    const Pass pass = sink.end();
    EXPECT_FALSE(pass.error);
    EXPECT_EQ(pass.bytes, content.size());
    EXPECT_EQ(consumers.bytes(), content.size());
    EXPECT_EQ(consumers.checksum(), naive_checksum(use, content)) << to_text(use);
    EXPECT_EQ(sink.counts().calls, 3U);
    EXPECT_EQ(sink.counts().pieces, 71U);
  }
}

TEST(HandlerSink, TellsOnceAndWhileTheLastPieceIsHeld) {
  const std::vector<std::byte> content = some_text(1'000);
  Consumers consumers(Use::touch, 1);
  int told = 0;
  consumers.on_release([&] { ++told; });
  HandlerSink sink(consumers, content.size());
  sink.take(std::span(content).first(999));
  EXPECT_EQ(told, 0);
  sink.take(std::span(content).subspan(999));
  EXPECT_EQ(told, 1) << "the handler has not returned yet";
  sink.handled("read", 0);
  sink.end();
  EXPECT_EQ(told, 1);
}

TEST(HandlerSink, TellsAtTheEndOfAFileThatIsShorterToo) {
  const std::vector<std::byte> content = some_text(500);
  Consumers consumers(Use::touch, 1);
  int told = 0;
  consumers.on_release([&] { ++told; });
  HandlerSink sink(consumers, 1'000);
  handle(sink, content, 500);
  EXPECT_EQ(told, 0);
  EXPECT_EQ(sink.end().bytes, 500U);
  EXPECT_EQ(told, 1);
}

TEST(HandlerSink, TheFirstErrorIsTheOneThatCounts) {
  const std::vector<std::byte> content = some_text(100);
  Consumers consumers(Use::touch, 1);
  HandlerSink sink(consumers, 1'000);
  handle(sink, content, 100, EIO);
  handle(sink, {}, 1, ECANCELED);
  const Pass pass = sink.end();
  EXPECT_EQ(pass.error, std::errc::io_error);
  EXPECT_STREQ(pass.call, "read");
  EXPECT_EQ(pass.bytes, 100U);
}

}  // namespace
}  // namespace readmark
