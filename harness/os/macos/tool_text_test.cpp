// What diskutil, ioreg, pmset and others print.
#include "os/macos/tool_text.hpp"

#include <gtest/gtest.h>

namespace readmark::os::macos {
namespace {

// A volume on the internal SSD of a Mac with FileVault.
constexpr std::string_view kVolume = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>AESHardware</key>
	<true/>
	<key>APFSContainerFree</key>
	<integer>312475648000</integer>
	<key>APFSContainerReference</key>
	<string>disk3</string>
	<key>APFSPhysicalStores</key>
	<array>
		<dict>
			<key>APFSPhysicalStore</key>
			<string>disk0s2</string>
		</dict>
	</array>
	<key>BusProtocol</key>
	<string>Apple Fabric</string>
	<key>DeviceBlockSize</key>
	<integer>4096</integer>
	<key>Encryption</key>
	<true/>
	<key>EncryptionThisVolumeProper</key>
	<true/>
	<key>FileVault</key>
	<true/>
	<key>FilesystemUserVisibleName</key>
	<string>APFS</string>
	<key>Fusion</key>
	<false/>
	<key>MediaName</key>
	<string></string>
	<key>ParentWholeDisk</key>
	<string>disk3</string>
	<key>Sealed</key>
	<string>No</string>
	<key>VolumeName</key>
	<string>Tom &amp; Eve &lt;1&gt;</string>
</dict>
</plist>
)";

TEST(PlistValue, ReadsTextsNumbersAndTruth) {
  EXPECT_EQ(plist_value(kVolume, "BusProtocol"), "Apple Fabric");
  EXPECT_EQ(plist_value(kVolume, "DeviceBlockSize"), "4096");
  EXPECT_EQ(plist_value(kVolume, "APFSContainerFree"), "312475648000");
  EXPECT_EQ(plist_value(kVolume, "EncryptionThisVolumeProper"), "yes");
  EXPECT_EQ(plist_value(kVolume, "Fusion"), "no");
  EXPECT_EQ(plist_value(kVolume, "VolumeName"), "Tom & Eve <1>");
  EXPECT_EQ(plist_value(kVolume, "MediaName"), "");
  EXPECT_EQ(plist_value(kVolume, "Sealed"), "No");
}

TEST(PlistValue, FindsTheFirstOfAListOfStores) {
  EXPECT_EQ(plist_value(kVolume, "APFSPhysicalStore"), "disk0s2");
}

TEST(PlistValue, KnowsWhatIsNotThere) {
  EXPECT_EQ(plist_value(kVolume, "Bus"), std::nullopt);
  EXPECT_EQ(plist_value(kVolume, "APFSPhysicalStores"), std::nullopt);
  EXPECT_EQ(plist_value("<key>A</key><string>cut", "A"), std::nullopt);
  EXPECT_EQ(plist_value("<key>A</key>", "A"), std::nullopt);
  EXPECT_EQ(plist_value("", "A"), std::nullopt);
}

constexpr std::string_view kSettings = R"(System-wide power settings:
Currently in use:
 standby              1
 Sleep On Power Button 1
 lowpowermode         0
 womp                 1
 sleep                1 (sleep prevented by powerd, useractivityd)
 lowpowermodeishly    1
)";

TEST(Setting, IsTheWordAfterTheKey) {
  EXPECT_EQ(setting(kSettings, "lowpowermode"), "0");
  EXPECT_EQ(setting(kSettings, "sleep"), "1");
  EXPECT_EQ(setting(kSettings, "womp"), "1");
}

TEST(Setting, OfAnotherKeyOrNoValueIsNothing) {
  EXPECT_EQ(setting(kSettings, "lowpower"), "");
  EXPECT_EQ(setting(kSettings, "highpowermode"), "");
  EXPECT_EQ(setting(" lowpowermode\n", "lowpowermode"), "");
  EXPECT_EQ(setting("", "lowpowermode"), "");
}

TEST(PowerSource, IsMainsBatteryOrUps) {
  EXPECT_EQ(power_source("Now drawing from 'AC Power'\n"
                         " -InternalBattery-0 (id=22872163)\t98%; charging; 0:24 remaining\n"),
            "mains");
  EXPECT_EQ(power_source("Now drawing from 'Battery Power'\n -InternalBattery-0\t51%;\n"),
            "battery");
  EXPECT_EQ(power_source("Now drawing from 'UPS Power'\n"), "ups");
  EXPECT_EQ(power_source(""), "");
}

TEST(SpeedLimit, IsEmptyOnAMachineThatWasNeverHot) {
  EXPECT_EQ(speed_limit("Note: No thermal warning level has been recorded\n"
                        "Note: No performance warning level has been recorded\n"
                        "Note: No CPU power status has been recorded\n"),
            std::nullopt);
  EXPECT_EQ(speed_limit("2026-11-30 10:00:00 +0100 CPU Power notify\n"
                        "\tCPU_Scheduler_Limit \t= 100\n"
                        "\tCPU_Available_CPUs \t= 8\n"
                        "\tCPU_Speed_Limit \t= 62\n"),
            62);
  EXPECT_EQ(speed_limit("\tCPU_Speed_Limit \t= hot\n"), std::nullopt);
}

