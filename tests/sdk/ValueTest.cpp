#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <venomx/sdk/value.h>

namespace venomx::test
{

class ValueTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ValueTest);
    CPPUNIT_TEST(isSmallAndTrivial);
    CPPUNIT_TEST(holdsEachKind);
    CPPUNIT_TEST(findsMembers);
    CPPUNIT_TEST(aWrongKindEndsTheProcess);
    CPPUNIT_TEST_SUITE_END();

    void isSmallAndTrivial()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{16}, sizeof(Value));
        CPPUNIT_ASSERT_EQUAL(std::size_t{32}, sizeof(Member));
        CPPUNIT_ASSERT(std::is_trivially_copyable_v<Value> && std::is_trivially_copyable_v<Member>);
    }

    void holdsEachKind()
    {
        CPPUNIT_ASSERT(Value{}.is(Value::Kind::null));
        CPPUNIT_ASSERT(Value::boolean(true).asBoolean() && !Value::boolean(false).asBoolean());
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        CPPUNIT_ASSERT_EQUAL(kLeast, Value::integer(kLeast).asInteger());
        CPPUNIT_ASSERT_EQUAL(-9223372036854775808.0, Value::integer(kLeast).asReal());
        CPPUNIT_ASSERT_EQUAL(1e300, Value::bigInteger(1e300).asReal());
        CPPUNIT_ASSERT_EQUAL(0.5, Value::real(0.5).asReal());
        CPPUNIT_ASSERT_EQUAL(std::string("a\0b", 3), std::string{Value::string({"a\0b", 3}).asString()});
        CPPUNIT_ASSERT(Value::string({}).asString().empty());
        const std::array<Value, 2> items{Value::integer(1), Value{}};
        const Value array = Value::array(items);
        CPPUNIT_ASSERT(array.kind() == Value::Kind::array && array.items().size() == 2 && array.items()[0].asInteger() == 1);
        CPPUNIT_ASSERT(Value::array({}).items().empty());
        CPPUNIT_ASSERT(Value::object({}).members().empty());
    }

    void findsMembers()
    {
        const std::array<Member, 3> members{Member{"a", Value::integer(1)}, Member{"", Value::integer(2)}, Member{"ab", Value::integer(3)}};
        const Value object = Value::object(members);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, object.find("a")->asInteger());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, object.find("")->asInteger());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, object.find("ab")->asInteger());
        CPPUNIT_ASSERT(object.find("abc") == nullptr);
    }

    void aWrongKindEndsTheProcess()
    {
        const pid_t child = ::fork();
        if (child == 0)
        {
            const rlimit none{0, 0};
            ::setrlimit(RLIMIT_CORE, &none);
            ::close(STDERR_FILENO);
            ::_exit(static_cast<int>(Value::integer(1).asString().size()) & 1);
        }
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        CPPUNIT_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ValueTest);

} // namespace venomx::test
