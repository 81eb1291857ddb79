#include "Surroundings.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::tests
{

TempFolder::~TempFolder()
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{path(), ignored})
        if (entry.is_directory(ignored)) std::filesystem::permissions(entry.path(), std::filesystem::perms::owner_all, ignored);
}

std::string TempFolder::file(const std::string& name, const std::string& content, unsigned mode) const
{
    write(name, content);
    std::filesystem::permissions(path(name), static_cast<std::filesystem::perms>(mode));
    return path(name);
}

std::string TempFolder::folder(const std::string& name) const
{
    std::filesystem::create_directory(path(name));
    return path(name);
}

std::string jsonText(std::string_view text)
{
    std::string json;
    JsonWriter(json).value(text);
    return json;
}

std::string readFile(const std::string& path)
{
    // A process may end while its file in /proc is read.
    try
    {
        std::ifstream file{path};
        return {std::istreambuf_iterator<char>{file}, {}};
    }
    catch (const std::ios_base::failure&)
    {
        return {};
    }
}

std::map<std::string, std::string> readProbe(const std::string& file)
{
    std::map<std::string, std::string> lines;
    std::istringstream text{readFile(file)};
    for (std::string line; std::getline(text, line);)
    {
        const std::size_t equals = line.find('=');
        lines[line.substr(0, equals)] = equals == std::string::npos ? "" : line.substr(equals + 1);
    }
    return lines;
}

std::string probeProgram()
{
    return VENOMX_BUILD_DIR "/tests/spawn-probe";
}

int openDescriptors()
{
    return static_cast<int>(std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, std::filesystem::directory_iterator{}));
}

std::vector<pid_t> children()
{
    std::vector<pid_t> found;
    for (const auto& process : std::filesystem::directory_iterator{"/proc"})
    {
        const std::string name = process.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const std::string stat = readFile(process.path() / "stat");
        const std::size_t nameEnd = stat.rfind(')');
        if (nameEnd == std::string::npos) continue;
        char state = ' ';
        pid_t parent = 0;
        std::istringstream{stat.substr(nameEnd + 1)} >> state >> parent;
        if (parent == ::getpid()) found.push_back(std::stoi(name));
    }
    return found;
}

std::string isolated(const std::function<std::string()>& work)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    const UniqueFd reading{ends[0]};
    UniqueFd writing{ends[1]};
    const pid_t pid = ::fork();
    if (pid == 0)
    {
        std::string said;
        try
        {
            said = work();
        }
        catch (const std::exception& failure)
        {
            said = failure.what();
        }
        const bool written = ::write(writing.get(), said.data(), said.size()) == static_cast<ssize_t>(said.size());
        ::_exit(written ? 0 : 1);
    }
    writing.reset();
    std::string said;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(reading.get(), buffer.data(), buffer.size())) > 0;)
        said.append(buffer.data(), static_cast<std::size_t>(size));
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status == 0 ? said : said + " (status " + std::to_string(status) + ")";
}

bool eventually(const std::function<bool()>& holds)
{
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    while (!holds())
    {
        if (std::chrono::steady_clock::now() > limit) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

} // namespace venomx::tests
