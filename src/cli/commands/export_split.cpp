#include "cli/commands/export_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/openings.hpp"
#include "games/record/record.hpp"
#include "reports/games.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

using Values = std::vector<std::string>;
using search::Answers;

/// Returns the value of a tag; empty if it says that it is not known.
std::string tag_of(const GameRecord& record, std::string_view name) {
    const std::string_view value = trimmed(record.tags.find(name).value_or(""));
    return value == unknown_value(name) || value == "-" ? std::string() : std::string(value);
}

/// Returns the code that `--eco` asks for: that of the moves, or of the tag if they have none.
std::string code_of(const GameRecord& record) {
    const Opening* const opening = opening_of(record);
    return opening != nullptr ? std::string(opening->eco) : tag_of(record, "ECO");
}

std::string main_opening(const GameRecord& record) {
    const Opening* const opening = opening_of(record);
    return opening != nullptr ? reports::main_opening_named(opening->eco, opening->english, "en").name : std::string();
}

Values players_of(const GameRecord& record) {
    Values players = {tag_of(record, "White")};
    if (std::string black = tag_of(record, "Black"); black != players.front()) players.push_back(std::move(black));
    return players;
}

std::string year_of(const GameRecord& record) {
    const auto date = store::PartialDate::parse(tag_of(record, "Date"));
    return date && date->year() > 0 ? fmt::format("{:04}", date->year()) : std::string();
}

Values collections_with(Answers& answers, std::int64_t game) {
    if (answers.database() == nullptr)
        throw UsageError(tr("the servers do not have what --{} asks for", "split collection"),
                         tr("ask the database that was loaded"));
    Values names = store::collections_of(*answers.database(), game);
    return names.empty() ? Values{std::string()} : names;
}

// clang-format off
constexpr SplitColumn columns[] = {
    {"player",     [](Answers&, std::int64_t, const GameRecord& game) { return players_of(game); }},
    {"white",      [](Answers&, std::int64_t, const GameRecord& game) { return Values{tag_of(game, "White")}; }},
    {"black",      [](Answers&, std::int64_t, const GameRecord& game) { return Values{tag_of(game, "Black")}; }},
    {"event",      [](Answers&, std::int64_t, const GameRecord& game) { return Values{tag_of(game, "Event")}; }},
    {"site",       [](Answers&, std::int64_t, const GameRecord& game) { return Values{tag_of(game, "Site")}; }},
    {"round",      [](Answers&, std::int64_t, const GameRecord& game) { return Values{tag_of(game, "Round")}; }},
    {"year",       [](Answers&, std::int64_t, const GameRecord& game) { return Values{year_of(game)}; }},
    {"result",     [](Answers&, std::int64_t, const GameRecord& game) {
        return Values{game.result == Result::unknown ? std::string() : std::string(to_text(game.result))}; }},
    {"eco",        [](Answers&, std::int64_t, const GameRecord& game) { return Values{code_of(game)}; }},
    {"opening",    [](Answers&, std::int64_t, const GameRecord& game) { return Values{main_opening(game)}; }},
    {"notation",   [](Answers&, std::int64_t, const GameRecord& game) { return Values{game.notation.code}; }},
    {"source",     [](Answers& answers, std::int64_t id, const GameRecord&) { return Values{answers.source(id)}; }},
    {"collection", [](Answers& answers, std::int64_t id, const GameRecord&) { return collections_with(answers, id); }},
};
// clang-format on

}  // namespace

std::string split_names() { return reports::joined(columns, ", ", &SplitColumn::name); }

Split read_split(const std::string& text) {
    for (const SplitColumn& column : columns)
        if (column.name == text) return {.column = &column};
    const Split split{.games = reports::whole_number<std::uint64_t>(text).value_or(0)};
    if (split.games == 0)
        throw UsageError(tr("--split: '{}' is neither a column nor a number of games", text),
                         tr("the columns are {}", split_names()));
    return split;
}

void SplitGames::add(const std::vector<search::Hit>& hits, const GameRecord& record) {
    if (split_.column == nullptr) {
        const std::uint64_t place = written_ % split_.games;
        if (place == 0 && written_ > 0) files_.end();
        if (place == 0) files_.begin(names_.of(fmt::format("{:04}", written_ / split_.games + 1)));
        return write(hits, record);
    }
    for (const std::string& value : split_.column->values(answers_, hits.front().game, record)) {
        const std::string& name = names_.of(value);
        const auto [listed, is_new] = listed_.try_emplace(name);
        if (is_new) order_.push_back(name);
        listed->second.hits.insert(listed->second.hits.end(), hits.begin(), hits.end());
        listed->second.sizes.push_back(static_cast<std::uint32_t>(hits.size()));
    }
}

std::vector<std::string> SplitGames::names_of_numbers(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code none;
    if (split_.column != nullptr || !std::filesystem::is_directory(folder, none)) return names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const bool is_number =
            name.ends_with(names_.ending()) && name.size() > names_.ending().size() &&
            std::ranges::all_of(std::string_view(name).substr(0, name.size() - names_.ending().size()), is_digit);
        if (is_number) names.push_back(name);
    }
    return names;
}

void SplitGames::finish() {
    if (split_.column == nullptr) {
        if (written_ > 0) files_.end();
        return;
    }
    std::int64_t game = 0;
    std::optional<GameRecord> record;  // kept, as the next hit may be in the same game
    for (const std::string& name : order_) {
        files_.begin(name);
        const Listed& listed = listed_[name];
        auto next = listed.hits.begin();
        for (const std::uint32_t size : listed.sizes) {
            const std::vector<search::Hit> hits(next, next + size);
            next += size;
            if (std::exchange(game, hits.front().game) != hits.front().game) record = answers_.record(game);
            if (record) write(hits, *record);
        }
        files_.end();
    }
}

void SplitGames::write(const std::vector<search::Hit>& hits, const GameRecord& record) {
    ++written_;
    files_.add(hits, record);
}

}  // namespace cofnod::cli
