#pragma once

#include <string>

#include "cli/command.hpp"

/// Remedies for what people type by habit, by the rows of habits.def. Each function returns an empty text if it knows
/// none.
namespace cofnod::cli {

/// A first word that is no command.
std::string habit_of_command(const std::string& word);

/// An option that neither the command nor the program has.
std::string habit_of_option(const Program& program, const Command* command, const std::string& name);

/// The arguments that a command does not take.
std::string habit_of_arguments(const Command& command, const Parsed& parsed);

/// A value that an argument does not take: "Morphy" of an ID.
std::string habit_of_value(const Option& argument, const std::string& text);

/// Throws UsageError if an argument names a page of the web, or a file of games where the database comes first.
void refuse_other_arguments(const Command& command, const Parsed& parsed);

}  // namespace cofnod::cli
