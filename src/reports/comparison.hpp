#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "operations/dedupe.hpp"
#include "reports/writer.hpp"
#include "store/duplicates/lines.hpp"
#include "store/game_reader.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::reports {

/// Declares the list of `dedupe`.
Answer<operations::FoundDuplicate> duplicate_list();

struct WitnessMove {
    std::string number;  ///< "12." or "12..."
    std::string text;    ///< in the notation of the witness
    std::string uci;     ///< empty for games without UCI notation
};

/// One record of the game.
struct Witness {
    store::GameHeader header;
    GameRecord record;
    std::string citation;
    std::vector<WitnessMove> moves;
    duplicates::Line line;
};

/// A tag that any of the records has.
struct TagRow {
    std::string name;
    std::vector<std::optional<std::string>> values;

    [[nodiscard]] bool is_same() const {
        return std::ranges::all_of(values, [&](const auto& value) { return value == values.front(); });
    }
};

struct Comparison {
    std::vector<Witness> witnesses;
    std::vector<TagRow> tags;
    std::vector<duplicates::AlignedRow> rows;

    [[nodiscard]] const WitnessMove* move(const duplicates::AlignedRow& row, std::size_t witness) const {
        return row[witness] ? &witnesses[witness].moves[*row[witness]] : nullptr;
    }
    /// Returns true if all records have the same move in this row.
    [[nodiscard]] bool is_same(const duplicates::AlignedRow& row) const {
        return do_agree(row) && std::ranges::all_of(row, [](const auto& move) { return move.has_value(); });
    }
    /// Returns true if the records that have a move in this row agree on it.
    [[nodiscard]] bool do_agree(const duplicates::AlignedRow& row) const {
        std::optional<std::uint32_t> played;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!row[i]) continue;
            const std::uint32_t move = witnesses[i].line[*row[i]];
            if (played.value_or(move) != move) return false;
            played = move;
        }
        return true;
    }
    [[nodiscard]] std::size_t differing_moves() const {
        return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const auto& row) { return !is_same(row); }));
    }
    [[nodiscard]] std::size_t differing_tags() const {
        return static_cast<std::size_t>(std::ranges::count_if(tags, [](const auto& tag) { return !tag.is_same(); }));
    }
};

/// Chooses the notation for showing a record written in `code`.
using ChooseLanguage = std::function<const notation::Language&(const std::string& code)>;

/// Reads and aligns the records. Throws an Error if a game does not exist, or if they are not records of the same game.
Comparison compare(store::Store& store, const std::vector<std::int64_t>& ids, const ChooseLanguage& choose_language);

/// A row of the aligned moves.
struct ComparedRow {
    std::size_t number = 0;  ///< from 1
    const Comparison& comparison;
    const duplicates::AlignedRow& row;
};

/// Declares the list of aligned moves; CSV and TSV have one row for each record with the move.
Answer<ComparedRow> comparison_rows();
/// Returns the document members other than the moves.
Value::Object comparison_head(const Comparison& comparison);
/// Returns the members of the document.
Shapes comparison_shape();

}  // namespace cofnod::reports
