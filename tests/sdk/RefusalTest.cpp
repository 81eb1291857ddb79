// Refusals and results as JSON.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/result.h>

using namespace venomx;

class RefusalTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RefusalTest);
    CPPUNIT_TEST(dataHoldsWhatWasAdded);
    CPPUNIT_TEST(isAnException);
    CPPUNIT_TEST(denialsNameTheirRight);
    CPPUNIT_TEST(resultsAreObjects);
    CPPUNIT_TEST_SUITE_END();

public:
    void dataHoldsWhatWasAdded()
    {
        const Refusal bare{"not_found.pane", "no such pane"};
        CPPUNIT_ASSERT_EQUAL(std::string{"{}"}, bare.data());
        CPPUNIT_ASSERT(bare.reason().empty());
        const Refusal full =
            Refusal{"invalid_params.env", "bad"}.at("env.3.name").with("reason", "syntax").withNumber("limit", -7).withJson("list", "[1]");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"param":"env.3.name","reason":"syntax","limit":-7,"list":[1]})"}, full.data());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"syntax"}, full.reason());
        const Refusal quoted = Refusal{"a.b", "c"}.at("a\"b");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"param":"a\"b"})"}, quoted.data());
        std::string text;
        JsonWriter json(text);
        writeError(json, full);
        CPPUNIT_ASSERT_EQUAL(R"({"code":"invalid_params.env","message":"bad","data":)" + full.data() + '}', text);
    }

    void isAnException()
    {
        try
        {
            throw errors::paneExited();
        }
        catch (const std::exception& caught)
        {
            CPPUNIT_ASSERT_EQUAL(std::string{"conflict.pane_exited"}, std::string{caught.what()});
        }
    }

    void denialsNameTheirRight()
    {
        for (const Right right : {Right::read, Right::write, Right::spawn, Right::admin})
        {
            const Refusal denied = errors::denied(right);
            const std::string name{toText(right)};
            CPPUNIT_ASSERT_EQUAL("denied." + name, std::string{denied.code()});
            CPPUNIT_ASSERT_EQUAL(std::string_view{"permission denied"}, denied.message());
            CPPUNIT_ASSERT_EQUAL(R"({"right":")" + name + R"("})", denied.data());
        }
    }

    void resultsAreObjects()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"{}"}, Result{}.take());
        Result result;
        result.field("pane", "p0")
            .field("count", 3)
            .rawField("list", "[]")
            .write("object", [](JsonWriter& json) { json.beginObject().endObject(); });
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"pane":"p0","count":3,"list":[],"object":{}})"}, std::move(result).take());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RefusalTest);
