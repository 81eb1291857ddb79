# venomx in fish. To use it: venomx completion fish > ~/.config/fish/completions/venomx.fish
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
