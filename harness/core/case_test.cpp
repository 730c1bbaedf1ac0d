#include "core/case.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

TEST(CaseName, HasTheDocumentedForm) {
  Knobs knobs;
  knobs.set("direct", "on");
  knobs.set("buf", "1MiB");
  EXPECT_EQ(case_name("read", "pread", own_file_label("big log.txt", "1f2e3d4c"), knobs,
                      Cache::cold, Use::touch),
            "read/pread/big%20log.txt@1f2e3d4c/buf:1MiB/direct:on/cache:cold/use:touch");
  EXPECT_EQ(case_name("read", "null", "2k", {}, Cache::as_found, Use::none),
            "read/null/2k/cache:as_found/use:none");
}

TEST(CaseEnums, ComeBackFromText) {
  for (const Cache cache : {Cache::warm, Cache::cold, Cache::as_found})
    EXPECT_EQ(parse_cache(to_text(cache)), cache);
  for (const Use use : {Use::touch, Use::sum, Use::newlines, Use::digest, Use::none})
    EXPECT_EQ(parse_use(to_text(use)), use);
  for (const Role role : {Role::subject, Role::control, Role::ceiling, Role::canary})
    EXPECT_EQ(parse_role(to_text(role)), role);
  for (const Status status :
       {Status::ok, Status::unsupported, Status::skipped, Status::invalid, Status::wrong,
        Status::failed, Status::timeout, Status::crashed, Status::interrupted}) {
    EXPECT_EQ(parse_status(to_text(status)), status);
  }
}

TEST(CaseEnums, UnknownTextNamesTheChoices) {
  try {
    parse_cache("colt");
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(
        error.what(),
        "cache state: \"colt\" is not one of warm, cold, as_found (did you mean \"cold\"?)");
  }
}

}  // namespace
}  // namespace readmark
