# What is recorded of this build: written at configure time, read by core/build.cpp.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE READMARK_REVISION
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} status --porcelain OUTPUT_VARIABLE changes
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(changes)
  set(READMARK_DIRTY true)
else()
  set(READMARK_DIRTY false)
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
set(READMARK_FLAGS "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
if(READMARK_SANITIZE)
  string(APPEND READMARK_FLAGS " -fsanitize=${READMARK_SANITIZE}")
endif()
string(STRIP "${READMARK_FLAGS}" READMARK_FLAGS)
