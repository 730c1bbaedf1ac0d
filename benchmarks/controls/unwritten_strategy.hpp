// Controls that read a file whose bytes were never written: every byte arrives, without any I/O.
// They must end flagged by what the system says of the file.
#pragma once

#include "core/strategy.hpp"

namespace readmark {

class UnwrittenStrategy final : public Strategy {
 public:
  /// Gives the new, empty file its length. 0 or an errno.
  using Lengthen = int (*)(int fd, std::uint64_t bytes);

  UnwrittenStrategy(std::string_view summary, Lengthen lengthen)
      : summary_(summary), lengthen_(lengthen) {}

  std::string_view summary() const override { return summary_; }
  Role role() const override { return Role::control; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return false; }  // none of the dataset's bytes
  Support support(const Dataset& dataset, const Knobs&) const override;
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override;

 private:
  std::string_view summary_;
  Lengthen lengthen_;
};

}  // namespace readmark
