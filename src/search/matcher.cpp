#include "search/matcher.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "games/chess/pack.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"

namespace cofnod::search {

namespace {

std::string packed(const std::vector<chess::Move>& moves) {
    chess::Position position = chess::Position::initial();
    chess::Packer packer(position);
    for (const chess::Move move : moves) {
        packer.push(position, move);
        position.play(move);
    }
    return std::string(packer.bytes());
}

}  // namespace

QueryMatcher::QueryMatcher(const Query& query) : query_(query), opening_(packed(query.opening)) {
    if (query.other) other_ = query.other->matcher();
    if (query.flipped) flipped_ = std::make_unique<QueryMatcher>(*query.flipped);
}

std::optional<std::uint32_t> QueryMatcher::first_ply(const store::GameMoves& game) {
    ++replayed_;
    std::optional<std::uint32_t> ply;
    for_each_ply(game, [&](std::uint32_t found) {
        ply = found;
        return false;
    });
    if (!flipped_) return ply;
    const auto other = flipped_->first_ply(game);
    return ply && other ? std::min(ply, other) : ply ? ply : other;
}

std::vector<std::uint32_t> QueryMatcher::plies(const store::GameMoves& game) {
    ++replayed_;
    std::vector<std::uint32_t> found;
    for_each_ply(game, [&](std::uint32_t ply) {
        found.push_back(ply);
        return true;
    });
    if (!flipped_) return found;
    const std::vector<std::uint32_t> others = flipped_->plies(game);
    std::vector<std::uint32_t> both;
    std::ranges::set_union(found, others, std::back_inserter(both));
    return both;
}

void QueryMatcher::for_each_ply(const store::GameMoves& game, const TakePly& take) {
    if (other_) return other_->for_each_ply(game, take);
    if (game.kind != GameKind::chess) return;
    const chess::Replayer* start = start_.from(game.start);
    if (!start) {
        ++damaged_;
        return;
    }
    if (!begins_as_asked(game, *start)) return;
    if (game.moves.empty() && game.start.empty()) return;

    using chess::Replayer;
    const auto& position = query_.position;
    const auto& pieces = query_.pieces;
    const auto& material = query_.material;
    if (position && !pieces && !material)
        return find(*start, game.moves, take, [&](const Replayer& now) { return position->is_in(now); });
    if (pieces && !position && !material)
        return find(*start, game.moves, take, [&](const Replayer& now) { return pieces->is_in(now); });
    if (query_.asks_for_position()) {
        chess::MaterialInReplay followed(*start);
        bool fits = !material || material->fits(followed.signature());
        return find(*start, game.moves, take, [&](const Replayer& now) {
            if (material && followed.follow(now)) fits = material->fits(followed.signature());
            return fits && (!pieces || pieces->is_in(now)) && (!position || position->is_in(now));
        });
    }
    take(static_cast<std::uint32_t>(query_.opening.size()));
}

bool QueryMatcher::begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const {
    return opening_.empty() || (start.key() == start_.initial().key() && game.moves.starts_with(opening_));
}

template <typename Wanted>
void QueryMatcher::find(chess::Replayer game, std::string_view moves, const TakePly& take, Wanted wanted) {
    game.read(moves);
    std::uint32_t ply = 0;
    do {
        if (wanted(game) && !take(ply)) return;
        if (query_.position && query_.position->is_gone(game)) return;
        ++ply;
    } while (game.next());
    if (game.is_damaged()) ++damaged_;
}

void add_hits(std::vector<Hit>& hits, Hit like, const std::vector<std::uint32_t>& plies, Found found) {
    if (plies.empty()) return;
    const auto add = [&](std::uint32_t ply, std::uint32_t until) {
        like.ply = ply;
        like.until = until;
        hits.push_back(like);
    };
    switch (found) {
        case Found::first: return add(plies.front(), plies.front());
        case Found::last: return add(plies.back(), plies.back());
        case Found::all:
            for (const std::uint32_t ply : plies) add(ply, ply);
            return;
        case Found::runs:
            for (std::size_t i = 0; i < plies.size();) {
                const std::uint32_t begin = plies[i];
                while (i + 1 < plies.size() && plies[i + 1] == plies[i] + 1) ++i;
                add(begin, plies[i++]);
            }
    }
}

void keep_one(std::vector<Hit>& hits, Found found) {
    if (hits.empty()) return;
    if (found == Found::first) hits.resize(1);
    if (found == Found::last) hits.erase(hits.begin(), hits.end() - 1);
}

std::vector<std::uint32_t> HitFinder::main_plies(const store::GameMoves& game, const Record& record) {
    if (!query_.ply.are_given()) return matcher_.plies(game);
    // The comments of a game are read only if its moves match.
    std::vector<std::uint32_t> found;
    const bool asks_for_position = query_.asks_for_position();
    if (asks_for_position) {
        found = matcher_.plies(game);
        if (found.empty()) return found;
    } else if ((query_.other || !query_.opening.empty()) && !matcher_.first_ply(game)) {
        return found;  // without conditions on moves the game may be of any kind
    }
    const auto whole = record();
    if (!whole) return {};
    const std::vector<std::uint32_t> moves = query_.ply.plies_in(*whole);
    if (!asks_for_position) return moves;
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection(found, moves, std::back_inserter(both));
    return both;
}

std::optional<Hit> HitFinder::first(const store::GameMoves& game, const Record& record) {
    if (query_.ply.are_given()) {
        const std::vector<std::uint32_t> plies = main_plies(game, record);
        return plies.empty() ? std::nullopt : std::optional(Hit{game.id, plies.front(), 0, plies.front()});
    }
    if (const auto ply = matcher_.first_ply(game)) return Hit{game.id, ply, 0, *ply};
    if (!query_.in_variations) return std::nullopt;
    const auto whole = record();
    if (!whole) return std::nullopt;
    for (const VariationLine& line : variations_of(*whole))
        if (const auto ply = variation_matcher_.first_ply(line.as_game(game.id, whole->kind)))
            return Hit{game.id, line.first + *ply, line.number, line.first + *ply};
    return std::nullopt;
}

std::vector<Hit> HitFinder::all(const store::GameMoves& game, const Record& record) {
    std::vector<Hit> hits;
    add_hits(hits, {.game = game.id}, main_plies(game, record), query_.found);
    if (!query_.in_variations) return hits;
    const auto whole = record();
    if (!whole) return hits;
    for (const VariationLine& line : variations_of(*whole)) {
        std::vector<std::uint32_t> plies = variation_matcher_.plies(line.as_game(game.id, whole->kind));
        for (std::uint32_t& ply : plies) ply += line.first;
        add_hits(hits, {.game = game.id, .line = line.number}, plies, query_.found);
    }
    keep_one(hits, query_.found);
    return hits;
}

namespace {

template <RecordedGame G>
class VariationReader {
public:
    explicit VariationReader(const typename G::Position& start, const GameRecord& record) : main_{start} {
        typename G::Unpacker moves(start, record.moves);
        while (moves.next()) main_.push_back(moves.position());
        for (std::size_t i = 0; i < record.annotations.size(); ++i) take(record.annotations[i]);
        while (!open_.empty()) close();
    }

