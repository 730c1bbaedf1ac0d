#include "datasets/manifest.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "datasets/store.hpp"
#include "datasets/test_folder.hpp"

namespace readmark::datasets {
namespace {

Manifest example() {
  const Entry entry = test_entry();
  os::FileStamp stamp;
  stamp.bytes = entry.spec.bytes;
  stamp.modified_ns = 1'700'000'000'123'456'789;
  stamp.changed_ns = 1'700'000'001'123'456'789;
  stamp.inode = ~std::uint64_t{0};
  return manifest_of(entry, measure(entry.spec), stamp);
}

TEST(Manifest, SurvivesItsFile) {
  const TestFolder folder;
  const Manifest written = example();
  write_manifest(folder / "sub/m.json", written);
  const std::optional<Manifest> read = read_manifest(folder / "sub/m.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, written.name);
  EXPECT_EQ(read->generator, written.generator);
  EXPECT_EQ(read->spec, written.spec);
  EXPECT_TRUE(read->content.same_totals(written.content));
  EXPECT_EQ(read->content.blocks, written.content.blocks);
  EXPECT_TRUE(os::same_file(read->stamp, written.stamp));
  EXPECT_FALSE(std::filesystem::exists(folder / "sub/m.json.partial"));
}

TEST(Manifest, OneThatCannotBeTrustedCountsAsNone) {
  const TestFolder folder;
  const std::filesystem::path path = folder / "m.json";
  EXPECT_FALSE(read_manifest(path)) << "is not there";
  EXPECT_FALSE(read_manifest(folder.path())) << "is a folder";
  write_manifest(path, example());
  const std::string good = content_of_file(path);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write_file(path, text.replace(at, from.size(), to));
    return read_manifest(path).has_value();
  };
  EXPECT_TRUE(changed("\"test\"", "\"other\""));
  EXPECT_FALSE(changed("\"schema_version\": 2", "\"schema_version\": 1"));
  EXPECT_FALSE(changed("\"blocks\": \"", "\"blocks\": \"0")) << "a digit too many";
  EXPECT_FALSE(changed("\"newline_bytes\": ", "\"newline_bytes\": \"x\", \"was\": "))
      << "a wrong type";
  const std::size_t digit = good.find("\"blocks\": \"") + 11;
  std::string tampered = good;
  tampered[digit] = tampered[digit] == '0' ? '1' : '0';
  write_file(path, tampered);
  EXPECT_FALSE(read_manifest(path)) << "blocks that do not add up";
  write_file(path, good.substr(0, good.size() / 2));
  EXPECT_FALSE(read_manifest(path)) << "torn";
}

}  // namespace
}  // namespace readmark::datasets
