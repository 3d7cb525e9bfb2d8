#include "store/duplicates/groups.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>

namespace cofnod::duplicates {

namespace {

/// Records that begin with the moves of the first, ordered by moves.
class Cluster {
public:
    Cluster(const std::vector<Beginning>& records, std::span<const std::size_t> members, Groups& groups)
        : records_(records), groups_(groups), members_(members) {
        std::unordered_map<Facts, std::size_t, FactsHash> numbers;
        for (const std::size_t member : members) {
            const Facts& facts = records[member].facts;
            const auto [number, is_new] = numbers.try_emplace(facts, kinds_.size());
            if (is_new) kinds_.push_back({.facts = facts});
            kind_of_.push_back(number->second);
        }
        for (const std::size_t member : members)
            for (Kind& kind : kinds_)
                if (may_be(kind.facts, records[member].facts)) kind.fits.push_back(member);
        for (Kind& kind : kinds_) {
            kind.walks.resize(kind.fits.size());
            kind.left = kind.fits.size();
        }
    }

    /// Joins the records, longer ones first.
    void join() {
        for (std::size_t i = members_.size(); i-- > 0;)
            for (std::size_t number = 0; number < kinds_.size(); ++number) {
                Kind& kind = kinds_[number];
                if (kind.left == 0 || kind.fits[kind.left - 1] != members_[i]) continue;
                const bool one_game = walk(kind, --kind.left);
                const std::size_t longest = kind.walks[kind.left].last;
                if (number == kind_of_[i] && one_game && moves(longest).size() > moves(members_[i]).size())
                    groups_.join(records_[members_[i]].record, records_[longest].record);
            }
    }

private:
    /// Range of records found to extend a record as one game.
    struct Walk {
        std::size_t last = 0;  ///< last record of the range, into records_
        std::size_t next = 0;  ///< first record after the range, into Kind::fits
    };
    /// Records with the same facts.
    struct Kind {
        Facts facts;
        std::vector<std::size_t> fits = {};  ///< records of the cluster with compatible facts, in order
        std::vector<Walk> walks = {};        ///< by element of `fits`
        std::size_t left = 0;                ///< number of elements of `fits` not walked yet
    };

    [[nodiscard]] const std::string& moves(std::size_t i) const { return records_[i].moves; }
    [[nodiscard]] Index root(std::size_t i) { return groups_.root(records_[i].record); }

    /// Extends the range of a record by the ranges of longer records. Returns false if it may begin two games.
    bool walk(Kind& kind, std::size_t at) {
        const std::string& beginning = moves(kind.fits[at]);
        Walk& walk = kind.walks[at];
        walk = {kind.fits[at], at + 1};
        while (walk.next < kind.fits.size()) {
            const std::size_t other = kind.fits[walk.next];
            if (!moves(other).starts_with(beginning)) return true;
            const bool is_another = moves(walk.last).size() > beginning.size() && root(walk.last) != root(other) &&
                                    !moves(other).starts_with(moves(walk.last));
            if (is_another) return false;
            walk = kind.walks[walk.next];
        }
        return true;
    }

    const std::vector<Beginning>& records_;
    Groups& groups_;
    std::span<const std::size_t> members_;  ///< into records_
    std::vector<std::size_t> kind_of_;      ///< by member
    std::vector<Kind> kinds_;
};

}  // namespace

void join_beginnings(const std::vector<Beginning>& records, Groups& groups) {
    std::vector<std::size_t> order(records.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return records[i].moves; });
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (begins.empty() || !records[order[i]].moves.starts_with(records[order[begins.back()]].moves))
            begins.push_back(i);
    std::size_t end = order.size();
    for (; !begins.empty(); begins.pop_back()) {
        const auto members = std::span(order).subspan(begins.back(), end - begins.back());
        if (members.size() > 1) Cluster(records, members, groups).join();
        end = begins.back();
    }
}

namespace {

bool is_day(const std::optional<store::PartialDate>& date) {
    return date && date->year() && date->month() && date->day();
}

class SameMoves {
public:
    SameMoves(std::uint32_t ply_count, std::uint32_t min_plies, Groups& groups)
        : is_short_(ply_count < min_plies), is_long_(ply_count >= 2 * min_plies), groups_(groups) {}

