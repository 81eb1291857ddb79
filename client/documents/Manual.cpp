#include "client/documents/Manual.h"

namespace venomx::client
{

std::string pageName(const VerbView& verb)
{
    constexpr std::string_view kKept{"abcdefghijklmnopqrstuvwxyz0123456789"};
    std::string name{"venomx-"};
    for (const char byte : verb.name()) name += kKept.find(byte) != std::string_view::npos ? byte : '-';
    return name;
}

std::vector<ManualPage> manual(const Manifest& manifest)
{
    std::vector<ManualPage> pages{{"venomx", programPage(manifest)}};
    for (const VerbView& verb : manifest.verbs()) pages.push_back({pageName(verb), verbPage(manifest, verb)});
    return pages;
}

} // namespace venomx::client
