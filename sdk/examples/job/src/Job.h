// One process from its start to its end: it keeps the request open, reads what the process prints on its terminal, and answers
// with that and how it ended. The request's cancel, and the plugin's stop, end the process.
// Made by run.cpp for a request; held by what may still wake it, and by the plugin, which stops it. Control loop only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/spawner.h>

namespace job
{

class Job : public std::enable_shared_from_this<Job>
{
public:
    struct Parts
    {
        venomx::Loop& loop;
        venomx::Spawner& spawner;
        venomx::Principals& principals;
        venomx::Resources& resources;
        std::function<void(const std::shared_ptr<Job>&)> over; ///< called once, when it has answered
    };

    Job(Parts parts, venomx::Call call);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// Throws Refusal: the request's parameters are wrong, or it asks for grants that its caller may not give.
    void start();
    /// Ends the process and refuses the request.
    void stop(const venomx::Refusal& why);

private:
    void started(venomx::LaunchOutcome outcome);
    void run(venomx::StartedProcess process);
    void readMore();
    void ended();
    void finish();
    [[nodiscard]] int takeStatus();

    Parts _parts;
    venomx::Call _call;
    std::unique_ptr<venomx::PreparedPrincipal> _principal;
    std::shared_ptr<venomx::LaunchTicket> _ticket;
    venomx::StartedProcess _process;
    std::string _output;
    std::string _status;
    bool _over{false};
};

} // namespace job
