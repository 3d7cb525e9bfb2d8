#include "search/matcher.hpp"

#include <algorithm>
#include <optional>

#include "games/chess/pack.hpp"
#include "games/record/record.hpp"
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
    const auto ply = first_ply_as_asked(game);
    if (!flipped_) return ply;
    const auto other = flipped_->first_ply(game);
    return ply && other ? std::min(ply, other) : ply ? ply : other;
}

std::optional<std::uint32_t> QueryMatcher::first_ply_as_asked(const store::GameMoves& game) {
    if (other_) return other_->first_ply(game);
    if (game.kind != GameKind::chess) return std::nullopt;
    const chess::Replayer* start = start_.from(game.start);
    if (!start) {
        ++damaged_;
        return std::nullopt;
    }
    if (!begins_as_asked(game, *start)) return std::nullopt;
    if (game.moves.empty() && game.start.empty()) return std::nullopt;

    using chess::Replayer;
    const auto& position = query_.position;
    const auto& pieces = query_.pieces;
    const auto& material = query_.material;
    if (position && !pieces && !material)
        return find(*start, game.moves, [&](const Replayer& now) { return position->is_in(now); });
    if (pieces && !position && !material)
        return find(*start, game.moves, [&](const Replayer& now) { return pieces->is_in(now); });
    if (query_.asks_for_position()) {
        chess::MaterialInReplay followed(*start);
        bool fits = !material || material->fits(followed.signature());
        return find(*start, game.moves, [&](const Replayer& now) {
            if (material && followed.follow(now)) fits = material->fits(followed.signature());
            return fits && (!pieces || pieces->is_in(now)) && (!position || position->is_in(now));
        });
    }
    return static_cast<std::uint32_t>(query_.opening.size());
}

bool QueryMatcher::begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const {
    return opening_.empty() || (start.key() == start_.initial().key() && game.moves.starts_with(opening_));
}

template <typename Wanted>
std::optional<std::uint32_t> QueryMatcher::find(chess::Replayer game, std::string_view moves, Wanted wanted) {
    game.read(moves);
    std::uint32_t ply = 0;
    do {
        if (wanted(game)) return ply;
        if (query_.position && query_.position->is_gone(game)) return std::nullopt;
        ++ply;
    } while (game.next());
    if (game.is_damaged()) ++damaged_;
    return std::nullopt;
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
        if (item.kind == Kind::begin_variation) begin(item.ply);
        if (item.kind == Kind::end_variation && lost_ > 0)
            --lost_;
        else if (item.kind == Kind::end_variation && !open_.empty())
            close();
        if (item.kind == Kind::move && lost_ == 0 && !open_.empty()) play(item.value);
    }

    void begin(std::uint32_t ply) {
        if (open_.empty() && lost_ == 0 && ply > 0 && ply < main_.size())
            open(main_[ply - 1], ply, ply - 1);
        else if (lost_ == 0 && !open_.empty() && open_.back().plies > 0)
            open(open_.back().before, lines[open_.back().line].ply, played() - 1);
        else
            ++lost_;
    }

    /// Returns the number of plies played up to the current position of the innermost variation.
    [[nodiscard]] std::uint32_t played() const { return lines[open_.back().line].first + open_.back().plies; }

    void open(typename G::Position start, std::uint32_t ply, std::uint32_t first) {
        lines.push_back({.ply = ply, .start = G::write_position(start), .moves = {}, .first = first});
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
    int lost_ = 0;  ///< nesting depth of unreadable variations
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

}  // namespace cofnod::search
