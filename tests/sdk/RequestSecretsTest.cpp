// The way of a secret through everything of the SDK that a request passes, and that none of it is left.
#include "MemoryScan.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <string>
#include <sys/uio.h>
#include <venomx/sdk/fixed_buffer.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/wiped_queue.h>

namespace venomx::test
{

class RequestSecretsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RequestSecretsTest);
#if VENOMX_CAN_SCAN
    CPPUNIT_TEST(goodRequestsLeaveNothing);
    CPPUNIT_TEST(badRequestsLeaveNothing);
    CPPUNIT_TEST(bytesCutShortLeaveNothing);
#endif
    CPPUNIT_TEST_SUITE_END();

    MemoryScan scan;
    FixedBuffer in{std::size_t{1} << 20};
    WipedQueue out{std::size_t{1} << 20};
    Arena arena;
    JsonReader reader;

    /// A request arrives that has `size` bytes of the canary between `before` and `after`.
    void arrive(std::string_view before, std::size_t size, std::string_view after)
    {
        const std::span<char> space = in.space();
        std::memcpy(space.data(), before.data(), before.size());
        scan.fill(space.subspan(before.size(), size));
        std::memcpy(space.data() + before.size() + size, after.data(), after.size());
        in.filled(before.size() + size + after.size());
    }

    __attribute__((noinline)) JsonError handle()
    {
        const JsonReader::Outcome outcome = reader.read(in.data(), arena);
        if (outcome.error == JsonError::none)
        {
            const Value* value = outcome.value.find("value");
            out.append(value->asString());
            out.append(arena.copyZ(value->asString()));
        }
        in.clear();
        return outcome.error;
    }

    void finish()
    {
        out.consume(out.size());
        arena.reset();
        wipeStack();
    }

    void goodRequestsLeaveNothing()
    {
        for (const std::size_t size : {24U, 48U, 100U, 3000U, 40'000U, 300'000U})
            for (const std::string_view after : {"\"}", "\\n\\u20ac\"}", "\",\"more\":[1,2,3]}"})
            {
                arrive(R"({"id":1,"value":")", size, after);
                CPPUNIT_ASSERT(handle() == JsonError::none);
                CPPUNIT_ASSERT(scan.hits() >= 2);
                finish();
                CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
            }
    }

    void badRequestsLeaveNothing()
    {
        for (const std::size_t size : {24U, 60U, 20'000U})
            for (const std::string_view after :
                 {"", "\"", "\"}}", "\\q\"}", "\\ud800\"}", "\xff\"}", "\",\"value\":1}", "\",\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["})
            {
                arrive(R"({"id":1,"value":")", size, after);
                CPPUNIT_ASSERT(handle() != JsonError::none);
                finish();
                CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
            }
    }

    void bytesCutShortLeaveNothing()
    {
        // The peer goes in the middle of a line.
        arrive(R"({"id":1,"value":")", 70, "");
        CPPUNIT_ASSERT(scan.hits() >= 2);
        in.clear();
        wipeStack();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RequestSecretsTest);

} // namespace venomx::test
