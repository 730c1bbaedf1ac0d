// Collects facts, and knows when a failed question means "denied" and when "absent".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/facts.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os::windows {

class FactList {
 public:
  /// An empty value is recorded as absent.
  void add(std::string name, std::string value, std::string source);
  void add_stable(std::string name, std::string value, std::string source);
  /// By what GetLastError() says.
  void add_failed(std::string name, std::string source, DWORD error);
  void add_absent(std::string name, std::string source);
  /// Absent if empty.
  void add_optional(std::string name, const std::optional<std::string>& value, std::string source);

  std::vector<Fact> take() { return std::move(facts_); }

 private:
  std::vector<Fact> facts_;
};

inline std::string yes_no(bool value) { return value ? "yes" : "no"; }

/// A text or number under HKEY_LOCAL_MACHINE; ok, denied or absent.
void add_registry(FactList& facts, std::string name, const wchar_t* key, const wchar_t* value,
                  bool stable = false);

/// The parts of host_facts(), each in a file of its own.
void add_cpu_facts(FactList& facts);
void add_guard_facts(FactList& facts);
void add_memory_facts(FactList& facts);
void add_system_facts(FactList& facts);

/// Parts of storage_facts(). What watches the files there, and what the volume and the file are to
/// Windows beyond their size.
void add_guard_facts_of(FactList& facts, const std::filesystem::path& path);
void add_volume_state(FactList& facts, const std::filesystem::path& path, const std::wstring& root);

}  // namespace readmark::os::windows
