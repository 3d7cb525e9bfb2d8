#include "reports/repertoire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/tr.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/variations.hpp"
#include "games/record/with_game.hpp"
#include "reports/games.hpp"
#include "search/header_games.hpp"
#include "search/matcher.hpp"

namespace cofnod::reports {

namespace {

using By = LeavingGame::By;

/// Compares games of one kind with a repertoire.
template <RecordedGame G>
class ComparingLines {
public:
    ComparingLines(const RepertoireQuestion& question, const notation::Language& language)
        : question_(question), language_(language), start_(*G::read_start("")), numbers_(MoveNumbers::from<G>(start_)) {
        nodes_.push_back({});
        by_key_.emplace(start_.key(), 0);
    }

    void add(const GameRecord& record) {
        if (record.kind != G::kind || !record.start.empty()) return;
        add_line(start_, record.moves);
        for (const VariationLine& line : variations_of(record))
            if (const auto start = G::read_start(line.start)) add_line(*start, line.moves);
    }

    Repertoire compare(store::Store& store) {
        result_.positions = static_cast<std::int64_t>(nodes_.size());
        store::GameReader reader(store);
        store::HeaderFilter filter = question_.filter;
        filter.kind = G::kind;
        const auto ids = search::HeaderGames(store, filter).ids();
        if (!ids.empty())
            search::read_games(reader, ids, [&](const store::GameMoves& game) {
                if (game.kind == G::kind && game.start.empty()) look_at(game);
                return true;
            });
        name_games(store);
        list_gaps();
        list_places();
        return std::move(result_);
    }

private:
    static constexpr std::uint32_t nothing = 0;

    /// A position, with the way in which it was reached first.
    struct Node {
        std::uint32_t parent = nothing, ply = 0;
        typename G::Move move{};  ///< that led to it
        std::vector<typename G::Move> known;
        std::vector<std::uint32_t> from;  ///< positions that lead to it
        bool is_met = false;
    };
    struct Leave {
        std::int64_t game;
        std::uint32_t node;
        typename G::Move move;
        By by;
    };

    void add_line(typename G::Position now, std::string_view moves) {
        const auto begin = by_key_.find(now.key());
        if (begin == by_key_.end() || moves.empty()) return;
        ++result_.lines;
        std::uint32_t at = begin->second;
        typename G::Unpacker line(now, moves);
        while (const auto ply = line.next()) {
            const auto move = G::effect_of(now, *ply);
            now.play(move);
            const auto [place, is_new] = by_key_.try_emplace(now.key(), static_cast<std::uint32_t>(nodes_.size()));
            const std::uint32_t next = place->second;
            if (is_new) nodes_.push_back({.parent = at, .ply = nodes_[at].ply + 1, .move = move});
            auto& known = nodes_[at].known;
            if (std::ranges::find(known, move) == known.end()) known.push_back(move);
            auto& from = nodes_[next].from;
            if (std::ranges::find(from, at) == from.end()) from.push_back(at);
            at = next;
        }
    }

    [[nodiscard]] bool is_own_turn(std::uint32_t node) const {
        const bool is_white = !numbers_.is_black(nodes_[node].ply);
        return !question_.is_white || *question_.is_white == is_white;
    }

    void look_at(const store::GameMoves& game) {
        const auto* const start = starts_.from(game.start);
        if (!start || game.moves.empty()) return;
        ++result_.games;
        typename G::Replayer now = *start;
        now.read(game.moves);
        std::uint32_t at = 0;
        nodes_[at].is_met = true;
        while (now.next()) {
            const auto next = by_key_.find(now.key());
            if (next == by_key_.end()) {
                const By by = nodes_[at].known.empty()                ? By::end
                              : is_own_turn(at) && question_.is_white ? By::own
                                                                      : By::opponent;
                leaves_.push_back({game.id, at, now.move(), by});
                return;
            }
            at = next->second;
            nodes_[at].is_met = true;
        }
        ++result_.inside;
    }

