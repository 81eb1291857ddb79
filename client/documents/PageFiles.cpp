#include "client/documents/PageFiles.h"

#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Output.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client
{
namespace
{

constexpr mode_t kFolderMode = S_IRWXU | S_IRWXG | S_IRWXO;
constexpr mode_t kFileMode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

/// With those above it. Open to whom the caller's umask says: manuals are for all to read.
void makeFolder(const std::string& folder)
{
    for (std::size_t end = folder.find('/', 1); true; end = folder.find('/', end + 1))
    {
        if (::mkdir(folder.substr(0, end).c_str(), kFolderMode) != 0 && errno != EEXIST)
            throw Failure("unavailable.folder", "the folder cannot be made");
        if (end == std::string::npos) return;
    }
}

void writePage(const std::string& folder, const ManualPage& page)
{
    const std::string draft = concat({folder, "/.", pageFile(page), ".", std::to_string(::getpid())});
    const UniqueFd file{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kFileMode)};
    if (!file) throw Failure("unavailable.folder", "a page cannot be written there");
    try
    {
        Output{file.get()}.write(page.text);
    }
    catch (const Failure&)
    {
        ::unlink(draft.c_str());
        throw Failure("internal.output", "a page cannot be written");
    }
    if (::rename(draft.c_str(), concat({folder, "/", pageFile(page)}).c_str()) == 0) return;
    ::unlink(draft.c_str());
    throw Failure("unavailable.folder", "a page cannot be replaced there");
}

} // namespace

std::string pageFile(const ManualPage& page)
{
    return concat({page.name, ".", kManualSection});
}

void writePages(const std::string& folder, const std::vector<ManualPage>& pages)
{
    makeFolder(folder);
    for (const ManualPage& page : pages) writePage(folder, page);
}

} // namespace venomx::client
