# How a library and a test of ours are declared.

# readmark_library(core SOURCES a.cpp .. [LIBS readmark_os fmt::fmt ..] [PRECOMPILE <x.hpp> ..]) makes target
# readmark_core. PRECOMPILE names large headers that most of the sources include: parsed once, not once per
# file. Preset `dev` switches it off, so that a missing include is found.
function(readmark_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;PRECOMPILE" ${ARGN})
  add_library(readmark_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(readmark_${name} PUBLIC readmark_options ${ARG_LIBS})
  target_precompile_headers(readmark_${name} PRIVATE ${ARG_PRECOMPILE})
endfunction()

# readmark_test(core LABEL unit SOURCES units_test.cpp .. [LIBS readmark_core ..]) makes one GoogleTest
# program core_test and one ctest test of the same name.
function(readmark_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LIBS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE readmark_options ${ARG_LIBS} GTest::gmock GTest::gtest_main)
  target_precompile_headers(${name}_test PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  add_test(NAME ${name}_test COMMAND ${name}_test)
  set_tests_properties(${name}_test PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT}
                       ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()
