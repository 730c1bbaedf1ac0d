// What differs between systems in POSIX asynchronous I/O. One folder per system fulfils it.
#pragma once

#include <string>

#include "core/strategy.hpp"

namespace readmark {

/// Before the first request, outside the timer: starts what would else be started within a pass.
void prepare_aio() noexcept;

/// May so many requests of this process be under way at once?
Support aio_allows(unsigned requests);

/// Who works the requests off, and how many at once: for Reader::effective().
std::string aio_workers();

/// What a person can do about a request that was refused.
std::string_view aio_way_out() noexcept;

/// Whether requests are taken in at all: one read that finds nothing, of /dev/null.
Support try_aio();

}  // namespace readmark
