// Where things live by the platform's custom, and the terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace readmark::os {

/// The user's data folder for readmark: $XDG_DATA_HOME/readmark or ~/.local/share/readmark,
/// ~/Library/Application Support/readmark, %LOCALAPPDATA%\readmark. Not created.
std::filesystem::path data_folder();
/// For what can be made again (manifests of users' files): ~/.cache/readmark and the like. Not
/// created.
std::filesystem::path cache_folder();

std::optional<std::string> environment(const char* name);  // UTF-8

bool stderr_is_terminal();
bool stdout_is_terminal();
unsigned terminal_columns();  // 80 if unknown

/// argv as UTF-8 on Windows, as it is elsewhere; also switches the console to UTF-8 there.
std::vector<std::string> program_arguments(int argc, char** argv);

/// A UTF-8 (Windows) or native (POSIX) argument as a path.
std::filesystem::path path_from_argument(const std::string& argument);

}  // namespace readmark::os
