#include "index/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"
#include "index/header_columns.hpp"
#include "index/segment_format.hpp"
#include "index/upkeep.hpp"

namespace cofnod::index {

namespace {

using store::SegmentTable;

constexpr std::array all_tables = {SegmentTable::few,   SegmentTable::pawns,  SegmentTable::shared,
                                   SegmentTable::games, SegmentTable::column, SegmentTable::material};

/// Maximum number of differences reported per segment.
constexpr std::uint64_t most_reported = 10;

/// Compares a rebuilt segment with the stored rows.
class Comparer final : public store::SegmentOutput {
public:
    Comparer(const store::Store& store, const store::SegmentRow& row,
             const std::function<void(const std::string&)>& each)
        : row_(row), each_(each), reader_(store) {}

    void begin(const store::SegmentRow& made) override {
        is_comparable_ = made.bucket_bits == row_.bucket_bits;
        if (made.positions != row_.positions)
            report(say("table segment: {} positions recorded, but its games have {}", row_.positions, made.positions));
        if (!is_comparable_)
            report(say("table segment: {} bucket bits recorded, but its games need {}", row_.bucket_bits,
                       made.bucket_bits));
    }

    void add(SegmentTable table, std::uint32_t number, std::string_view content) override {
        if (!is_comparable_) return;
        made_[static_cast<std::size_t>(table)].push_back(number);
        compare([&] { return name_of_row(table, number); },
                [&] { return difference(reader_.read(table, row_.id, number), content); });
    }

    void finish() override {
        if (!is_comparable_) return;
        for (const SegmentTable table : all_tables) {
            auto& made = made_[static_cast<std::size_t>(table)];
            std::sort(made.begin(), made.end());
            list(say("table {}", name_of(table)), [&] {
                reader_.for_each_number(table, row_.id, [&](std::uint32_t number) {
                    if (!std::binary_search(made.begin(), made.end(), number))
                        report(say("{}: no counterpart in its games", name_of_row(table, number)));
                });
            });
        }
        if (differences_ > most_reported)
            each_(counted(differences_ - most_reported, "and {} more row", "and {} more rows"));
    }

private:
    void report(const std::string& what) {
        if (++differences_ <= most_reported) each_(what);
    }

    static const char* difference(std::string_view stored, std::string_view made) {
        if (stored.empty()) return phrase("is missing");
        return stored == made ? nullptr : phrase("does not match its games");
    }

    template <typename Name, typename Difference>
    void compare(Name name, Difference difference) {
        try {
            if (const char* const what = difference()) report(fmt::format("{}: {}", name(), translated(what)));
        } catch (const StoreError& error) {
            report(fmt::format("{}: {}", name(), error.what()));
        }
    }

    template <typename List>
    void list(const std::string& name, List list) {
        try {
            list();
        } catch (const StoreError& error) {
            report(fmt::format("{}: {}", name, error.what()));
        }
    }

    [[nodiscard]] std::string name_of_row(SegmentTable table, std::uint32_t number) const {
        const std::string name = say("table {}", name_of(table)) + ", ";
        if (table == SegmentTable::games) return name + say("list {}", number);
        if (table == SegmentTable::material) return name + say("row {}", number);
        if (table != SegmentTable::column) return name + say("bucket {}", number);
        if (number >= first_ending_column) {
            const bool is_mate = number < column_of(FeatureKind::ending, static_cast<std::uint64_t>(Ending::stalemate));
            return name + (is_mate ? say("mates") : say("stalemates"));
        }
        constexpr std::uint32_t features = chess::piece_count * chess::square_count;
        if (number >= first_occupied_column && (number - first_occupied_column) / most_pieces < features) {
            const auto value = static_cast<int>((number - first_occupied_column) / most_pieces);
            const auto square = chess::Square::from_index(value % chess::square_count);
            return name + say("{} on {}", chess::Piece::from_index(value / chess::square_count).fen_letter(),
                              square.to_string());
        }
        return name + name_of_block(number);
    }

    /// Names a row of a column that is split into blocks of games.
    [[nodiscard]] std::string name_of_block(std::uint32_t number) const {
        std::string_view what = translated(phrase("results, Elos and years"));
        std::uint32_t block = number;
        constexpr std::uint32_t blocks = most_games / games_a_column;
        if (number >= first_header_column && number < header_column_of(game_column_count, 0)) {
            what = game_column_names[(number - first_header_column) / blocks];
            block = (number - first_header_column) % blocks;
        } else if (number >= first_positions_column && number < first_occupied_column) {
            what = translated(phrase("positions"));
            block = number - first_positions_column;
        }
        const std::int64_t first = row_.first_game + std::int64_t{block} * games_a_column;
        if (first > row_.last_game) return say("row {}", number);
        return say("{} of games {} to {}", what, first, std::min(first + games_a_column - 1, row_.last_game));
    }

    const store::SegmentRow& row_;
    const std::function<void(const std::string&)>& each_;
    store::SegmentReader reader_;
    bool is_comparable_ = true;  ///< false: the rows cannot correspond
    std::array<std::vector<std::uint32_t>, all_tables.size()> made_;
    std::uint64_t differences_ = 0;
};

}  // namespace

void verify_segment(const store::Store& store, const store::SegmentRow& row, unsigned threads,
                    const BuildProgress& progress, const std::function<void(const std::string&)>& each) {
    Comparer comparer(store, row, each);
    make_segment(store, row.first_game, row.last_game, threads, progress, comparer);
}

std::int64_t positions_of(const store::Store& store, std::int64_t first, std::int64_t last) {
    std::int64_t games = 0, positions = 0;
    store::for_each_ply_count(store, first, last, [&](std::int64_t, std::int64_t plies) {
        ++games;
        positions += plies + 1;
    });
    return positions + weight_of_empty_id * std::max<std::int64_t>(0, last - first + 1 - games);
}

}  // namespace cofnod::index
