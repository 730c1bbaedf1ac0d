// Children: what they say, how they end, and that nothing of them stays.
#include "os/process.hpp"

#include <cstdio>

#include "core/error.hpp"
#include "os/host_lock.hpp"
#include "os/line_splitter.hpp"
#include "os/paths.hpp"
#include "os/test_support.hpp"

namespace readmark::os {
namespace {

using How = ChildEnd::How;
using Lines = std::vector<std::string>;

constexpr std::int64_t kPatience = 20'000'000'000;

ChildSpec child(std::vector<std::string> arguments) {
  ChildSpec spec;
  spec.program = test::child_program();
  spec.arguments = std::move(arguments);
  return spec;
}

std::pair<ChildEnd, Lines> run(const ChildSpec& spec) {
  Lines lines;
  ChildEnd end = run_child(
      spec, [&](std::string_view line) { lines.emplace_back(line); }, [] { return false; });
  return {end, lines};
}

TEST(RunChild, TellsTheExitCode) {
  for (const int code : {0, 1, 77, 255}) {
    const auto [end, lines] = run(child({"exit", std::to_string(code)}));
    EXPECT_EQ(end.how, How::exited);
    EXPECT_EQ(end.code, code);
    EXPECT_FALSE(end.out_of_memory);
    EXPECT_TRUE(lines.empty());
  }
}

TEST(RunChild, HandsOverLines) {
  const auto [end, lines] = run(child({"lines"}));
  EXPECT_EQ(end.code, 0);
  Lines expected{"one", "two", "", "last without newline"};
  for (Lines::size_type i = 0; i < lines.size(); ++i) {
    if (lines[i].ends_with('\r'))
      expected[i] += '\r';  // a C runtime's text mode; JSON does not mind
  }
  EXPECT_EQ(lines, expected);
}

TEST(RunChild, CutsALongLineAndGoesOnWithTheNext) {
  ChildSpec spec = child({"long_line", "300000"});
  spec.max_line = 65536;
  const auto [end, lines] = run(spec);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], std::string(65536, 'x'));
  EXPECT_TRUE(lines[1].starts_with("next"));
}

TEST(RunChild, PassesArgumentsAsTheyAre) {
  for (const std::string text :
       {"", " a  b ", "\"quoted\"", "back\\slash\\", "a\\\"b", "$HOME `x` *", "tab\there"}) {
    const auto [end, lines] = run(child({"print", text}));
    EXPECT_EQ(lines, text.empty() ? Lines{} : Lines{text});
  }
}

TEST(RunChild, KeepsTheEndOfStderr) {
  const auto [end, lines] = run(child({"stderr", "100000"}));
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.stderr_tail.size(), kStderrTail);
  EXPECT_TRUE(end.stderr_tail.ends_with("aaathe end"));
}

TEST(RunChild, ACrashIsASignalWithAName) {
  for (const char* how : {"abort", "crash"}) {
    const auto [end, lines] = run(child({how}));
    EXPECT_FALSE(end.how == How::exited && end.code == 0) << how;
    EXPECT_FALSE(end.out_of_memory);
    EXPECT_EQ(end.how == How::signalled, !end.signal_name.empty());
  }
}

TEST(RunChild, StopsWhenToldTo) {
  bool said = false;
  const ChildEnd end = run_child(
      child({"say_and_hang"}), [&](std::string_view) { said = true; }, [&] { return said; });
  EXPECT_EQ(end.how, How::stopped);
  EXPECT_FALSE(end.out_of_memory);
}

TEST(RunChild, EndsAtItsTimeLimit) {
  ChildSpec spec = child({"hang"});
  spec.timeout_ns = 50'000'000;
  EXPECT_EQ(run(spec).first.how, How::timed_out);
}

TEST(RunChild, AThrowingListenerLeavesNoChildBehind) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  EXPECT_THROW(
      run_child(
          child({"hold_lock"}), [](std::string_view) { throw std::runtime_error("no"); }, nullptr),
      std::runtime_error);
  std::string holder;
  EXPECT_NE(HostLock::acquire(kPatience, holder), nullptr) << holder;
}

