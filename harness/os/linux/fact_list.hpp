// Collects facts with their source and status.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/facts.hpp"

namespace readmark::os::linux_files {

enum class Stable : bool { no, yes };

class FactList {
 public:
  /// An empty value is recorded as absent.
  void add(std::string_view name, std::string_view value, std::string_view source,
           Stable stable = Stable::no);
  void add(std::string_view name, std::int64_t value, std::string_view source,
           Stable stable = Stable::no);
  /// `error` is an errno: denied for lack of permission, else absent.
  void missing(std::string_view name, std::string_view source, int error);

  /// The first line of a file of /proc or /sys.
  void add_file(std::string_view name, const std::filesystem::path& file,
                Stable stable = Stable::no);
  /// The same, hashed: serial numbers and names.
  void add_hashed_file(std::string_view name, const std::filesystem::path& file);
  /// The word in brackets of a list of choices: "always [madvise] never".
  void add_choice(std::string_view name, const std::filesystem::path& file);

  std::vector<Fact> take() { return std::move(facts_); }

 private:
  std::vector<Fact> facts_;
};

// Each adds the facts of one field. Called by host_facts() in this order.
void add_cpu_facts(FactList& facts);
void add_memory_facts(FactList& facts);
void add_kernel_facts(FactList& facts);
void add_machine_facts(FactList& facts);
void add_process_facts(FactList& facts);

/// The bracketed word of a list of choices, or the whole text if there is none.
std::string_view chosen(std::string_view choices);

}  // namespace readmark::os::linux_files