    void add(const SameMovesRecord& alike) {
        const Facts facts = relevant(alike.facts);
        if (is_short_ && !(facts.knows_players() && is_day(facts.date))) return;  // fits no other
        const auto found = numbers_.try_emplace(facts, static_cast<std::uint32_t>(kinds_.size()));
        if (found.second) kinds_.push_back({.facts = facts});
        const std::uint32_t kind = found.first->second;
        switch (find_fits(kind)) {
            case 0: return open(kind, alike.record);
            case 1: return add_to(games_[kinds_[kind].fits.front().game], kind, alike.record);
            default: return;
        }
    }

private:
    struct Game {
        Index first;
        std::vector<std::uint32_t> kinds;  ///< kinds of its records
    };
    /// A game compatible with a kind of record, as far as checked.
    struct Fit {
        std::uint32_t game;
        std::size_t seen;
    };
    /// Records with the same facts, which fit the same games.
    struct Kind {
        Facts facts;
        std::vector<Fit> fits = {};
        std::size_t games_seen = 0;  ///< number of candidate games checked
        bool has_game = false;       ///< already in Game::kinds of a game
    };

    /// Removes facts that are not compared, to keep the number of kinds small.
    [[nodiscard]] Facts relevant(Facts facts) const {
        facts.result = Result::unknown;
        if (is_long_) facts.date.reset();
        return facts;
    }

    [[nodiscard]] bool may_be_one(std::uint32_t a, std::uint32_t b) const {
        if (a == b) return true;
        const Facts &x = kinds_[a].facts, &y = kinds_[b].facts;
        if (!x.players_may_be(y)) return false;
        return is_long_ || (is_short_ ? x.date == y.date : may_be(x.date, y.date));
    }

    /// Returns the candidate games for family names. Records with known players come first, so only they open games
    /// listed by name.
    [[nodiscard]] std::vector<std::uint32_t>& games_for(const Facts& facts) {
        if (!facts.knows_players()) return all_games_;
        Facts families = {.white = {facts.white.family}, .black = {facts.black.family}};
        if (is_short_) families.date = facts.date;
        return games_of_[families];
    }

    /// Returns the number of games that fit, up to 2.
    std::size_t find_fits(std::uint32_t number) {
        Kind& kind = kinds_[number];
        const auto still_fits = [&](Fit& fit) {
            const std::vector<std::uint32_t>& kinds = games_[fit.game].kinds;
            while (fit.seen < kinds.size() && may_be_one(number, kinds[fit.seen])) ++fit.seen;
            return fit.seen == kinds.size();
        };
        std::erase_if(kind.fits, [&](Fit& fit) { return !still_fits(fit); });
        const std::vector<std::uint32_t>& games = games_for(kind.facts);
        for (; kind.fits.size() < 2 && kind.games_seen < games.size(); ++kind.games_seen) {
            Fit fit{games[kind.games_seen], 0};
            if (still_fits(fit)) kind.fits.push_back(fit);
        }
        return kind.fits.size();
    }

    void open(std::uint32_t kind, Index record) {
        const auto number = static_cast<std::uint32_t>(games_.size());
        games_.push_back({record, {kind}});
        kinds_[kind].has_game = true;
        all_games_.push_back(number);
        const Facts& facts = kinds_[kind].facts;
        if (facts.knows_players()) games_for(facts).push_back(number);
    }

    void add_to(Game& game, std::uint32_t kind, Index record) {
        groups_.join(record, game.first);
        if (!std::exchange(kinds_[kind].has_game, true)) game.kinds.push_back(kind);
    }

    bool is_short_, is_long_;
    Groups& groups_;
    std::unordered_map<Facts, std::uint32_t, FactsHash> numbers_;
    std::vector<Kind> kinds_;
    std::vector<Game> games_;
    std::vector<std::uint32_t> all_games_;
    std::unordered_map<Facts, std::vector<std::uint32_t>, FactsHash> games_of_;
};

}  // namespace

void join_same_moves(const std::vector<SameMovesRecord>& records, std::uint32_t ply_count, std::uint32_t min_plies,
                     Groups& groups) {
    SameMoves same(ply_count, min_plies, groups);
    for (const SameMovesRecord& alike : records) same.add(alike);
}

}  // namespace cofnod::duplicates
