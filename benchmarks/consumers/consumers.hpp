// The five consumers. Each is one file; make_consumer() picks one (core/consumer.hpp has the
// contract).
#pragma once

#include <memory>

#include "core/consumer.hpp"

namespace readmark {

std::unique_ptr<Consumer> make_touch();
std::unique_ptr<Consumer> make_sum();
std::unique_ptr<Consumer> make_newlines();
std::unique_ptr<Consumer> make_digest();
std::unique_ptr<Consumer> make_none();

}  // namespace readmark
