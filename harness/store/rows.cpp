// The texts of the store's enumerations.
#include "store/rows.hpp"

#include "store/enum_text.hpp"

namespace readmark::store {
namespace {

template <class E>
std::string_view text_of(E value) {
  return kEnumTexts<E>.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view to_text(RunKind value) { return text_of(value); }
std::string_view to_text(RunState value) { return text_of(value); }
std::string_view to_text(MeasurementKind value) { return text_of(value); }
std::string_view to_text(Scope value) { return text_of(value); }
std::string_view to_text(TimeStat value) { return text_of(value); }
std::string_view to_text(Proof value) { return text_of(value); }
std::string_view to_text(SamplesKept value) { return text_of(value); }
std::string_view to_text(FactStatus value) { return text_of(value); }
std::string_view to_text(SummaryOrigin value) { return text_of(value); }

}  // namespace readmark::store
