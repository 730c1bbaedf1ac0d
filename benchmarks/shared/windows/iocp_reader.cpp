// A completion port that is asked only for what was not done at once.
#include "benchmarks/shared/windows/iocp_reader.hpp"

#include "core/error.hpp"

namespace readmark {

IocpReader::IocpReader(const Dataset& dataset, const Options& options)
    : OverlappedReader(dataset, options, Events::none),
      port_(::CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1)),
      packets_(slots()) {
  if (!port_) throw_failure("CreateIoCompletionPort", "a port", os::windows::last_error());
  done_.reserve(slots());
}

IocpReader::Trouble IocpReader::attach() noexcept {
  done_.clear();
  if (::CreateIoCompletionPort(file(), port_.get(), 0, 0) == nullptr)
    return {"CreateIoCompletionPort", os::windows::last_error()};
  // Otherwise a read that was done at once sends its packet all the same.
  constexpr UCHAR kModes = FILE_SKIP_COMPLETION_PORT_ON_SUCCESS | FILE_SKIP_SET_EVENT_ON_HANDLE;
  if (::SetFileCompletionNotificationModes(file(), kModes) == 0)
    return {"SetFileCompletionNotificationModes", os::windows::last_error()};
  return {};
}

void IocpReader::add(const Request& request) noexcept {
  OverlappedRead& read = read_of(request.slot);
  read.begin(file(), request.into, request.offset);
  if (!read.is_pending()) done_.push_back(request.slot);
}

IocpReader::Trouble IocpReader::exchange(std::vector<Completion>& back) noexcept {
  for (const unsigned slot : done_) back.push_back(completion(slot));
  done_.clear();
  if (!back.empty()) return {};
  ULONG count = 0;
  if (::GetQueuedCompletionStatusEx(port_.get(), packets_.data(),
                                    static_cast<ULONG>(packets_.size()), &count, INFINITE,
                                    FALSE) == 0)
    return {"GetQueuedCompletionStatusEx", os::windows::last_error()};
  for (const OVERLAPPED_ENTRY& packet : std::span(packets_).first(count))
    back.push_back(completion(slot_of(packet.lpOverlapped)));
  return {};
}

}  // namespace readmark
