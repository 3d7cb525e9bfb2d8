#include "jobs/trace.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "base/problem_kinds.hpp"
#include "importers/find_moves.hpp"
#include "importers/import.hpp"
#include "jobs/kept_text.hpp"
#include "jobs/trace_headers.hpp"

namespace cofnod::jobs {

namespace {

/// The game with the moves of the stored one among those found in its text.
class Reread : public importers::Sink {
public:
    explicit Reread(const GameRecord& stored) : stored_(stored) {}

    void add_game(GameRecord&& game) override {
        if (game.moves == stored_.moves && items_.empty()) items_ = std::move(game.trace.items());
    }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}

    [[nodiscard]] std::vector<Trace::Item>& items() { return items_; }

private:
    const GameRecord& stored_;
    std::vector<Trace::Item> items_;
};

/// True if what was printed was found by what plays on.
bool is_recognised(const GameRecord& game) {
    return std::ranges::any_of(game.problems, [](const Problem& problem) {
        const ProblemKind kind = problem.reason.kind;
        return kind == ProblemKind::misrecognised || kind == ProblemKind::misrecognised_unrated;
    });
}

}  // namespace

TracedGame trace(const store::GameHeader& header, const GameRecord& game, const notation::Languages& languages) {
    TracedGame traced{.text = kept_text(game, header.charset), .is_regenerated = game.source_text.empty(), .items = {}};
    // First in the notation that was found, which the games around it may have decided; then as if it stood alone.
    const notation::Language* const found = languages.find(game.notation.code);
    for (const notation::Language* const given : {found, static_cast<const notation::Language*>(nullptr)}) {
        Reread reread(game);
        const importers::Options how{.notation = given, .keep_source = false, .keep_san = true, .mixed = false};
        importers::Source source = is_recognised(game)
                                       ? importers::Source::of_recognised_text(header.source, traced.text)
                                       : importers::Source::of_text(header.source, traced.text);
        importers::import_source(source, languages, how, reread);
        traced.items = std::move(reread.items());
        if (!traced.items.empty()) break;
    }
    if (traced.items.empty() && found) traced.items = importers::find_moves(traced.text, game, *found);
    std::erase_if(traced.items, [&](const Trace::Item& item) {
        return item.kind == Trace::Kind::ply && item.index >= game.ply_count;
    });
    const auto headers = find_headers(traced.text, game, traced.items);
    traced.items.insert(traced.items.end(), headers.begin(), headers.end());
    return traced;
}

}  // namespace cofnod::jobs
