// By ReadFile(), each thread with a handle of its own, because one is read by one at a time.
#include "benchmarks/shared/device_reader.hpp"

#include "benchmarks/shared/windows/team_reader.hpp"

namespace readmark {
namespace {

WindowsTeamReader::Options options(const DeviceLoad& load) {
  return {load.block, load.threads, load.direct, WindowsTeamReader::Handles::own};
}

}  // namespace

Support device_support(const Dataset& dataset, const DeviceLoad& load) {
  return WindowsTeamReader::support(dataset.path, options(load));
}

std::unique_ptr<Reader> device_reader(const Dataset& dataset, const DeviceLoad& load) {
  return std::make_unique<WindowsTeamReader>(dataset, options(load));
}

}  // namespace readmark
