#include "Fixture.h"

#include "client/Failure.h"
#include "client/wire/Frame.h"
#include "client/wire/SocketPath.h"
#include "client/wire/Token.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::client::test
{

class WireTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WireTest);
    CPPUNIT_TEST(socketPaths);
    CPPUNIT_TEST(framesKeepTheirBytes);
    CPPUNIT_TEST(whatIsNoFrame);
    CPPUNIT_TEST(rawMembers);
    CPPUNIT_TEST(tokensComeFromTheirPlaces);
    CPPUNIT_TEST(tokensThatCannotBeRead);
    CPPUNIT_TEST(exitStatuses);
    CPPUNIT_TEST_SUITE_END();

public:
    void socketPaths()
    {
        const std::string standard{"/c/venomx/venomx.sock"};
        const auto expect = [](const std::string& path, SocketSource source, const SocketPlace& place)
        {
            CPPUNIT_ASSERT_EQUAL(path, place.path);
            CPPUNIT_ASSERT(source == place.source);
        };
        expect("/a", SocketSource::option, socketPlace("/a", "/b", "/c", 7));
        expect("/b", SocketSource::variable, socketPlace({}, "/b", "/c", 7));
        expect("/b", SocketSource::variable, socketPlace("", "/b", "/c", 7));
        expect(standard, SocketSource::standard, socketPlace({}, "", "/c", 7));
        expect(standard, SocketSource::standard, socketPlace({}, standard, "/c", 7));
        expect(standard, SocketSource::standard, socketPlace(standard, "/b", "/c", 7));
        expect("/tmp/venomx-7/venomx.sock", SocketSource::standard, socketPlace({}, "", "", 7));
    }

    void framesKeepTheirBytes()
    {
        JsonReader reader;
        Arena arena;
        const std::optional<Frame> frame = readFrame(R"( {"id" : 7, "ok" : { "a" : "}\"", "b":[{"c":1.0}] } } )", reader, arena);
        CPPUNIT_ASSERT(frame && frame->kind == Frame::Kind::ok);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, frame->id.value());
        CPPUNIT_ASSERT_EQUAL(std::string_view{R"({ "a" : "}\"", "b":[{"c":1.0}] })"}, frame->raw);
        const std::optional<Frame> error = readFrame(R"({"id":null,"error":{"code":"denied.peer"}})", reader, arena);
        CPPUNIT_ASSERT(error && error->kind == Frame::Kind::error && !error->id);
        for (const auto& [text, kind] :
             {std::pair{R"({"id":1,"event":{}})", Frame::Kind::event}, std::pair{R"({"id":1,"output":{}})", Frame::Kind::output},
              std::pair{R"({"id":1,"end":{"reason":"done"}})", Frame::Kind::end}})
            CPPUNIT_ASSERT(readFrame(text, reader, arena)->kind == kind);
    }

    void whatIsNoFrame()
    {
        JsonReader reader;
        Arena arena;
        for (const std::string_view text : {"", "x", "[]", "{}", R"({"id":1})", R"({"id":1,"ok":1})", R"({"id":1,"ok":{})"})
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !readFrame(text, reader, arena));
    }

    void rawMembers()
    {
        const std::string_view object{R"({"a":1,"b\"":"x","c":[],"d":{"e":"]"},"e":null , "f":"\\"})"};
        CPPUNIT_ASSERT_EQUAL(std::string_view{"1"}, rawMember(object, "a"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"[]"}, rawMember(object, "c"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{R"({"e":"]"})"}, rawMember(object, "d"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"null"}, rawMember(object, "e"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{R"("\\")"}, rawMember(object, "f"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, rawMember(object, "g"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, rawMember("{}", "a"));
    }

    void tokensComeFromTheirPlaces()
    {
        const TestFolder folder;
        folder.write("s.owner", "vnt1.owner\n");
        folder.write("file", "  vnt1.file\r\n");
        const SocketPlace socket{.path = folder.path("s")};
        const std::string file = folder.path("file");
        Options owner;
        owner.ownerToken = true;
        Options fromFile;
        fromFile.tokenFile = file;
        const auto text = [&](const Options& options, std::string_view variable)
        { return std::string{readToken(options, variable, socket).expose()}; };
        CPPUNIT_ASSERT_EQUAL(std::string{"vnt1.owner"}, text(owner, "vnt1.variable"));
        CPPUNIT_ASSERT_EQUAL(std::string{"vnt1.file"}, text(fromFile, "vnt1.variable"));
        CPPUNIT_ASSERT_EQUAL(std::string{"vnt1.variable"}, text({}, "vnt1.variable"));
        CPPUNIT_ASSERT_EQUAL(std::string{"vnt1.owner"}, text({}, "@owner"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, text({}, ""));
    }

    void tokensThatCannotBeRead()
    {
        const TestFolder folder;
        folder.write("empty", "\n");
        folder.write("large", std::string(5000, 'x'));
        folder.write("folder/file", "x");
        const auto codeOf = [&](const Options& options)
        {
            try
            {
                static_cast<void>(readToken(options, {}, {.path = folder.path("s")}));
                return std::string{"read"};
            }
            catch (const Failure& failure)
            {
                return failure.code();
            }
        };
        Options owner;
        owner.ownerToken = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"denied.token"}, codeOf(owner));
        for (const char* name : {"empty", "large", "missing", "folder"})
        {
            const std::string path = folder.path(name);
            Options options;
            options.tokenFile = path;
            CPPUNIT_ASSERT_EQUAL(std::string{"invalid_params.usage"}, codeOf(options));
        }
    }

    void exitStatuses()
    {
        const std::pair<std::string_view, int> cases[]{{"invalid_params.x", 2}, {"not_found.x", 3}, {"denied.x", 4},   {"conflict.x", 5},
                                                       {"unavailable.x", 6},    {"internal.x", 1},  {"protocol.x", 1}, {"", 1}};
        for (const auto& [code, status] : cases) CPPUNIT_ASSERT_EQUAL(status, exitStatusOf(code));
        const Json failed{R"({"status":"fail"})"};
        const Json fine{R"({"status":"warn"})"};
        CPPUNIT_ASSERT_EQUAL(1, verb("doctor").exitStatus(failed.value()));
        CPPUNIT_ASSERT_EQUAL(0, verb("doctor").exitStatus(fine.value()));
        CPPUNIT_ASSERT_EQUAL(0, verb("whoami").exitStatus(failed.value()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WireTest);

} // namespace venomx::client::test
