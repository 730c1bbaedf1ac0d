# Windows x86-64 by MinGW-w64 with POSIX threads; what it built runs under Wine. Dependencies: ci/cross-dependencies windows.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# PE programs cannot be found by their name alone, and must not meet the user's own Wine folder.
set(CMAKE_CROSSCOMPILING_EMULATOR ${root}/ci/wine)
set(READMARK_CROSS_PREFIX ${root}/build/cross/windows)
include(${CMAKE_CURRENT_LIST_DIR}/cross-common.cmake)
