# macOS 11 or later on Intel by Zig. Dependencies: ci/cross-dependencies macos-x86_64.
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(READMARK_ZIG_TARGET x86_64-macos.11.0-none)
get_filename_component(READMARK_CROSS_PREFIX ${CMAKE_CURRENT_LIST_DIR}/../../../build/cross/macos-x86_64 ABSOLUTE)
include(${CMAKE_CURRENT_LIST_DIR}/macos-common.cmake)