// The internal SSD with its partitions, and a stick.
constexpr std::string_view kRegistry =
    R"ioreg(+-o NS_01@1  <class IOEmbeddedNVMeBlockDevice, id 0x100000541, registered, matched, active, busy 0 (2 ms), retain 9>
  | {
  |   "Logical Block Size" = 4096
  |   "IOMaximumByteCountRead" = 1048576
  |   "Encryption" = Yes
  |   "Device Characteristics" = {"Serial Number"="0ba01234567890AB","Medium Type"="Solid State","Product Name"="APPLE SSD AP0512Q","Vendor Name"="","Product Revision Level"="1161.40."}
  |   "Physical Block Size" = 4096
  |   "Protocol Characteristics" = {"Physical Interconnect"="Apple Fabric","Physical Interconnect Location"="Internal"}
  | }
  | 
  +-o IOBlockStorageDriver  <class IOBlockStorageDriver, id 0x100000549, registered, matched, active, busy 0 (1 ms), retain 8>
    | {
    |   "Statistics" = {"Operations (Write)" = 1442312,
    "Bytes (Read)" = 30187634688
}
|
}
|
    +-o APPLE SSD AP0512Q Media<class IOMedia, id 0x10000054d, registered, matched, active,
                                busy 0(1 ms), retain 13> |
    { | "Whole" = Yes | "BSD Name" = "disk0" | } | +-o Container @2 < class IOMedia,
    id 0x100000553, registered, matched, active, busy 0(0 ms), retain 14 > {
  "BSD Name" = "disk0s2"
}

+-o IOBlockStorageServices  <class IOBlockStorageServices, id 0x1000b2f2c, registered, matched, active, busy 0 (0 ms), retain 6>
  | {
  |   "Device Characteristics" = {"Vendor Name"="Kingston","Product Name"="DataTraveler 3.0 ","Product Revision Level"="PMAP"}
  |   "Protocol Characteristics" = {"Physical Interconnect"="USB","Physical Interconnect Location"="External"}
  | }
  | 
  +-o Kingston DataTraveler 3.0 Media  <class IOMedia, id 0x1000b2f30, registered, matched, active, busy 0 (0 ms), retain 9>
      {
        "BSD Name" = "disk10"
      }
)ioreg";

TEST(DeviceOfDisk, IsTheOneThatTheDiskIsOn) {
  const std::string_view internal = device_of_disk(kRegistry, "disk0");
  EXPECT_EQ(registry_value(internal, "Product Name"), "APPLE SSD AP0512Q");
  EXPECT_EQ(registry_value(internal, "Product Revision Level"), "1161.40.");
  EXPECT_EQ(registry_value(internal, "Serial Number"), "0ba01234567890AB");
  EXPECT_EQ(registry_value(internal, "Physical Interconnect"), "Apple Fabric");
  EXPECT_EQ(registry_value(internal, "Physical Interconnect Location"), "Internal");
  const std::string_view stick = device_of_disk(kRegistry, "disk10");
  EXPECT_EQ(registry_value(stick, "Product Name"), "DataTraveler 3.0");
  EXPECT_EQ(registry_value(stick, "Physical Interconnect"), "USB");
  EXPECT_EQ(registry_value(stick, "Serial Number"), "");
}

TEST(DeviceOfDisk, DoesNotTakeOneDiskForAnother) {
  EXPECT_EQ(device_of_disk(kRegistry, "disk1"), "");
  EXPECT_EQ(device_of_disk(kRegistry, "disk"), "");
  EXPECT_EQ(device_of_disk("", "disk0"), "");
}

TEST(RegistryValue, ReadsNumbersAndWordsToo) {
  EXPECT_EQ(registry_value(kRegistry, "Logical Block Size"), "4096");
  EXPECT_EQ(registry_value(kRegistry, "Encryption"), "Yes");
  EXPECT_EQ(registry_value(kRegistry, "Bytes (Read)"), "30187634688");
  EXPECT_EQ(registry_value(kRegistry, "Vendor Name"), "");
  EXPECT_EQ(registry_value(kRegistry, "Nonsense"), "");
  EXPECT_EQ(registry_value("\"Key\" without a value", "Key"), "");
  EXPECT_EQ(registry_value("\"Key\"", "Key"), "");
  EXPECT_EQ(registry_value("\"Key\" = \"cut", "Key"), "cut");
}

TEST(EndpointSecurity, CountsWhatIsActivatedInItsSectionOnly) {
  EXPECT_EQ(endpoint_security_extensions("0 extension(s)\n"), 0U);
  EXPECT_EQ(endpoint_security_extensions(
                "3 extension(s)\n"
                "--- com.apple.system_extension.endpoint_security\n"
                "enabled\tactive\tteamID\tbundleID (version)\tname\t[state]\n"
                "*\t*\tX9E956P446\tcom.example.guard (6.30/139)\tGuard\t[activated enabled]\n"
                "\t\tX9E956P446\tcom.example.guard (6.20/120)\tGuard\t[terminated waiting to "
                "uninstall on reboot]\n"
                "--- com.apple.system_extension.network_extension\n"
                "*\t*\tX9E956P446\tcom.example.net (1/1)\tNet\t[activated enabled]\n"),
            1U);
  EXPECT_EQ(endpoint_security_extensions(""), std::nullopt);
}

}  // namespace
}  // namespace readmark::os::macos
