#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <sys/uio.h>

#include "kernel/wire/ReplyWriter.h"
#include "kernel/wire/WireErrors.h"

namespace venomx::tests
{

using namespace venomx::kernel;

class ReplyWriterTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ReplyWriterTest);
    CPPUNIT_TEST(framesAreLines);
    CPPUNIT_TEST_SUITE_END();

    static std::string taken(WipedQueue& queue)
    {
        std::string text;
        while (!queue.empty())
        {
            std::array<iovec, 4> parts;
            const std::size_t count = queue.front(parts);
            std::size_t bytes = 0;
            for (std::size_t i = 0; i < count; ++i)
            {
                text.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
                bytes += parts[i].iov_len;
            }
            queue.consume(bytes);
        }
        return text;
    }

    void framesAreLines()
    {
        WipedQueue queue{1024};
        writeFrame(queue, 7, "ok", "{}");
        writeFrame(queue, 9007199254740991, "event", R"({"seq":1})");
        writeRefusal(queue, 3, wire_errors::syntax());
        writeRefusal(queue, {}, wire_errors::version());
        writeEnd(queue, 0, "done");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":7,"ok":{}})"
                                         "\n"
                                         R"({"id":9007199254740991,"event":{"seq":1}})"
                                         "\n"
                                         R"({"id":3,"error":{"code":"protocol.syntax","message":"malformed frame","data":{}}})"
                                         "\n"
                                         R"({"id":null,"error":{"code":"protocol.version","message":"this protocol version is not spoken",)"
                                         R"("data":{"supported":[1]}}})"
                                         "\n"
                                         R"({"id":0,"end":{"reason":"done"}})"
                                         "\n"},
                             taken(queue));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(ReplyWriterTest);

} // namespace venomx::tests
