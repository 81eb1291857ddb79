// The audit's file: whole lines or none, rotation, retention, and what others do to it meanwhile.
#include <Poco/AutoPtr.h>
#include <Poco/Message.h>
#include <algorithm>
#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>

#include "kernel/audit/AuditArchive.h"
#include "kernel/audit/AuditFile.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

/// The longest file that this process may write, for as long as it lives: as a full disk, a write stops in the middle.
class Brim
{
public:
    explicit Brim(rlim_t size)
    {
        sigset_t passed;
        sigemptyset(&passed);
        sigaddset(&passed, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &passed, nullptr);
        getrlimit(RLIMIT_FSIZE, &_before);
        rlimit narrow = _before;
        narrow.rlim_cur = size;
        CPPUNIT_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &narrow));
    }
    ~Brim() { setrlimit(RLIMIT_FSIZE, &_before); }
    Brim(const Brim&) = delete;
    Brim& operator=(const Brim&) = delete;

private:
    rlimit _before{};
};

std::string read(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::string> names(const std::string& folder)
{
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
}

} // namespace

class AuditFileTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AuditFileTest);
    CPPUNIT_TEST(appendsLines);
    CPPUNIT_TEST(aFullDiskLeavesNoHalfLine);
    CPPUNIT_TEST(aCutLineIsEnded);
    CPPUNIT_TEST(whatWasTakenAwayIsBegunAnew);
    CPPUNIT_TEST(rotatesBeforeTheLineThatWouldPass);
    CPPUNIT_TEST(aLineLongerThanAllIsWritten);
    CPPUNIT_TEST(namesSortHoweverFastFilesFill);
    CPPUNIT_TEST(oldOnesGo);
    CPPUNIT_TEST_SUITE_END();

    TestFolder _folder;
    std::string _state{_folder.path("state/venomx")};
    std::string _path{_state + "/audit.jsonl"};

    [[nodiscard]] Poco::AutoPtr<AuditFile> make(const AuditFileLimits& limits = {}) const
    {
        return Poco::makeAuto<AuditFile>(_state, limits);
    }
    static void log(AuditFile& file, const std::string& line) { file.log(Poco::Message("audit", line, Poco::Message::PRIO_INFORMATION)); }
    static int errorOf(AuditFile& file, const std::string& line)
    {
        try
        {
            log(file, line);
        }
        catch (const std::system_error& error)
        {
            return error.code().value();
        }
        return 0;
    }

public:
    void appendsLines()
    {
        auto file = make();
        file->open();
        CPPUNIT_ASSERT_EQUAL(std::string{}, read(_path));
        log(*file, "one");
        log(*file, "two");
        CPPUNIT_ASSERT_EQUAL(std::string{"one\ntwo\n"}, read(_path));
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, stat(_path.c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(mode_t{0600}, status.st_mode & 07777U);
        CPPUNIT_ASSERT_EQUAL(0, stat(_state.c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(mode_t{0700}, status.st_mode & 07777U);
    }

    void aFullDiskLeavesNoHalfLine()
    {
        auto file = make();
        log(*file, "first");
        {
            const Brim brim{10};
            CPPUNIT_ASSERT_EQUAL(ENOSPC, errorOf(*file, "0123456789")); // some of it went in, and was taken back
            CPPUNIT_ASSERT_EQUAL(std::string{"first\n"}, read(_path));
            log(*file, "abc");
            CPPUNIT_ASSERT_EQUAL(EFBIG, errorOf(*file, "d"));
            CPPUNIT_ASSERT_EQUAL(std::string{"first\nabc\n"}, read(_path));
        }
        log(*file, "last");
        CPPUNIT_ASSERT_EQUAL(std::string{"first\nabc\nlast\n"}, read(_path));
    }

    void aCutLineIsEnded()
    {
        std::filesystem::create_directories(_state);
        std::ofstream(_path, std::ios::binary) << "whole\ncu";
        auto file = make();
        log(*file, "next");
        log(*file, "last");
        CPPUNIT_ASSERT_EQUAL(std::string{"whole\ncu\nnext\nlast\n"}, read(_path));
    }

    void whatWasTakenAwayIsBegunAnew()
    {
        auto file = make();
        log(*file, "one");
        std::filesystem::remove_all(_state);
        log(*file, "two");
        CPPUNIT_ASSERT_EQUAL(std::string{"two\n"}, read(_path));
        std::filesystem::rename(_path, _path + ".1");
        log(*file, "three");
        CPPUNIT_ASSERT_EQUAL(std::string{"two\n"}, read(_path + ".1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"three\n"}, read(_path));
        file->close();
        log(*file, "four");
        CPPUNIT_ASSERT_EQUAL(std::string{"three\nfour\n"}, read(_path));
    }

    void rotatesBeforeTheLineThatWouldPass()
    {
        auto file = make({.bytes = 8, .files = 2});
        for (const char* line : {"aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg"}) log(*file, line);
        CPPUNIT_ASSERT_EQUAL(std::string{"ggg\n"}, read(_path));
        const auto all = names(_state);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, all.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"ccc\nddd\n"}, read(_state + '/' + all[1]));
        CPPUNIT_ASSERT_EQUAL(std::string{"eee\nfff\n"}, read(_state + '/' + all[2]));
        CPPUNIT_ASSERT(file->rotates());
        file->limit({.bytes = 1'000, .files = 2});
        log(*file, "hhh");
        log(*file, "iii");
        CPPUNIT_ASSERT_EQUAL(std::string{"ggg\nhhh\niii\n"}, read(_path));
    }

    void aLineLongerThanAllIsWritten()
    {
        auto file = make({.bytes = 4, .files = 0});
        log(*file, "longer than that");
        CPPUNIT_ASSERT_EQUAL(std::string{"longer than that\n"}, read(_path));
        log(*file, "x");
        CPPUNIT_ASSERT_EQUAL(std::string{"x\n"}, read(_path));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, names(_state).size()); // none are kept
    }

    void namesSortHoweverFastFilesFill()
    {
        std::filesystem::create_directories(_state);
        for (int i = 0; i < 50; ++i)
        {
            std::ofstream(_path, std::ios::binary) << i;
            CPPUNIT_ASSERT(audit_archive::putAside(_state));
            audit_archive::purge(_state, 3, {});
        }
        std::string contents;
        for (const std::string& name : names(_state)) contents += read(_state + '/' + name) + ' ';
        CPPUNIT_ASSERT_EQUAL(std::string{"47 48 49 "}, contents);
        CPPUNIT_ASSERT(!audit_archive::putAside(_state)); // nothing is there to put aside
    }

    void oldOnesGo()
    {
        std::filesystem::create_directories(_state);
        const auto touch = [&](const char* name) { std::ofstream(_state + '/' + name) << 'x'; };
        for (const char* name : {"audit.jsonl", "audit.jsonl.20200101T000000000Z", "audit.jsonl.29990101T000000000Z", "audit.jsonl.bak",
                                 "audit.jsonl.20200101T000000000", "other.20200101T000000000Z"})
            touch(name);
        audit_archive::purge(_state, 10, std::chrono::days{0});
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, names(_state).size());
        audit_archive::purge(_state, 10, std::chrono::days{36'500});
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, names(_state).size());
        audit_archive::purge(_state, 10, std::chrono::days{1});
        CPPUNIT_ASSERT(!std::filesystem::exists(_state + "/audit.jsonl.20200101T000000000Z"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, names(_state).size());
        audit_archive::purge(_state, 0, std::chrono::days{1});
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, names(_state).size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditFileTest);

} // namespace venomx::kernel::tests
