// Duplicates are found without comparing every pair of records. The result is compared with that of every pair.

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "store/duplicates/groups.hpp"
#include "store/duplicates/lines.hpp"

using namespace cofnod;
using namespace cofnod::duplicates;

namespace {

std::vector<Index> roots(Groups& groups, std::size_t count) {
    std::vector<Index> lowest(count);
    std::vector<std::optional<Index>> of_root(count);
    for (Index i = 0; i < count; ++i) {
        auto& first = of_root[groups.root(i)];
        if (!first) first = i;
        lowest[i] = *first;
    }
    return lowest;
}

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    bool one_in(unsigned n) { return below(n) == 0; }

private:
    std::mt19937 engine_;
};

Line random_line(Random& random, std::size_t length, std::size_t moves) {
    Line line;
    while (line.size() < length) line.push_back(random.below(moves));
    return line;
}

/// Returns a line with some moves changed, omitted or inserted, possibly truncated.
Line changed(Line line, Random& random, std::size_t moves) {
    for (std::uint32_t changes = random.below(9); changes > 0 && line.size() > 4; --changes) {
        const auto at = line.begin() + random.below(line.size());
        switch (random.below(4)) {
            case 0: line.erase(at); break;
            case 1: line.insert(at, random.below(moves)); break;
            default: *at = random.below(moves);
        }
    }
    if (random.one_in(3)) line.resize(4 + random.below(line.size() - 3));
    return line;
}

Facts random_facts(Random& random) {
    Facts facts;
    facts.white = {random.one_in(5) ? 0 : 1 + random.below(2), random.one_in(3) ? U'a' + random.below(2) : 0};
    facts.black = {random.one_in(8) ? 0 : 3U, random.one_in(4) ? U'c' : 0};
    const char* const dates[] = {"2001.02.03", "2001.02.03", "2001.02.??", "2001.??.??", "2001.02.04", "????.??.??"};
    if (!random.one_in(6)) facts.date = store::PartialDate::parse(dates[random.below(std::size(dates))]);
    facts.result = static_cast<Result>(random.below(4));
    return facts;
}

// ------------------------------------------------------------------------------------------ every pair, by definition

void plainly_join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most, Groups& groups) {
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (std::size_t j = i + 1; j < lines.size(); ++j) {
            const Line &a = lines[i].line, &b = lines[j].line;
            const auto apart = readings_apart(a, b, most);
            if ((lines[i].people + lines[j].people) % 3 != 2 && apart && *apart > 0 &&
                *apart * 4 <= std::min(a.size(), b.size()))
                groups.join(lines[i].record, lines[j].record);
        }
}

void plainly_join_beginnings(const std::vector<Beginning>& records, Groups& groups) {
    std::vector<std::size_t> order(records.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return records[i].moves; });
    for (std::size_t at = order.size(); at-- > 0;) {
        const Beginning& record = records[order[at]];
        const Beginning* longest = nullptr;
        bool one_game = true;
        for (std::size_t next = at + 1; next < order.size(); ++next) {
            const Beginning& other = records[order[next]];
            if (!other.moves.starts_with(record.moves)) break;
            if (other.moves.size() == record.moves.size() || !may_be(record.facts, other.facts)) continue;
            if (longest && groups.root(longest->record) != groups.root(other.record) &&
                !other.moves.starts_with(longest->moves))
                one_game = false;
            longest = &other;
        }
        if (longest && one_game) groups.join(record.record, longest->record);
    }
}

bool plainly_may_be_one(const Facts& a, const Facts& b, std::uint32_t plies, std::uint32_t min_plies) {
    if (!a.players_may_be(b)) return false;
    if (plies >= 2 * min_plies) return true;
    if (plies >= min_plies) return may_be(a.date, b.date);
    const bool is_day = a.date && a.date->year() && a.date->month() && a.date->day();
    return a.knows_players() && b.knows_players() && is_day && a.date == b.date;
}

void plainly_join_same_moves(const std::vector<SameMovesRecord>& records, std::uint32_t plies, std::uint32_t min_plies,
                             Groups& groups) {
    std::vector<std::vector<SameMovesRecord>> games;
    for (const SameMovesRecord& record : records) {
        std::vector<std::vector<SameMovesRecord>*> fits;
        for (auto& game : games)
            if (std::ranges::all_of(game, [&](const SameMovesRecord& other) {
                    return plainly_may_be_one(record.facts, other.facts, plies, min_plies);
                }))
                fits.push_back(&game);
        if (fits.empty()) games.push_back({record});
        if (fits.size() == 1) fits.front()->push_back(record);
    }
    for (const auto& game : games)
        for (const SameMovesRecord& record : game) groups.join(record.record, game.front().record);
}

}  // namespace

TEST_CASE("ids decide which players may be one, whatever their names", "[curation]") {
    const Person fide{.family = 1, .initial = U'd', .with_id = 7, .authorities = 1};
    const Person other_fide{.family = 1, .initial = U'd', .with_id = 8, .authorities = 1};
    const Person iccf{.family = 1, .initial = U'd', .with_id = 9, .authorities = 2};
    const Person no_id{.family = 1, .initial = U'd'};
    CHECK(fide.may_be(fide));
    CHECK_FALSE(fide.may_be(other_fide));
    CHECK(fide.may_be(iccf));
    CHECK(fide.may_be(no_id));
}

