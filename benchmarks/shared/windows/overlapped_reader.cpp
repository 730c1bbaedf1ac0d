// The overlapped handle of a pass.
#include "benchmarks/shared/windows/overlapped_reader.hpp"

namespace readmark {

OverlappedReader::OverlappedReader(const Dataset& dataset, const Options& options, Events events)
    : DepthReaderBase(dataset, options, "ReadFile", std::system_category()),
      name_(os::windows::system_path(dataset.path)) {
  reads_.reserve(slots());
  for (unsigned slot = 0; slot < slots(); ++slot) {
    reads_.push_back(events == Events::none ? OverlappedRead() : OverlappedRead::with_event());
  }
}

OverlappedReader::Trouble OverlappedReader::open_file(std::uint64_t& file_bytes) noexcept {
  file_ = FileHandle(name_, {.direct = direct(), .overlapped = true});
  if (!file_.is_open()) return {"CreateFile", os::windows::last_error()};
  if (!file_.size(file_bytes)) return {"GetFileSizeEx", os::windows::last_error()};
  return attach();
}

OverlappedReader::Trouble OverlappedReader::close_file() noexcept {
  for (OverlappedRead& read : reads_) read.abandon(file_.get());
  if (file_.close()) return {};
  return {"CloseHandle", os::windows::last_error()};
}

unsigned OverlappedReader::slot_of(const OVERLAPPED* request) const noexcept {
  // Each OVERLAPPED is a part of its OverlappedRead, and these lie side by side.
  const auto from = reinterpret_cast<std::uintptr_t>(reads_.data());
  return static_cast<unsigned>((reinterpret_cast<std::uintptr_t>(request) - from) /
                               sizeof(OverlappedRead));
}

OverlappedReader::Completion OverlappedReader::completion(unsigned slot) noexcept {
  const ReadResult result = reads_[slot].finish(file_.get());
  const bool failed = result.error != ERROR_SUCCESS;
  return {slot, failed ? -std::int64_t{result.error} : std::int64_t{result.bytes}};
}

std::vector<std::pair<std::string, std::string>> OverlappedReader::effective() const {
  auto effective = DepthReaderBase::effective();
  SynchronousShare share;
  for (const OverlappedRead& read : reads_) share.add(read.share());
  if (share.reads > 0) effective.emplace_back("synchronous", share.text());
  return effective;
}

}  // namespace readmark
