#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "answers/notations.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "cli/program.hpp"
#include "jobs/notation_choice.hpp"
#include "notation/language_check.hpp"
#include "notation/write_move.hpp"
#include "options/query.hpp"
#include "terminal/output_format.hpp"
#include "terminal/report.hpp"
#include "terminal/streams.hpp"

namespace cofnod::cli {

namespace {

struct LanguagesOptions {
    std::string name;   ///< one notation in detail; empty: list all
    std::string check;  ///< a notation file to test; empty: none
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

using answers::example_square;

using notation::File;
using notation::Language;
using notation::Rank;
using notation::Role;

constexpr std::array<Role, 5> pieces = {Role::king, Role::queen, Role::rook, Role::bishop, Role::knight};
constexpr std::array<std::string_view, 6> role_names = {phrase("pawn"), phrase("knight"), phrase("bishop"),
                                                        phrase("rook"), phrase("queen"),  phrase("king")};
constexpr std::size_t indent = 2;

std::string_view direction(const Language& language) {
    return translated(language.right_to_left() ? phrase("right to left") : phrase("left to right"));
}

template <typename Texts>
std::string listed(const Texts& texts, std::string_view between) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? std::string() : std::string(between)) + text;
    return result;
}

/// Prints the notations that are only read, with an example instead of their letters.
void print_others(const notation::Languages& languages, Streams& io) {
    Table table({{phrase("code"), Table::left, Table::fixed, Style::bold},
                 {phrase("name")},
                 {"K"},
                 {"Q"},
                 {"R"},
                 {"B"},
                 {"N"},
                 {phrase("read, not written")}});
    for (const Language* language : languages.others()) {
        std::vector<std::string> cells = {language->code(), std::string(translated(language->name()))};
        for (const Role role : pieces) cells.emplace_back(language->piece_letter(role));
        std::string examples;
        for (std::size_t i = 0; i < std::min<std::size_t>(language->data().examples.size(), 4); ++i)
            examples += (i ? ", " : "") + language->data().examples[i].text;
        cells.push_back(examples);
        table.add(std::move(cells));
    }
    io.out << '\n';
    table.print(io.out, io.out_terminal);
}

void print_table(const notation::Languages& languages, Streams& io) {
    Table table({{phrase("code"), Table::left, Table::fixed, Style::bold},
                 {phrase("name"), Table::left, Table::flexible},
                 {phrase("own name"), Table::left, Table::flexible},
                 {"K"},
                 {"Q"},
                 {"R"},
                 {"B"},
                 {"N"},
                 {"e4"},
                 {"Nxe5"},
                 {phrase("written"), Table::left, Table::spare}});
    const notation::Reading capture{.role = Role::knight,
                                    .from_file = {},
                                    .from_rank = {},
                                    .to_file = File::e,
                                    .to_rank = Rank::r5,
                                    .capture = true,
                                    .promotion = {}};
    for (const Language& language : languages) {
        std::vector<std::string> cells = {language.code(), std::string(translated(language.name())),
                                          language.own_name()};
        for (const Role role : pieces) cells.emplace_back(language.piece_letter(role));
        cells.push_back(example_square(language));
        cells.push_back(notation::write_move(language, capture));
        cells.emplace_back(direction(language));
        table.add(std::move(cells));
    }
    table.print(io.out, io.out_terminal);
    print_others(languages, io);
    if (!io.quiet && io.out_terminal.is_terminal) io.err << say("for the details of one: cofnod languages cy") << '\n';
}

std::string other_letters(const Language& language, Role role) {
    std::string text;
    for (const auto& [other, letter] : language.data().also)
        if (other == role) text += (text.empty() ? "" : " ") + letter;
    return text;
}

void print_pieces(const Language& language, Streams& io) {
    Table table({{phrase("piece")}, {phrase("letter")}, {phrase("also")}, {phrase("called")}});
    const auto add = [&](Role role) {
        const auto at = static_cast<std::size_t>(role);
        table.add({std::string(translated(role_names[at])), std::string(language.piece_letter(role)),
                   other_letters(language, role), listed(language.data().piece_names[at], ", ")});
    };
    for (const Role role : pieces) add(role);
    add(Role::pawn);
    table.print(io.out, io.out_terminal, indent);
}

void print_signs(const Language& language, Streams& io) {
    const notation::LanguageData& data = language.data();
    Table table({{"", Table::left, Table::fixed, Style::dim}, {""}});
    const auto add = [&](const std::string& name, const std::string& text) {
        if (!text.empty()) table.add({name, text});
    };
    if (language.system() == notation::System::algebraic)
        add(say("squares"), data.rank_first ? say("rank first: e4 is {}", example_square(language))
                                            : say("file first: e4 is {}", example_square(language)));
    if (language.system() != notation::System::descriptive) add(say("files a to h"), listed(data.files, " "));
    add(say("ranks 1 to 8"), listed(data.ranks, " "));
    add(say("capture"), listed(data.captures, " "));
    add(say("promotion"), data.promotion.empty() ? say("no sign") : data.promotion);
    add(say("check"), listed(data.checks, " "));
    add(say("mate"), listed(data.mates, " "));
    add(say("castling, short"), listed(data.castle_king_side, ", "));
    add(say("castling, long"), listed(data.castle_queen_side, ", "));
    add(say("between moves"), listed(data.conjunctions, " "));
    io.out << '\n';
    table.print(io.out, io.out_terminal, indent);
}

/// Prints words grouped by meaning, in order of first occurrence.
void print_words(const Language& language, Streams& io) {
    std::vector<std::pair<std::string, std::string>> meanings;
    const auto add = [&](const std::string& meaning, const std::string& word) {
        const auto same =
            std::find_if(meanings.begin(), meanings.end(), [&](const auto& known) { return known.first == meaning; });
        if (same == meanings.end())
            meanings.emplace_back(meaning, word);
        else
            same->second += ", " + word;
    };
    for (const auto& [tag, word] : language.data().headers) add(tag, word);
    for (const auto& [result, word] : language.data().results)
        add(settled(result) ? std::string(to_text(result)) : say("resigns"), word);
    if (meanings.empty()) return;

    Table table({{phrase("means")}, {phrase("words")}});
    for (const auto& [meaning, words] : meanings) table.add({meaning, words});
    io.out << '\n';
    table.print(io.out, io.out_terminal, indent);
}

void print_examples(const Language& language, Streams& io) {
    Table table({{phrase("example")}, {phrase("in English")}, {""}});
    for (const notation::Example& example : language.data().examples)
        table.add(
            {example.text, listed(example.english, say(" or ")), example.is_written ? "" : say("read, not written")});
    if (table.empty()) return;
    io.out << '\n';
    table.print(io.out, io.out_terminal, indent);
}

void print_detail(const Language& language, Streams& io) {
    const Terminal& terminal = io.out_terminal;
    io.out << styled(fmt::format("{} ({})", printable(translated(language.name())), printable(language.code())),
                     Style::bold, terminal)
           << " · " << shown(language.own_name(), terminal) << " · "
           << (language.right_to_left() ? say("written from right to left") : say("written from left to right"))
           << "\n\n";
    print_pieces(language, io);
    print_signs(language, io);
    print_words(language, io);
    print_examples(language, io);
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text;
    if (file) text.assign(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open() || file.bad())
        throw InputError(say("{}: cannot be read", path), say("check the path of the notation file"));
    return text;
}

/// Reports every fault with its place, like a compiler. Returns 1 if there are any.
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
    const std::string verdict = faults.empty() ? say("all pass") : counted(faults.size(), "{} fault", "{} faults");
    if (!io.quiet)
        io.err << fmt::format("{}  {}{}: {}\n", shown(path, io.err_terminal), printable(title),
                              language ? counted(examples, "{} example", "{} examples") : say("not a notation file"),
                              verdict);
    return static_cast<int>(faults.empty() ? ExitCode::ok : ExitCode::nothing_found);
}

/// Lists the known notations; shows one with all its letters, words and examples; or tests the examples of a notation
/// file.
int run_languages(const LanguagesOptions& options, Streams& io) {
    if (!options.check.empty()) return check_file(options.check, io);
    const notation::Languages languages = jobs::known_languages(options.notation_files);
    const Language* const chosen = options.name.empty() ? nullptr : &jobs::language_named(languages, options.name);
    if (is_for_programs(options.format))
        answers::write_notations(languages, chosen, answer_format(options.format), io.data());
    else if (chosen)
        print_detail(*chosen, io);
    else
        print_table(languages, io);
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
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    command.page_answer();
    command.runs(options, run_languages);
}

}  // namespace cofnod::cli
