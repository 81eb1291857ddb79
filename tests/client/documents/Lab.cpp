#include "Lab.h"

#include <cppunit/TestAssert.h>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

namespace venomx::client::test
{
namespace
{

std::string pathOf(std::string_view name)
{
    return std::string{VENOMX_SOURCE_DIR "/tests/client/documents/"}.append(name);
}

} // namespace

std::string dataFile(std::string_view name)
{
    std::ifstream file{pathOf(name)};
    CPPUNIT_ASSERT_MESSAGE(pathOf(name), file.good());
    return {std::istreambuf_iterator<char>{file}, {}};
}

const Manifest& lab()
{
    static const std::optional<Manifest> read = Manifest::read(dataFile("manifest.json"));
    CPPUNIT_ASSERT(read.has_value());
    return *read;
}

VerbView labVerb(std::string_view name)
{
    const std::optional<VerbView> found = lab().find(name);
    CPPUNIT_ASSERT_MESSAGE(std::string{name}, found.has_value());
    return *found;
}

void assertHolds(std::string_view text, std::string_view part)
{
    CPPUNIT_ASSERT_MESSAGE(std::string{part}.append(" is not in:\n").append(text), text.find(part) != std::string_view::npos);
}

void assertGolden(std::string_view name, const std::string& text)
{
    const std::string file = std::string{"golden/"}.append(name);
    if (std::getenv("VENOMX_WRITE_GOLDEN") != nullptr) std::ofstream{pathOf(file)} << text;
    CPPUNIT_ASSERT_EQUAL(dataFile(file), text);
}

} // namespace venomx::client::test
