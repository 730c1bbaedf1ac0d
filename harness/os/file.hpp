// Files as the harness, the generator and the portable strategies need them. OS-only strategies
// call the system themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace readmark::os {

enum class Open {
  read,    // existing, for reading
  create,  // created or cut to nothing, for reading and writing
  write,   // existing or created, content kept, for reading and writing
};

/// A file handle, closed by the destructor. Methods set `error` and return 0 on failure; none
/// throws.
class File {
 public:
  File() noexcept;
  ~File();
  File(File&&) noexcept;
  File& operator=(File&&) noexcept;

  static File open(const std::filesystem::path& path, Open how, std::error_code& error) noexcept;
  bool is_open() const noexcept;
  void close() noexcept;

  /// From the current position; 0 at the end of the file. May return less than asked; never more
  /// than 1 GiB at once (systems cap a single read near 2 GiB).
  std::size_t read(std::span<std::byte> into, std::error_code& error) noexcept;
  std::size_t read_at(std::span<std::byte> into, std::uint64_t offset,
                      std::error_code& error) noexcept;
  /// All of `bytes`, or an error.
  void write_at(std::span<const std::byte> bytes, std::uint64_t offset,
                std::error_code& error) noexcept;

  std::uint64_t size(std::error_code& error) const noexcept;
  /// Cut or extend (a hole, to be written by the caller).
  void resize(std::uint64_t bytes, std::error_code& error) noexcept;
  /// Data and size on stable storage.
  void sync(std::error_code& error) noexcept;

 private:
  std::intptr_t handle_;
};

/// The path as any library can open it: on Windows long paths and names of devices need a prefix,
/// which what is called in this header adds by itself.
std::filesystem::path openable(const std::filesystem::path& path);

/// What identifies a file's content cheaply: same stamp, same content.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  // the file's own change time, which programs cannot set back
  std::uint64_t inode = 0;
  std::uint64_t allocated_bytes = 0;  // less than `bytes`: sparse or compressed
  bool is_regular = false;
  bool is_directory = false;
};
FileStamp file_stamp(const std::filesystem::path& path, std::error_code& error) noexcept;

/// The same file, not written to since. (A new name, link or right also counts as a change.)
inline bool same_file(const FileStamp& a, const FileStamp& b) noexcept {
  return a.bytes == b.bytes && a.modified_ns == b.modified_ns && a.changed_ns == b.changed_ns &&
         a.inode == b.inode;
}

/// Ranges without data of their own: holes, and extents that are allocated but not written. They
/// are read without any I/O, which is why such a file measures nothing. Empty optional: the system
/// does not tell.
std::optional<std::uint64_t> unwritten_bytes(const std::filesystem::path& path);

/// Replaces `to` in one step; also syncs the folder where the system can.
void rename_over(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::error_code& error);

/// For an ordinary user, on the filesystem that holds `path` (or its nearest existing parent).
std::uint64_t free_bytes(const std::filesystem::path& path, std::error_code& error);

}  // namespace readmark::os
