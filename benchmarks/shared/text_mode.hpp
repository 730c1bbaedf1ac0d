// What a file that is opened as text, and not as binary, looks like. One folder per system fulfils
// it.
#pragma once

#include <string_view>

namespace readmark {

/// As in core/decoded.hpp: kTextMode on Windows; empty where text and binary are the same.
std::string_view text_mode_decoding() noexcept;

}  // namespace readmark
