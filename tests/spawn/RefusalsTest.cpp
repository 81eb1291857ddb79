// What the system's errors become, those too that it cannot be made to give.
#include "Refusals.h"

#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <utility>

namespace venomx::tests
{

using namespace venomx::spawn;

class RefusalsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RefusalsTest);
    CPPUNIT_TEST(ofPrograms);
    CPPUNIT_TEST(ofDirectories);
    CPPUNIT_TEST_SUITE_END();

    static void equals(const char* code, const char* reason, const Refusal& refusal)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{code}, std::string{refusal.code()});
        const std::string data{refusal.data()};
        CPPUNIT_ASSERT_MESSAGE(data, data.find(std::string{"\"reason\":\""} + reason + '"') != std::string::npos);
    }

public:
    void ofPrograms()
    {
        const std::pair<int, const char*> reasons[]{{ENOENT, "not_found"}, {EACCES, "permission"}, {ENOEXEC, "exec_format"},
                                                    {E2BIG, "too_large"},  {EAGAIN, "resource"},   {ENOMEM, "resource"},
                                                    {EMFILE, "resource"},  {ENFILE, "resource"},   {EIO, "other"}};
        for (const auto& [error, reason] : reasons) equals("unavailable.spawn", reason, notExecuted(error));
    }

    void ofDirectories()
    {
        const std::pair<int, const char*> reasons[]{{ENOENT, "changed"}, {ENOTDIR, "changed"}, {EACCES, "permission"}, {EIO, "other"}};
        for (const auto& [error, reason] : reasons) equals("unavailable.cwd", reason, directoryNotEntered(error));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RefusalsTest);

} // namespace venomx::tests
