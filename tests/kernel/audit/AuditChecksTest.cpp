// What doctor says of the audit and the state folder, in every state they can be in.
#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "kernel/audit/AuditChecks.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr FolderLook kGood{.present = true, .owner = true, .mode = true, .writable = true, .freeMebibytes = 500};

std::string shown(const CheckResult& result)
{
    return std::string{toText(result.status)} + ' ' + result.detail;
}

std::string folderShown(FolderLook folder, Literal trouble = "none")
{
    return shown(checkState({.trouble = trouble, .folder = folder}));
}

} // namespace

class AuditChecksTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AuditChecksTest);
    CPPUNIT_TEST(theAudit);
    CPPUNIT_TEST(theFolder);
    CPPUNIT_TEST(aRealFolder);
    CPPUNIT_TEST(whereItIs);
    CPPUNIT_TEST_SUITE_END();

public:
    void theAudit()
    {
        const AuditState good{.trouble = "none", .waiting = 2, .folder = kGood};
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(ok {"trouble":"none","written":9,"waiting":2,"lost":0,"required":false,"rotates":true,"free_mib":500})"},
            shown(checkAudit(good, {.written = 9})));
        CPPUNIT_ASSERT(shown(checkAudit({.trouble = "full", .folder = kGood}, {})).starts_with(R"(fail {"trouble":"full")"));
        CPPUNIT_ASSERT(shown(checkAudit({.trouble = "stalled", .folder = kGood}, {})).starts_with(R"(fail {"trouble":"stalled")"));
        CPPUNIT_ASSERT(shown(checkAudit(good, {.lost = 1})).starts_with("fail "));
        CPPUNIT_ASSERT(shown(checkAudit(good, {.rotates = false})).starts_with("warn "));
        AuditState tight = good;
        tight.folder.freeMebibytes = 99;
        CPPUNIT_ASSERT(shown(checkAudit(tight, {})).starts_with("warn "));
        CPPUNIT_ASSERT(!checkAudit(tight, {}).hint.empty());
        CPPUNIT_ASSERT(checkAudit(good, {}).hint.empty());
    }

    void theFolder()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"answers":true,"present":true,"owner":true,"mode":true,"writable":true,"free_mib":500})"},
                             folderShown(kGood));
        FolderLook folder = kGood;
        folder.freeMebibytes = 100;
        CPPUNIT_ASSERT(folderShown(folder).starts_with("ok "));
        folder.freeMebibytes = 99;
        CPPUNIT_ASSERT(folderShown(folder).starts_with("warn "));
        folder = kGood;
        folder.mode = false;
        CPPUNIT_ASSERT(folderShown(folder).starts_with("warn "));
        folder.writable = false;
        CPPUNIT_ASSERT(folderShown(folder).starts_with("fail "));
        folder = kGood;
        folder.owner = false;
        CPPUNIT_ASSERT(folderShown(folder).starts_with("fail "));
        CPPUNIT_ASSERT(folderShown({}).starts_with(R"(fail {"answers":true,"present":false)"));
        CPPUNIT_ASSERT(folderShown(kGood, "stalled").starts_with(R"(fail {"answers":false)"));
        CPPUNIT_ASSERT(folderShown(kGood, "full").starts_with("ok ")); // the audit's trouble, told there
    }

    void aRealFolder()
    {
        const TestFolder folder;
        const std::string path = folder.path("a/b/venomx");
        CPPUNIT_ASSERT(!lookAtFolder(path).present);
        makeStateFolder(path);
        const FolderLook look = lookAtFolder(path);
        CPPUNIT_ASSERT(look.present && look.owner && look.mode && look.writable);
        chmod(path.c_str(), 0755);
        CPPUNIT_ASSERT(!lookAtFolder(path).mode);
        makeStateFolder(path);
        CPPUNIT_ASSERT(lookAtFolder(path).mode);
        CPPUNIT_ASSERT(!lookAtFolder(folder.write("file", "x")).present);
        CPPUNIT_ASSERT_THROW(makeStateFolder(folder.path("file/venomx")), std::system_error);
        CPPUNIT_ASSERT_THROW(makeStateFolder({}), std::system_error);
    }

    void whereItIs()
    {
        setenv("XDG_STATE_HOME", "/state", 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"/state/venomx"}, stateFolder());
        setenv("HOME", "/home/someone", 1);
        setenv("XDG_STATE_HOME", "relative", 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"/home/someone/.local/state/venomx"}, stateFolder());
        unsetenv("XDG_STATE_HOME");
        CPPUNIT_ASSERT_EQUAL(std::string{"/home/someone/.local/state/venomx"}, stateFolder());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditChecksTest);

} // namespace venomx::kernel::tests
