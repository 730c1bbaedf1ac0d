// Reading /proc/self/mountinfo.
#include "os/linux/mounts.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os::linux_files {
namespace {

bool is_octal(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '7'; });
}

/// Blanks and backslashes are written as \040 and the like.
std::string unescape(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && is_octal(text.substr(i + 1, 3))) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                 (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// "26 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard": any number of fields before
/// the "-".
std::optional<Mount> parse_line(std::string_view line) {
  const std::vector<std::string_view> fields = words(line);
  const auto dash = std::find(fields.begin(), fields.end(), "-");
  if (dash - fields.begin() < 6 || fields.end() - dash < 4) return std::nullopt;
  Mount mount;
  mount.id = number(fields[0]).value_or(0);
  mount.device = fields[2];
  mount.root = unescape(fields[3]);
  mount.point = unescape(fields[4]);
  mount.options = fields[5];
  mount.type = dash[1];
  mount.source = unescape(dash[2]);
  mount.super_options = dash[3];
  return mount;
}

std::optional<std::int64_t> mount_id(const std::filesystem::path& path) {
#ifdef STATX_MNT_ID
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_MNT_ID, &status) == 0 &&
      (status.stx_mask & STATX_MNT_ID) != 0) {
    return static_cast<std::int64_t>(status.stx_mnt_id);
  }
#endif
  return std::nullopt;
}

bool holds(const std::filesystem::path& folder, const std::filesystem::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
             folder.end() ||
         folder == "/";
}

}  // namespace

std::vector<Mount> parse_mounts(std::string_view mountinfo) {
  std::vector<Mount> mounts;
  while (!mountinfo.empty()) {
    const std::string_view line = mountinfo.substr(0, mountinfo.find('\n'));
    if (auto mount = parse_line(line)) mounts.push_back(*std::move(mount));
    mountinfo.remove_prefix(std::min(line.size() + 1, mountinfo.size()));
  }
  return mounts;
}

std::optional<Mount> mount_of(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path here =
      std::filesystem::canonical(posix::nearest_existing(path), ignored);
  const auto id = mount_id(here);
  std::optional<Mount> best;
  for (Mount& mount : parse_mounts(read_text("/proc/self/mountinfo").text)) {
    if (id && mount.id == *id) return std::move(mount);
    const bool longer = !best || mount.point.native().size() >= best->point.native().size();
    if (holds(mount.point, here) && longer)
      best = std::move(mount);  // the last one mounted there counts
  }
  return best;
}

}  // namespace readmark::os::linux_files
