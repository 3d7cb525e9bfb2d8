#include "cli/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "importers/formats/formats.hpp"
#include "notation/languages.hpp"
#include "operations/input_files.hpp"
#include "search/written_moves.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

/// Kind of argument judged by its form, the most certain first.
enum class Look : std::uint8_t { address, number, database, games, moves, name };

bool is_address(std::string_view text) {
    static constexpr std::array<std::string_view, 4> begins = {"http://", "https://", "ftp://", "www."};
    return std::ranges::any_of(begins, [&](std::string_view begin) { return text.starts_with(begin); });
}

bool is_file_of_games(const std::string& path) {
    const std::string ending = operations::file_ending(path);
    return !ending.empty() && !store::is_database(path) &&
           std::ranges::any_of(importers::format_names(), [&](const importers::FormatName& format) {
               const auto endings = words_of(format.endings, " ");
               return std::ranges::find(endings, ending) != endings.end();
           });
}

bool are_moves(const std::string& text) {
    static constexpr std::size_t longest = 1000;
    return text.size() < longest && search::read_written_moves(text, notation::Languages::built_in()).has_value();
}

Look look_of(const std::string& text) {
    if (is_address(text)) return Look::address;
    if (text.find_first_not_of("0123456789,-") == text.npos) return Look::number;
    if (looks_like_database(text)) return Look::database;
    if (is_file_of_games(text)) return Look::games;
    return are_moves(text) ? Look::moves : Look::name;
}

constexpr const char* fetch_first = phrase("cofnod fetches nothing: curl -L {} | cofnod import games.db -");

struct CommandHabit {
    std::string_view typed, meant;
};
struct OptionHabit {
    std::string_view typed, meant, sentence;
};
struct ArgumentHabit {
    Look looks;
    std::string_view meant, sentence;
};

constexpr CommandHabit command_habits[] = {
#define COMMAND_HABIT(typed, meant) {typed, meant},
#define OPTION_HABIT(typed, meant, sentence)
#define ARGUMENT_HABIT(looks, meant, sentence)
#include "cli/habits.def"
};
constexpr OptionHabit option_habits[] = {
#define COMMAND_HABIT(typed, meant)
#define OPTION_HABIT(typed, meant, sentence) {typed, meant, sentence},
#define ARGUMENT_HABIT(looks, meant, sentence)
#include "cli/habits.def"
};
constexpr ArgumentHabit argument_habits[] = {
#define COMMAND_HABIT(typed, meant)
#define OPTION_HABIT(typed, meant, sentence)
#define ARGUMENT_HABIT(looks, meant, sentence) {Look::looks, meant, sentence},
#include "cli/habits.def"
};

/// Returns true for options and arguments whose values may contain blanks.
bool takes_words(const Option& option) {
    static constexpr std::array<std::string_view, 8> values = {"TEXT",   "NAME",     "MOVES", "FEN",
                                                               "PIECES", "MATERIAL", "CQL",   "WORDS"};
    return std::ranges::find(values, option.value) != values.end();
}

/// Returns the value that the first unexpected word probably continues: `Garry` for `Kasparov`.
const Parsed::Given* value_before(const Parsed& parsed) {
    const auto word = std::ranges::find(parsed.words, parsed.extras.front());
    if (word == parsed.words.begin() || word == parsed.words.end()) return nullptr;
    const std::string& before = *std::prev(word);
    const auto found = std::ranges::find_if(parsed.own, [&](const Parsed::Given& given) {
        return takes_words(*given.option) && !given.values.empty() &&
               (before == given.values.back() || before == given.option->name() + '=' + given.values.back());
    });
    return found == parsed.own.end() ? nullptr : &*found;
}

std::string sentence_of(std::string_view english, const std::string& text) {
    return fmt::format(fmt::runtime(translated(english)), shell_word(text));
}

}  // namespace

std::string habit_of_command(const std::string& word) {
    const auto* const row = std::ranges::find(command_habits, word, &CommandHabit::typed);
    if (row != std::end(command_habits)) return tr("did you mean {}?", row->meant);
    if (looks_like_database(word))
        return tr("it is a database; to look at it: cofnod stats {0}, cofnod search {0} or cofnod serve {0}",
                  shell_word(word));
    if (is_file_of_games(word)) return tr("it is a file of games: cofnod import games.db {}", shell_word(word));
    return {};
}

std::string habit_of_option(const Program& program, const Command* command, const std::string& name) {
    const auto* const row = std::ranges::find(option_habits, name, &OptionHabit::typed);
    if (row == std::end(option_habits)) return {};
    std::string meant;
    for (const std::string_view option : words_of(row->meant, " "))
        if (program.common.find(option) || (command && command->find(option)))
            meant += fmt::format("{}{}", meant.empty() ? "" : comma(), option);
    if (meant.empty()) return {};
    return row->sentence.empty() ? tr("did you mean {}?", meant) : std::string(translated(row->sentence));
}

std::string habit_of_arguments(const Command& command, const Parsed& parsed) {
    const std::string text = fmt::format("{}", fmt::join(parsed.extras, " "));
    if (const Parsed::Given* const given = value_before(parsed)) {
        const std::string whole = shell_word(given->values.back() + ' ' + text);
        return tr("write several words in quotes: {}",
                  given->option->is_argument() ? whole : given->option->name() + ' ' + whole);
    }
    const Look look = look_of(text);
    for (const ArgumentHabit& row : argument_habits)
        if (row.looks == look && command.find(row.meant)) return sentence_of(row.sentence, text);
    return {};
}

std::string habit_of_value(const Option& argument, const std::string& text) {
    const Look look = look_of(text);
    for (const ArgumentHabit& row : argument_habits)
        if (row.looks == look && row.meant == argument.name()) return sentence_of(row.sentence, text);
    return {};
}

void refuse_other_arguments(const Command& command, const Parsed& parsed) {
    for (const auto& [option, values, times] : parsed.own) {
        if (!option->is_argument()) continue;
        const bool is_before_files = option->is_database && command.find("FILE") != nullptr;
        for (const std::string& value : values) {
            if (is_address(value)) throw UsageError(tr("{}: not a file", value), sentence_of(fetch_first, value));
            if (is_before_files && is_file_of_games(value))
                throw UsageError(tr("{}: this is a file of games, and the database comes first", value),
                                 fmt::format("cofnod {} games.db {}", command.text.name, shell_word(value)));
        }
    }
}

}  // namespace cofnod::cli
