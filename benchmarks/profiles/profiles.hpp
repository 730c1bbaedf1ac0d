// The profiles that come with readmark, and those of the user's own.
#pragma once

#include <span>
#include <string_view>

#include "core/embedded.hpp"
#include "core/profile.hpp"

namespace readmark::profiles {

/// By length: smoke, quick, standard, full, huge.
std::span<const EmbeddedFile> profiles();

/// A profile's name, or the path of a profile file: what has a separator in it or ends in ".json".
/// Throws UsageError for a name that is not known (the nearest given), a file that cannot be read,
/// and for what is wrong in it.
Profile load_profile(std::string_view name_or_path);

}  // namespace readmark::profiles
