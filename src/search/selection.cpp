#include "search/selection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/move_text.hpp"
#include "games/record/record.hpp"
#include "search/matcher.hpp"
#include "search/order.hpp"
#include "search/unique.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"

namespace cofnod::search {

namespace {

using Field = SortKey::Field;

constexpr std::string_view names =
    "id,date,white,black,event,site,round,result,eco,elo,white-elo,black-elo,plies,eval,loss,clock,"
    "spent,depth";

/// Value of a game to sort by.
struct Value {
    bool is_missing = true;
    std::int64_t number = 0;
    std::string text = {};

    auto operator<=>(const Value&) const = default;
};

class Sorter {
public:
    Sorter(Answers& answers, const std::vector<SortKey>& order) : answers_(answers), order_(order) {}

    void sort(std::vector<Hit>& hits) {
        struct Row {
            std::vector<Value> values;
            Hit hit;
        };
        std::vector<Row> rows;
        rows.reserve(hits.size());
        for (Hit& hit : hits) rows.push_back({values_of(hit), std::move(hit)});
        std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
            for (std::size_t i = 0; i < order_.size(); ++i) {
                const Value &x = a.values[i], &y = b.values[i];
                if (x == y) continue;
                if (x.is_missing != y.is_missing) return y.is_missing;
                return order_[i].descending ? y < x : x < y;
            }
            return false;
        });
        for (std::size_t i = 0; i < rows.size(); ++i) hits[i] = std::move(rows[i].hit);
    }

private:
    std::vector<Value> values_of(const Hit& hit) {
        const store::GameHeader header = answers_.header(hit.game).value_or(store::GameHeader{});
        std::vector<Value> values;
        for (const SortKey& key : order_)
            values.push_back(key.is_of_hit() ? value_of_move(hit, key.field) : value_of(header, key.field));
        return values;
    }

    /// Returns a number of the move of a hit, in thousandths.
    Value value_of_move(const Hit& hit, Field field) {
        static constexpr double thousandths = 1000;
        if (std::exchange(game_, hit.game) != hit.game) {
            const auto record = answers_.record(hit.game);
            commands_ = record ? move_commands(*record) : std::vector<MoveCommands>();
            if (record) numbers_ = MoveNumbers::of(*record);
        }
        if (hit.line > 0 || !hit.ply || *hit.ply == 0 || *hit.ply > commands_.size()) return {};
        const MoveCommands& here = commands_[*hit.ply - 1];
        std::optional<double> number;
        switch (field) {
            case Field::eval: number = PlyConditions::evaluation_of(here); break;
            case Field::loss: number = loss_of(commands_, *hit.ply, numbers_->is_black(*hit.ply - 1)); break;
            case Field::clock: number = here.clock; break;
            case Field::spent: number = here.elapsed; break;
            case Field::depth: number = here.depth; break;
            default: break;
        }
        if (!number) return {};
        return {false, std::llround(*number * thousandths)};
    }

    [[nodiscard]] Value value_of(const store::GameHeader& game, Field field) const {
        const std::string* const name = name_in(game, field);
        if (!name) {
            const auto number = number_in(game, field);
            return {!number, number.value_or(0)};
        }
        if (name->empty() || *name == "?") return {};
        return {false, 0, collation_.key(*name)};
    }

    Answers& answers_;
    const std::vector<SortKey>& order_;
    store::Collation collation_ = store::Collation::of_environment();
    std::int64_t game_ = 0;  ///< the game that these belong to
    std::vector<MoveCommands> commands_;
    std::optional<MoveNumbers> numbers_;
};

/// Draws hits at random, keeping their order.
void draw(std::vector<Hit>& hits, std::int64_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
    std::uint64_t left = hits.size();
    std::erase_if(hits, [&](const Hit&) {  // each subset is equally likely
        const bool is_drawn = random() % left-- < wanted;
        if (is_drawn) --wanted;
        return !is_drawn;
    });
}

}  // namespace

std::optional<SortKey::Field> sort_field(std::string_view name) {
    const auto all = cofnod::words_of(names, ",");
    const auto found = std::ranges::find(all, name);
    return found == all.end() ? std::nullopt : std::optional(static_cast<Field>(found - all.begin()));
}

std::string_view sort_field_names() { return names; }

