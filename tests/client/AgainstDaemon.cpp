#include "AgainstDaemon.h"

#include <cppunit/TestAssert.h>
#include <utility>

namespace venomx::client::test
{

Program::Environment environment(const FakeDaemon& daemon)
{
    return {{"VENOMX_SOCKET", daemon.socket()}, {"XDG_CACHE_HOME", daemon.folder().path("cache")}};
}

Ended run(const FakeDaemon& daemon, std::vector<std::string> words)
{
    return Program{std::move(words), environment(daemon)}.wait();
}

void expect(const Ended& ended, int status, std::string_view out, std::string_view error)
{
    CPPUNIT_ASSERT_EQUAL(std::string{out}, ended.out);
    CPPUNIT_ASSERT_EQUAL(std::string{error}, ended.error);
    CPPUNIT_ASSERT_EQUAL(status, ended.status);
}

} // namespace venomx::client::test
