// The real program `venomx`, run as a child with an environment of the test's own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client::test
{

struct Ended
{
    int status{-1}; ///< the exit status; 1000 and the number for a signal
    std::string out;
    std::string error;
};

class Program
{
public:
    using Environment = std::map<std::string, std::string>;

    explicit Program(std::vector<std::string> words, Environment environment, std::string_view input = {},
                     std::string program = VENOMX_PROGRAM);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const;
    /// Reads standard output until it holds `text`; fails the test at the end of the stream.
    void awaitOutput(std::string_view text);
    void closeOutput() { _out.reset(); }
    /// Waits for its end without reading what it writes.
    void awaitEnd() const;
    [[nodiscard]] Ended wait();

private:
    [[nodiscard]] bool readMore();

    pid_t _child{-1};
    UniqueFd _out;
    UniqueFd _error;
    std::string _outText;
    std::string _errorText;
};

} // namespace venomx::client::test
