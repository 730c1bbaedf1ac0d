# The ctest labels `bench` and `large`: measures, stores, reports; called by cmake -P. What to measure and where
# to store is asked of the environment when the test runs:
#   READMARK_PROFILE  default PROFILE       READMARK_DB, READMARK_DATA  default in FOLDER
# Fails if a case failed (readmark's exit code says so), never because of how long something took.
#   -DREADMARK=program [-DEMULATOR=program] -DFOLDER=.. -DPROFILE=.. [-DMAX_TIME=..]
#   [-DDATASET=the only one, made and verified first]
cmake_minimum_required(VERSION 3.25)

function(environment_path name fallback)
  set(path "$ENV{${name}}")
  if(path STREQUAL "")
    set(path ${fallback})
  endif()
  # As typed where ctest was called, which is not where a test runs.
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "$ENV{PWD}" NORMALIZE)
  set(ENV{${name}} ${path})
endfunction()

function(readmark)
  execute_process(COMMAND ${EMULATOR} ${READMARK} ${ARGN} RESULT_VARIABLE code COMMAND_ECHO STDOUT)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "readmark ${ARGV0} ended with ${code}")
  endif()
endfunction()

if(NOT "$ENV{READMARK_PROFILE}" STREQUAL "")
  set(PROFILE $ENV{READMARK_PROFILE})
endif()
environment_path(READMARK_DB ${FOLDER}/readmark.db)
environment_path(READMARK_DATA ${FOLDER}/data)

set(flags --profile ${PROFILE})
if(MAX_TIME)
  list(APPEND flags --max-time ${MAX_TIME})
endif()
if(DATASET)
  list(APPEND flags --data ${DATASET})
  readmark(data generate ${DATASET})
  readmark(data verify ${DATASET})
endif()
readmark(run ${flags})
if(NOT EMULATOR)  # there it would need a Python of that system
  readmark(report)
endif()
