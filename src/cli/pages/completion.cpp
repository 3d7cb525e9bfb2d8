#include "cli/pages/pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace cofnod::pages {

namespace {

using cli::Arguments;
using cli::Command;
using cli::Option;
using cli::Program;
using cli::Words;

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
    std::string result(text);
    for (std::size_t at = 0; (at = result.find(what, at)) != std::string::npos; at += by.size())
        result.replace(at, what.size(), by);
    return result;
}

/// Quotes a word for sh and zsh.
std::string sh_word(std::string_view text) { return fmt::format("'{}'", replaced(text, "'", "'\\''")); }

Words names_of(const Arguments& table) {
    Words names;
    for (const Option& option : table.options())
        if (!option.is_argument()) names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

Words commands_of(const Program& program) {
    Words names;
    for (const Command& command : program.commands) names.push_back(command.text.name);
    return names;
}

// bash

/// Returns the cases for options with values; `command`: a shell pattern that matches the command.
std::string bash_values(const std::string& command, const Arguments& table) {
    std::string text;
    for (const Option& option : table.options()) {
        if (option.is_argument() || option.is_flag()) continue;
        Words patterns;
        for (const std::string& name : option.names) patterns.push_back(fmt::format("{}' {}'", command, name));
        const std::string action = !option.choices.empty()
                                       ? fmt::format("_cofnod_words '{}'", fmt::join(option.choices, " "))
                                   : option.value == "FILE"   ? "_cofnod_files -f"
                                   : option.value == "FOLDER" ? "_cofnod_files -d"
                                                              : ":";
        text += fmt::format("        {}) {}; return ;;\n", fmt::join(patterns, "|"), action);
    }
    return text;
}

// zsh

/// Returns "[help]" for a specification of _arguments.
std::string zsh_help(std::string_view help) {
    return fmt::format("[{}]", replaced(replaced(replaced(help, "\\", "\\\\"), "[", "\\["), "]", "\\]"));
}

std::string zsh_action(const Option& option) {
    if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
    if (option.value == "FOLDER") return "_files -/";
    return option.value == "FILE" || option.is_argument() ? "_files" : " ";
}

std::string zsh_specifications(const Arguments& table, std::string_view indent) {
    std::string text;
    for (const Option& option : table.options()) {
        const std::string message = replaced(option.is_argument() ? option.name() : option.value, ":", "\\:");
        std::string values;
        for (std::size_t i = 0; i < option.count && !option.is_flag(); ++i)
            values += fmt::format(":{}:{}", option.choices.empty() ? message : "word", zsh_action(option));
        if (option.is_argument()) {
            text += fmt::format("{}{} \\\n", indent, sh_word((option.repeats ? "*" : "") + values));
            continue;
        }
        for (const std::string& name : option.names)
            text +=
                fmt::format("{}{} \\\n", indent,
                            sh_word(fmt::format(
                                "{}{}{}{}", option.repeats ? "*" : fmt::format("({})", fmt::join(option.names, " ")),
                                name, zsh_help(option.help), values)));
    }
    return text;
}

// fish

std::string fish_word(std::string_view text) {
    return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

std::string fish_options(std::string_view condition, const Arguments& table) {
    std::string text;
    for (const Option& option : table.options()) {
        if (option.is_argument()) continue;
        std::string names;
        for (const std::string& name : option.names)
            names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        const std::string value = option.is_flag()          ? ""
                                  : !option.choices.empty() ? fmt::format(" -x -a '{}'", fmt::join(option.choices, " "))
                                  : option.value == "FILE"  ? " -r -F"
                                  : option.value == "FOLDER" ? " -x -a '(__fish_complete_directories)'"
                                                             : " -x";
        text += fmt::format("complete -c cofnod{}{}{} -d {}\n", condition, names, value, fish_word(option.help));
    }
    return text;
}

}  // namespace

std::string bash_completion(const Program& program) {
    std::string values = bash_values("*", program.common), options;
    for (const Command& command : program.commands) {
        values += bash_values(command.text.name, command);
        options += fmt::format("            {}) _cofnod_words '{} {}' ;;\n", command.text.name,
                               fmt::join(names_of(command), " "), fmt::join(names_of(program.common), " "));
    }
    const Words commands = commands_of(program);
    return fmt::format(R"(# bash completion of cofnod
_cofnod_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }}
_cofnod_files() {{
    compopt -o filenames 2> /dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}}
_cofnod() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command= i
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in
        {}) command=${{COMP_WORDS[i]}}; break ;;
        esac
    done
    case "$command $prev" in
{}    esac
    if [[ $cur == -* ]]; then
        case $command in
            '') _cofnod_words '{}' ;;
{}        esac
    elif [[ -z $command ]]; then
        _cofnod_words '{}'
    else
        _cofnod_files -f
    fi
}}
complete -F _cofnod cofnod
)",
                       fmt::join(commands, "|"), values, fmt::join(names_of(program.common), " "), options,
                       fmt::join(commands, " "));
}

std::string zsh_completion(const Program& program) {
    std::string commands, cases;
    for (const Command& command : program.commands) {
        commands += fmt::format("        {}\n", sh_word(command.text.name + ':' + command.text.summary));
        cases += fmt::format(
            "            {})\n                _arguments -s \\\n{}{}                    && return\n"
            "                ;;\n",
            command.text.name, zsh_specifications(command, "                    "),
            zsh_specifications(program.common, "                    "));
    }
    return fmt::format(R"(#compdef cofnod
_cofnod() {{
    local curcontext="$curcontext" state line
    typeset -A opt_args
    local -a commands
    commands=(
{}    )
    _arguments -C \
{}        '1: :->command' \
        '*:: :->argument' && return
    case $state in
        command) _describe -t commands command commands ;;
        argument)
            case $line[1] in
{}            esac
            ;;
    esac
}}
_cofnod "$@"
)",
                       commands, zsh_specifications(program.common, "        "), cases);
}

std::string fish_completion(const Program& program) {
    std::string text = "# fish completion of cofnod\n" + fish_options("", program.common);
    for (const Command& command : program.commands) {
        const std::string& name = command.text.name;
        text += fmt::format("complete -c cofnod -f -n __fish_use_subcommand -a {} -d {}\n", name,
                            fish_word(command.text.summary));
        text += fish_options(fmt::format(" -n '__fish_seen_subcommand_from {}'", name), command);
    }
    return text;
}

}  // namespace cofnod::pages
