// The rules that a verb's spec can break, each with the name that the compiler says and the sentence that the kernel says.
// Functions; any thread. Used by verb_checks.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace venomx
{
inline namespace v1
{

enum class SpecFault : std::uint8_t
{
    none,
    name,
    summary,
    partSummary,
    fieldName,
    reserved,
    twice,
    type,
    fallback,
    standardInput,
    group,
    authorize,
    errorCode,
    rest,
    exit,
    example
};

/// Half a sentence, in which `it` is the verb; empty for none.
constexpr std::string_view sentenceOf(SpecFault fault)
{
    switch (fault)
    {
    case SpecFault::none:
        return {};
    case SpecFault::name:
        return "its name is malformed";
    case SpecFault::summary:
        return "its summary is missing or not one line without a full stop";
    case SpecFault::partSummary:
        return "the summary of a parameter, field, error or example is missing or not one line without a full stop";
    case SpecFault::fieldName:
        return "a parameter or field has a name that is not [a-z][a-z0-9_]*";
    case SpecFault::reserved:
        return "a parameter has a name that the command line keeps for itself";
    case SpecFault::twice:
        return "a parameter, field or error code is there twice";
    case SpecFault::type:
        return "a type is malformed: choices are for strings, bounds for integers, json for results";
    case SpecFault::fallback:
        return "a default does not fit its type, or its parameter is required";
    case SpecFault::standardInput:
        return "a parameter that is no string takes standard input";
    case SpecFault::group:
        return "a group that it includes is malformed";
    case SpecFault::authorize:
        return "it authorizes by a parameter that is not a string of a known kind";
    case SpecFault::errorCode:
        return "an error's code is not class.name with a known class";
    case SpecFault::rest:
        return "its rest does not name an array of strings";
    case SpecFault::exit:
        return "its exit map does not fit its result";
    case SpecFault::example:
        return "an example does not fit its parameters";
    }
    return {};
}

/// Never defined and never called: a spec that breaks a rule makes the compiler say its name.
namespace spec_rules
{
void aVerbsNameIsFamilyDotVerb();
void theVerbsSummaryIsOneLineWithoutFullStop();
void aSummaryIsOneLineWithoutFullStop();
void aParametersNameIsLowerCase();
void aParameterIsNoFlagOfTheCommandLine();
void eachNameAndCodeIsThereOnce();
void aTypeFitsItsKind();
void aDefaultFitsItsType();
void standardInputIsForStrings();
void anIncludedGroupIsWhole();
void authorizeNamesAStringOfAKnownKind();
void anErrorsCodeIsClassDotName();
void restNamesAnArrayOfStrings();
void theExitMapFitsTheResult();
void anExampleFitsTheParameters();
} // namespace spec_rules

/// Compiles for `none` alone.
consteval void nameBrokenRule(SpecFault fault)
{
    if (fault == SpecFault::name) spec_rules::aVerbsNameIsFamilyDotVerb();
    if (fault == SpecFault::summary) spec_rules::theVerbsSummaryIsOneLineWithoutFullStop();
    if (fault == SpecFault::partSummary) spec_rules::aSummaryIsOneLineWithoutFullStop();
    if (fault == SpecFault::fieldName) spec_rules::aParametersNameIsLowerCase();
    if (fault == SpecFault::reserved) spec_rules::aParameterIsNoFlagOfTheCommandLine();
    if (fault == SpecFault::twice) spec_rules::eachNameAndCodeIsThereOnce();
    if (fault == SpecFault::type) spec_rules::aTypeFitsItsKind();
    if (fault == SpecFault::fallback) spec_rules::aDefaultFitsItsType();
    if (fault == SpecFault::standardInput) spec_rules::standardInputIsForStrings();
    if (fault == SpecFault::group) spec_rules::anIncludedGroupIsWhole();
    if (fault == SpecFault::authorize) spec_rules::authorizeNamesAStringOfAKnownKind();
    if (fault == SpecFault::errorCode) spec_rules::anErrorsCodeIsClassDotName();
    if (fault == SpecFault::rest) spec_rules::restNamesAnArrayOfStrings();
    if (fault == SpecFault::exit) spec_rules::theExitMapFitsTheResult();
    if (fault == SpecFault::example) spec_rules::anExampleFitsTheParameters();
}

} // namespace v1
} // namespace venomx
