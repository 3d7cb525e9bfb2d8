#include "curation/beginnings.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace cofnod::curation {

namespace {

using Order = std::vector<std::size_t>;

/// Records that begin with the moves of the first, ordered by moves.
class Cluster {
public:
    Cluster(const std::vector<Beginning>& records, const Order& order, std::size_t begin, std::size_t end,
            Groups& groups)
        : records_(records), groups_(groups) {
        std::unordered_map<Facts, std::size_t, FactsHash> numbers;
        for (std::size_t i = begin; i < end; ++i) {
            const Beginning& record = records[order[i]];
            const auto [number, is_new] = numbers.try_emplace(record.facts, kinds_.size());
            if (is_new) kinds_.push_back({.facts = record.facts});
            kind_of_.push_back(number->second);
        }
        for (std::size_t i = begin; i < end; ++i)
            for (Kind& kind : kinds_)
                if (may_be(kind.facts, records[order[i]].facts)) kind.fits.push_back(order[i]);
        for (Kind& kind : kinds_) {
            kind.walks.resize(kind.fits.size());
            kind.left = kind.fits.size();
        }
        members_.assign(order.begin() + static_cast<std::ptrdiff_t>(begin),
                        order.begin() + static_cast<std::ptrdiff_t>(end));
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
    Order members_;                     ///< into records_
    std::vector<std::size_t> kind_of_;  ///< by member
    std::vector<Kind> kinds_;
};

}  // namespace

void join_beginnings(const std::vector<Beginning>& records, Groups& groups) {
    Order order(records.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return records[i].moves; });
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (begins.empty() || !records[order[i]].moves.starts_with(records[order[begins.back()]].moves))
            begins.push_back(i);
    std::size_t end = order.size();
    for (; !begins.empty(); begins.pop_back()) {
        if (end - begins.back() > 1) Cluster(records, order, begins.back(), end, groups).join();
        end = begins.back();
    }
}

}  // namespace cofnod::curation
