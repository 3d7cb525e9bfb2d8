#include <algorithm>

#include "base/error.hpp"
#include "games/record/replay.hpp"
#include "operations/query.hpp"
#include "search/search.hpp"
#include "search/tree_growth.hpp"
#include "toy/game.hpp"

/// Searches for positions of Toy, by a position or the moves that lead to it.
namespace cofnod {

namespace search {

template <>
struct WantedOf<ToyGame> {
    class Type {
    public:
        explicit Type(const toy::Position& position) : position_(position) {}
        [[nodiscard]] std::uint64_t key() const { return position_.key(); }
        [[nodiscard]] bool is_in(const toy::Replayer& game) const { return game.position() == position_; }
        [[nodiscard]] static bool is_gone(const toy::Replayer&) { return false; }

    private:
        toy::Position position_;
    };
};

template Tree<ToyGame> OpeningTree::at(const toy::Position&);
template void OpeningTree::count_reached(const toy::Position&, Tree<ToyGame>&);

namespace {

using Wanted = WantedOf<ToyGame>::Type;

class ToyMatcher : public QuestionMatcher {
public:
    explicit ToyMatcher(const Wanted& wanted) : wanted_(wanted) {}

    void for_each_ply(const store::GameMoves& game, const TakePly& take) override {
        const toy::Replayer* start = game.kind == ToyGame::kind ? start_.from(game.start) : nullptr;
        if (!start || (game.moves.empty() && game.start.empty())) return;
        toy::Replayer now = *start;
        now.read(game.moves);
        for (std::uint32_t ply = 0;; ++ply) {
            if (wanted_.is_in(now) && !take(ply)) return;
            if (!now.next()) break;
        }
        if (now.is_damaged()) ++damaged_;
    }
    [[nodiscard]] std::int64_t damaged() const override { return damaged_; }

private:
    const Wanted& wanted_;
    ReplayStart<ToyGame> start_;
    std::int64_t damaged_ = 0;
};

class ToyQuestion : public Question {
public:
    explicit ToyQuestion(const toy::Position& position) : wanted_(position) {}

    [[nodiscard]] bool asks_for_position() const override { return true; }
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const override { return wanted_.key(); }
    [[nodiscard]] bool asks_for_key_alone() const override { return true; }
    [[nodiscard]] std::unique_ptr<QuestionMatcher> matcher() const override {
        return std::make_unique<ToyMatcher>(wanted_);
    }
    [[nodiscard]] std::vector<std::string> description() const override { return {"a position of Toy"}; }

private:
    Wanted wanted_;
};

}  // namespace

}  // namespace search

namespace operations {

namespace {

class ToyAsking : public QueryParserOf<ToyGame> {
public:
    [[nodiscard]] bool is_meant(const QueryOptions& options) const override {
        return (options.fen && toy::read_position(*options.fen)) ||
               (options.after && options.after->find("to") != std::string::npos);
    }
    void read(const QueryOptions& options, const notation::Languages& languages, const Note& note,
              search::Query& query) const override {
        if (options.pieces || options.material || options.moves || options.pattern)
            throw UsageError("Toy is searched by position only", "add --fen or --after");
        query.other = std::make_shared<search::ToyQuestion>(position(options, languages, note));
    }
    [[nodiscard]] toy::Position position(const QueryOptions& options, const notation::Languages&,
                                         const Note&) const override {
        if (options.fen) {
            const auto position = toy::read_position(*options.fen);
            if (!position) throw UsageError("this is not a position of Toy", {}, "fen");
            return *position;
        }
        toy::Position position = toy::Position::initial();
        for (std::string_view text = options.after ? std::string_view(*options.after) : ""; !text.empty();) {
            const std::size_t end = std::min(text.find(' '), text.size());
            const std::string_view word = text.substr(0, end);
            const auto move = toy::read_move(word);
            if (move && !position.is_legal(*move)) throw UsageError("an illegal move of Toy", {}, "after");
            if (move) position.play(*move);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return position;
    }
};

}  // namespace

template <>
const QueryParserOf<ToyGame>& query_parser_of<ToyGame>() {
    static const ToyAsking asking;
    return asking;
}

}  // namespace operations

}  // namespace cofnod
