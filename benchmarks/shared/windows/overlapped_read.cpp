// ReadFile() and ReadFileScatter() with OVERLAPPED.
#include "benchmarks/shared/windows/overlapped_read.hpp"

#include "core/error.hpp"

namespace readmark {

OverlappedRead OverlappedRead::with_event() {
  OverlappedRead read;
  read.event_ = os::windows::Handle(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  if (!read.event_) {
    throw_failure("CreateEvent", "an event for a read", os::windows::last_error(),
                  "ask for a smaller depth or fewer threads");
  }
  return read;
}

void OverlappedRead::begin(HANDLE file, std::span<std::byte> into, std::uint64_t offset) noexcept {
  prepare(offset);
  begun(::ReadFile(file, into.data(), static_cast<DWORD>(into.size()), nullptr, &request_));
}

void OverlappedRead::begin_scatter(HANDLE file, FILE_SEGMENT_ELEMENT* pages, std::size_t bytes,
                                   std::uint64_t offset) noexcept {
  prepare(offset);
  begun(::ReadFileScatter(file, pages, static_cast<DWORD>(bytes), nullptr, &request_));
}

void OverlappedRead::prepare(std::uint64_t offset) noexcept {
  request_ = {};
  request_.Offset = static_cast<DWORD>(offset);
  request_.OffsetHigh = static_cast<DWORD>(offset >> 32);
  request_.hEvent = event_.get();
}

void OverlappedRead::begun(BOOL done) noexcept {
  error_ = done != 0 ? ERROR_SUCCESS : ::GetLastError();
  state_ = done != 0                    ? State::at_once
           : error_ == ERROR_IO_PENDING ? State::pending
                                        : State::refused;
  ++share_.reads;
  if (state_ == State::at_once) ++share_.at_once;
}

ReadResult OverlappedRead::finish(HANDLE file) noexcept {
  DWORD error = error_;
  if (std::exchange(state_, State::idle) != State::refused) {
    DWORD bytes = 0;
    if (::GetOverlappedResult(file, &request_, &bytes, TRUE) != 0) return {bytes, ERROR_SUCCESS};
    error = ::GetLastError();
  }
  if (error == ERROR_HANDLE_EOF) return {};  // the end of the file says so by an error
  return {0, error};
}

void OverlappedRead::abandon(HANDLE file) noexcept {
  if (std::exchange(state_, State::idle) != State::pending) return;
  ::CancelIoEx(file, &request_);  // an error means that it is done
  while (!HasOverlappedIoCompleted(&request_)) ::Sleep(1);
}

}  // namespace readmark
