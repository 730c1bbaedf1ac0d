// Collecting facts.
#include "os/linux/fact_list.hpp"

#include <cerrno>

#include "core/text.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os::linux_files {
namespace {

std::string_view first_line(std::string_view text) { return trim(text.substr(0, text.find('\n'))); }

}  // namespace

void FactList::add(std::string_view name, std::string_view value, std::string_view source,
                   Stable stable) {
  Fact fact;
  fact.name = name;
  fact.value = printable(value);
  fact.source = source;
  fact.status = value.empty() ? Fact::Status::absent : Fact::Status::ok;
  fact.stable = stable == Stable::yes;
  facts_.push_back(std::move(fact));
}

void FactList::add(std::string_view name, std::int64_t value, std::string_view source,
                   Stable stable) {
  add(name, std::to_string(value), source, stable);
}

void FactList::missing(std::string_view name, std::string_view source, int error) {
  add(name, "", source);
  if (error == EACCES || error == EPERM) facts_.back().status = Fact::Status::denied;
}

void FactList::add_file(std::string_view name, const std::filesystem::path& file, Stable stable) {
  const TextFile read = read_text(file);
  if (!read.ok()) return missing(name, file.native(), read.error);
  add(name, first_line(read.text), file.native(), stable);
}

void FactList::add_hashed_file(std::string_view name, const std::filesystem::path& file) {
  const TextFile read = read_text(file);
  const std::string_view line = first_line(read.text);
  if (!read.ok() || line.empty()) return missing(name, file.native(), read.error);
  add(name, hashed(line), file.native());
}

std::string_view chosen(std::string_view choices) {
  const std::size_t open = choices.find('[');
  const std::size_t close = choices.find(']', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return choices;
  return choices.substr(open + 1, close - open - 1);
}

void FactList::add_choice(std::string_view name, const std::filesystem::path& file) {
  const TextFile read = read_text(file);
  if (!read.ok()) return missing(name, file.native(), read.error);
  add(name, chosen(first_line(read.text)), file.native());
}

}  // namespace readmark::os::linux_files
