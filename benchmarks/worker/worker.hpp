// The worker's side of the protocol (core/protocol.hpp): one request, its answers, the end.
#pragma once

#include <functional>

#include "core/protocol.hpp"
#include "core/strategy.hpp"

namespace readmark {

/// Takes each answer as soon as it is known.
using Send = std::function<void(const protocol::Reply&)>;

/// Answers one request line. Every exception becomes a `refuse` or an `end`. Returns the exit code:
/// 0 if the request was answered (also with "wrong" or "failed"), 2 if it asked for what cannot be,
/// 1 otherwise.
int answer(std::string_view line, const StrategyTable& table, const Send& send);

/// The whole life of a worker: `hello`, the request from stdin, the answers on the original stdout.
int run_worker(const StrategyTable& table);

}  // namespace readmark
