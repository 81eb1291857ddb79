// Runs the suites that the linked files registered; with an argument, only the test or suite of that name.
// Exit 0 when at least one test ran and none failed.
#include <cppunit/BriefTestProgressListener.h>
#include <cppunit/CompilerOutputter.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/TestRunner.h>
#include <cppunit/extensions/TestFactoryRegistry.h>
#include <exception>
#include <iostream>
#include <string>

int main(int argc, char** argv)
{
    CppUnit::TestResult controller;
    CppUnit::TestResultCollector collector;
    CppUnit::BriefTestProgressListener progress;
    controller.addListener(&collector);
    controller.addListener(&progress);

    CppUnit::TestRunner runner;
    runner.addTest(CppUnit::TestFactoryRegistry::getRegistry().makeTest());
    try
    {
        runner.run(controller, argc > 1 ? std::string{argv[1]} : std::string{});
    }
    catch (const std::exception& failure)
    {
        std::cerr << failure.what() << '\n';
        return 2;
    }
    CppUnit::CompilerOutputter outputter(&collector, std::cerr);
    outputter.write();
    return collector.wasSuccessful() && collector.runTests() > 0 ? 0 : 1;
}
