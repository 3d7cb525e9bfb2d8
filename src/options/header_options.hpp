#pragma once

#include <span>
#include <string>
#include <vector>

#include "options/arguments.hpp"
#include "store/header_filter.hpp"

/// The options that select games by header: each is a row of a table, and a field of store::HeaderFilter.
namespace cofnod::options {

struct HeaderOption {
    const char* name;  ///< "player": --player, and --not-player for the games it does not find
    const char* value;
    store::HeaderField field;
    /// Parses a value; `option` is its name for errors. No term: the value is empty and asks for nothing.
    std::vector<store::HeaderTerm> (*read)(const std::string& option, const std::string& text);
    const char* help;
    const char* example;
    Words choices = {};
};

/// Returns the table, in the order of the help.
std::span<const HeaderOption> header_options();

}  // namespace cofnod::options
