// One child of the trial process, from its start to its verdict. Owned by runTrials; one thread.
#pragma once

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <sys/types.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/plugins/Trial.h"
#include "kernel/plugins/Verdict.h"

namespace venomx::kernel
{

/// How long a plugin's code may take in a trial.
constexpr std::chrono::seconds kTrialLimit{2};

class TrialChild
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Its time runs from here. Throws std::system_error.
    explicit TrialChild(const std::string& file);
    /// Kills what still runs of it.
    ~TrialChild();
    TrialChild(const TrialChild&) = delete;
    TrialChild& operator=(const TrialChild&) = delete;

    [[nodiscard]] int pidfd() const { return _pidfd.get(); }
    [[nodiscard]] int output() const { return _output.get(); }
    [[nodiscard]] Time deadline() const { return _deadline; }
    [[nodiscard]] bool over() const { return _verdict.has_value(); }
    [[nodiscard]] const Verdict& verdict() const { return *_verdict; }

    /// Takes what it has said.
    void read();
    /// It has ended: takes its status, and judges.
    void ended();
    /// Its time is up.
    void expire();

private:
    siginfo_t end();
    [[nodiscard]] Verdict judge(int code, int status) const;
    [[nodiscard]] const char* doing() const;

    Time _deadline;
    pid_t _pid{-1};
    UniqueFd _pidfd;
    UniqueFd _output;
    std::optional<TrialStage> _stage;
    std::string _text; // of the verdict
    std::optional<Verdict> _verdict;
};

} // namespace venomx::kernel
