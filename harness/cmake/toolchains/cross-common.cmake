# A cross build sees its own prefix and nothing of the host: a header or library found by accident would be the wrong one.
set(CMAKE_FIND_ROOT_PATH ${READMARK_CROSS_PREFIX})
set(CMAKE_PREFIX_PATH ${READMARK_CROSS_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)  # programs run on the host
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
find_program(ccache ccache)
if(ccache AND NOT READMARK_ZIG)  # Zig has a cache of its own
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache} CACHE STRING "")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache} CACHE STRING "")
endif()
