# One interface target that carries how every target of ours is compiled.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(readmark_options INTERFACE)
target_compile_features(readmark_options INTERFACE cxx_std_20)
target_include_directories(readmark_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/harness)
if(MSVC)
  target_compile_options(readmark_options INTERFACE /W4 /utf-8 /permissive- $<$<BOOL:${READMARK_WERROR}>:/WX>)
else()
  target_compile_options(readmark_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                         $<$<BOOL:${READMARK_WERROR}>:-Werror>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps in std::string's operator+ that are not there: GCC bug 105651.
  target_compile_options(readmark_options INTERFACE -Wno-restrict)
endif()
if(WIN32)
  # Windows 10 1809 and later: POSIX delete semantics, UTF-8 code page.
  target_compile_definitions(readmark_options INTERFACE UNICODE _UNICODE NOMINMAX WIN32_LEAN_AND_MEAN
                             _WIN32_WINNT=0x0A00 NTDDI_VERSION=0x0A000006)
endif()
if(MINGW)
  target_link_options(readmark_options INTERFACE -static)  # no run-time DLLs to ship or to find under Wine
endif()
if(READMARK_SANITIZE)
  # Instrumented code makes GCC 12 see uninitialised values in std::regex: GCC bug 105562.
  target_compile_options(readmark_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(readmark_options INTERFACE -fsanitize=${READMARK_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(readmark_options INTERFACE -fsanitize=${READMARK_SANITIZE})
endif()