    [[nodiscard]] typename G::Position position_at(std::uint32_t node) const {
        std::vector<std::uint32_t> path;
        for (std::uint32_t each = node; each != 0; each = nodes_[each].parent) path.push_back(each);
        typename G::Position now = start_;
        for (auto each = path.rbegin(); each != path.rend(); ++each) now.play(nodes_[*each].move);
        return now;
    }

    [[nodiscard]] std::string line_text(std::uint32_t node) const {
        std::vector<std::uint32_t> path;
        for (std::uint32_t each = node; each != 0; each = nodes_[each].parent) path.push_back(each);
        typename G::Position now = start_;
        std::string text;
        for (auto each = path.rbegin(); each != path.rend(); ++each) {
            const std::uint32_t ply = nodes_[*each].ply - 1;
            if (!text.empty()) text += ' ';
            if (!numbers_.is_black(ply)) text += numbers_.at(ply) + ' ';
            text += move_text<G>(now, G::ply_of(now, nodes_[*each].move), language_);
            now.play(nodes_[*each].move);
        }
        return text;
    }

    [[nodiscard]] std::string text_of(const typename G::Position& position, const typename G::Move& move) const {
        return G::is_playable(position, move) ? move_text<G>(position, G::ply_of(position, move), language_) : "?";
    }

    [[nodiscard]] std::string known_at(std::uint32_t node) const {
        const typename G::Position position = position_at(node);
        return joined(nodes_[node].known, ", ", [&](const auto& move) { return text_of(position, move); });
    }

    [[nodiscard]] bool is_full(std::size_t rows) const {
        return question_.limit && rows >= static_cast<std::size_t>(*question_.limit);
    }

    void name_games(store::Store& store) {
        store::GameReader reader(store);
        for (const Leave& leave : leaves_) {
            if (is_full(result_.left.size())) break;
            auto header = reader.header(leave.game);
            if (!header) continue;
            const typename G::Position position = position_at(leave.node);
            const std::uint32_t ply = nodes_[leave.node].ply;
            result_.left.push_back({.header = *std::move(header),
                                    .ply = ply + 1,
                                    .move = numbers_.at(ply) + ' ' + text_of(position, leave.move),
                                    .known = known_at(leave.node),
                                    .by = leave.by});
        }
    }

    void list_gaps() {
        struct Gap {
            std::uint32_t node;
            typename G::Move move;
            std::int64_t games = 0;
        };
        std::vector<Gap> gaps;
        std::map<std::uint32_t, std::vector<std::size_t>> by_node;
        for (const Leave& leave : leaves_) {
            if (leave.by != By::opponent) continue;
            std::vector<std::size_t>& here = by_node[leave.node];
            const auto known = std::ranges::find_if(here, [&](std::size_t i) { return gaps[i].move == leave.move; });
            if (known == here.end()) {
                here.push_back(gaps.size());
                gaps.push_back({leave.node, leave.move, 1});
            } else {
                ++gaps[*known].games;
            }
        }
        std::ranges::stable_sort(gaps, std::ranges::greater(), &Gap::games);
        for (const Gap& gap : gaps) {
            if (is_full(result_.gaps.size())) break;
            const typename G::Position position = position_at(gap.node);
            result_.gaps.push_back({.line = line_text(gap.node),
                                    .moves = numbers_.at(nodes_[gap.node].ply) + ' ' + text_of(position, gap.move),
                                    .position = G::write_position(position),
                                    .games = gap.games});
        }
    }

    void add_place(std::vector<RepertoirePlace>& places, std::uint32_t node, std::size_t count) {
        if (is_full(places.size())) return;
        places.push_back({.line = line_text(node),
                          .moves = known_at(node),
                          .position = G::write_position(position_at(node)),
                          .games = static_cast<std::int64_t>(count)});
    }

