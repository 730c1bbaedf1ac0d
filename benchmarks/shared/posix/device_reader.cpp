// By pread().
#include "benchmarks/shared/device_reader.hpp"

#include "benchmarks/shared/posix/pread_reader.hpp"

namespace readmark {
namespace {

PreadReader::Options options(const DeviceLoad& load) {
  return {load.block, load.threads, load.direct};
}

}  // namespace

Support device_support(const Dataset& dataset, const DeviceLoad& load) {
  return PreadReader::support(dataset.path, options(load));
}

std::unique_ptr<Reader> device_reader(const Dataset& dataset, const DeviceLoad& load) {
  return std::make_unique<PreadReader>(dataset, options(load));
}

}  // namespace readmark
