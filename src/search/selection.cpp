#include "search/selection.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/bytes.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"

namespace cofnod::search {

namespace {

using Field = SortKey::Field;

constexpr std::string_view names = "id,date,white,black,event,site,round,result,eco,elo,white-elo,black-elo,plies";

/// Value of a game to sort by.
struct Value {
    bool is_missing = true;
    std::int64_t number = 0;
    std::string text = {};

    auto operator<=>(const Value&) const = default;
};

Value number_value(std::optional<std::int64_t> number) { return {!number, number.value_or(0)}; }

std::optional<std::int64_t> mean(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    if (a && b) return *a + *b;
    if (!a && !b) return std::nullopt;
    return 2 * (a ? *a : *b);
}

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
        for (Hit& hit : hits) rows.push_back({values_of(hit.game), std::move(hit)});
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
    std::vector<Value> values_of(std::int64_t game) {
        const store::GameHeader header = answers_.header(game).value_or(store::GameHeader{});
        std::vector<Value> values;
        for (const SortKey& key : order_) values.push_back(value_of(header, key.field));
        return values;
    }

    [[nodiscard]] Value value_of(const store::GameHeader& game, Field field) const {
        switch (field) {
            case Field::id: return number_value(game.id);
            case Field::date:
                return number_value(game.date && game.date->year() > 0
                                        ? std::optional<std::int64_t>(game.date->number())
                                        : std::nullopt);
            case Field::white: return name_value(game.white);
            case Field::black: return name_value(game.black);
            case Field::event: return name_value(game.event);
            case Field::site: return name_value(game.site);
            case Field::round: return round_value(game.round);
            case Field::result: return number_value(static_cast<std::int64_t>(game.result));
            case Field::eco: return name_value(game.eco);
            case Field::elo: return number_value(mean(game.white_elo, game.black_elo));
            case Field::white_elo: return number_value(game.white_elo);
            case Field::black_elo: return number_value(game.black_elo);
            case Field::plies: return number_value(game.ply_count);
        }
        return {};
    }

    [[nodiscard]] Value name_value(const std::string& name) const {
        return {name.empty() || name == "?", 0, collation_.key(name)};
    }

    /// Returns the sort value of a round, by number first: round 10 comes after round 2, and 2.1 between them.
    [[nodiscard]] Value round_value(const std::string& round) const {
        Value value = name_value(round);
        for (const char c : round) {
            if (c < '0' || c > '9' || value.number > 1'000'000) break;
            value.number = value.number * 10 + (c - '0');
        }
        return value;
    }

    Answers& answers_;
    const std::vector<SortKey>& order_;
    store::Collation collation_ = store::Collation::of_environment();
};

void keep_unique(Answers& answers, std::vector<Hit>& hits) {
    std::unordered_set<std::int64_t> works;
    std::unordered_set<std::string> records;
    std::erase_if(hits, [&](const Hit& hit) {
        const auto witnesses = answers.witnesses(hit.game);
        if (!witnesses.empty() && !works.insert(witnesses.front()).second) return true;
        const auto header = answers.header(hit.game);
        const auto game = answers.moves(hit.game);
        if (!header || !game || game->moves.empty()) return false;
        std::string record(1, static_cast<char>(game->kind));
        for (const std::string* name : {&header->white, &header->black})
            record.append(store::name_key(*name)).append(1, '\0');
        record.append(game->start).append(1, '\0').append(game->moves);
        ContentHasher hasher;
        hasher.add(record);
        return !records.insert(hasher.hex()).second;
    });
}

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
    std::string_view rest = names;
    for (int field = 0; !rest.empty(); ++field) {
        const std::size_t comma = rest.find(',');
        if (rest.substr(0, comma) == name) return static_cast<Field>(field);
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
    return std::nullopt;
}

std::string_view sort_field_names() { return names; }

Explanation select(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                   const std::function<bool(const Hit&)>& each, unsigned threads) {
    if (selection.is_empty()) return answers.search(query, page, each, threads);
    std::vector<Hit> hits;
    Explanation explanation = answers.search(
        query, {.after = page.after},
        [&](const Hit& hit) {
            hits.push_back(hit);
            return true;
        },
        threads);
    if (selection.unique) keep_unique(answers, hits);
    if (selection.random) draw(hits, *selection.random, selection.seed);
    if (!selection.order.empty()) Sorter(answers, selection.order).sort(hits);
    if (selection.reverse) std::reverse(hits.begin(), hits.end());
    explanation.hits = 0;
    for (const Hit& hit : hits) {
        if (page.limit && explanation.hits == *page.limit) break;
        ++explanation.hits;
        if (!each(hit)) break;
    }
    return explanation;
}

Explanation count(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                  unsigned threads) {
    if (selection.is_empty()) return answers.count(query, page, threads);
    return select(
        answers, query, page, selection, [](const Hit&) { return true; }, threads);
}

}  // namespace cofnod::search
