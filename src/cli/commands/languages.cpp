#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/game_view.hpp"
#include "cli/topics.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/reference.hpp"

namespace cofnod::cli {

namespace {

struct LanguagesOptions {
    std::string name;   ///< notation to show in detail; empty: list all
    std::string check;  ///< notation file to test; empty: none
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

constexpr std::string_view camelot_topic = "camelot";

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text;
    if (file) text.assign(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open() || file.bad())
        throw InputError(tr("{}: cannot be read", path), tr("check the path of the notation file"));
    return text;
}

/// Reports every fault with its place, in the style of compilers. Returns 1 if there are any.
int check_file(const std::string& path, Streams& io) {
    std::vector<notation::LanguageFault> faults;
    std::string title;
    std::size_t examples = 0;
    const auto language = notation::read_language(content_of(path));
    if (language) {
        const notation::Languages languages = notation::Languages::built_in();
        faults = notation::check_language(*language, languages.english());
        title = fmt::format("{} ({}), ", language->name(), language->code());
        examples = language->data().examples.size();
    } else {
        faults.push_back(language.error());
    }
    for (const auto& fault : faults) io.out << printable_lines(notation::format_fault(fault, path), io.out_terminal);
    const std::string verdict = faults.empty() ? tr("all pass") : counted(faults.size(), "{} fault", "{} faults");
    if (!io.quiet)
        io.err << fmt::format("{}  {}{}: {}\n", shown(path, io.err_terminal), printable(title),
                              language ? counted(examples, "{} example", "{} examples") : tr("not a notation file"),
                              verdict);
    return static_cast<int>(faults.empty() ? ExitCode::ok : ExitCode::nothing_found);
}

/// Lists the known notations, shows one with all its letters, words and examples, or tests the examples of a notation
/// file.
int run_languages(const LanguagesOptions& options, Streams& io) {
    if (!options.check.empty()) return check_file(options.check, io);
    const Topic* const of_game = to_lower(options.name) == camelot_topic ? find_topic(camelot_topic) : nullptr;
    if (of_game && !is_for_programs(options.format)) {  // its own notation is the chapter on the game
        io.out << topic_text(*of_game, io.out_terminal.is_terminal);
        return static_cast<int>(ExitCode::ok);
    }
    const notation::Languages languages = operations::known_languages(options.notation_files);
    const notation::Language* const chosen =
        options.name.empty() ? nullptr : &operations::language_named(languages, options.name);
    if (is_for_programs(options.format))
        reports::write_notations(languages, chosen, answer_format(options.format), io.data());
    else if (chosen)
        print_notation(*chosen, io);
    else
        print_notations(languages, io);
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_languages(Program& program) {
    Command& command = program.add({.name = "languages",
                                    .summary = "list the notations, or show one",
                                    .examples = "cofnod languages\n"
                                                "cofnod languages cy\n"
                                                "cofnod languages العربية\n"
                                                "cofnod languages --check irish.notation\n"
                                                "cofnod languages --json"});
    auto options = std::make_shared<LanguagesOptions>();
    command.argument("NAME", options->name, "a code or name: show its letters, words and examples");
    command.heading("notations");
    command.option("--check", "FILE", options->check, "check a notation file: its letters and all its examples");
    add_notation_files(command, options->notation_files);
    add_format(command, options->format);
    command.pages = true;
    command.runs(options, run_languages);
}

}  // namespace cofnod::cli
