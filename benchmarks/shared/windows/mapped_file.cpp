// CreateFile(), GetFileSizeEx(), CreateFileMapping(), MapViewOfFile().
#include "benchmarks/shared/mapped_file.hpp"

#include <optional>

#include "benchmarks/shared/windows/view.hpp"

namespace readmark {

using os::windows::last_error;

struct MappedFile::System {
  explicit System(std::wstring native) : path(std::move(native)) {}

  std::wstring path;
  std::optional<View> view;
};

MappedFile::MappedFile(const std::filesystem::path& path)
    : system_(std::make_unique<System>(os::windows::system_path(path))) {}
MappedFile::~MappedFile() = default;

MappedFile::Trouble MappedFile::map() noexcept {
  system_->view.reset();
  FileHandle file(system_->path, {});
  if (!file.is_open()) return {"CreateFile", last_error()};
  std::uint64_t bytes = 0;
  if (!file.size(bytes)) return {"GetFileSizeEx", last_error()};
  if (bytes > 0) {
    const Section section(file);
    if (!section.is_made()) return {"CreateFileMapping", last_error()};
    system_->view.emplace(section, bytes);
    if (!system_->view->is_mapped()) return {"MapViewOfFile", last_error()};
  }
  if (!file.close()) return {"CloseHandle", last_error()};
  return {};
}

std::span<const std::byte> MappedFile::bytes() const noexcept {
  return system_->view ? system_->view->bytes() : std::span<const std::byte>{};
}

MappedFile::Trouble MappedFile::unmap() noexcept {
  if (!system_->view || system_->view->unmap()) return {};
  return {"UnmapViewOfFile", last_error()};
}

}  // namespace readmark
