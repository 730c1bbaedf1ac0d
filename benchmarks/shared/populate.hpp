// Filling the page tables of a mapping in one call. One folder per system fulfils it.
#pragma once

#include <cstddef>
#include <system_error>

#include "core/strategy.hpp"

namespace readmark {

/// Found by trying on a page of its own.
Support populate_support();

/// Reads the mapping's pages and maps them all, or says why not: it never does less in silence.
std::error_code populate(void* address, std::size_t bytes) noexcept;

}  // namespace readmark
