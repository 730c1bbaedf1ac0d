// Tables of words, searched.
#include "os/macos/words.hpp"

namespace readmark::os::macos {

std::string word_of(std::span<const Word> table, std::uint32_t value) {
  for (const Word& row : table) {
    if (row.value == value) return std::string(row.word);
  }
  return std::to_string(value);
}

std::string flag_words(std::span<const Word> table, std::uint32_t flags) {
  std::string words;
  for (const Word& row : table) {
    if ((flags & row.value) == 0) continue;
    if (!words.empty()) words += ',';
    words += row.word;
  }
  return words.empty() ? "none" : words;
}

}  // namespace readmark::os::macos
