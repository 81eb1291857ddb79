#include "client/completion/Shells.h"

#include <array>

namespace venomx::client
{
namespace
{

constexpr std::string_view kBash{
    R"sh(# venomx in bash. To use it: venomx completion bash > ~/.local/share/bash-completion/completions/venomx
_venomx()
{
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == ":files" ]]; then
            compopt -o default 2>/dev/null
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("$1" completion candidates "$((COMP_CWORD - 1))" "${COMP_WORDS[@]:1}" 2>/dev/null)
}
complete -F _venomx venomx
)sh"};

constexpr std::string_view kZsh{
    R"sh(#compdef venomx
# venomx in zsh. To use it: venomx completion zsh > a folder of $fpath, as _venomx
_venomx()
{
    local line
    local -a found
    for line in "${(@f)$("${words[1]}" completion candidates "$((CURRENT - 2))" "${(@)words[2,-1]}" 2>/dev/null)}"; do
        if [[ $line == ":files" ]]; then
            _files
        elif [[ -n $line ]]; then
            found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
    done
    (( ${#found} )) && _describe venomx found
}
if [[ ${funcstack[1]} == _venomx ]]; then
    _venomx "$@"
else
    compdef _venomx venomx
fi
)sh"};

constexpr std::string_view kFish{
    R"sh(# venomx in fish. To use it: venomx completion fish > ~/.config/fish/completions/venomx.fish
function __venomx_candidates
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($before[1] completion candidates (math (count $before) - 1) $before[2..-1] "$typed" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$typed"
        else
            echo $line
        end
    end
end
complete -c venomx -f -a '(__venomx_candidates)'
)sh"};

constexpr std::array<Shell, 3> kShells{{{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}};

} // namespace

std::span<const Shell> shells()
{
    return kShells;
}

} // namespace venomx::client
