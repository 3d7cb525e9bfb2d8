#include "search/column_terms.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "store/game_cursor.hpp"

namespace cofnod::search {

namespace {

using index::GameColumn;
using index::GameFacts;
using store::HeaderField;
using store::HeaderTerm;

/// Three-valued truth, ordered so that a conjunction is the minimum and a disjunction the maximum. Bit 0 is set for
/// `ask`, bit 1 for `yes`.
enum class Truth : std::uint8_t { no, ask, yes };

Truth truth_of(bool is_true) { return is_true ? Truth::yes : Truth::no; }

/// Numbers from low to high.
struct Range {
    std::int64_t low, high;

    [[nodiscard]] bool contains(std::int64_t number) const { return low <= number && number <= high; }
};

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// Truth of a condition by name code.
class CodeTruths {
public:
    /// `ids`: names for which the condition is true. `of_null`: its truth for games without a name.
    explicit CodeTruths(const std::vector<std::int64_t>& ids, Truth of_null = Truth::no) {
        truths_ = {Truth::ask, Truth::no, of_null};
        static_assert(index::ask_the_game == 0 && index::no_value == 1 && index::null_value == 2);
        for (const std::int64_t id : ids) {
            const std::uint32_t code = index::value_code(id);
            if (code == index::ask_the_game) continue;  // no column can contain it
            if (code >= most_listed)
                others_.push_back(code);
            else
                list(code);
        }
        truths_.push_back(Truth::no);  // for all codes past the list
        std::ranges::sort(others_);
    }

    /// Returns true if all codes for which the condition is true are listed.
    [[nodiscard]] bool lists_all() const { return others_.empty(); }

    /// Lookup if all codes are listed: copies what a loop needs, so that it stays in registers.
    class Listed {
    public:
        explicit Listed(const CodeTruths& all)
            : truths_(all.truths_.data()), last_(static_cast<std::uint32_t>(all.truths_.size() - 1)) {}
        [[nodiscard]] Truth operator[](std::uint32_t code) const { return truths_[std::min(code, last_)]; }

    private:
        const Truth* truths_;
        std::uint32_t last_;
    };

    [[nodiscard]] Truth operator[](std::uint32_t code) const {
        if (code >= most_listed) return truth_of(std::ranges::binary_search(others_, code));
        return Listed(*this)[code];
    }

private:
    static constexpr std::uint32_t most_listed = 1U << 24;

    void list(std::uint32_t code) {
        if (code >= truths_.size()) truths_.resize(std::size_t{code} + 1);
        truths_[code] = Truth::yes;
    }

    std::vector<Truth> truths_;
    std::vector<std::uint32_t> others_;
};

/// Gathers bits 0, 2, 4 … 62.
std::uint64_t every_other(std::uint64_t bits) {
    bits &= 0x5555555555555555;
    bits = (bits | bits >> 1) & 0x3333333333333333;
    bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0F;
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FF;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFF;
    return (bits | bits >> 16) & 0x00000000FFFFFFFF;
}

template <typename TruthOf>
Decided decide_each(std::size_t games, const TruthOf& truth_of) {
    Decided decided;
    constexpr std::size_t at_once = 32;  // two bits each
    for (std::size_t first = 0; first < games; first += at_once) {
        std::uint64_t truths = 0;
#pragma GCC unroll 8
        for (std::size_t game = std::min(first + at_once, games); game > first; --game)
            truths = truths * 4 + static_cast<std::uint64_t>(truth_of(game - 1));
        decided.yes[first / 64] |= every_other(truths >> 1) << first % 64;
        decided.ask[first / 64] |= every_other(truths) << first % 64;
    }
    return decided;
}

/// Returns a term evaluated on the codes of one column.
template <typename TruthOf>
ColumnTerm by_code(GameColumn column, TruthOf truth_of) {
    return [column, truth_of = std::move(truth_of)](Block& block) {
        const auto codes = block.codes(column);
        return decide_each(codes.size(), [&](std::size_t game) { return truth_of(codes[game]); });
    };
}

ColumnTerm by_names(GameColumn column, const std::vector<std::int64_t>& ids, Truth of_null = Truth::no) {
    return [column, truths = CodeTruths(ids, of_null)](Block& block) {
        const auto codes = block.codes(column);
        if (!truths.lists_all())
            return decide_each(codes.size(), [&](std::size_t game) { return truths[codes[game]]; });
        return decide_each(codes.size(), [codes = codes.data(), listed = CodeTruths::Listed(truths)](std::size_t game) {
            return listed[codes[game]];
        });
    };
}

/// Returns a term that is true for numbers in a range, never for NULL.
ColumnTerm by_number(GameColumn column, Range range) {
    const auto code_of = [](std::int64_t number) {  // also for a number beyond all codes
        return std::uint64_t{index::first_value} +
               static_cast<std::uint64_t>(std::clamp<std::int64_t>(number, 0, std::int64_t{1} << 33));
    };
    const bool is_empty = range.high < 0 || range.low > range.high;
    return by_code(column, [low = code_of(range.low), high = is_empty ? 0 : code_of(range.high)](std::uint32_t code) {
        return code == index::ask_the_game ? Truth::ask : truth_of(low <= code && code <= high);
    });
}

ColumnTerm either(ColumnTerm a, ColumnTerm b) {
    return [a = std::move(a), b = std::move(b)](Block& block) { return either(a(block), b(block)); };
}

ColumnTerm both(ColumnTerm a, ColumnTerm b) {
    return [a = std::move(a), b = std::move(b)](Block& block) { return both(a(block), b(block)); };
}

/// Truth of a condition for a stored Elo, where 0 means NULL or 0.
class EloTruths {
public:
    explicit EloTruths(const Range& range) {
        for (std::size_t elo = 1; elo < index::odd_elo; ++elo)
            truths_[elo] = truth_of(range.contains(static_cast<std::int64_t>(elo)));
        if (range.contains(0)) truths_.front() = Truth::ask;
        if (range.low < 0 || range.high >= index::odd_elo) truths_.back() = Truth::ask;
    }