TEST(RunChild, AMissingProgramIsAnErrorThatNamesIt) {
  ChildSpec spec;
  spec.program = "no-such-program-anywhere";
  try {
    run(spec);
    FAIL() << "was started";
  } catch (const RuntimeError& error) {
    EXPECT_NE(std::string(error.what()).find("no-such-program-anywhere"), std::string::npos)
        << error.what();
  }
}

TEST(RunChild, KillsWhatTheChildHasStarted) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  std::string said;
  const ChildEnd end = run_child(
      child({"grandchild"}), [&](std::string_view line) { said = line.substr(0, 4); },
      [&] { return !said.empty(); });
  EXPECT_EQ(said, "held");
  EXPECT_EQ(end.how, How::stopped);
  std::string holder;
  EXPECT_NE(HostLock::acquire(kPatience, holder), nullptr) << "the grandchild lives on: " << holder;
}

TEST(RunChild, KillsWhatAChildLeavesRunningWhenItEnds) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  const auto [end, lines] = run(child({"leave_grandchild"}));
  EXPECT_EQ(end.how, How::exited);
  std::string holder;
  EXPECT_NE(HostLock::acquire(kPatience, holder), nullptr) << "the grandchild lives on: " << holder;
}

TEST(Worker, AnswersOnTheOriginalStdout) {
  ChildSpec spec = child({"worker"});
  const std::string much(200'000, 'r');  // more than a pipe holds
  spec.input = much;
  spec.input.push_back('\n');
  const auto [end, lines] = run(spec);
  EXPECT_EQ(end.code, 0);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("got "));
  EXPECT_EQ(lines[0].substr(4, much.size()), much);
  EXPECT_NE(end.stderr_tail.find("stray print"), std::string::npos);
}

TEST(Worker, EndsWhenStdinEnds) {
#ifdef _WIN32
  std::FILE* input =
      ::_popen(("\"\"" + test::child_program().string() + "\" wait_for_end\"").c_str(), "w");
#else
  std::FILE* input =
      ::popen(("exec '" + test::child_program().string() + "' wait_for_end").c_str(), "w");
#endif
  ASSERT_NE(input, nullptr);
  std::fputs("{}\n", input);
  std::fflush(input);
#ifdef _WIN32
  const int status = ::_pclose(input);
#else
  const int status = ::pclose(input);
  EXPECT_NE(WEXITSTATUS(status), 42) << "it slept to its end";
#endif
  EXPECT_NE(status, 42) << "it slept to its end";
}

TEST(RunChild, AChildThatDoesNotReadItsInputIsNoError) {
  ChildSpec spec = child({"exit", "5"});
  spec.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run(spec).first.code, 5);
}

TEST(LineSplitter, CutsAtAnyBoundary) {
  const std::string text = "ab\n\ncdefgh\nij";
  for (std::size_t step = 1; step <= text.size(); ++step) {
    Lines lines;
    const std::function<void(std::string_view)> take = [&](std::string_view line) {
      lines.emplace_back(line);
    };
    LineSplitter splitter(4, take);
    for (std::size_t at = 0; at < text.size(); at += step)
      splitter.add(std::string_view(text).substr(at, step));
    splitter.finish();
    EXPECT_EQ(lines, (Lines{"ab", "", "cdef", "ij"})) << step;
  }
}

TEST(Paths, ThisProgramAndTheFoldersAreAbsolute) {
  EXPECT_TRUE(std::filesystem::exists(this_program()));
  EXPECT_TRUE(data_folder().is_absolute());
  EXPECT_TRUE(cache_folder().is_absolute());
  EXPECT_NE(data_folder(), cache_folder());
  EXPECT_GE(terminal_columns(), 1U);
}

TEST(Paths, EnvironmentIsReadOrEmpty) {
  test::set_environment("READMARK_TEST_VARIABLE", "x y");
  EXPECT_EQ(environment("READMARK_TEST_VARIABLE"), "x y");
  EXPECT_FALSE(environment("READMARK_NO_SUCH_VARIABLE"));
}

}  // namespace
}  // namespace readmark::os
