// The readers of the device's ceilings. One folder per system fulfils it.
#pragma once

#include <memory>

#include "core/strategy.hpp"

namespace readmark {

struct DeviceLoad {
  std::size_t block = 0;
  unsigned threads = 1;  // each with a part of the file, so that they are the depth
  bool direct = false;   // past the page cache
};

/// May it be asked for on this file?
Support device_support(const Dataset& dataset, const DeviceLoad& load);

/// Throws RuntimeError when `direct` is asked for but cannot be.
std::unique_ptr<Reader> device_reader(const Dataset& dataset, const DeviceLoad& load);

}  // namespace readmark