    [[nodiscard]] Truth operator[](std::uint16_t elo) const { return truths_[elo]; }

private:
    std::array<Truth, index::odd_elo + 1> truths_{};
};

Truth difference_in(const GameFacts& game, const Range& range) {
    const auto is_known = [](std::uint16_t elo) { return elo != 0 && elo != index::odd_elo; };
    if (!is_known(game.white_elo) || !is_known(game.black_elo)) return Truth::ask;
    return truth_of(range.contains(std::abs(game.white_elo - game.black_elo)));
}

template <typename TruthOf>
ColumnTerm by_facts(TruthOf truth_of) {
    return [truth_of = std::move(truth_of)](Block& block) {
        const auto facts = block.facts();
        return decide_each(block.games(),
                           [&](std::size_t game) { return facts ? truth_of((*facts)[game]) : Truth::ask; });
    };
}

/// Returns a term that is true if both ratings, or one of them at least, are in a range.
ColumnTerm by_both_elos(const Range& range) {
    return by_facts([truths = EloTruths(range)](const GameFacts& game) {
        return std::min(truths[game.white_elo], truths[game.black_elo]);
    });
}

ColumnTerm by_either_elo(const Range& range) {
    return by_facts([truths = EloTruths(range)](const GameFacts& game) {
        return std::max(truths[game.white_elo], truths[game.black_elo]);
    });
}

/// Returns a term that is true for the games of a list, ascending.
ColumnTerm by_list(std::shared_ptr<const std::vector<std::int64_t>> ids) {
    return [ids = std::move(ids)](Block& block) {
        Decided decided;
        const std::int64_t first = block.first(), end = first + static_cast<std::int64_t>(block.games());
        for (auto id = std::ranges::lower_bound(*ids, first); id != ids->end() && *id < end; ++id) {
            const auto game = static_cast<std::size_t>(*id - first);
            decided.yes[game / 64] |= std::uint64_t{1} << game % 64;
        }
        return decided;
    };
}

/// Returns the columns that a condition on names compares.
std::vector<GameColumn> columns_of(HeaderField field) {
    switch (field) {
        case HeaderField::player: return {GameColumn::white, GameColumn::black};
        case HeaderField::white: return {GameColumn::white};
        case HeaderField::black: return {GameColumn::black};
        case HeaderField::event: return {GameColumn::event};
        case HeaderField::site: return {GameColumn::site};
        case HeaderField::opening: return {GameColumn::opening};
        case HeaderField::notation: return {GameColumn::form};
        default: return {};
    }
}

ColumnTerm by_name_ids(const store::Store& store, const HeaderTerm& term, const std::vector<std::int64_t>& ids) {
    // A game without an opening by its moves may have one by its tag.
    if (term.field == HeaderField::eco) return by_names(GameColumn::opening, ids, Truth::ask);
    if (term.field == HeaderField::opponent) {
        const auto others = store::other_player_ids(store, term);
        return either(both(by_names(GameColumn::white, others), by_names(GameColumn::black, ids)),
                      both(by_names(GameColumn::white, ids), by_names(GameColumn::black, others)));
    }
    ColumnTerm all;
    for (const GameColumn column : columns_of(term.field)) {
        ColumnTerm one = by_names(column, ids);
        all = all ? either(std::move(all), std::move(one)) : std::move(one);
    }
    return all;
}

}  // namespace

Decided either(const Decided& a, const Decided& b) {
    Decided decided;
    for (std::size_t i = 0; i < block_words; ++i) {
        decided.yes[i] = a.yes[i] | b.yes[i];
        decided.ask[i] = (a.ask[i] | b.ask[i]) & ~decided.yes[i];
    }
    return decided;
}

Decided both(const Decided& a, const Decided& b) {
    Decided decided;
    for (std::size_t i = 0; i < block_words; ++i) {
        decided.yes[i] = a.yes[i] & b.yes[i];
        decided.ask[i] = (a.yes[i] | a.ask[i]) & (b.yes[i] | b.ask[i]) & ~decided.yes[i];
    }
    return decided;
}

void Block::open(const index::Run& run, std::uint32_t number) {
    if (!index_) index_.emplace(store_);
    run_ = &run;
    number_ = number;
    games_ = std::min<std::size_t>(index::games_a_column, run.games() - std::size_t{number} * index::games_a_column);
    has_codes_.reset();
    has_facts_.reset();
}

std::span<const std::uint32_t> Block::codes(GameColumn column) {
    const auto i = static_cast<std::size_t>(column);
    if (!codes_[i]) codes_[i] = std::make_unique<Codes>();
    const std::span<std::uint32_t> codes(codes_[i]->data(), games_);
    if (!has_codes_[i]) index_->read_codes(*run_, column, number_, codes);
    has_codes_.set(i);
    return codes;
}

std::optional<std::span<const GameFacts>> Block::facts() {
    if (!facts_) facts_ = std::make_unique<std::array<GameFacts, index::games_a_column>>();
    const std::span<GameFacts> facts(facts_->data(), games_);
    if (!has_facts_) has_facts_ = index_->read_facts(*run_, number_, facts);
    return *has_facts_ ? std::optional<std::span<const GameFacts>>(facts) : std::nullopt;
}

ColumnTerm column_term(const store::Store& store, const HeaderTerm& term) {
    if (const auto ids = store::name_ids(store, term)) return by_name_ids(store, term, *ids);
    constexpr std::int64_t first_date = 1'0000;  // a date without a year is in no range
    const Range range{term.low, term.high};
    switch (term.field) {
        case HeaderField::since: return by_number(GameColumn::date, {std::max(term.low, first_date), most});
        case HeaderField::until: return by_number(GameColumn::date, {first_date, term.high});
        case HeaderField::date: return by_number(GameColumn::date, {std::max(term.low, first_date), term.high});
        case HeaderField::result:
            return by_facts([wanted = term.low](const GameFacts& game) {
                return truth_of(static_cast<std::int64_t>(game.result) == wanted);
            });
        case HeaderField::white_elo:
            return by_facts([truths = EloTruths(range)](const GameFacts& game) { return truths[game.white_elo]; });
        case HeaderField::black_elo:
            return by_facts([truths = EloTruths(range)](const GameFacts& game) { return truths[game.black_elo]; });
        case HeaderField::elo_diff:
            return by_facts([range](const GameFacts& game) { return difference_in(game, range); });
        case HeaderField::any_elo: return by_either_elo(range);
        case HeaderField::min_elo: return by_both_elos({term.low, most});
        case HeaderField::max_elo: return by_both_elos({least, term.high});
        case HeaderField::min_plies: return by_number(GameColumn::plies, {term.low, most});
        case HeaderField::max_plies: return by_number(GameColumn::plies, {least, term.high});
        case HeaderField::collection: return term.found ? by_list(term.found) : nullptr;
        case HeaderField::state: return by_number(GameColumn::state, {term.low, term.low});
        default: return nullptr;
    }
}

ColumnTerm column_term(const store::Store& store, GameKind kind) {
    return by_names(GameColumn::form, store::form_ids(store, kind));
}

}  // namespace cofnod::search
