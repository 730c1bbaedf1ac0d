// CreateProcessW with a job, a process group and an explicit list of what is inherited.
#include "os/windows/spawn.hpp"

#include <cstddef>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/windows/command_line.hpp"

namespace readmark::os::windows {
namespace {

constexpr UINT kKilled = 137;  // as a shell shows a process that was killed

Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  if (!job || !SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits,
                                       sizeof limits))
    throw_failure("create", "a job object for a child process", last_error());
  return job;
}

/// The extended part of STARTUPINFOEXW. What it points at must outlive it.
class Attributes {
 public:
  explicit Attributes(DWORD count) {
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, count, 0, &bytes);
    room_ = std::make_unique<std::byte[]>(bytes);
    if (!InitializeProcThreadAttributeList(get(), count, 0, &bytes))
      throw_failure("prepare", "the attributes of a child process", last_error());
  }
  ~Attributes() { DeleteProcThreadAttributeList(get()); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  bool set(DWORD_PTR attribute, void* value, std::size_t bytes) noexcept {
    return UpdateProcThreadAttribute(get(), 0, attribute, value, bytes, nullptr, nullptr) != 0;
  }
  LPPROC_THREAD_ATTRIBUTE_LIST get() noexcept {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.get());
  }

 private:
  std::unique_ptr<std::byte[]> room_;
};

/// A child inherits the mode: no dialog may ask a person about a crash in the middle of a run.
class QuietErrors {
 public:
  QuietErrors() noexcept : before_(SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX)) {}
  ~QuietErrors() { SetErrorMode(before_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  UINT before_;
};

std::filesystem::path with_extension(const std::filesystem::path& program) {
  return program.has_extension() ? program : std::filesystem::path(program.native() + L".exe");
}

/// A bare name is looked up on PATH, as everywhere.
std::wstring find_program(const std::filesystem::path& program) {
  if (program.has_parent_path()) return system_path(with_extension(program));
  std::wstring found(32768, L'\0');
  const DWORD units = SearchPathW(nullptr, program.c_str(), L".exe",
                                  static_cast<DWORD>(found.size()), found.data(), nullptr);
  if (units == 0 || units >= found.size()) return program.native();
  found.resize(units);
  return found;
}

}  // namespace

Child::Child(const ChildSpec& spec) : job_(make_job()) {
  ChildPipe in(ChildPipe::Direction::to_child);
  ChildPipe out(ChildPipe::Direction::from_child);
  ChildPipe err(ChildPipe::Direction::from_child);
  std::vector<HANDLE> inherited{in.childs.get(), out.childs.get(), err.childs.get()};
  if (inherited_lock() != nullptr) inherited.push_back(inherited_lock());

  Attributes attributes(2);
  HANDLE job = job_.get();
  if (!attributes.set(PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited.data(),
                      inherited.size() * sizeof(HANDLE)))
    throw_failure("choose", "what a child process inherits", last_error());
  // Born in the job where the system can do that (Windows 10); else put there before its first
  // instruction.
  attributes.set(PROC_THREAD_ATTRIBUTE_JOB_LIST, &job, sizeof job);

  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  startup.StartupInfo.hStdInput = in.childs.get();
  startup.StartupInfo.hStdOutput = out.childs.get();
  startup.StartupInfo.hStdError = err.childs.get();
  startup.lpAttributeList = attributes.get();

  const std::wstring program = find_program(spec.program);
  std::wstring line = join_command_line(spec.program.native(), spec.arguments);
  const QuietErrors quiet;
  PROCESS_INFORMATION info{};
  if (!CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE,
                      CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT,
                      nullptr, nullptr, &startup.StartupInfo, &info)) {
    throw_failure("start", display_path(spec.program), last_error(),
                  "check that the program exists and may be executed");
  }
  process_ = Handle(info.hProcess);
  const Handle thread(info.hThread);
  BOOL in_job = FALSE;
  IsProcessInJob(info.hProcess, job, &in_job);
  if (!in_job && !AssignProcessToJobObject(job, info.hProcess)) {
    const std::error_code error = last_error();
    TerminateProcess(info.hProcess, kKilled);
    throw_failure("put into a job", display_path(spec.program), error);
  }
  ResumeThread(thread.get());
  to_stdin = std::move(in.ours);
  from_stdout = std::move(out.ours);
  from_stderr = std::move(err.ours);
}

void Child::kill_group() noexcept { TerminateJobObject(job_.get(), kKilled); }

DWORD Child::wait() noexcept {
  DWORD code = 0;
  WaitForSingleObject(process_.get(), INFINITE);
  GetExitCodeProcess(process_.get(), &code);
  return code;
}

}  // namespace readmark::os::windows
