#compdef venomx
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
