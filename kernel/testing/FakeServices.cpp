#include <venomx/sdk/testing/fake_services.h>

#include <csignal>
#include <sstream>
#include <stdexcept>
#include <variant>

#include "kernel/settings/SettingValue.h"

namespace venomx::testing
{
namespace
{

/// Returns a value so that it can run before the members that start threads.
FakeLog blockSignals()
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigaddset(&blocked, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
    return {};
}

} // namespace

void FakeLog::write(LogLevel, std::string_view text)
{
    const std::lock_guard guard{_mutex};
    _lines.emplace_back(text);
}

std::vector<std::string> FakeLog::lines() const
{
    const std::lock_guard guard{_mutex};
    return _lines;
}

FakeSettings::FakeSettings(std::span<const SettingSpec> specs)
{
    for (const SettingSpec& spec : specs) _entries.emplace(spec.key, Entry{spec, std::string{spec.fallback}});
}

void FakeSettings::set(std::string_view key, std::string_view value)
{
    const auto found = _entries.find(key);
    if (found == _entries.end()) throw std::logic_error("nobody declared that setting");
    found->second.value = value;
}

const FakeSettings::Entry& FakeSettings::entry(std::string_view key, SettingSpec::Kind kind) const
{
    const auto found = _entries.find(key);
    if (found == _entries.end() || found->second.spec.kind != kind) throw std::logic_error("nobody declared that setting");
    return found->second;
}

std::string FakeSettings::text(std::string_view key) const
{
    const Entry& found = entry(key, SettingSpec::Kind::text);
    return std::get<std::string>(kernel::parseSetting(found.spec, found.value));
}

std::int64_t FakeSettings::integer(std::string_view key) const
{
    const Entry& found = entry(key, SettingSpec::Kind::integer);
    return std::get<std::int64_t>(kernel::parseSetting(found.spec, found.value));
}

bool FakeSettings::boolean(std::string_view key) const
{
    const Entry& found = entry(key, SettingSpec::Kind::boolean);
    return std::get<bool>(kernel::parseSetting(found.spec, found.value));
}

std::vector<std::string> FakeSettings::list(std::string_view key) const
{
    const Entry& found = entry(key, SettingSpec::Kind::list);
    return std::get<std::vector<std::string>>(kernel::parseSetting(found.spec, found.value));
}

const Check& FakeHealth::find(std::string_view name) const
{
    for (const Check& check : _checks)
        if (check.name == name) return check;
    throw std::out_of_range("no such check");
}

CheckResult FakeHealth::run(std::string_view name) const
{
    return find(name).run();
}

CheckOn FakeHealth::placeOf(std::string_view name) const
{
    return find(name).on;
}

std::uint64_t FakeHealth::count(std::string_view counter, std::string_view label) const
{
    for (const Counter* candidate : _counters)
    {
        if (candidate->name() != counter) continue;
        if (label.empty() && candidate->values().empty()) return candidate->read();
        for (std::size_t i = 0; i < candidate->values().size(); ++i)
            if (candidate->values()[i].view() == label) return candidate->read(i);
    }
    throw std::out_of_range("no such counter");
}

std::string FakeHealth::moved() const
{
    std::ostringstream text;
    for (const Counter* counter : _counters)
    {
        const std::size_t size = std::max<std::size_t>(1, counter->values().size());
        for (std::size_t i = 0; i < size; ++i)
        {
            if (counter->read(i) == 0) continue;
            if (text.tellp() > 0) text << ' ';
            text << counter->name();
            if (!counter->values().empty()) text << '{' << counter->values()[i].view() << '}';
            text << '=' << counter->read(i);
        }
    }
    return text.str();
}

std::vector<std::string> FakeHealth::checkNames() const
{
    std::vector<std::string> names;
    for (const Check& check : _checks) names.push_back(check.name);
    return names;
}

FakeServices::FakeServices() : log(blockSignals())
{
    offer({Clock::kService, &clock});
    offer({DaemonInfo::kService, &daemon});
    offer({Loop::kService, &loop});
    offer({Workers::kService, &workers});
}

FakeServices::~FakeServices() = default;

void FakeServices::offer(const Offer& offer)
{
    const std::lock_guard guard{_mutex};
    _services[offer.name] = offer.service;
}

void FakeServices::withdraw(const ServiceName& name)
{
    const std::lock_guard guard{_mutex};
    _services.erase(name);
}

Service* FakeServices::lookUp(const ServiceName& name) const
{
    const std::lock_guard guard{_mutex};
    const auto found = _services.find(name);
    return found == _services.end() ? nullptr : found->second;
}

} // namespace venomx::testing
