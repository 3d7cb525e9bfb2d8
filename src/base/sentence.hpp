#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod {

struct Advice;
struct Reason;

/// Returns the sentence of problems.def for people, in the language in force (say.hpp), without a full stop: "no knight
/// can reach f3".
std::string sentence(const Reason& reason);

/// Returns the sentence for a remedy; empty: there is none.
std::string sentence(const Advice& advice);

/// A template of problems.def, for others to make the same sentences.
struct ProblemTemplate {
    std::string_view name;
    std::string_view group;  ///< of a kind; `frame`, `remedy`
    std::string_view text;
};

/// All of them but `none`.
const std::vector<ProblemTemplate>& problem_templates();

}  // namespace cofnod
