#include "search/endgames.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "index/position_index.hpp"
#include "search/header_games.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/statistics.hpp"
#include "store/store.hpp"

namespace cofnod::search {

namespace {

using chess::MaterialSignature;
using Row = index::MaterialGames;

constexpr unsigned bits_a_side = 20;
constexpr MaterialSignature one_side = (MaterialSignature{1} << bits_a_side) - 1;
constexpr MaterialSignature pawns = MaterialSignature{15} << bits_a_side | 15;
constexpr int most_pieces = 4;  ///< maximum in an endgame, without kings and pawns (Minev)

MaterialSignature flipped(MaterialSignature signature) {
    return signature >> bits_a_side | (signature & one_side) << bits_a_side;
}

int count_of(MaterialSignature side) {
    int count = 0;
    for (; side != 0; side >>= 4) count += static_cast<int>(side & 15);
    return count;
}

/// Returns the value of the material of one side, given in the lowest 20 bits.
int value_of(MaterialSignature side) {
    int value = 0;
    for (const int worth : {1, 3, 3, 5, 9}) {
        value += worth * static_cast<int>(side & 15);
        side >>= 4;
    }
    return value;
}

/// Returns true if Black has the stronger material; for equal values the greater pieces decide.
bool is_black_stronger(MaterialSignature signature) {
    const MaterialSignature white = signature & one_side, black = signature >> bits_a_side;
    return std::pair(value_of(black), black) > std::pair(value_of(white), white);
}

/// A game of a group within one run, and the side that was stronger.
struct Entry {
    std::uint32_t game;
    bool black_stronger;
    std::uint32_t positions;

    auto operator<=>(const Entry&) const = default;
};

/// Games by group: a material, or pieces with any pawns.
using Groups = std::unordered_map<MaterialSignature, std::vector<Entry>>;

class Counting {
public:
    Counting(store::Store& store, const EndgameQuestion& question)
        : store_(store), question_(question), index_(store), reader_(store) {
        store::HeaderFilter filter = question.filter;
        filter.kind = GameKind::chess;
        const auto kinds = store::game_kinds(store);
        if (kinds.size() == 1 && kinds.front() == GameKind::chess) filter.kind.reset();
        all_.games = store::count_games(store, filter);
        is_all_ = store::is_empty(filter);
        if (!is_all_) selected_ = HeaderGames(store, filter).ids();
        for (const index::Run& run : index::runs(store)) add_run(run);
    }

    Endgames take() {
        all_.kinds = sorted(kinds_);
        all_.materials = sorted(materials_);
        return std::move(all_);
    }

private:
    using Counts = std::unordered_map<MaterialSignature, EndgameCount>;

    static std::vector<EndgameCount> sorted(const Counts& counts) {
        std::vector<EndgameCount> list;
        for (const auto& [signature, count] : counts) list.push_back(count);
        std::ranges::sort(list, {}, [](const EndgameCount& count) { return std::pair(-count.games, count.signature); });
        return list;
    }

    [[nodiscard]] bool is_wanted(MaterialSignature signature) const {
        const int men = men_of(signature);
        if (question_.least_men && men < *question_.least_men) return false;
        if (question_.most_men && men > *question_.most_men) return false;
        if (question_.material)
            return question_.material->fits(signature) || question_.material->fits(flipped(signature));
        return question_.least_men || question_.most_men || count_of(signature & ~pawns) <= most_pieces;
    }
    [[nodiscard]] bool is_selected(std::int64_t game) const {
        return is_all_ || std::binary_search(selected_.begin(), selected_.end(), game);
    }
    /// Returns true if games must be replayed to count their positions, which the index knows of all games of a
    /// segment.
    [[nodiscard]] bool needs_replay(const index::Run& run) const {
        return !run.segment || question_.least_plies > 1 || (is_all_ && !run.is_whole());
    }

    void add_run(const index::Run& run) {
        games_.clear();
        by_material_.clear();
        by_kind_.clear();
        if (!needs_replay(run))
            add_by_index(run);
        else if (run.segment)
            replay(run, games_of_index(run));
        else
            replay(run, std::nullopt);
        tally(run, by_material_, materials_, false);
        tally(run, by_kind_, kinds_, true);
    }

    void add(MaterialSignature signature, std::uint32_t game, std::uint32_t positions) {
        const MaterialSignature pieces = signature & ~pawns;
        const bool black = is_black_stronger(signature), black_by_pieces = is_black_stronger(pieces);
        by_material_[black ? flipped(signature) : signature].push_back({game, black, positions});
        by_kind_[black_by_pieces ? flipped(pieces) : pieces].push_back({game, black_by_pieces, positions});
        index::add(games_, game);
    }

    /// Calls each(ordinal) for the selected games of a row.
    template <typename Each>
    void for_each_game(const index::Run& run, const Row& row, const Each& each) {
        games_of_row_.assign((run.games() + 63) / 64, 0);
        index::PositionIndex::unite(games_of_row_, row, run);
        for (std::size_t i = 0; i < games_of_row_.size(); ++i) games_of_row_[i] &= selected_bits_[i];
        index::for_each_in(games_of_row_, each);
    }

    void select(const index::Run& run) {
        games_.assign((run.games() + 63) / 64, 0);
        selected_bits_.assign(games_.size(), is_all_ ? ~std::uint64_t{0} : 0);
        const auto first = std::ranges::lower_bound(selected_, run.first);
        for (auto id = first; id != selected_.end() && *id <= run.last; ++id)
            index::add(selected_bits_, static_cast<std::uint32_t>(*id - run.first));
    }

