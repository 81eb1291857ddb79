# venomx in bash. To use it: venomx completion bash > ~/.local/share/bash-completion/completions/venomx
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
