#include <cppunit/extensions/HelperMacros.h>
#include <vector>

#include "kernel/ServeOptions.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::tests
{

using namespace venomx::kernel;

class ServeOptionsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ServeOptionsTest);
    CPPUNIT_TEST(wordsAreTaken);
    CPPUNIT_TEST(wrongOnesAreUsageErrors);
    CPPUNIT_TEST_SUITE_END();

    void wordsAreTaken()
    {
        const std::vector<const char*> words{"serve",       "--socket", "/a",        "-D", "x.y=1",
                                             "--config=/c", "-Dz=",     "--plugins", "/p", "--socket=/b"};
        const ServeOptions options = ServeOptions::parse(words);
        CPPUNIT_ASSERT_EQUAL(std::string{"/b"}, options.socket);
        CPPUNIT_ASSERT_EQUAL(std::string{"/c"}, options.config);
        CPPUNIT_ASSERT(options.overrides == (std::vector<std::string>{"x.y=1", "z=", "plugins.dir=/p"}));
        CPPUNIT_ASSERT(!options.help && !options.version);
        CPPUNIT_ASSERT(ServeOptions::parse(std::vector<const char*>{"--version"}).version);
        CPPUNIT_ASSERT(ServeOptions::parse(std::vector<const char*>{"serve", "--help"}).help);
    }

    void wrongOnesAreUsageErrors()
    {
        const std::vector<std::vector<const char*>> rows{{},
                                                         {"run"},
                                                         {"serve", "here"},
                                                         {"serve", "--socket"},
                                                         {"serve", "--sockets=/a"},
                                                         {"serve", "-D", "x"},
                                                         {"serve", "-D=1"},
                                                         {"serve", "--socket="},
                                                         {"serve", "--config", ""},
                                                         {"serve", "--plugins", ""},
                                                         {"serve", "-"},
                                                         {"serve", ""}};
        for (const auto& words : rows) try
            {
                static_cast<void>(ServeOptions::parse(words));
                CPPUNIT_FAIL(words.empty() ? "nothing" : words.back());
            }
            catch (const StartError& error)
            {
                CPPUNIT_ASSERT_EQUAL(2, error.status());
            }
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(ServeOptionsTest);

} // namespace venomx::tests
