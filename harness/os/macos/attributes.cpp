// getattrlist() for one attribute at a time: each answer is the length, then the value.
#include "os/macos/attributes.hpp"

#include <sys/attr.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/macos/words.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os::macos {
namespace {

static_assert(value_of(kExtendedFlags, "may_share_blocks") == EF_MAY_SHARE_BLOCKS);
static_assert(value_of(kExtendedFlags, "purgeable") == EF_IS_PURGEABLE);
static_assert(value_of(kExtendedFlags, "sparse") == EF_IS_SPARSE);
static_assert(value_of(kVolumeFormats, "journal_active") == VOL_CAP_FMT_JOURNAL_ACTIVE);
static_assert(value_of(kVolumeFormats, "sparse_files") == VOL_CAP_FMT_SPARSE_FILES);
static_assert(value_of(kVolumeFormats, "zero_runs") == VOL_CAP_FMT_ZERO_RUNS);
static_assert(value_of(kVolumeFormats, "case_sensitive") == VOL_CAP_FMT_CASE_SENSITIVE);
static_assert(value_of(kVolumeFormats, "compression") == VOL_CAP_FMT_DECMPFS_COMPRESSION);
static_assert(value_of(kVolumeFormats, "shared_space") == VOL_CAP_FMT_SHARED_SPACE);
static_assert(value_of(kVolumeFormats, "sealed") == VOL_CAP_FMT_SEALED);
static_assert(value_of(kVolumeInterfaces, "clone") == VOL_CAP_INT_CLONE);
static_assert(value_of(kVolumeInterfaces, "snapshot") == VOL_CAP_INT_SNAPSHOT);

// The kernel packs what it returns at multiples of four bytes.
#pragma pack(push, 4)
template <typename Value>
struct Answer {
  std::uint32_t length;
  Value value;
};
#pragma pack(pop)

template <typename Value>
std::optional<Value> ask(const std::filesystem::path& path, attrlist& wanted,
                         std::uint32_t options) noexcept {
  wanted.bitmapcount = ATTR_BIT_MAP_COUNT;
  Answer<Value> answer{};
  const int result = posix::retry(
      [&] { return ::getattrlist(path.c_str(), &wanted, &answer, sizeof answer, options); });
  if (result != 0) return std::nullopt;
  if (answer.length >= sizeof answer) return answer.value;
  errno = ENOTSUP;  // the attribute was left out
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> extended_flags(const std::filesystem::path& path) noexcept {
  attrlist wanted{};
  wanted.forkattr = ATTR_CMNEXT_EXT_FLAGS;  // with the option below, forkattr means these
  const auto flags = ask<std::uint64_t>(path, wanted, FSOPT_ATTR_CMN_EXTENDED);
  return flags ? std::optional(static_cast<std::uint32_t>(*flags)) : std::nullopt;
}

std::optional<VolumeAbilities> volume_abilities(const std::filesystem::path& mount_point) noexcept {
  attrlist wanted{};
  wanted.volattr = ATTR_VOL_INFO | ATTR_VOL_CAPABILITIES;
  const auto found = ask<vol_capabilities_attr_t>(mount_point, wanted, 0);
  if (!found) return std::nullopt;
  const auto valid = [&](int which) { return found->capabilities[which] & found->valid[which]; };
  return VolumeAbilities{valid(VOL_CAPABILITIES_FORMAT), valid(VOL_CAPABILITIES_INTERFACES)};
}

}  // namespace readmark::os::macos
