#include "kernel/plugins/Order.h"

#include <algorithm>
#include <optional>

namespace venomx::kernel
{
namespace
{

using Providers = std::map<std::string, std::string>; // of services, by the plugins' names

class Ordering
{
public:
    Ordering(std::vector<Node> nodes, const std::set<std::string>& given, const Providers& absent) : _given(given), _absent(absent)
    {
        for (Node& node : nodes) _nodes.emplace(node.name, std::move(node));
    }

    StartOrder run()
    {
        refuseDuplicates();
        while (true)
        {
            refuseMissing();
            sort();
            if (_order.names.size() == _nodes.size()) return std::move(_order);
            refuseCycle();
        }
    }

private:
    void refuse(const std::string& name, Refused why)
    {
        for (const std::string& service : _nodes.at(name).provides)
        {
            if (_providers.contains(service) && _providers.at(service) != name) continue;
            _providers.erase(service);
            _unusable.emplace(service, name);
        }
        _order.refused.emplace(name, std::move(why));
        _nodes.erase(name);
    }

    void refuseDuplicates()
    {
        std::vector<std::string> names;
        for (const auto& [name, node] : _nodes) names.push_back(name);
        for (const std::string& name : names)
            for (const std::string& service : _nodes.at(name).provides)
            {
                const auto [provider, isNew] = _providers.emplace(service, name);
                if (isNew && !_given.contains(service)) continue;
                const std::string other = _given.contains(service) ? "the kernel" : "plugin " + provider->second;
                refuse(name, {"duplicate_service", "plugin " + name + " provides " + service + ", which " + other + " provides already"});
                break;
            }
    }

    std::string whyMissing(const std::string& service) const
    {
        if (const auto known = _absent.find(service); known != _absent.end())
            return "which only plugin " + known->second + " provides, and that is not loaded";
        if (const auto known = _unusable.find(service); known != _unusable.end())
            return "which only plugin " + known->second + " provides, and that is refused";
        return "which no plugin provides";
    }

    /// One missing need leads to others, so from the start until nothing changes.
    void refuseMissing()
    {
        for (auto node = _nodes.begin(); node != _nodes.end();)
        {
            const auto missing = [&](const std::string& need) { return !_given.contains(need) && !_providers.contains(need); };
            const auto need = std::find_if(node->second.needs.begin(), node->second.needs.end(), missing);
            if (need == node->second.needs.end())
            {
                ++node;
                continue;
            }
            const std::string name = node->first;
            refuse(name, {"missing_need", "plugin " + name + " needs " + *need + ", " + whyMissing(*need)});
            node = _nodes.begin();
        }
    }

    bool ready(const Node& node, const std::set<std::string>& placed) const
    {
        const auto there = [&](const std::string& need) { return _given.contains(need) || placed.contains(_providers.at(need)); };
        return std::all_of(node.needs.begin(), node.needs.end(), there);
    }

    void sort()
    {
        _order.names.clear();
        std::set<std::string> placed;
        bool moved = true;
        while (moved)
        {
            moved = false;
            for (const auto& [name, node] : _nodes)
            {
                if (placed.contains(name) || !ready(node, placed)) continue;
                placed.insert(name);
                _order.names.push_back(name);
                moved = true;
                break;
            }
        }
    }

    /// Follows unmet needs from a plugin that could not be placed until one comes again.
    void refuseCycle()
    {
        const std::set<std::string> placed(_order.names.begin(), _order.names.end());
        std::vector<std::string> path;
        std::string at;
        for (const auto& [name, node] : _nodes)
            if (at.empty() && !placed.contains(name)) at = name;
        while (std::find(path.begin(), path.end(), at) == path.end())
        {
            path.push_back(at);
            const auto& needs = _nodes.at(at).needs;
            const auto unmet = [&](const std::string& need) { return !_given.contains(need) && !placed.contains(_providers.at(need)); };
            at = _providers.at(*std::find_if(needs.begin(), needs.end(), unmet));
        }
        path.erase(path.begin(), std::find(path.begin(), path.end(), at));
        std::string chain;
        for (const std::string& name : path) chain += name + " needs ";
        for (const std::string& name : path) refuse(name, {"cycle", "plugins need each other: " + chain + path.front()});
    }

    const std::set<std::string>& _given;
    const Providers& _absent;
    std::map<std::string, Node> _nodes;
    Providers _providers;
    Providers _unusable;
    StartOrder _order;
};

} // namespace

StartOrder startOrder(std::vector<Node> nodes, const std::set<std::string>& given, const std::map<std::string, std::string>& absent)
{
    return Ordering(std::move(nodes), given, absent).run();
}

} // namespace venomx::kernel
