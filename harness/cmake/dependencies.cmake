# Every library we take from the system, and the command that installs a missing one.

function(readmark_missing name apt brew vcpkg)
  message(FATAL_ERROR "readmark needs ${name}, which was not found. Install it:\n"
    "  Debian, Ubuntu:  apt-get install ${apt}\n"
    "  macOS:           brew install ${brew}\n"
    "  Windows:         vcpkg install ${vcpkg}\n"
    "then configure again. ci/install-dependencies installs all of them.")
endfunction()

macro(readmark_find name apt brew vcpkg)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    readmark_missing("${name}" ${apt} ${brew} ${vcpkg})
  endif()
endmacro()

find_package(Threads REQUIRED)
readmark_find(nlohmann_json nlohmann-json3-dev nlohmann-json nlohmann-json 3.10)
readmark_find(fmt libfmt-dev fmt fmt 8)
readmark_find(CLI11 libcli11-dev cli11 cli11 2.1)
readmark_find(benchmark libbenchmark-dev google-benchmark benchmark 1.7.1)
readmark_find(SQLite3 libsqlite3-dev sqlite sqlite3 3.40)
if(NOT TARGET SQLite3::SQLite3)  # the name from CMake 4.3 on
  add_library(SQLite3::SQLite3 ALIAS SQLite::SQLite3)
endif()
readmark_find(SQLiteCpp libsqlitecpp-dev sqlitecpp sqlitecpp)

# xxHash ships no CMake files on Debian; its header alone is enough (XXH_INLINE_ALL).
find_path(XXHASH_INCLUDE_DIR xxhash.h)
if(NOT XXHASH_INCLUDE_DIR)
  readmark_missing(xxHash libxxhash-dev xxhash xxhash)
endif()
add_library(readmark_xxhash INTERFACE)
target_include_directories(readmark_xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE_DIR})
target_compile_definitions(readmark_xxhash INTERFACE XXH_INLINE_ALL)

if(BUILD_TESTING)
  readmark_find(GTest "libgtest-dev libgmock-dev" googletest gtest)
endif()
