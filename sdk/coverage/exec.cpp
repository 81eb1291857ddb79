// execv of a program that counts which lines run: the counts of what ends here are written first. In VENOMX_COVERAGE builds
// alone, in the programs that become others. (The compiler sees to it in its own dialect of the language, not in the standard's.)
// Any thread.
#include <unistd.h>

extern "C"
{
    void __gcov_dump();
    void __gcov_reset();

    int execv(const char* path, char* const arguments[]) noexcept
    {
        __gcov_dump();
        const int result = ::execve(path, arguments, environ);
        __gcov_reset(); // counting goes on
        return result;
    }

} // extern "C"
