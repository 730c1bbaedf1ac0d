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

# What some strategies need and the rest can do without. Found: target readmark_optional_NAME. Not found: those
# strategies are known as names, with READMARK_MISSING_NAME as the reason (strategies.cmake).
function(readmark_find_optional name header library apt)
  find_path(READMARK_${name}_INCLUDE_DIR ${header})
  find_library(READMARK_${name}_LIBRARY ${library})
  mark_as_advanced(READMARK_${name}_INCLUDE_DIR READMARK_${name}_LIBRARY)
  if(READMARK_${name}_INCLUDE_DIR AND READMARK_${name}_LIBRARY)
    add_library(readmark_optional_${name} INTERFACE)
    target_include_directories(readmark_optional_${name} SYSTEM INTERFACE ${READMARK_${name}_INCLUDE_DIR})
    target_link_libraries(readmark_optional_${name} INTERFACE ${READMARK_${name}_LIBRARY})
  else()
    set(missing "${name} was not found when this was built; on Debian: apt install ${apt}")
    set(READMARK_MISSING_${name} "${missing}" PARENT_SCOPE)
    message(STATUS "${missing}")
  endif()
endfunction()

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  readmark_find_optional(liburing liburing.h uring liburing-dev)
  readmark_find_optional(libaio libaio.h aio libaio-dev)
endif()

if(BUILD_TESTING)
  readmark_find(GTest "libgtest-dev libgmock-dev" googletest gtest)
endif()
