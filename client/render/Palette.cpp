#include "client/render/Palette.h"

#include <array>
#include <utility>

namespace venomx::client
{

std::string Palette::state(std::string_view word) const
{
    constexpr std::string_view kGreen{"32"};
    constexpr std::string_view kYellow{"33"};
    constexpr std::string_view kRed{"31"};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kDyes{{{"ok", kGreen},
                                                                                   {"running", kGreen},
                                                                                   {"started", kGreen},
                                                                                   {"active", kGreen},
                                                                                   {"warn", kYellow},
                                                                                   {"exited", kYellow},
                                                                                   {"disabled", kYellow},
                                                                                   {"fail", kRed},
                                                                                   {"failed", kRed},
                                                                                   {"refused", kRed}}};
    for (const auto& [known, code] : kDyes)
        if (known == word) return dyed(code, word);
    return std::string{word};
}

std::string Palette::dyed(std::string_view code, std::string_view text) const
{
    if (!_colours) return std::string{text};
    return std::string{"\x1b["}.append(code).append("m").append(text).append("\x1b[0m");
}

} // namespace venomx::client
