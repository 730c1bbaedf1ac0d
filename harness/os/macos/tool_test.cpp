// Property lists as diskutil prints them.
#include "os/macos/tool.hpp"

#include <gtest/gtest.h>

namespace readmark::os::macos {
namespace {

constexpr std::string_view kPlist = R"(<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>BusProtocol</key>
	<string>Apple Fabric</string>
	<key>DeviceBlockSize</key>
	<integer>4096</integer>
	<key>Internal</key>
	<true/>
	<key>MediaName</key>
	<string>A &amp; B &lt;1&gt;</string>
	<key>Parts</key>
	<array><dict><key>APFSPhysicalStore</key><string>disk0s2</string></dict></array>
	<key>Empty</key>
	<string></string>
	<key>Removable</key>
	<false/>
</dict>
</plist>
)";

TEST(PlistValue, ReadsTextsNumbersAndTruth) {
  EXPECT_EQ(plist_value(kPlist, "BusProtocol"), "Apple Fabric");
  EXPECT_EQ(plist_value(kPlist, "DeviceBlockSize"), "4096");
  EXPECT_EQ(plist_value(kPlist, "Internal"), "yes");
  EXPECT_EQ(plist_value(kPlist, "Removable"), "no");
  EXPECT_EQ(plist_value(kPlist, "MediaName"), "A & B <1>");
  EXPECT_EQ(plist_value(kPlist, "Empty"), "");
  EXPECT_EQ(plist_value(kPlist, "APFSPhysicalStore"), "disk0s2");
}

TEST(PlistValue, KnowsWhatIsNotThere) {
  EXPECT_EQ(plist_value(kPlist, "Bus"), std::nullopt);
  EXPECT_EQ(plist_value(kPlist, "Parts"), std::nullopt);
  EXPECT_EQ(plist_value("<key>A</key><string>cut", "A"), std::nullopt);
  EXPECT_EQ(plist_value("<key>A</key>", "A"), std::nullopt);
}

}  // namespace
}  // namespace readmark::os::macos
