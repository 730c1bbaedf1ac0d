// Numbers of macOS in words. Pure: builds and is tested on every system; where the numbers are
// used, each is held against Apple's headers when it is compiled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace readmark::os::macos {

struct Word {
  std::uint32_t value;
  std::string_view word;
};

/// f_flags of statfs().
inline constexpr Word kMountFlags[] = {
    {0x00000001, "ro"},          {0x00000002, "sync"},      {0x00000040, "async"},
    {0x00000080, "protect"},     {0x00000200, "removable"}, {0x00000400, "quarantine"},
    {0x00001000, "local"},       {0x00004000, "root"},      {0x00100000, "nobrowse"},
    {0x00400000, "automounted"}, {0x00800000, "journaled"}, {0x02000000, "defwrite"},
    {0x10000000, "noatime"},     {0x40000000, "snapshot"},  {0x80000000, "strictatime"}};

/// st_flags of stat(): what decides how a file's bytes come. A dataless file is fetched from
/// elsewhere when it is read.
inline constexpr Word kFileFlags[] = {
    {0x00000020, "compressed"}, {0x00000040, "tracked"}, {0x40000000, "dataless"}};

/// ATTR_CMNEXT_EXT_FLAGS of getattrlist().
inline constexpr Word kExtendedFlags[] = {
    {0x00000001, "may_share_blocks"}, {0x00000008, "purgeable"}, {0x00000010, "sparse"}};

/// VOL_CAPABILITIES_FORMAT, and VOL_CAPABILITIES_INTERFACES, of getattrlist().
inline constexpr Word kVolumeFormats[] = {
    {0x00000010, "journal_active"}, {0x00000040, "sparse_files"}, {0x00000080, "zero_runs"},
    {0x00000100, "case_sensitive"}, {0x00010000, "compression"},  {0x00800000, "shared_space"},
    {0x02000000, "sealed"}};
inline constexpr Word kVolumeInterfaces[] = {{0x00010000, "clone"}, {0x00020000, "snapshot"}};

/// qos_class_t.
inline constexpr Word kServiceClasses[] = {{0x00, "unspecified"},    {0x09, "background"},
                                           {0x11, "utility"},        {0x15, "default"},
                                           {0x19, "user_initiated"}, {0x21, "user_interactive"}};

/// kern.memorystatus_vm_pressure_level.
inline constexpr Word kPressureLevels[] = {{1, "normal"}, {2, "warning"}, {4, "critical"}};

/// The number that `word` stands for; 0 if it is not in the table.
constexpr std::uint32_t value_of(std::span<const Word> table, std::string_view word) {
  for (const Word& row : table) {
    if (row.word == word) return row.value;
  }
  return 0;
}

/// One word, or the number itself where it is a new one.
std::string word_of(std::span<const Word> table, std::uint32_t value);

/// "local,journaled": of the bits that are set those that the table knows; "none" if it knows none.
std::string flag_words(std::span<const Word> table, std::uint32_t flags);

}  // namespace readmark::os::macos
