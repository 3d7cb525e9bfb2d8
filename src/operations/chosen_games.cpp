#include "operations/chosen_games.hpp"

#include <string_view>

#include "base/bytes.hpp"
#include "store/corrections.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/stored_values.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

namespace {

/// Appends texts so that no two lists of texts give the same bytes.
class Bytes {
public:
    void add(std::string_view text) {
        const std::string_view kept = store::clean(text, buffer_);
        all_ += std::to_string(kept.size());
        all_ += ':';
        all_ += kept;
    }
    [[nodiscard]] std::uint64_t hash() const { return hash64(all_); }

private:
    std::string all_, buffer_;
};

/// Returns the hash of the content of a game, without its place.
std::uint64_t hash_of(const GameRecord& game) {
    Bytes bytes;
    for (const int number : {static_cast<int>(game.kind), static_cast<int>(game.state), static_cast<int>(game.result)})
        bytes.add(std::to_string(number));
    for (const std::string_view text :
         {std::string_view(game.start), std::string_view(game.moves), std::string_view(game.unread)})
        bytes.add(text);
    bytes.add(game.annotations.to_bytes());
    for (std::size_t i = 0; i < game.tags.size(); ++i) {
        bytes.add(game.tags[i].name);
        bytes.add(game.tags[i].value);
    }
    return bytes.hash();
}

/// Returns the hash of the players, the event and the date.
std::uint64_t hash_of_head(const GameRecord& game) {
    Bytes bytes;
    for (const std::string_view name : {"White", "Black", "Event", "Round", "Date", "Board"})
        bytes.add(game.tags.find(name).value_or(""));
    bytes.add(game.start);
    return bytes.hash();
}

}  // namespace

void EarlierGames::read() {
    is_read_ = true;
    // By game: its first correction, and the first since its text was replaced.
    std::unordered_map<std::int64_t, std::int64_t> first_corrections, first_of_text;
    for (const store::Correction& correction : store::corrections(store_)) {
        first_corrections.try_emplace(correction.game, correction.id);
        if (correction.kind == store::CorrectionKind::replace)
            first_of_text.erase(correction.game);
        else
            first_of_text.try_emplace(correction.game, correction.id);
    }
    store::GameReader reader(store_);
    const auto before = [&](const auto& corrections, std::int64_t id) -> std::optional<GameRecord> {
        const auto found = corrections.find(id);
        if (found == corrections.end()) return std::nullopt;
        return store::game_before(store_, found->second).record;
    };
    const auto add = [&](std::int64_t id, const GameRecord& game) {
        ++counts_[hash_of(game)];
        if (const auto first = before(first_corrections, id)) ++counts_[hash_of(*first)];
        if (!may_have_grown_) return true;
        const auto read = before(first_of_text, id);
        const GameRecord& as_read = read ? *read : game;
        const auto [place, is_new] = by_head_.try_emplace(hash_of_head(as_read), Former{id, as_read.moves});
        if (!is_new) place->second.reset();
        return true;
    };
    for (const std::int64_t source : sources_)
        for (const auto& [first, last] : store::games_of_source(store_, source))
            reader.for_each({.first_id = first, .last_id = last}, {}, add);
}

bool EarlierGames::take(const GameRecord& game) {
    if (!is_read_) read();
    const auto found = counts_.find(hash_of(game));
    if (found == counts_.end() || found->second == 0) return false;
    --found->second;
    if (const auto former = by_head_.find(hash_of_head(game)); former != by_head_.end()) former->second.reset();
    return true;
}

std::optional<std::int64_t> EarlierGames::take_grown(const GameRecord& game) {
    if (!is_read_) read();
    const auto found = by_head_.find(hash_of_head(game));
    if (found == by_head_.end() || !found->second || !game.moves.starts_with(found->second->moves)) return std::nullopt;
    const std::int64_t id = found->second->id;
    found->second.reset();
    return id;
}

void ChosenGames::add_line(PlayedLine&& line) { std::swap(line_, line); }

void ChosenGames::add_game(GameRecord&& game) {
    const bool begins_after = how_.known_bytes > 0 && game.span.begin >= how_.known_bytes;
    const bool ends_before = how_.known_bytes > 0 && !begins_after && game.span.end <= how_.known_bytes;
    EarlierGames* const earlier = begins_after ? nullptr : how_.earlier;
    const bool is_wanted = store::meets(game, how_.filter);
    const bool is_known = is_wanted && (ends_before || (earlier && earlier->take(game)));
    std::optional<std::int64_t> former;
    if (is_wanted && !is_known && earlier) former = earlier->take_grown(game);
    if (is_wanted && !is_known && !former.has_value()) {
        if (!line_.empty()) ForwardingSink::add_line(std::move(line_));
        line_.clear();
        return ForwardingSink::add_game(std::move(game));
    }
    line_.clear();
    left_out_ += !is_wanted;
    known_ += is_known;
    grown_ += former.has_value();
    add_separator({.span = game.span, .passages = {}});
    if (former.has_value() && how_.replace) how_.replace(former.value(), std::move(game));
}

}  // namespace cofnod::operations
