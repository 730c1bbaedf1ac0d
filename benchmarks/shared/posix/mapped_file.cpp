// open(), fstat(), mmap().
#include "benchmarks/shared/mapped_file.hpp"

#include <optional>

#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "core/error.hpp"

namespace readmark {

struct MappedFile::System {
  explicit System(std::filesystem::path native) : path(std::move(native)) {}

  std::filesystem::path path;
  std::optional<Mapping> mapping;
};

MappedFile::MappedFile(const std::filesystem::path& path)
    : system_(std::make_unique<System>(path)) {}
MappedFile::~MappedFile() = default;

MappedFile::Trouble MappedFile::map() noexcept {
  system_->mapping.reset();
  Fd file = Fd::open(system_->path.c_str());
  if (!file.is_open()) return {"open", last_errno()};
  std::uint64_t bytes = 0;
  if (!file.size(bytes)) return {"fstat", last_errno()};
  if (bytes > 0) {
    system_->mapping.emplace(file.get(), bytes);
    if (!system_->mapping->is_mapped()) return {"mmap", last_errno()};
  }
  if (!file.close()) return {"close", last_errno()};
  return {};
}

std::span<const std::byte> MappedFile::bytes() const noexcept {
  return system_->mapping ? system_->mapping->bytes() : std::span<const std::byte>{};
}

MappedFile::Trouble MappedFile::unmap() noexcept {
  if (!system_->mapping || system_->mapping->unmap()) return {};
  return {"munmap", last_errno()};
}

}  // namespace readmark
