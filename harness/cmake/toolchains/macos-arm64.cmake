# macOS 11 or later on Apple silicon by Zig. Dependencies: ci/cross-dependencies macos-arm64.
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(READMARK_ZIG_TARGET aarch64-macos.11.0-none)
get_filename_component(READMARK_CROSS_PREFIX ${CMAKE_CURRENT_LIST_DIR}/../../../build/cross/macos-arm64 ABSOLUTE)
include(${CMAKE_CURRENT_LIST_DIR}/macos-common.cmake)
