# Tests in Python: found once, registered as one ctest test per folder or file.
#
#   readmark_python_test(report_test LABEL unit PATH ${CMAKE_CURRENT_SOURCE_DIR} [TIMEOUT s] [ENVIRONMENT A=b ..] [EMULATED])
#
# In a cross build only EMULATED ones, which start what was built by READMARK_LAUNCHER.
# Without an interpreter that has what the tests need, the test is there, fails, and says why.

# Tried in the order of `readmark report`; the first on PATH is often a version manager's, without libraries.
function(readmark_find_test_python result)
  if(DEFINED ENV{READMARK_PYTHON})
    set(candidates $ENV{READMARK_PYTHON})
  else()
    set(candidates python3 /usr/bin/python3)
    foreach(minor RANGE 20 9 -1)
      list(APPEND candidates python3.${minor})
    endforeach()
    list(APPEND candidates python)
  endif()
  foreach(candidate IN LISTS candidates)
    unset(program)  # find_program keeps what is set
    find_program(program ${candidate} NO_CACHE)
    if(NOT program)
      continue()
    endif()
    execute_process(COMMAND ${program} -c "import sys; assert sys.version_info >= (3, 9); import jinja2, matplotlib, numpy, pytest, sqlite3, xxhash"
                    RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
      set(${result} ${program} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

if(BUILD_TESTING AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  readmark_find_test_python(READMARK_TEST_PYTHON)
  if(READMARK_TEST_PYTHON)
    message(STATUS "Python tests: ${READMARK_TEST_PYTHON}")
  endif()
endif()

function(readmark_python_test name)
  cmake_parse_arguments(ARG "EMULATED" "LABEL;PATH;TIMEOUT" "ENVIRONMENT" ${ARGN})
  if(CMAKE_CROSSCOMPILING AND NOT (ARG_EMULATED AND CMAKE_CROSSCOMPILING_EMULATOR))
    return()  # nothing of another system is in them, or nothing can run it; the native build runs them
  endif()
  if(CMAKE_CROSSCOMPILING)
    list(APPEND ARG_ENVIRONMENT READMARK_LAUNCHER=${CMAKE_CROSSCOMPILING_EMULATOR} READMARK_WINE_STDIN=1)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 900)
  endif()
  if(READMARK_TEST_PYTHON)
    get_filename_component(folder ${ARG_PATH} DIRECTORY)
    add_test(NAME ${name} COMMAND ${READMARK_TEST_PYTHON} -B -m pytest -q -rs -p no:cacheprovider ${ARG_PATH} WORKING_DIRECTORY ${folder})
  else()
    set(advice "no Python 3.9 or newer with pytest, matplotlib, numpy, Jinja2 and xxhash: apt-get install python3-pytest python3-matplotlib python3-numpy python3-jinja2 python3-xxhash, or set READMARK_PYTHON, and configure again")
    message(WARNING "${name} will fail: ${advice}")
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E cat "${name} needs a Python - ${advice}")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()
