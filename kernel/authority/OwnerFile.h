// The file beside the socket that holds the owner's token: `<socket>.owner`, readable by its owner alone, replaced in one
// step at each start and removed at a clean stop. First thread; throws std::system_error.
#pragma once

#include <string>
#include <sys/types.h>
#include <venomx/sdk/secret.h>

namespace venomx::kernel
{

class OwnerFile
{
public:
    OwnerFile(std::string path, const Secret& token);
    ~OwnerFile(); ///< removes the file, unless another took its place
    OwnerFile(const OwnerFile&) = delete;
    OwnerFile& operator=(const OwnerFile&) = delete;

    [[nodiscard]] const std::string& path() const { return _path; }

private:
    std::string _path;
    dev_t _device{0};
    ino_t _inode{0};
};

} // namespace venomx::kernel
