// The cases that every run needs beside its subjects: controls, ceilings and canaries.
#pragma once

#include <span>
#include <vector>

#include "core/dataset.hpp"
#include "core/profile.hpp"
#include "core/protocol.hpp"
#include "core/strategy.hpp"

namespace readmark {

std::vector<protocol::CaseLine> extra_cases(const Profile& profile, std::span<const Dataset> data,
                                            const StrategyTable& table);

/// One case with its canonical name, and whether it can run here. The row must be built.
protocol::CaseLine case_line(const StrategyRow& row, const Dataset& dataset, const Knobs& knobs,
                             Cache cache, Use use);

}  // namespace readmark
