#include "search/local_answers.hpp"

#include <array>
#include <span>
#include <utility>

#include "games/record/record.hpp"
#include "search/column_terms.hpp"
#include "store/aliases.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::search {

namespace {

using index::GameColumn;
using store::GameNumbers;

constexpr std::array<std::pair<GameColumn, std::int64_t GameNumbers::*>, 7> fields = {{
    {GameColumn::form, &GameNumbers::form},
    {GameColumn::state, &GameNumbers::state},
    {GameColumn::plies, &GameNumbers::plies},
    {GameColumn::white, &GameNumbers::white},
    {GameColumn::black, &GameNumbers::black},
    {GameColumn::date, &GameNumbers::date},
    {GameColumn::opening, &GameNumbers::opening},
}};

/// Reads the numbers of games from an open block.
class BlockNumbers {
public:
    explicit BlockNumbers(Block& block) : facts_(block.facts()) {
        for (std::size_t i = 0; i < fields.size(); ++i) codes_[i] = block.codes(fields[i].first);
    }

    [[nodiscard]] bool has_game(std::size_t game) const { return codes_.front()[game] != index::no_value; }

    /// Returns false if the row of the game must be read.
    bool read(std::size_t game, GameNumbers& numbers) const {
        if (!facts_) return false;
        numbers.result = static_cast<std::int64_t>((*facts_)[game].result);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::uint32_t code = codes_[i][game];
            if (code == index::ask_the_game) return false;
            const bool is_null = code < index::first_value;
            numbers.*fields[i].second = is_null ? GameNumbers::null : std::int64_t{code} - index::first_value;
        }
        return true;
    }

private:
    std::optional<std::span<const index::GameFacts>> facts_;
    std::array<std::span<const std::uint32_t>, fields.size()> codes_;
};

void visit_block(const store::Store& store, Block& block, const store::EachGameNumbers& each) {
    const BlockNumbers columns(block);
    GameNumbers numbers;
    for (std::size_t game = 0; game < block.games(); ++game) {
        if (!columns.has_game(game)) continue;
        numbers.id = block.first() + static_cast<std::int64_t>(game);
        if (columns.read(game, numbers))
            each(numbers);
        else
            store::for_each_numbers(store, numbers.id, numbers.id, each);
    }
}

}  // namespace

void for_each_numbers(store::Store& store, const store::EachGameNumbers& each) {
    const store::Snapshot one_state(store.connection());
    Block block(store);
    for (const index::Run& run : index::runs(store)) {
        if (!run.segment) {
            store::for_each_numbers(store, run.first, run.last, each);
            continue;
        }
        for (std::uint32_t number = 0; number * index::games_a_column < run.games(); ++number) {
            block.open(run, number);
            visit_block(store, block, each);
        }
    }
}

store::VisitGameNumbers visit_numbers(store::Store& store) {
    return [&store](const store::EachGameNumbers& each) { for_each_numbers(store, each); };
}

template <typename Base, RecordedGame G, RecordedGame... Others>
Tree<G> LocalTrees<Base, GameList<G, Others...>>::tree(const typename G::Position& position,
                                                       const store::HeaderFilter& filter, Lines lines,
                                                       std::optional<std::int64_t> limit) {
    OpeningTree opening(this->store_, filter, lines);
    Tree<G> tree = opening.template at<G>(position);
    sort_and_cut(tree, limit);
    opening.count_reached(position, tree);
    return tree;
}

template class LocalTrees<Answers, Games>;

std::vector<std::string> LocalAnswers::names(store::HeaderField field) {
    if (field == store::HeaderField::event) return store::event_names(store_);
    if (field == store::HeaderField::site) return store::site_names(store_);
    std::vector<std::string> names;
    for (store::Spelling& spelling : store::people(store_)) names.push_back(std::move(spelling.name));
    return names;
}

}  // namespace cofnod::search
