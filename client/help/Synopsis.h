// How flags are written: placeholders, ranges and the notes beside them, from the manifest's types. Pure functions.
#pragma once

#include "client/manifest/ParamView.h"

#include <string>

namespace venomx::client
{

/// What follows a flag: TEXT, N, rows|cols, NAME=VALUE, JSON; empty for a boolean.
[[nodiscard]] std::string placeholder(const TypeView& type);

/// "--axis rows|cols", "--follow"
[[nodiscard]] std::string flagText(const ParamView& param);

/// What a value must be: "rows or cols", "at least 1", "1 to 1000"; empty when anything goes.
[[nodiscard]] std::string valueRange(const TypeView& type);

/// What is worth knowing beside the summary, in brackets: required, default, range, how to repeat; empty: nothing.
/// `rest`: the words after `--` fill it.
[[nodiscard]] std::string notes(const ParamView& param, bool rest);

} // namespace venomx::client
