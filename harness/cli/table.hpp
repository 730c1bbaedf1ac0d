// Text tables and the table of a run.
#pragma once

#include <string>
#include <vector>

#include "run/result.hpp"

namespace readmark::cli {

enum class Align { left, right };

/// Columns two spaces apart, as wide as their widest cell; trailing spaces cut.
class TextTable {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string text(const std::string& indent = "") const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Wraps text in the terminal's codes if colour is on.
struct Style {
  bool color = false;
  std::string bold(const std::string& text) const {
    return color ? "\x1b[1m" + text + "\x1b[0m" : text;
  }
  std::string red(const std::string& text) const {
    return color ? "\x1b[31m" + text + "\x1b[0m" : text;
  }
};

/// --color auto|always|never for stdout.
Style style_for(const std::string& color);

/// The ranking of a run, per dataset, cache state and consumer: fastest first; then what was not
/// measured, with its reason; controls; ceilings; canaries; and the findings.
std::string run_table(const run::Result& result, const Style& style);

/// "pread/buf:1MiB/direct:on": the case within its group.
std::string short_name(const Case& bench_case);

}  // namespace readmark::cli
