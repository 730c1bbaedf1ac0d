# macOS by the Zig compiler, which brings Apple's libSystem stubs and headers but no SDK: frameworks (IOKit) cannot be linked.
# Needs READMARK_ZIG_TARGET and READMARK_CROSS_PREFIX.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(CMAKE_SYSTEM_NAME Darwin)
set(READMARK_ZIG ${root}/ci/zig)
set(CMAKE_C_COMPILER ${READMARK_ZIG}/cc)
set(CMAKE_CXX_COMPILER ${READMARK_ZIG}/c++)
set(CMAKE_AR ${READMARK_ZIG}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${READMARK_ZIG}/ranlib CACHE FILEPATH "")
set(CMAKE_INSTALL_NAME_TOOL true CACHE FILEPATH "")  # asked for by CMake; all our libraries are static
set(CMAKE_C_FLAGS_INIT "-target ${READMARK_ZIG_TARGET}")
set(CMAKE_CXX_FLAGS_INIT "-target ${READMARK_ZIG_TARGET}")
set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # Zig does not write them
include(${CMAKE_CURRENT_LIST_DIR}/cross-common.cmake)
