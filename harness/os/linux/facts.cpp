// The host's facts, field by field.
#include "os/facts.hpp"

#include "os/linux/fact_list.hpp"

namespace readmark::os {

std::vector<Fact> host_facts() {
  linux_files::FactList facts;
  linux_files::add_cpu_facts(facts);
  linux_files::add_memory_facts(facts);
  linux_files::add_kernel_facts(facts);
  linux_files::add_machine_facts(facts);
  linux_files::add_process_facts(facts);
  return facts.take();
}

}  // namespace readmark::os
