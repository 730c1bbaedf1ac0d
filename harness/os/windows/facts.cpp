// The facts of a Windows machine put together, and what can be done on it.
#include "os/facts.hpp"

#include "os/windows/fact_list.hpp"

namespace readmark::os {

std::vector<Fact> host_facts() {
  windows::FactList facts;
  windows::add_cpu_facts(facts);
  windows::add_memory_facts(facts);
  windows::add_system_facts(facts);
  windows::add_guard_facts(facts);
  return facts.take();
}

}  // namespace readmark::os