    std::vector<VariationLine> lines;

private:
    /// A variation being read.
    struct OpenVariation {
        std::size_t line;  ///< index into `lines`
        typename G::Position now;
        typename G::Position before;  ///< position before its last move
        typename G::Packer packer;
        std::uint32_t plies = 0;  ///< number of plies of this variation
    };

    void take(const Annotations::Item& item) {
        using Kind = Annotations::Kind;
        if (item.kind == Kind::begin_variation) {
            ++number_;
            begin(item.ply);
        }
        if (item.kind == Kind::end_variation && lost_ > 0)
            --lost_;
        else if (item.kind == Kind::end_variation && !open_.empty())
            close();
        if (item.kind == Kind::move && lost_ == 0 && !open_.empty()) play(item.value);
    }

    void begin(std::uint32_t ply) {
        if (open_.empty() && lost_ == 0 && ply > 0 && ply < main_.size())
            open(main_[ply - 1], ply, ply - 1, 0);
        else if (lost_ == 0 && !open_.empty() && open_.back().plies > 0)
            open(open_.back().before, lines[open_.back().line].ply, played() - 1, lines[open_.back().line].number);
        else
            ++lost_;
    }

    /// Returns the number of plies played up to the current position of the innermost variation.
    [[nodiscard]] std::uint32_t played() const { return lines[open_.back().line].first + open_.back().plies; }