void arrange(Answers& answers, const Selection& selection, std::vector<Hit>& games, std::optional<std::int64_t> most) {
    // Columns are read in the order of ids, in which a search finds games; a script or a list of hits may have another.
    const bool are_by_id = std::ranges::is_sorted(games, {}, &Hit::game);
    store::Store* const database = are_by_id ? answers.database() : nullptr;
    if (selection.unique) keep_unique(answers, database, games);
    if (selection.random) draw(games, *selection.random, selection.seed);
    if (!selection.order.empty()) {
        std::optional<std::size_t> first;
        if (most && !selection.reverse) first = static_cast<std::size_t>(std::max<std::int64_t>(*most, 0));
        if (database == nullptr || !sort_by_columns(*database, selection.order, first, games))
            Sorter(answers, selection.order).sort(games);
    }
    if (selection.reverse) std::reverse(games.begin(), games.end());
}

namespace {

using Each = std::function<bool(const Hit&)>;

/// Passes on all hits of each game that the query asks for, up to the limit of the page.
class EachHit {
public:
    EachHit(Answers& answers, const Query& query, const store::Page& page, const Each& each)
        : answers_(answers), limit_(page.limit), each_(each), finder_(query) {}

    bool operator()(const Hit& first) {
        const auto game = answers_.moves(first.game);
        if (!game) return true;
        const auto hits = finder_.all(*game, [&, id = game->id] { return answers_.record(id); });
        return std::ranges::all_of(hits, [&](const Hit& hit) {
            if (limit_ && passed_ == *limit_) return false;
            ++passed_;
            return each_(hit) && (!limit_ || passed_ < *limit_);
        });
    }
    [[nodiscard]] std::int64_t passed() const { return passed_; }

private:
    Answers& answers_;
    std::optional<std::int64_t> limit_;
    const Each& each_;
    HitFinder finder_;
    std::int64_t passed_ = 0;
};

/// Arranges the hits of games, and removes those up to the game that the page comes after.
void arrange_page(Answers& answers, const Selection& selection, const store::Page& page, std::vector<Hit>& hits) {
    if (page.after == 0) return arrange(answers, selection, hits, page.limit);
    const auto place = std::ranges::lower_bound(hits, page.after, {}, &Hit::game);
    if (place == hits.end() || place->game != page.after) hits.insert(place, {.game = page.after});
    arrange(answers, selection, hits);
    const auto last = std::ranges::find(hits, page.after, &Hit::game);
    hits.erase(hits.begin(), last == hits.end() ? last : last + 1);
}

/// Passes on hits up to the limit of the page. Returns their number.
std::int64_t pass_on(const std::vector<Hit>& hits, const store::Page& page, const Each& each) {
    std::int64_t passed = 0;
    for (const Hit& hit : hits) {
        if (page.limit && passed == *page.limit) break;
        ++passed;
        if (!each(hit)) break;
    }
    return passed;
}

}  // namespace

Explanation select(Answers& answers, const Query& query, store::Page page, const Selection& selection, const Each& each,
                   unsigned threads) {
    std::vector<Hit> hits;
    const auto keep = [&](const Hit& hit) {
        hits.push_back(hit);
        return true;
    };
    if (selection.is_of_hits()) {
        Selection of_games = selection;
        of_games.order.clear();
        of_games.reverse = false;
        Explanation explanation = select(answers, query, {}, of_games, keep, threads);
        arrange(answers, {.order = selection.order, .reverse = selection.reverse}, hits);
        explanation.hits = pass_on(hits, page, each);
        return explanation;
    }
    if (query.found != Found::first && query.asks_for_moves()) {
        EachHit of_games(answers, query, page, each);
        Query of_first = query;
        of_first.found = Found::first;
        Explanation explanation =
            select(answers, of_first, {.after = page.after}, selection, std::ref(of_games), threads);
        explanation.hits = of_games.passed();
        return explanation;
    }
    if (selection.is_empty()) return answers.search(query, page, each, threads);
    if (page.after != 0 && !answers.header(page.after))
        throw UsageError(tr("there is no game {}", page.after), tr("ids come from the list of 'cofnod search'"),
                         "page-after");
    const bool is_ordered_only =
        !selection.order.empty() && !selection.unique && !selection.random && !selection.reverse;
    store::Store* const database =
        is_ordered_only && page.limit && !query.asks_for_moves() ? answers.database() : nullptr;
    if (database != nullptr)
        if (const auto first = first_by_columns(*database, query.header, page, selection.order)) {
            Explanation explanation;
            explanation.hits = pass_on(*first, page, each);
            return explanation;
        }
    Explanation explanation = answers.search(query, {}, keep, threads);
    arrange_page(answers, selection, page, hits);
    explanation.hits = pass_on(hits, page, each);
    return explanation;
}

Explanation count(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                  unsigned threads) {
    if (selection.is_empty() && query.found == Found::first) return answers.count(query, page, threads);
    return select(
        answers, query, page, selection, [](const Hit&) { return true; }, threads);
}

}  // namespace cofnod::search