    void add_by_index(const index::Run& run) {
        select(run);
        index_.for_each_material(run, [&](const Row& row) {
            if (!is_wanted(row.signature)) return;
            for_each_game(run, row, [&](std::uint32_t game) { add(row.signature, game, 0); });
            if (!is_all_) return;
            const MaterialSignature pieces = row.signature & ~pawns;
            const auto count = static_cast<std::int64_t>(row.positions);
            positions(materials_, is_black_stronger(row.signature) ? flipped(row.signature) : row.signature) += count;
            positions(kinds_, is_black_stronger(pieces) ? flipped(pieces) : pieces) += count;
        });
    }

    static std::int64_t& positions(Counts& counts, MaterialSignature signature) {
        auto& known = counts[signature].positions;
        if (!known) known = 0;
        return *known;
    }

    Ids games_of_index(const index::Run& run) {
        select(run);
        index_.for_each_material(run, [&](const Row& row) {
            if (!is_wanted(row.signature)) return;
            for_each_game(run, row, [&](std::uint32_t game) { index::add(games_, game); });
        });
        Ids ids = index::ids_of(run, games_);
        games_.assign(games_.size(), 0);
        return ids;
    }

    /// Replays some games of a run, or all selected ones.
    void replay(const index::Run& run, const std::optional<Ids>& ids) {
        if (ids && ids->empty()) return;
        if (!ids) games_.assign((run.games() + 63) / 64, 0);
        results_.assign(run.games(), Result::unknown);
        const auto each = [&](const store::GameMoves& game) {
            if (game.kind != GameKind::chess || !is_selected(game.id)) return true;
            const auto ordinal = static_cast<std::uint32_t>(game.id - run.first);
            results_[ordinal] = game.result;
            for (const auto& [signature, plies] : materials_in(game))
                if (plies >= question_.least_plies) add(signature, ordinal, static_cast<std::uint32_t>(plies));
            return true;
        };
        if (ids)
            read_games(reader_, *ids, each);
        else
            read_games(reader_, IdRange{run.first, run.last}, each);
    }

    /// Returns the wanted materials of a game, and the number of positions that have them.
    const std::unordered_map<MaterialSignature, std::int64_t>& materials_in(const store::GameMoves& game) {
        in_game_.clear();
        const auto* start = game.start.empty() && game.moves.empty() ? nullptr : starts_.from(game.start);
        if (!start) return in_game_;
        chess::Replayer now = *start;
        now.read(game.moves);
        chess::MaterialInReplay material(now);
        const auto count_of = [&] {
            const MaterialSignature signature = material.signature();
            return is_wanted(signature) ? &in_game_[signature] : nullptr;
        };
        std::int64_t* count = count_of();
        do {
            if (material.follow(now)) count = count_of();
            if (count) ++*count;
        } while (now.next());
        return in_game_;
    }

    void tally(const index::Run& run, Groups& groups, Counts& counts, bool any_pawns) {
        if (groups.empty()) return;
        const bool replayed = needs_replay(run);
        if (!replayed) read_results(run);
        if (!any_pawns) all_.reached += static_cast<std::int64_t>(index::count_of(games_));
        for (auto& [signature, entries] : groups) {
            std::ranges::sort(entries);
            EndgameCount& count = counts[signature];
            count.signature = signature;
            count.any_pawns = any_pawns;
            count.is_balanced = signature == flipped(signature);
            std::optional<std::uint32_t> before;
            for (const Entry& entry : entries) {
                if (replayed) count.positions = count.positions.value_or(0) + entry.positions;
                if (std::exchange(before, entry.game) == entry.game) continue;
                ++count.games;
                const Result result = results_[entry.game];
                const bool black = entry.black_stronger && !count.is_balanced;
                const auto points = half_points(result, !black);
                count.won += points == 2;
                count.drawn += points == 1;
                count.lost += points == 0;
            }
        }
    }

    void read_results(const index::Run& run) {
        results_.clear();
        index_.for_each_facts(run, [&](std::uint32_t ordinal, const std::optional<index::GameFacts>& facts) {
            if (facts) return results_.push_back(facts->result);
            const auto game = reader_.moves(run.first + ordinal);
            results_.push_back(game ? game->result : Result::unknown);
        });
        results_.resize(run.games(), Result::unknown);
    }

    store::Store& store_;
    const EndgameQuestion& question_;
    index::PositionIndex index_;
    store::GameReader reader_;
    bool is_all_ = true;
    Ids selected_;
    Endgames all_;
    Counts kinds_, materials_;
    // state of the current run
    Groups by_material_, by_kind_;
    std::vector<std::uint64_t> games_, selected_bits_, games_of_row_;
    std::vector<Result> results_;
    ReplayStart<ChessGame> starts_;
    std::unordered_map<MaterialSignature, std::int64_t> in_game_;
};

std::string side_text(MaterialSignature side, bool any_pawns) {
    std::string text = "K";
    for (std::size_t role = 5; role-- > 1;) text.append(static_cast<std::size_t>(side >> 4 * role & 15), "PNBRQ"[role]);
    return any_pawns ? text + "P*" : text.append(static_cast<std::size_t>(side & 15), 'P');
}

}  // namespace

Endgames count_endgames(store::Store& store, const EndgameQuestion& question) {
    return Counting(store, question).take();
}

std::string endgame_text(const EndgameCount& endgame) {
    return side_text(endgame.signature & one_side, endgame.any_pawns) + " v " +
           side_text(endgame.signature >> bits_a_side, endgame.any_pawns);
}

int men_of(MaterialSignature signature) { return 2 + count_of(signature); }

}  // namespace cofnod::search
