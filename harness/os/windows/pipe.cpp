// Overlapped reads and writes on named pipes.
#include "os/windows/pipe.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "core/error.hpp"

namespace readmark::os::windows {
namespace {

constexpr DWORD kPipeBytes = 65536;

std::wstring unused_name() {
  static std::atomic<unsigned> serial{0};
  return L"\\\\.\\pipe\\readmark-" + std::to_wstring(GetCurrentProcessId()) + L"-" +
         std::to_wstring(serial.fetch_add(1));
}

Handle make_event() {
  Handle event(CreateEventW(nullptr, TRUE, FALSE, nullptr));  // reset by each new operation
  if (!event) throw_failure("create", "an event", last_error());
  return event;
}

/// Ends an operation before its memory goes away.
void cancel(HANDLE pipe, OVERLAPPED& operation) noexcept {
  DWORD ignored = 0;
  CancelIoEx(pipe, &operation);
  GetOverlappedResult(pipe, &operation, &ignored, TRUE);
}

}  // namespace

ChildPipe::ChildPipe(Direction direction) {
  const bool out = direction == Direction::to_child;
  const std::wstring name = unused_name();
  const DWORD mode = (out ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) | FILE_FLAG_OVERLAPPED |
                     FILE_FLAG_FIRST_PIPE_INSTANCE;
  ours = Handle(CreateNamedPipeW(name.c_str(), mode,
                                 PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1,
                                 kPipeBytes, kPipeBytes, 0, nullptr));
  if (!ours) throw_failure("create", "a pipe to a child process", last_error());
  SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
  childs = Handle(CreateFileW(name.c_str(), out ? GENERIC_READ : GENERIC_WRITE, 0, &inheritable,
                              OPEN_EXISTING, 0, nullptr));
  if (!childs) throw_failure("open", "a pipe to a child process", last_error());
}

PipeReader::PipeReader(Handle pipe) : pipe_(std::move(pipe)), event_(make_event()) { start_next(); }

PipeReader::~PipeReader() {
  if (pending_) cancel(pipe_.get(), operation_);
}

void PipeReader::start_next() noexcept {
  if (ended_ || pending_) return;
  operation_ = {};
  operation_.hEvent = event_.get();
  // Bytes that are there at once also come by way of the event, so that there is one way only.
  pending_ =
      ReadFile(pipe_.get(), room_.data(), static_cast<DWORD>(room_.size()), nullptr, &operation_) ||
      GetLastError() == ERROR_IO_PENDING;
  ended_ = !pending_;
}

std::string_view PipeReader::take() noexcept {
  if (!pending_) return {};
  DWORD count = 0;
  if (GetOverlappedResult(pipe_.get(), &operation_, &count, FALSE)) {
    pending_ = false;
    return {room_.data(), count};
  }
  if (GetLastError() == ERROR_IO_INCOMPLETE) return {};
  pending_ = false;
  ended_ = true;  // ERROR_BROKEN_PIPE: nobody has the other end any more
  return {};
}

PipeWriter::PipeWriter(Handle pipe, std::string_view input)
    : pipe_(std::move(pipe)), event_(make_event()), input_(input) {
  start_next();
}

PipeWriter::~PipeWriter() {
  if (pending_) cancel(pipe_.get(), operation_);
}

void PipeWriter::start_next() noexcept {
  if (input_.empty()) return;
  operation_ = {};
  operation_.hEvent = event_.get();
  const auto most = static_cast<DWORD>(std::min<std::size_t>(input_.size(), kPipeBytes));
  pending_ = WriteFile(pipe_.get(), input_.data(), most, nullptr, &operation_) ||
             GetLastError() == ERROR_IO_PENDING;
}

void PipeWriter::step() noexcept {
  DWORD count = 0;
  if (!pending_) return;
  if (!GetOverlappedResult(pipe_.get(), &operation_, &count, FALSE)) {
    // A child that does not want its input: how it ends will tell.
    if (GetLastError() != ERROR_IO_INCOMPLETE) pending_ = false;
    return;
  }
  pending_ = false;
  input_.remove_prefix(count);
  start_next();
}

}  // namespace readmark::os::windows
