// What may answer a read before the device does: filesystems in memory or elsewhere, loop devices,
// hypervisors.
#include <sys/statfs.h>

#include <algorithm>
#include <array>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "core/text.hpp"
#include "os/cache.hpp"
#include "os/linux/block_devices.hpp"
#include "os/linux/filesystems.hpp"
#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace linux_files {
namespace {

struct Magic {
  std::uint64_t number;
  std::string_view layer;
};

// The numbers of statfs(2) and of the filesystems' own headers.
constexpr std::array kLayers{
    Magic{0x01021994, "tmpfs"},
    Magic{0x858458f6, "ramfs"},
    Magic{0x958458f6, "hugetlbfs"},
    Magic{0x794c7630, "overlay filesystem"},
    Magic{0x2fc12fc1, "ZFS cache (ARC)"},
    Magic{0x65735546, "FUSE filesystem"},
    Magic{0x01021997, "9p filesystem of the host"},
    Magic{0x786f4256, "VirtualBox shared folder"},
    Magic{0xbacbacbc, "VMware shared folder"},
    Magic{0x6969, "network filesystem (NFS)"},
    Magic{0x517b, "network filesystem (SMB)"},
    Magic{0xff534d42, "network filesystem (CIFS)"},
    Magic{0xfe534d42, "network filesystem (SMB2)"},
    Magic{0x00c36400, "network filesystem (Ceph)"},
    Magic{0x0bd00bd0, "network filesystem (Lustre)"},
    Magic{0x47504653, "network filesystem (GPFS)"},
    Magic{0x19830326, "network filesystem (BeeGFS)"},
    Magic{0x5346414f, "network filesystem (AFS)"},
    Magic{0x6b414653, "network filesystem (AFS)"},
};
constexpr std::size_t kInMemory = 3;  // the first rows have no device at all

constexpr std::array<std::string_view, 10> kVirtualProducts{"KVM",
                                                            "QEMU",
                                                            "VMware",
                                                            "VirtualBox",
                                                            "Virtual Machine",
                                                            "Bochs",
                                                            "HVM domU",
                                                            "Google Compute Engine",
                                                            "Parallels",
                                                            "Apple Virtualization"};

std::optional<std::string> hypervisor_by_cpuid() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kHypervisorPresent = 1U << 31;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kHypervisorPresent) == 0) return std::nullopt;
  __cpuid(0x40000000U, a, b, c, d);
  std::string vendor;
  for (const unsigned part : {b, c, d}) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      vendor += static_cast<char>((part >> shift) & 0xff);
  }
  vendor = printable(trim(vendor));
  return vendor.empty() ? "yes" : vendor;
#else
  return std::nullopt;
#endif
}

std::optional<std::string> hypervisor_by_firmware() {
  if (const auto xen = read_line("/sys/hypervisor/type")) return *xen;
  if (const auto tree = read_line("/proc/device-tree/hypervisor/compatible")) return *tree;
  for (const char* file : {"/sys/class/dmi/id/product_name", "/sys/class/dmi/id/sys_vendor"}) {
    const std::string name = read_line(file).value_or("");
    for (const std::string_view product : kVirtualProducts) {
      if (name.find(product) != std::string::npos) return std::string(product);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> filesystem_magic(const std::filesystem::path& path) {
  struct statfs status {};
  const std::filesystem::path here = posix::nearest_existing(path);
  if (posix::retry([&] { return ::statfs(here.c_str(), &status); }) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.f_type) &
         0xffffffffU;  // signed and of varying width elsewhere
}

std::string_view memory_in_filesystem(std::uint64_t magic) {
  const auto row = std::find_if(kLayers.begin(), kLayers.end(),
                                [&](const Magic& m) { return m.number == magic; });
  return row == kLayers.end() ? std::string_view{} : row->layer;
}

std::optional<std::string> hypervisor() {
  auto found = hypervisor_by_cpuid();
  return found ? found : hypervisor_by_firmware();
}

}  // namespace linux_files

using namespace linux_files;

std::string upper_layer(const std::filesystem::path& path) {
  std::vector<std::string> layers;
  if (const auto magic = filesystem_magic(path)) {
    const std::string_view layer = memory_in_filesystem(*magic);
    if (!layer.empty()) layers.emplace_back(layer);
  }
  const std::vector<BlockDevice> chain = device_chain(path);
  if (std::any_of(chain.begin(), chain.end(), is_loop_device)) layers.emplace_back("loop device");
  if (std::any_of(chain.begin(), chain.end(), is_memory_device))
    layers.emplace_back("device in memory");
  if (hypervisor()) layers.emplace_back("virtual machine");
  return join(layers, ", ");
}

bool lives_in_memory(const std::filesystem::path& path) {
  const auto magic = filesystem_magic(path);
  return magic && std::any_of(kLayers.begin(), kLayers.begin() + kInMemory,
                              [&](const Magic& row) { return row.number == *magic; });
}

}  // namespace readmark::os
