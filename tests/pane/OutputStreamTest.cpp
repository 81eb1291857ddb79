// pane.output: the bytes as they were written, whoever reads how slowly.
#include "PaneRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/base64.h>
#include <venomx/sdk/json_reader.h>

#include "OutputRing.h"

namespace venomx::tests
{

class OutputStreamTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(OutputStreamTest);
    CPPUNIT_TEST(testFollow);
    CPPUNIT_TEST(testWhatIsThere);
    CPPUNIT_TEST(testSlowReader);
    CPPUNIT_TEST(testCancel);
    CPPUNIT_TEST_SUITE_END();

    struct Piece
    {
        std::int64_t offset;
        std::string bytes;
    };

    static Piece piece(const std::string& frame)
    {
        Arena arena;
        JsonReader reader;
        const JsonReader::Outcome read = reader.read(frame, arena);
        CPPUNIT_ASSERT(read.error == JsonError::none);
        const Value* output = read.value.find("output");
        CPPUNIT_ASSERT(output != nullptr && output->members().size() == 2);
        const auto bytes = fromBase64(output->find("bytes")->asString(), arena);
        CPPUNIT_ASSERT(bytes.has_value());
        return {.offset = output->find("offset")->asInteger(), .bytes = std::string{*bytes}};
    }

    /// All frames' bytes; asserts that nothing is missing between them.
    static std::string joined(const std::vector<std::string>& frames, std::int64_t from)
    {
        std::string all;
        for (const std::string& frame : frames)
        {
            const Piece next = piece(frame);
            CPPUNIT_ASSERT_EQUAL(from + static_cast<std::int64_t>(all.size()), next.offset);
            all += next.bytes;
        }
        return all;
    }

    static std::string sequence(int last)
    {
        std::string text;
        for (int i = 1; i <= last; ++i) text += std::to_string(i) + "\r\n";
        return text;
    }

    void testFollow()
    {
        PaneRoom room;
        static_cast<void>(room.shell("stty -echo; echo first; read x; seq 1 20000; exit 0"));
        CPPUNIT_ASSERT(room.shows("p0", "first"));
        const auto fromNow = room.ask("pane.output", R"({"pane":"p0"})");
        const auto fromStart = room.ask("pane.output", R"({"pane":"p0","since":0})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","from":7,"next":7})"}, fromNow->wait().str());
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"pane":"p0","from":0,"next":7})"}, fromStart->wait().str());
        static_cast<void>(room.send("p0", "\n"));
        CPPUNIT_ASSERT(eventually([&] { return fromNow->endReason() == "done" && fromStart->endReason() == "done"; }));
        CPPUNIT_ASSERT(sequence(20'000) == joined(fromNow->frames(), 7));
        CPPUNIT_ASSERT("first\r\n" + sequence(20'000) == joined(fromStart->frames(), 0));
    }

    void testWhatIsThere()
    {
        PaneRoom room;
        static_cast<void>(room.shell("seq 1 100000; exec sleep 1000"));
        CPPUNIT_ASSERT(room.shows("p0", "100000"));
        const auto asked = room.ask("pane.output", R"({"pane":"p0","since":0,"follow":false})");
        const std::string whole = sequence(100'000);
        const std::size_t oldest = whole.size() - pane::OutputRing::kCapacity;
        CPPUNIT_ASSERT_EQUAL(R"(ok {"pane":"p0","from":)" + std::to_string(oldest) + R"(,"next":)" + std::to_string(whole.size()) + "}",
                             asked->wait().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, asked->endReason());
        CPPUNIT_ASSERT(whole.substr(oldest) == joined(asked->frames(), static_cast<std::int64_t>(oldest)));
        const auto nothing = room.ask("pane.output", R"({"pane":"p0","follow":false})");
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, nothing->endReason());
        CPPUNIT_ASSERT(nothing->frames().empty());
    }

    void testSlowReader()
    {
        PaneRoom room;
        static_cast<void>(room.shell("stty -echo; echo up; read x; seq 1 200000; echo done; read x; exit 0"));
        CPPUNIT_ASSERT(room.shows("p0", "up"));
        const auto asked = room.ask("pane.output", R"({"pane":"p0","since":0})");
        asked->setWritable(false);
        static_cast<void>(room.send("p0", "\n"));
        CPPUNIT_ASSERT(room.shows("p0", "done"));
        CPPUNIT_ASSERT(asked->frames().size() <= 1);
        room.services.loop.run([&] { asked->setWritable(true); });
        static_cast<void>(room.send("p0", "\n"));
        CPPUNIT_ASSERT(eventually([&] { return asked->endReason() == "done"; }));
        const std::string whole = "up\r\n" + sequence(200'000) + "done\r\n";
        std::size_t last = 0;
        for (const std::string& frame : asked->frames())
        {
            const Piece next = piece(frame);
            CPPUNIT_ASSERT(next.offset >= static_cast<std::int64_t>(last));
            CPPUNIT_ASSERT(whole.substr(static_cast<std::size_t>(next.offset), next.bytes.size()) == next.bytes);
            last = static_cast<std::size_t>(next.offset) + next.bytes.size();
        }
        CPPUNIT_ASSERT_EQUAL(whole.size(), last);
    }

    void testCancel()
    {
        PaneRoom room;
        static_cast<void>(room.shell("exec yes"));
        const auto asked = room.ask("pane.output", R"({"pane":"p0"})");
        static_cast<void>(asked->waitFrames(3));
        room.services.loop.run([&] { asked->cancel(); });
        room.services.loop.settle();
        const std::size_t frames = asked->frames().size();
        CPPUNIT_ASSERT(eventually([&] { return room.text("p0").starts_with("y\ny\n"); }));
        CPPUNIT_ASSERT_EQUAL(frames, asked->frames().size());
        CPPUNIT_ASSERT(room.close("p0").starts_with("ok"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OutputStreamTest);

} // namespace venomx::tests
