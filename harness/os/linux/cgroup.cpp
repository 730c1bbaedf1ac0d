// Walking the control groups upwards.
#include "os/linux/cgroup.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "os/linux/mounts.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os::linux_files {
namespace {

struct Group {
  bool unified = false;  // version 2
  std::string path;      // as seen from the root of the hierarchy
};

bool lists(std::string_view comma_separated, std::string_view word) {
  const std::vector<std::string> parts = split(comma_separated, ',');
  return std::find(parts.begin(), parts.end(), word) != parts.end();
}

/// Lines "0::/user.slice/x" (version 2) and "4:memory:/x" (version 1).
std::vector<Group> memory_groups(std::string_view proc_cgroup) {
  std::vector<Group> groups;
  for (const std::string& line : split(proc_cgroup, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool unified = line.starts_with("0:") && controllers.empty();
    if (unified || lists(controllers, "memory"))
      groups.push_back({unified, line.substr(second + 1)});
  }
  return groups;
}

bool carries(const Mount& mount, const Group& group) {
  return group.unified ? mount.type == "cgroup2"
                       : mount.type == "cgroup" && lists(mount.super_options, "memory");
}

/// The group's folder below the mount point. In a container the mount may begin further down than
/// "/" or not show the group at all; then the mount point itself is the nearest that can be seen.
std::filesystem::path below_mount(const Mount& mount, const Group& group) {
  const std::filesystem::path inside =
      std::filesystem::path(group.path).lexically_relative(mount.root);
  return inside.empty() || *inside.begin() == ".." ? std::filesystem::path(".") : inside;
}

void consider(const std::filesystem::path& file, std::optional<std::uint64_t>& least) {
  constexpr std::int64_t kNoLimit = std::int64_t{1}
                                    << 60;  // version 1 says "none" by a huge number, 2 by "max"
  const auto limit = read_number(file);
  if (!limit || *limit < 0 || *limit >= kNoLimit) return;
  least = std::min(least.value_or(UINT64_MAX), static_cast<std::uint64_t>(*limit));
}

}  // namespace

std::vector<GroupFolder> memory_group_folders(const std::filesystem::path& root) {
  const std::vector<Mount> mounts = parse_mounts(read_text(root / "proc/self/mountinfo").text);
  std::vector<GroupFolder> folders;
  for (const Group& group : memory_groups(read_text(root / "proc/self/cgroup").text)) {
    for (const Mount& mount : mounts) {
      if (!carries(mount, group)) continue;
      const std::filesystem::path top = root / mount.point.relative_path();
      std::filesystem::path inside = below_mount(mount, group);
      for (;; inside = inside.parent_path()) {
        folders.push_back({group.unified, (top / inside).lexically_normal()});
        if (inside.empty() || inside == ".") break;
      }
    }
  }
  return folders;
}

std::optional<std::uint64_t> cgroup_memory_limit(const std::filesystem::path& root) {
  std::optional<std::uint64_t> least;
  for (const GroupFolder& folder : memory_group_folders(root)) {
    for (const char* name : {"memory.max", "memory.high", "memory.limit_in_bytes"})
      consider(folder.path / name, least);
  }
  return least;
}

}  // namespace readmark::os::linux_files