TEST_CASE("near lines are joined as if every pair had been compared", "[curation]") {
    for (unsigned seed = 1; seed <= 400; ++seed) {
        Random random(seed);
        const std::size_t moves = random.one_in(2) ? 3 : 40;
        std::vector<Line> lines;
        for (int i = 0; i < 6; ++i) lines.push_back(random_line(random, 4 + random.below(90), moves));
        const std::size_t count = random.one_in(4) ? 12 : 40;
        while (lines.size() < count) {
            const Line& model = lines[random.below(lines.size())];
            lines.push_back(random.one_in(4) ? model : changed(model, random, moves));
        }
        std::vector<NearLine> given;
        for (Index i = 0; i < lines.size(); ++i) given.push_back({i, random.below(3), lines[i]});
        std::shuffle(given.begin(), given.end(), std::mt19937(seed));
        Groups groups(given.size()), expected(given.size());
        const auto may_be = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 3 != 2; };
        join_near_lines(given, 6, may_be, groups);
        plainly_join_near_lines(given, 6, expected);
        INFO("seed " << seed);
        CHECK(roots(groups, given.size()) == roots(expected, given.size()));
    }
}

TEST_CASE("records are joined with those that begin with their moves as if all were looked through", "[curation]") {
    for (unsigned seed = 1; seed <= 2000; ++seed) {
        Random random(seed);
        std::vector<Beginning> records;
        std::vector<std::string> moves = {"abcdefgh"};
        while (records.size() < 30) {
            std::string text = moves[random.below(moves.size())];
            if (random.one_in(2)) text.resize(1 + random.below(text.size()));
            for (std::uint32_t more = random.one_in(2) ? 0 : random.below(4); more > 0; --more)
                text += static_cast<char>('a' + random.below(2));
            moves.push_back(text);
            records.push_back({static_cast<Index>(records.size()), random_facts(random), text});
            if (random.one_in(2)) records.back().facts = records.front().facts;
        }
        Groups groups(records.size()), expected(records.size());
        for (int joins = static_cast<int>(random.below(6)); joins > 0; --joins) {  // already linked as one game
            const Index a = random.below(records.size()), b = random.below(records.size());
            groups.join(a, b);
            expected.join(a, b);
        }
        join_beginnings(records, groups);
        plainly_join_beginnings(records, expected);
        INFO("seed " << seed);
        CHECK(roots(groups, records.size()) == roots(expected, records.size()));
    }
}

TEST_CASE("records with the same moves are joined as if each had been compared with all", "[curation]") {
    for (unsigned seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        std::vector<SameMovesRecord> records;
        for (Index i = 0; i < 25; ++i) records.push_back({i, random_facts(random)});
        std::ranges::stable_sort(records, {},
                                 [](const SameMovesRecord& alike) { return !alike.facts.knows_players(); });
        const std::uint32_t plies = 10 + 20 * random.below(3);
        Groups groups(records.size()), expected(records.size());
        join_same_moves(records, plies, 20, groups);
        plainly_join_same_moves(records, plies, 20, expected);
        INFO("seed " << seed);
        CHECK(roots(groups, records.size()) == roots(expected, records.size()));
    }
}

TEST_CASE("in thousands of lines of one day few places are looked at", "[curation]") {
    constexpr std::size_t count = 4000;
    const auto looked_at = [](const std::function<Line(Random&)>& next) {
        Random random(1);
        std::vector<NearLine> lines;
        for (Index i = 0; i < count; ++i) lines.push_back({i, 0, next(random)});
        Groups groups(count);
        return join_near_lines(
            lines, 6, [](std::uint32_t, std::uint32_t) { return true; }, groups);
    };
    Random random(2);
    const Line model = random_line(random, 400, 20);
    SECTION("different ones") {
        CHECK(looked_at([](Random& dice) { return random_line(dice, 40 + dice.below(40), 20); }) < 100 * count);
    }
    SECTION("different ones after one opening") {
        const auto next = [&](Random& dice) {
            Line line(model.begin(), model.begin() + 30);
            const Line rest = random_line(dice, 30 + dice.below(20), 20);
            line.insert(line.end(), rest.begin(), rest.end());
            return line;
        };
        CHECK(looked_at(next) < 100 * count);
    }
    SECTION("the same one") {
        CHECK(looked_at([&](Random&) { return Line(model.begin(), model.begin() + 60); }) < 100 * count);
    }
    SECTION("beginnings of one: of each length one alone is looked at") {
        const auto next = [&](Random& dice) { return Line(model.begin(), model.begin() + 20 + dice.below(380)); };
        CHECK(looked_at(next) < 380 * 380 * 8);
    }
    SECTION("ones that differ in a move or two") {
        const auto next = [&](Random& dice) {
            Line line(model.begin(), model.begin() + 80);
            for (int i = 0; i < 2; ++i) line[dice.below(line.size())] = dice.below(20);
            return line;
        };
        CHECK(looked_at(next) < 100 * count);
    }
}
