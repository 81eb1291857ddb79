// A library that handles a secret and frees it without a thought, as libraries do.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" void guestHandles(const char* secret, std::size_t size)
{
    char* copy = ::strndup(secret, size);
    copy = static_cast<char*>(std::realloc(copy, size * 3));
    copy = static_cast<char*>(std::realloc(copy, size * 30));
    std::free(copy);
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += secret[i];
    const std::vector<std::string> copies(5, text);
}
