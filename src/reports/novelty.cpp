#include "reports/novelty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "reports/games.hpp"
#include "store/works.hpp"

namespace cofnod::reports {

namespace {

using search::DatedGame;
using search::EarlierGames;
using store::GameHeader;

std::string player_text(const std::string& name) { return name.empty() ? "?" : name; }

std::string game_text(const GameHeader& game) {
    return fmt::format("{} {} – {}", date_text(game), player_text(game.white), player_text(game.black));
}

template <RecordedGame G>
class Comparing {
public:
    Comparing(store::Store& store, EarlierGames& earlier, const GameRecord& record, const notation::Language& language)
        : reader_(store),
          earlier_(earlier),
          language_(language),
          position_(start_position<G>(record)),
          plies_(main_line<G>(record)),
          numbers_(MoveNumbers::from<G>(position_)) {
        keys_.push_back(index::keys_of<G>(position_));
        typename G::Position now = position_;
        for (const typename G::Ply& ply : plies_) {
            now.play(G::effect_of(now, ply));
            keys_.push_back(index::keys_of<G>(now));
        }
    }

    void compare(Novelty& novelty, std::size_t most_games) {
        const auto counts = earlier_.count(keys_);
        for (std::uint32_t i = 0; i < plies_.size(); ++i) {
            KnownPly ply{.ply = i + 1,
                         .move = move_text<G>(position_, plies_[i], language_),
                         .uci = uci_text<G>(position_, plies_[i]),
                         .earlier = counts[i + 1]};
            ply.numbered = numbers_.at(i) + ' ' + ply.move;
            if (ply.earlier.games == 0 && !novelty.first_new) {
                novelty.first_new = i;
                add_known(novelty, i, most_games);
            }
            novelty.plies.push_back(std::move(ply));
            position_.play(G::effect_of(position_, plies_[i]));
        }
        if (!novelty.first_new) add_known(novelty, plies_.size(), most_games);
    }

private:
    /// Adds the moves of earlier games from the position after `ply` plies, which is the current one.
    void add_known(Novelty& novelty, std::size_t ply, std::size_t most_games) {
        std::vector<DatedGame> games = earlier_.with_position(keys_[ply]);
        add_moves(novelty, games, ply);
        std::ranges::stable_sort(games, std::greater(), &DatedGame::date);
        games.resize(std::min(games.size(), most_games));
        for (const DatedGame& game : games)
            if (auto header = reader_.header(game.id)) novelty.games.push_back(*std::move(header));
    }

    void add_moves(Novelty& novelty, const std::vector<DatedGame>& games, std::size_t ply) {
        std::vector<std::pair<typename G::Move, Score>> moves;
        const bool is_white = G::is_white_to_move(position_);
        ReplayStart<G> starts;
        for (const DatedGame& each : games) {
            const auto game = reader_.moves(each.id);
            const auto* start = game ? starts.from(game->start) : nullptr;
            const auto move = start ? move_from(*start, game->moves, keys_[ply].key) : std::nullopt;
            if (!move || !G::is_playable(position_, *move)) continue;
            const auto known = std::ranges::find(moves, *move, [](const auto& entry) { return entry.first; });
            Score& score = known == moves.end() ? moves.emplace_back(*move, Score{}).second : known->second;
            score.add(game->result, is_white);
        }
        std::ranges::sort(moves, [](const auto& a, const auto& b) {
            return a.second.games != b.second.games ? a.second.games > b.second.games : G::is_less(a.first, b.first);
        });
        for (const auto& [move, score] : moves) {
            const typename G::Ply played = G::ply_of(position_, move);
            const std::string text = move_text<G>(position_, played, language_);
            novelty.moves.push_back({text, numbers_.at(static_cast<std::uint32_t>(ply)) + ' ' + text,
                                     uci_text<G>(position_, played), score});
        }
    }

    /// Returns the move played from the first occurrence of a position.
    static std::optional<typename G::Move> move_from(typename G::Replayer now, std::string_view moves,
                                                     std::uint64_t key) {
        now.read(moves);
        while (true) {
            const bool here = now.key() == key;
            if (!now.next()) return std::nullopt;
            if (here) return now.move();
        }
    }