    void open(typename G::Position start, std::uint32_t ply, std::uint32_t first, std::uint32_t parent) {
        lines.push_back({.number = number_,
                         .ply = ply,
                         .start = G::write_position(start),
                         .moves = {},
                         .first = first,
                         .parent = parent});
        open_.push_back({lines.size() - 1, start, start, typename G::Packer(start)});
    }

    void play(std::uint32_t number) {
        OpenVariation& line = open_.back();
        const auto move = G::move_with_number(line.now, number);
        if (!move || !G::is_playable(line.now, *move)) {
            close();
            ++lost_;
            return;
        }
        line.packer.push(line.now, G::ply_of(line.now, *move));
        line.before = line.now;
        line.now.play(*move);
        ++line.plies;
    }

    void close() {
        lines[open_.back().line].moves = open_.back().packer.bytes();
        open_.pop_back();
    }

    std::vector<typename G::Position> main_;  ///< positions of the main line
    std::vector<OpenVariation> open_;
    int lost_ = 0;              ///< nesting depth of unreadable variations
    std::uint32_t number_ = 0;  ///< variations begun
};

}  // namespace

std::vector<VariationLine> variations_of(const GameRecord& record) {
    return with_game(record.kind, [&](auto game) -> std::vector<VariationLine> {
        using G = decltype(game);
        const auto start = G::read_start(record.start);
        if (!start) return {};
        return VariationReader<G>(*start, record).lines;
    });
}

std::vector<std::uint32_t> lines_of_items(const Annotations& annotations) {
    std::vector<std::uint32_t> lines(annotations.size()), open{0};
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Annotations::Kind kind = annotations[i].kind;
        if (kind == Annotations::Kind::begin_variation) open.push_back(++number);
        lines[i] = open.back();
        if (kind == Annotations::Kind::end_variation && open.size() > 1) open.pop_back();
    }
    return lines;
}

std::optional<GameRecord> line_as_record(const GameRecord& record, std::uint32_t line) {
    const std::vector<VariationLine> lines = variations_of(record);
    std::vector<const VariationLine*> path;  // from the main line
    for (std::uint32_t number = line; number > 0; number = path.back()->parent) {
        const auto found = std::ranges::lower_bound(lines, number, {}, &VariationLine::number);
        if (found == lines.end() || found->number != number) return std::nullopt;
        path.push_back(&*found);
    }
    std::ranges::reverse(path);

    GameRecord result{.kind = record.kind, .tags = record.tags, .result = record.result, .start = record.start};
    with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        typename G::Position now = start_position<G>(record);
        typename G::Packer packer(now);
        for (std::size_t i = 0; i <= path.size(); ++i) {
            typename G::Unpacker moves(now, i == 0 ? record.moves : path[i - 1]->moves);
            const std::uint32_t end = i == path.size() ? std::numeric_limits<std::uint32_t>::max() : path[i]->first;
            while (result.ply_count < end) {
                const auto ply = moves.next();
                if (!ply) break;
                packer.push(now, *ply);
                now.play(G::effect_of(now, *ply));
                ++result.ply_count;
            }
        }
        result.moves = packer.bytes();
        result.final_check = final_check_of(now.key());
    });
    result.notation = record.notation;
    return result;
}

}  // namespace cofnod::search
