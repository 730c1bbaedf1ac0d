// What a person sees of a run under way: a live line on a terminal, plain lines elsewhere.
#pragma once

#include <cstdint>
#include <string>

#include "run/runner.hpp"

namespace readmark::cli {

class ProgressLine : public run::Watcher {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() override;

  void phase(const std::string& name, std::size_t done, std::size_t total) override;
  void round(unsigned round, std::size_t done, std::size_t total, std::int64_t left_ns) override;
  void note(const std::string& sentence) override;
  /// Bytes made or read of a dataset.
  void data(const std::string& name, std::uint64_t done, std::uint64_t total);
  /// Clears the live line.
  void finish();

 private:
  // `milestone`: worth a plain line of its own.
  void show(const std::string& line, bool milestone);
  bool quiet_;
  bool live_;
  bool shown_ = false;
  std::int64_t last_ns_ = 0;
};

}  // namespace readmark::cli