    void list_places() {
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            const Node& each = nodes_[node];
            if (is_own_turn(node) && each.known.size() > 1) add_place(result_.conflicts, node, each.known.size());
            if (each.from.size() > 1) add_place(result_.transpositions, node, each.from.size());
            if (each.known.empty() && !each.is_met) add_place(result_.unused, node, 0);
        }
    }

    const RepertoireQuestion& question_;
    const notation::Language& language_;
    typename G::Position start_;
    MoveNumbers numbers_;
    ReplayStart<G> starts_;
    std::vector<Node> nodes_;  ///< the first is the start
    std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
    std::vector<Leave> leaves_;
    Repertoire result_;
};

std::string_view name_of(By by) {
    static constexpr std::string_view names[] = {phrase("own"), phrase("opponent"), phrase("end")};
    return names[static_cast<std::size_t>(by)];
}

const store::GameHeader& header_of(const LeavingGame& game) { return game.header; }

}  // namespace

Repertoire repertoire(store::Store& store, const RepertoireQuestion& question, const VisitLines& lines,
                      const notation::Language& language) {
    return with_game(question.kind, [&](auto rules) {
        ComparingLines<decltype(rules)> comparing(question, language);
        lines([&](const GameRecord& record) { comparing.add(record); });
        return comparing.compare(store);
    });
}

Answer<LeavingGame> leaving_games() {
    using Game = LeavingGame;
    Answer<Game> answer{.list = "left", .fields = {}};
    add_fields(answer.fields, header_fields(), {"id", "white", "black", "result", "date"}, header_of);
    answer.fields.push_back({"ply", Type::integer, [](const Game& game) -> Value { return game.ply; }});
    answer.fields.push_back({"move", Type::text, [](const Game& game) -> Value { return game.move; },
                             Table::Column{phrase("left by"), Table::left, Table::fixed, Style::bold}});
    answer.fields.push_back({"by", Type::text, [](const Game& game) -> Value { return name_of(game.by); },
                             Table::Column{phrase("whose move")},
                             [](const Game& game) { return in_words(name_of(game.by)); }});
    answer.fields.push_back({"known", Type::text, [](const Game& game) { return known(game.known); },
                             Table::Column{phrase("in the repertoire"), Table::left, Table::flexible},
                             [](const Game& game) { return game.known; }});
    return answer;
}

Answer<RepertoirePlace> repertoire_places(const std::string& section) {
    using Place = RepertoirePlace;
    const bool is_of_games = section == "gaps";
    Answer<Place> answer{.list = section, .fields = {}};
    answer.fields.push_back({"line", Type::text, [](const Place& place) { return known(place.line); },
                             Table::Column{phrase("after"), Table::left, Table::flexible},
                             [](const Place& place) { return place.line; }});
    answer.fields.push_back({"moves", Type::text, [](const Place& place) { return known(place.moves); },
                             Table::Column{phrase("moves"), Table::left, Table::flexible, Style::bold},
                             [](const Place& place) { return place.moves; }});
    answer.fields.push_back({"position", Type::text, [](const Place& place) -> Value { return place.position; }});
    answer.fields.push_back({"games", Type::integer, [](const Place& place) -> Value { return place.games; },
                             is_of_games ? std::optional(Table::Column{phrase("games"), Table::right}) : std::nullopt});
    return answer;
}

Report report_of(const Repertoire& found) {
    Report report;
    report.head.add("lines", found.lines);
    report.head.add("positions", found.positions);
    report.head.add("games", found.games);
    report.head.add("inside", found.inside);
    report.sections = {{leaving_games(), found.left},
                       {repertoire_places("gaps"), found.gaps},
                       {repertoire_places("conflicts"), found.conflicts},
                       {repertoire_places("transpositions"), found.transpositions},
                       {repertoire_places("unused"), found.unused}};
    return report;
}

}  // namespace cofnod::reports
