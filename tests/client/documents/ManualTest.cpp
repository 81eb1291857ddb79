#include "Lab.h"

#include "client/Failure.h"
#include "client/documents/Facts.h"
#include "client/documents/Manual.h"
#include "client/documents/PageFiles.h"
#include "client/documents/Roff.h"
#include "tests/client/Fixture.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

namespace venomx::client::test
{
namespace
{

/// What a command prints, and how it ends.
std::pair<std::string, int> outputOf(const std::string& command)
{
    FILE* pipe = ::popen(command.c_str(), "r");
    CPPUNIT_ASSERT(pipe != nullptr);
    std::string out;
    std::array<char, 4096> piece{};
    while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe)) out.append(piece.data(), got);
    return {out, ::pclose(pipe)};
}

/// The requests of a page: the first words of lines that begin with a control character.
std::set<std::string> requests(const std::string& page)
{
    std::set<std::string> found;
    std::istringstream lines{page};
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with('.') || line.starts_with('\'')) found.insert(line.substr(0, line.find(' ')));
    return found;
}

} // namespace

class ManualTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ManualTest);
    CPPUNIT_TEST(aVerbsPage);
    CPPUNIT_TEST(tellsAllOfEachVerb);
    CPPUNIT_TEST(programPageListsAll);
    CPPUNIT_TEST(namesOfPages);
    CPPUNIT_TEST(nothingInATextIsARequest);
    CPPUNIT_TEST(textIsEscaped);
    CPPUNIT_TEST(linesAreShort);
    CPPUNIT_TEST(filesAreReplacedAsAWhole);
    CPPUNIT_TEST(aFolderThatCannotBeMade);
    CPPUNIT_TEST(passesLint);
    CPPUNIT_TEST_SUITE_END();

public:
    void aVerbsPage()
    {
        assertGolden("venomx-lab-run.1", verbPage(lab(), labVerb("lab.run")));
        assertGolden("venomx-lab-watch-all.1", verbPage(lab(), labVerb("lab.watch_all")));
    }

    void tellsAllOfEachVerb()
    {
        for (const Manifest* manifest : {&lab(), &test::manifest()})
            for (const VerbView& verb : manifest->verbs())
            {
                const std::string page = verbPage(*manifest, verb);
                assertHolds(page, "\nThe verb " + roffText(verb.name()) + " ");
                for (const ParamView& param : verb.params()) assertHolds(page, "\n.TP\n" + roffBold("--" + param.flag()));
                for (const ParamView& result : verb.results()) assertHolds(page, "\n.TP\n" + roffBold(result.name()) + "\n");
                for (const ErrorView& error : verb.errors())
                    assertHolds(page,
                                "\n.TP\n" + roffBold(error.code) + " (exit status " + std::to_string(exitStatusOf(error.code)) + ")\n");
                CPPUNIT_ASSERT_EQUAL(page, verbPage(*manifest, verb));
            }
    }

    void programPageListsAll()
    {
        const std::string page = programPage(lab());
        CPPUNIT_ASSERT(page.starts_with(".TH VENOMX 1 2026-11-30 \"venomx 0.1.0\" \"venomx manual\"\n"));
        for (const VerbView& verb : lab().verbs()) assertHolds(page, "\n.TP\n" + roffBold("venomx " + verb.command()) + "\n");
        for (const std::string_view name : {"serve", "docs", "man", "skill", "manifest"})
            assertHolds(page, "\n.TP\n" + roffBold("venomx " + std::string{name}) + "\n");
    }

    void namesOfPages()
    {
        const std::vector<ManualPage> pages = manual(lab());
        std::string names;
        for (const ManualPage& page : pages) names += pageFile(page) + " ";
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx.1 venomx-lab-run.1 venomx-lab-watch-all.1 venomx-whoami.1 "}, names);
        const std::optional<Manifest> hostile =
            Manifest::read(R"({"manifest":{"format":1,"plugins":[{"verbs":[{"name":"../x/y"}]}]},"hash":""})");
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx----x-y"}, pageName(hostile->verbs().front()));
    }

    void nothingInATextIsARequest()
    {
        const std::set<std::string> known{".TH", ".SH", ".SS", ".PP", ".TP", ".HP", ".IP", ".RS", ".RE", ".nf", ".fi", ".br"};
        for (const ManualPage& page : manual(lab()))
            for (const std::string& request : requests(page.text)) CPPUNIT_ASSERT_MESSAGE(request, known.contains(request));
    }

    void textIsEscaped()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"\\-\\-a \\e \\(dq \\(aq \\(ga \\(ha \\(ti \\[u2013] \\[u1F600] \\en"},
                             roffText("--a \\ \" ' ` ^ ~ \u2013 \U0001F600 \n"));
        Roff page{"T", "s"};
        page.section("S").markdown("a `b-c` and **d** * e ` f");
        assertHolds(page.text(), "\na \\fBb\\-c\\fR and \\fBd\\fR * e \\(ga f\n");
        page.markdown("before\n\n    .indented  as it is\n\nafter");
        assertHolds(page.text(), "\n.nf\n    .indented  as it is\n.fi\n");
    }

    void linesAreShort()
    {
        Roff page{"T", "s"};
        std::string words;
        for (int i = 0; i < 100; ++i) words += "word ";
        page.section("S").paragraph(words);
        std::istringstream lines{page.text()};
        std::size_t count = 0;
        for (std::string line; std::getline(lines, line); ++count) CPPUNIT_ASSERT(line.size() <= 76);
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, count);
    }

    void filesAreReplacedAsAWhole()
    {
        const TestFolder folder;
        folder.write("a/b/venomx.1", "old");
        writePages(folder.path("a/b"), manual(lab()));
        std::ifstream file{folder.path("a/b/venomx.1")};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        CPPUNIT_ASSERT_EQUAL(programPage(lab()), text);
        const std::filesystem::directory_iterator all{folder.path("a/b")};
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{4}, std::distance(begin(all), end(all)));
        writePages(folder.path("new/folder/"), manual(lab()));
        CPPUNIT_ASSERT(std::filesystem::exists(folder.path("new/folder/venomx-lab-run.1")));
    }

    void aFolderThatCannotBeMade()
    {
        const TestFolder folder;
        folder.write("file", "");
        try
        {
            writePages(folder.path("file/man1"), manual(lab()));
            CPPUNIT_FAIL("pages were written below a file");
        }
        catch (const Failure& failure)
        {
            CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.folder"}, failure.code());
        }
    }

    void passesLint()
    {
        if (outputOf("command -v mandoc").second != 0) return;
        for (const Manifest* manifest : {&lab(), &test::manifest()})
        {
            const TestFolder folder;
            writePages(folder.path(), manual(*manifest));
            const auto [complaints, status] = outputOf("mandoc -Tlint " + folder.path() + "/*.1 2>&1");
            CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
            CPPUNIT_ASSERT_EQUAL(0, status);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ManualTest);

} // namespace venomx::client::test
