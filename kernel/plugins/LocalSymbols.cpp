// The program's own dlopen. Poco's class loader opens a plugin lazily and for everyone (RTLD_LAZY | RTLD_GLOBAL), and cannot be
// told otherwise: the first caller of a missing function would end the daemon, and a helper of one plugin would stand in for
// another's of the same name. As the program's symbols come first, every library opens others through this one: at once, and
// for itself alone. RTLD_GLOBAL would also undo an earlier RTLD_LOCAL of the same file, so opening it beforehand is no help.
#include <dlfcn.h>

extern "C" void* dlopen(const char* file, int mode) noexcept
{
    using Open = void* (*)(const char*, int);
    static const auto next = reinterpret_cast<Open>(::dlsym(RTLD_NEXT, "dlopen"));
    constexpr int kWanted = RTLD_NOW | RTLD_LOCAL;
    // Without a file it asks for the program itself; with RTLD_NOLOAD nothing is opened that is not there.
    return next(file, file == nullptr ? mode : (mode & ~(RTLD_LAZY | RTLD_GLOBAL)) | kWanted);
}