    store::GameReader reader_;
    EarlierGames& earlier_;
    const notation::Language& language_;
    typename G::Position position_;
    std::vector<typename G::Ply> plies_;
    MoveNumbers numbers_;
    std::vector<index::PositionKeys> keys_;  ///< keys of the positions before and after each ply
};

/// Describes the latest earlier game of each ply.
void name_last_games(Novelty& novelty, store::GameReader& reader) {
    std::map<std::int64_t, std::string> texts;
    for (KnownPly& ply : novelty.plies) {
        if (ply.earlier.games == 0) continue;
        auto [text, is_new] = texts.try_emplace(ply.earlier.last.id);
        if (is_new)
            if (const auto header = reader.header(ply.earlier.last.id)) text->second = game_text(*header);
        ply.last = text->second;
    }
}

store::PartialDate date_of(const GameHeader& header, const NoveltyQuestion& question) {
    if (question.date) return *question.date;
    if (header.date && header.date->year() > 0) return *header.date;
    throw UsageError(tr("game {} has no date", question.game), tr("give one: what was known are the games before it"));
}

Value count_of(const KnownPly& ply) { return ply.earlier.games; }

Value last_id(const KnownPly& ply) { return ply.earlier.games == 0 ? Value() : Value(ply.earlier.last.id); }

Value last_date(const KnownPly& ply) {
    return date_value(ply.earlier.games == 0 ? std::nullopt
                                             : std::optional(store::PartialDate::from_number(ply.earlier.last.date)));
}

const Score& score_of(const EarlierMove& move) { return move.score; }

}  // namespace

Novelty novelty(store::Store& store, const NoveltyQuestion& question, const notation::Language& language) {
    store::GameReader reader(store);
    auto header = reader.header(question.game);
    const auto record = header ? reader.read(question.game) : std::nullopt;
    if (!record)
        throw UsageError(tr("there is no game {}", question.game),
                         WayOut(WayOutKind::list_games, {store.path().string()}));
    Novelty result;
    result.date = date_of(*header, question);
    result.header = *std::move(header);
    search::Ids except = store::witnesses_of(store, question.game);
    except.push_back(question.game);
    std::ranges::sort(except);
    except.erase(std::unique(except.begin(), except.end()), except.end());
    EarlierGames earlier(store, record->kind, result.date, std::move(except), question.filter);
    result.earlier = earlier.games();
    result.undecided = earlier.undecided();
    with_game(record->kind, [&](auto game) {
        Comparing<decltype(game)>(store, earlier, *record, language).compare(result, question.games);
    });
    name_last_games(result, reader);
    return result;
}

Answer<KnownPly> novelty_plies() {
    // clang-format off
    return {.list = "plies", .fields = {
        {"ply",           Type::integer, [](const KnownPly& ply) -> Value { return ply.ply; }},
        {"move",          Type::text,    [](const KnownPly& ply) { return known(ply.move); },
                                         Table::Column{phrase("move"), Table::left, Table::fixed, Style::bold},
                                         [](const KnownPly& ply) { return ply.numbered; }},
        {"uci",           Type::text,    [](const KnownPly& ply) { return known(ply.uci); }},
        {"earlier_games", Type::integer, count_of, right(phrase("earlier games")),
                                         [](const KnownPly& ply) { return grouped(unsigned_count(ply.earlier.games)); }},
        {"last_id",       Type::integer, last_id, right(phrase("id"))},
        {"last_date",     Type::text,    last_date},
        Field<KnownPly>::shown_as({phrase("the last of them"), Table::left, Table::flexible}, [](const KnownPly& ply) { return ply.last; }),
    }};
    // clang-format on
}

Answer<EarlierMove> novelty_moves() {
    Answer<EarlierMove> answer{.list = "moves", .fields = {}};
    answer.fields.push_back({"move", Type::text, [](const EarlierMove& move) { return known(move.move); },
                             Table::Column{phrase("move"), Table::left, Table::fixed, Style::bold},
                             [](const EarlierMove& move) { return move.numbered; }});
    answer.fields.push_back({"uci", Type::text, [](const EarlierMove& move) { return known(move.uci); }});
    add_fields(answer.fields, score_fields(), score_of);
    return answer;
}

Answer<GameHeader> novelty_games() {
    Answer<GameHeader> games = header_list();
    games.fields.keep({"id", "white", "black", "result", "date", "event", "white_elo", "black_elo"});
    return games;
}

std::size_t last_known(const Novelty& novelty) {
    std::size_t count = novelty.plies.size();
    while (count > 0 && novelty.plies[count - 1].earlier.games == 0) --count;
    return count;
}

Report report_of(const Novelty& novelty) {
    Report report;
    for (const auto& field : header_fields())
        for (const std::string_view name : {"id", "white", "black", "result", "date"})
            if (field.shape.name == name) report.head.add(field.shape.name, field.value(novelty.header));
    const KnownPly* const first = novelty.first_new ? &novelty.plies[*novelty.first_new] : nullptr;
    report.head.add("before", date_value(novelty.date));
    report.head.add("earlier_games", novelty.earlier);
    report.head.add("undecided_games", novelty.undecided);
    report.head.add("new_ply", first ? Value(first->ply) : Value());
    report.head.add("new_move", first ? known(first->move) : Value());
    report.head.add("new_uci", first ? known(first->uci) : Value());
    report.head.add("last_known_ply", last_known(novelty));
    report.sections = {
        {novelty_plies(), novelty.plies}, {novelty_moves(), novelty.moves}, {novelty_games(), novelty.games}};
    return report;
}

}  // namespace cofnod::reports
