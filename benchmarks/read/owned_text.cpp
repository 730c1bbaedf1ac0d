// The one file compiled as C++23 where the compiler can: std::string::resize_and_overwrite is not
// in C++20, and without it a string pays for zeros that other languages do not write.
#include "benchmarks/read/owned_text.hpp"

namespace readmark {
namespace {

template <typename String>
constexpr bool kCanOverwrite = requires(String text, std::size_t bytes) {
  text.resize_and_overwrite(bytes, [](char*, std::size_t size) { return size; });
};

template <typename String>
String sized(std::size_t bytes) {
  String text;
  if constexpr (kCanOverwrite<String>) {
    text.resize_and_overwrite(bytes, [](char*, std::size_t size) { return size; });
  } else {
    text.resize(bytes);
  }
  return text;
}

}  // namespace

std::string string_to_overwrite(std::size_t bytes) { return sized<std::string>(bytes); }

std::string_view string_to_overwrite_kind() noexcept {
  return kCanOverwrite<std::string> ? "uninitialised" : "zero-filled";
}

}  // namespace readmark
