#include "cli/terminal/views/game_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"
#include "reports/reference.hpp"

namespace cofnod::terminal {

namespace {

using reports::example_square;
using reports::joined;

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

/// Prints the read-only notations, with an example instead of their letters.
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
                   other_letters(language, role), joined(language.data().piece_names[at], ", ")});
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
        add(tr("squares"), data.rank_first ? tr("rank first: e4 is {}", example_square(language))
                                           : tr("file first: e4 is {}", example_square(language)));
    if (language.system() != notation::System::descriptive) add(tr("files a to h"), joined(data.files, " "));
    add(tr("ranks 1 to 8"), joined(data.ranks, " "));
    add(tr("capture"), joined(data.captures, " "));
    add(tr("promotion"), data.promotion.empty() ? tr("no sign") : data.promotion);
    add(tr("check"), joined(data.checks, " "));
    add(tr("mate"), joined(data.mates, " "));
    add(tr("castling, short"), joined(data.castle_king_side, ", "));
    add(tr("castling, long"), joined(data.castle_queen_side, ", "));
    add(tr("between moves"), joined(data.conjunctions, " "));
    io.out << '\n';
    table.print(io.out, io.out_terminal, indent);
}

/// Prints words grouped by meaning, in order of first occurrence.
void print_words(const Language& language, Streams& io) {
    std::vector<std::pair<std::string, std::string>> meanings;
    const auto add = [&](const std::string& meaning, const std::string& word) {
        const auto same = std::ranges::find_if(meanings, [&](const auto& known) { return known.first == meaning; });
        if (same == meanings.end())
            meanings.emplace_back(meaning, word);
        else
            same->second += ", " + word;
    };
    for (const auto& [tag, word] : language.data().headers) add(tag, word);
    for (const auto& [result, word] : language.data().results)
        add(settled(result) ? std::string(to_text(result)) : tr("resigns"), word);
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
            {example.text, joined(example.english, tr(" or ")), example.is_written ? "" : tr("read, not written")});
    if (table.empty()) return;
    io.out << '\n';
    table.print(io.out, io.out_terminal, indent);
}

}  // namespace

void print_notations(const notation::Languages& languages, Streams& io) {
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
    if (io.out_terminal.is_terminal) io.remark(tr("for the details of one: cofnod languages cy"));
}

void print_notation(const Language& language, Streams& io) {
    const Terminal& terminal = io.out_terminal;
    io.out << styled(fmt::format("{} ({})", printable(translated(language.name())), printable(language.code())),
                     Style::bold, terminal)
           << " · " << shown(language.own_name(), terminal) << " · "
           << (language.right_to_left() ? tr("written from right to left") : tr("written from left to right"))
           << "\n\n";
    print_pieces(language, io);
    print_signs(language, io);
    print_words(language, io);
    print_examples(language, io);
}

}  // namespace cofnod::terminal
