// Reader and writer against RapidJSON 1.1, on texts made at random, mutated, and given.
// The two differ, by our own rules, in this: RapidJSON accepts duplicate keys, NUL in a key and any depth, and so does not
// name those errors. By its faults they differ in this: it reads doubles a little off (its exact mode writes past its buffer),
// so numbers are compared bit for bit with the C library's instead; it refuses a zero with a large exponent (0e331) and
// reads some numbers past a double as infinite; it makes
// bytes that are not UTF-8 of the second half of a surrogate pair that stands alone (\ude00); and it takes a NUL byte in
// white space for the end of the text, so such texts are not among these.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <random>
#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>
#include <string>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::test
{
namespace
{

constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;

bool close(double ours, double theirs)
{
    return std::signbit(ours) == std::signbit(theirs) && std::abs(ours - theirs) <= 1e-14 * std::abs(ours) + 1e-307;
}

bool sameNumber(const Value& ours, const rapidjson::Value& theirs)
{
    switch (ours.kind())
    {
    case Value::Kind::integer:
        // RapidJSON reads -0 as a double.
        return theirs.IsInt64() ? theirs.GetInt64() == ours.asInteger()
                                : ours.asInteger() == 0 && theirs.IsDouble() && theirs.GetDouble() == 0;
    case Value::Kind::bigInteger:
        return theirs.IsNumber() && !theirs.IsInt64() && close(ours.asReal(), theirs.GetDouble());
    default:
        return theirs.IsDouble() && close(ours.asReal(), theirs.GetDouble());
    }
}

bool same(const Value& ours, const rapidjson::Value& theirs)
{
    switch (ours.kind())
    {
    case Value::Kind::null:
        return theirs.IsNull();
    case Value::Kind::boolean:
        return theirs.IsBool() && theirs.GetBool() == ours.asBoolean();
    case Value::Kind::string:
        return theirs.IsString() && ours.asString() == std::string_view{theirs.GetString(), theirs.GetStringLength()};
    case Value::Kind::array:
        if (!theirs.IsArray() || theirs.Size() != ours.items().size()) return false;
        for (rapidjson::SizeType i = 0; i < theirs.Size(); ++i)
            if (!same(ours.items()[i], theirs[i])) return false;
        return true;
    case Value::Kind::object:
    {
        if (!theirs.IsObject() || theirs.MemberCount() != ours.members().size()) return false;
        auto other = theirs.MemberBegin();
        for (const Member& member : ours.members())
        {
            if (member.name != std::string_view{other->name.GetString(), other->name.GetStringLength()}) return false;
            if (!same(member.value, other->value)) return false;
            ++other;
        }
        return true;
    }
    default:
        return sameNumber(ours, theirs);
    }
}

/// What RapidJSON should not have taken: half a surrogate pair, or a number past what a double holds.
bool holdsFault(const rapidjson::Value& value)
{
    if (value.IsDouble()) return !std::isfinite(value.GetDouble());
    if (value.IsString())
    {
        const std::string_view text{value.GetString(), value.GetStringLength()};
        for (std::size_t i = 0; i + 1 < text.size(); ++i)
            if (text[i] == '\xed' && static_cast<unsigned char>(text[i + 1]) >= 0xa0) return true;
    }
    if (value.IsArray()) return std::any_of(value.Begin(), value.End(), holdsFault);
    if (!value.IsObject()) return false;
    return std::any_of(value.MemberBegin(), value.MemberEnd(),
                       [](const auto& member) { return holdsFault(member.name) || holdsFault(member.value); });
}

/// JSON of every kind, with odd spellings.
class Generator
{
public:
    explicit Generator(std::mt19937& random) : _random(random) {}

    std::string text(int depth = 0)
    {
        _out.clear();
        value(depth);
        return _out;
    }

    std::string numberText()
    {
        _out.clear();
        number();
        return _out;
    }

private:
    std::size_t below(std::size_t limit) { return _random() % limit; }

    void space()
    {
        static constexpr std::string_view kKinds{" \t\n\r"};
        while (below(5) == 0) _out += kKinds[below(4)];
    }

    void number()
    {
        if (below(3) == 0) _out += '-';
        if (below(4) == 0)
            _out += '0';
        else
        {
            _out += static_cast<char>('1' + below(9));
            for (std::size_t digits = below(below(3) == 0 ? 25 : 5); digits != 0; --digits) _out += static_cast<char>('0' + below(10));
        }
        if (below(3) == 0)
        {
            _out += '.';
            for (std::size_t digits = 1 + below(20); digits != 0; --digits) _out += static_cast<char>('0' + below(10));
        }
        if (below(4) != 0) return;
        _out += below(2) == 0 ? "e" : "E";
        if (below(2) == 0) _out += below(2) == 0 ? "+" : "-";
        _out += std::to_string(below(below(4) == 0 ? 400 : 30));
    }

    void string(const std::string& ending)
    {
        static constexpr const char* kPieces[]{"a",
                                               "plain words, many of them",
                                               "\\n",
                                               "\\\"",
                                               "\\\\",
                                               "\\/",
                                               "\\u0000",
                                               "\\u00e9",
                                               "\\ud83d\\ude00",
                                               "\xc3\xa9",
                                               "\xe2\x82\xac",
                                               "\xf0\x9f\x98\x80",
                                               "0123456789abcdef",
                                               "\\b\\f\\r\\t",
                                               "\x7f",
                                               "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97"};
        _out += '"';
        for (std::size_t pieces = below(6); pieces != 0; --pieces) _out += kPieces[below(std::size(kPieces))];
        _out += ending + '"';
    }

    void container(int depth, char open, char close)
    {
        _out += open;
        const std::size_t size = below(below(20) == 0 ? 40 : 5);
        for (std::size_t i = 0; i < size; ++i)
        {
            if (i != 0) _out += ',';
            space();
            if (open == '{')
            {
                string("k" + std::to_string(i));
                space();
                _out += ':';
            }
            value(depth + 1);
        }
        _out += close;
    }

    void value(int depth)
    {
        space();
        switch (below(depth > 5 ? 5 : 8))
        {
        case 0:
            _out += below(2) == 0 ? "true" : "false";
            break;
        case 1:
            _out += "null";
            break;
        case 2:
            number();
            break;
        case 3:
        case 4:
            string("");
            break;
        case 5:
            container(depth, '[', ']');
            break;
        default:
            container(depth, '{', '}');
        }
        space();
    }

    std::mt19937& _random;
    std::string _out;
};

std::string mutated(std::string text, std::mt19937& random)
{
    static constexpr std::string_view kBytes{"{}[]\",:\\/ \n\t0123456789-+.eEtrufalsn\x01\x1f\x7f\x80\xbf\xc3\xe2\xed\xf0\xff"};
    for (std::size_t changes = 1 + random() % 3; changes != 0 && !text.empty(); --changes)
    {
        const std::size_t at = random() % text.size();
        const char byte = kBytes[random() % kBytes.size()];
        switch (random() % 5)
        {
        case 0:
            text[at] = byte;
            break;
        case 1:
            text.insert(at, 1, byte);
            break;
        case 2:
            text.erase(at, 1 + random() % 3);
            break;
        case 3:
            text.resize(at);
            break;
        default:
            text.insert(at, text.substr(random() % text.size(), random() % 10));
        }
    }
    return text;
}

} // namespace

class JsonDifferentialTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(JsonDifferentialTest);
    CPPUNIT_TEST(randomTexts);
    CPPUNIT_TEST(numbersAsTheCLibraryReadsThem);
    CPPUNIT_TEST(mutatedTexts);
    CPPUNIT_TEST(everyByteAtEveryPlace);
    CPPUNIT_TEST(whatIsWrittenReadsBackAlike);
    CPPUNIT_TEST_SUITE_END();

    JsonReader reader{64};
    Arena arena;
    std::size_t accepted{0};
    std::size_t refused{0};

    void compare(const std::string& text)
    {
        const JsonReader::Outcome ours = reader.read(text, arena);
        rapidjson::Document theirs;
        rapidjson::MemoryStream stream{text.data(), text.size()};
        theirs.ParseStream<kFlags, rapidjson::UTF8<>>(stream);
        if (ours.error == JsonError::none)
        {
            ++accepted;
            const bool zero = theirs.GetParseError() == rapidjson::kParseErrorNumberTooBig;
            CPPUNIT_ASSERT_MESSAGE("accepted: " + text, !theirs.HasParseError() || zero);
            CPPUNIT_ASSERT_MESSAGE("differs: " + text, zero || same(ours.value, theirs));
        }
        else
        {
            ++refused;
            const bool oursAlone =
                ours.error == JsonError::duplicateKey || ours.error == JsonError::nulInKey || ours.error == JsonError::depth;
            CPPUNIT_ASSERT_MESSAGE("refused: " + text, theirs.HasParseError() || oursAlone || holdsFault(theirs));
        }
        arena.reset();
    }

    void randomTexts()
    {
        std::mt19937 random{1};
        Generator generator{random};
        for (int i = 0; i < 30'000; ++i) compare(generator.text());
        CPPUNIT_ASSERT(accepted > 25'000);
    }

    void numbersAsTheCLibraryReadsThem()
    {
        std::mt19937 random{4};
        Generator generator{random};
        for (int i = 0; i < 50'000; ++i)
        {
            const std::string text = generator.numberText();
            const double theirs = std::strtod(text.c_str(), nullptr);
            const JsonReader::Outcome ours = reader.read(text, arena);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::isfinite(theirs), ours.error == JsonError::none);
            if (ours.error == JsonError::none && !ours.value.is(Value::Kind::integer))
                CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::bit_cast<std::uint64_t>(theirs), std::bit_cast<std::uint64_t>(ours.value.asReal()));
            arena.reset();
        }
    }

    void mutatedTexts()
    {
        std::mt19937 random{2};
        Generator generator{random};
        for (int i = 0; i < 10'000; ++i)
        {
            const std::string text = generator.text();
            for (int k = 0; k < 10; ++k) compare(mutated(text, random));
        }
        CPPUNIT_ASSERT(accepted > 10'000 && refused > 10'000);
    }

    void everyByteAtEveryPlace()
    {
        const std::string text = R"({"id":12,"v":[true,null,-1.5e+2,"a\u00e9\n\\b"],"x":{"y":""}})"
                                 "\"\xe2\x82\xac\"";
        for (const std::string& base : {text.substr(0, text.size() - 5), "[" + text.substr(text.size() - 5) + "]"})
            for (std::size_t at = 0; at < base.size(); ++at)
                for (int code = 1; code < 256; ++code)
                {
                    std::string changed = base;
                    changed[at] = static_cast<char>(code);
                    compare(changed);
                }
        CPPUNIT_ASSERT(accepted > 1000 && refused > 10'000);
    }

    void whatIsWrittenReadsBackAlike()
    {
        std::mt19937 random{3};
        Generator generator{random};
        std::size_t read = 0;
        for (int i = 0; i < 10'000; ++i)
        {
            const JsonReader::Outcome first = reader.read(generator.text(), arena);
            if (first.error == JsonError::none)
            {
                std::string written;
                JsonWriter{written}.value(first.value);
                rapidjson::Document theirs;
                rapidjson::MemoryStream stream{written.data(), written.size()};
                theirs.ParseStream<kFlags, rapidjson::UTF8<>>(stream);
                CPPUNIT_ASSERT_MESSAGE(written, !theirs.HasParseError() && same(first.value, theirs));
                const JsonReader::Outcome second = reader.read(written, arena);
                CPPUNIT_ASSERT_MESSAGE(written, second.error == JsonError::none);
                std::string again;
                JsonWriter{again}.value(second.value);
                CPPUNIT_ASSERT_EQUAL(written, again);
                ++read;
            }
            arena.reset();
        }
        CPPUNIT_ASSERT(read > 8000);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonDifferentialTest);

} // namespace venomx::test
