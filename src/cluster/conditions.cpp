#include "cluster/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/schema.hpp"
#include "games/chess/pack.hpp"
#include "games/record/openings.hpp"
#include "store/name_match.hpp"

namespace cofnod::cluster {

namespace {

using store::HeaderField;
using store::HeaderTerm;

/// Maximum number of places or pieces in one condition; other conditions are checked here on the games found.
constexpr std::size_t most_places = 4, most_pieces = 3;

struct Field {
    std::string_view section, option;
    bool all;  ///< all terms on this field must hold
};
constexpr bool any = false, all = true;
constexpr std::array fields = {
#define FIELD(name, combine, option, ...) Field{"where_" #name, option, combine},
#include "store/header_fields.def"
#undef FIELD
};

const Field& row_of(HeaderField field) { return fields[static_cast<std::size_t>(field)]; }

[[noreturn]] void refuse(const std::string& what) { throw UsageError(what, tr("ask the database that was loaded")); }

/// Returns the search key for a part of a name as a literal.
std::string key_of(const std::string& part) {
    const std::string key = store::name_key(part);
    if (!part.empty() && (key.empty() || !utf8::is_valid(part)))
        throw UsageError(tr("'{}' has no letter that the servers could look for", part), tr("write more of it"));
    return text_literal(key);
}

/// Returns the matching openings as literals: those with the English name, or listed in the term because their name in
/// another language matches.
std::string openings_of(const HeaderTerm& term) {
    std::string list;
    for (const Opening& opening : openings()) {
        const std::string name = fmt::format("{} {}", opening.eco, opening.english);
        if (store::name_contains(opening.english, term.text) || term.other.find('"' + name + '"') != std::string::npos)
            list += (list.empty() ? "" : ", ") + text_literal(name);
    }
    return list.empty() ? "''" : list;
}

/// Returns the elements of a JSON array of numbers.
std::string numbers_of(const std::string& array) {
    std::string numbers;
    for (const char c : array)
        if (c != '[' && c != ']') numbers += c;
    return numbers.empty() ? "-1" : numbers;
}

bool is_name(HeaderField field) {
    using enum HeaderField;
    return field == player || field == opponent || field == white || field == black || field == event ||
           field == site || field == source;
}

std::string condition(const std::string& database, const HeaderTerm& term) {
    const bool is_range = term.field == HeaderField::ids && term.text.empty();
    const std::string_view section = is_range ? "where_id_range" : row_of(term.field).section;
    if (!has_sql(section)) refuse(tr("the servers do not have what --{} asks for", row_of(term.field).option));
    return '(' +
           sql(section, {{"db", database},
                         {"key", is_name(term.field) ? key_of(term.text) : ""},
                         {"other_key", term.field == HeaderField::opponent ? key_of(term.other) : ""},
                         {"text", text_literal(term.text)},
                         {"other", text_literal(term.other)},
                         {"openings", term.field == HeaderField::opening ? openings_of(term) : ""},
                         {"numbers", term.field == HeaderField::ids ? numbers_of(term.text) : ""},
                         {"low", bound(term.low)},
                         {"high", bound(term.high)}}) +
           ')';
}

std::string hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02X}", static_cast<unsigned char>(c));
    return text;
}

std::string opening_condition(const std::vector<chess::Move>& moves) {
    chess::Position position = chess::Position::initial();
    chess::Packer packer(position);
    for (const chess::Move move : moves) {
        packer.push(position, move);
        position.play(move);
    }
    return sql("with_opening", {{"length", std::to_string(packer.bytes().size())}, {"hex", hex(packer.bytes())}});
}

SqlValues values_of(const Tables& tables, SqlValues values = {}) {
    std::string of_ids;
    if (tables.ids)
        of_ids =
            sql("of_ids", {{"after", std::to_string(tables.ids->after)}, {"last", std::to_string(tables.ids->last)}});
    values.emplace_back("db", tables.database);
    values.emplace_back("of_ids", of_ids);
    return values;
}

std::string material_condition(const Tables& tables, const search::MaterialPattern& material) {
    std::string ranges;
    if (material.is_exact())
        ranges = sql("signature", {{"number", std::to_string(static_cast<std::int64_t>(material.signature()))}});
    else
        for (std::size_t i = 0; i < chess::signature_pieces.size(); ++i) {
            search::MaterialPattern copy = material;
            const auto& range = copy.range(chess::signature_pieces[i]);
            ranges += (i > 0 ? " AND " : "") + sql("range", {{"shift", std::to_string(4 * i)},
                                                             {"least", std::to_string(range.least)},
                                                             {"most", std::to_string(range.most)}});
        }
    return sql("with_material", values_of(tables, {{"ranges", ranges}}));
}

std::vector<std::int64_t> places(chess::Piece piece, chess::Bitboard squares) {
    std::vector<std::int64_t> found;
    for (std::uint64_t bits = squares.bits(); bits != 0; bits &= bits - 1)
        found.push_back(std::int64_t{piece.index()} * 64 + std::countr_zero(bits));
    return found;
}

/// Returns a condition for pieces that are on the board together, each on one of its places.
std::string stays_condition(const Tables& tables, const std::vector<std::vector<std::int64_t>>& pieces) {
    std::string stays;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        stays = sql(i == 0 ? "stay" : "stays", values_of(tables, {{"n", std::to_string(i)},
                                                                  {"m", std::to_string(i - 1)},
                                                                  {"inner", stays},
                                                                  {"places", list_of(pieces[i])}}));
    return sql("with_stays", {{"stays", stays}});
}

/// Sorts pieces by the number of stays on their places, rarest first, as the join starts from the first.
void sort_by_rarity(std::vector<std::vector<std::int64_t>>& pieces, const CountStays& count) {
    if (pieces.size() < 2) return;
    std::vector<std::int64_t> all_places;
    for (const auto& each : pieces) all_places.insert(all_places.end(), each.begin(), each.end());
    const auto counts = count(all_places);
    std::ranges::stable_sort(pieces, {}, [&](const std::vector<std::int64_t>& each) {
        std::int64_t stays = 0;
        for (const std::int64_t place : each)
            if (const auto found = counts.find(place); found != counts.end()) stays += found->second;
        return stays;
    });
}

MoveConditions pieces_condition(const Tables& tables, const search::PiecesPattern& pattern, const CountStays& count) {
    std::vector<std::vector<std::int64_t>> pieces;
    for (const auto& condition : pattern.conditions()) {
        const auto squares = places(condition.piece, condition.squares);
        if (condition.all)
            for (const std::int64_t place : squares) pieces.push_back({place});
        else
            pieces.push_back(squares);
    }
    sort_by_rarity(pieces, count);
    const bool are_all = pieces.size() <= most_places;
    if (!are_all) pieces.resize(most_places);
    if (pieces.empty()) return {"", false};
    return {stays_condition(tables, pieces), are_all};
}

/// Returns a condition for a partial position, by its rarest pieces.
MoveConditions placement_condition(const Tables& tables, const search::WantedPosition& position,
                                   const CountStays& count) {
    std::vector<std::vector<std::int64_t>> pieces;
    for (int piece = 0; piece < chess::piece_count; ++piece)
        for (const std::int64_t place :
             places(chess::Piece::from_index(piece), position.pieces(chess::Piece::from_index(piece))))
            pieces.push_back({place});
    sort_by_rarity(pieces, count);
    if (pieces.size() > most_pieces) pieces.resize(most_pieces);
    if (pieces.empty()) return {"", false};
    return {stays_condition(tables, pieces), false};
}

/// Returns a condition for games that reach exactly this placement, as a script for the servers' worker.
std::string first_ply_condition(const search::WantedPosition& position) {
    std::string script;
    int count = 0;
    for (int index = 0; index < chess::piece_count; ++index) {
        const chess::Piece piece = chess::Piece::from_index(index);
        for (const chess::Square square : position.pieces(piece)) {
            script += fmt::format("{}{} ", piece.fen_letter(), square.to_string());
            ++count;
        }
    }
    script += fmt::format("[Aa] == {}", count);
    return sql("with_first_ply", {{"script", text_literal(script)}});
}

/// Returns the conditions of a query joined into one, ignoring its colour-swapped form.
MoveConditions as_asked(const Tables& tables, const search::Query& query, const CountStays& count) {
    std::vector<std::string> conditions;
    int at_positions = 0;
    bool are_exact = true;
    if (const auto key = query.exact_key()) {
        conditions.push_back(
            sql("with_key", values_of(tables, {{"key", std::to_string(static_cast<std::int64_t>(*key))}})));
        ++at_positions;
        are_exact = are_exact && (!query.other || query.other->asks_for_key_alone());
    } else if (query.other) {
        return {"", false};
    } else if (query.position) {
        const auto placement = placement_condition(tables, *query.position, count);
        if (!placement.text.empty()) conditions.push_back(placement.text);
        are_exact = false;
    }
    if (!query.opening.empty()) conditions.push_back(opening_condition(query.opening));
    if (query.pieces) {
        const auto pieces = pieces_condition(tables, *query.pieces, count);
        if (!pieces.text.empty()) conditions.push_back(pieces.text);
        are_exact = are_exact && pieces.are_exact;
        ++at_positions;
    }
    if (query.material) {
        conditions.push_back(material_condition(tables, *query.material));
        ++at_positions;
    }
    return {fmt::format("{}", fmt::join(conditions, " AND ")), are_exact && at_positions <= 1};
}

}  // namespace

std::string header_conditions(const std::string& database, const store::HeaderFilter& filter) {
    std::string text;
    if (filter.kind) text += " AND " + sql("with_kind", {{"kind", std::to_string(static_cast<int>(*filter.kind))}});
    if (filter.first_id || filter.last_id)
        text += " AND " + sql("where_id_range",
                              {{"low", bound(filter.first_id.value_or(0))},
                               {"high", bound(filter.last_id.value_or(std::numeric_limits<std::int64_t>::max()))}});
    for (std::size_t field = 0; field < fields.size(); ++field) {
        std::string held, negated;
        for (const HeaderTerm& term : filter.terms) {
            if (static_cast<std::size_t>(term.field) != field) continue;
            std::string& list = term.negated ? negated : held;
            const bool is_all = fields[field].all && !term.negated;
            if (!list.empty()) list += is_all ? " AND " : " OR ";
            list += condition(database, term);
        }
        if (!held.empty()) text += " AND (" + held + ')';
        if (!negated.empty()) text += " AND NOT (" + negated + ')';
    }
    return text;
}

MoveConditions move_conditions(const Tables& tables, const search::Query& query, const CountStays& count) {
    if (!query.asks_for_moves()) return {};
    MoveConditions found = as_asked(tables, query, count);
    if (query.flipped) {
        const MoveConditions other = as_asked(tables, *query.flipped, count);
        if (found.text.empty() || other.text.empty())
            found.text.clear();
        else
            found.text = fmt::format("(({}) OR ({}))", found.text, other.text);
        found.are_exact = found.are_exact && other.are_exact;
    }
    if (query.lines == search::Lines::variations) found.text = sql("with_annotations", values_of(tables));
    if (query.lines != search::Lines::main) {
        if (query.lines == search::Lines::all && !found.text.empty())
            found.text = fmt::format("(({}) OR {})", found.text, sql("with_annotations", values_of(tables)));
        found.are_exact = false;
    }
    if (query.ply.are_given()) {
        if (query.ply.ask_for_annotations())
            found.text += (found.text.empty() ? "" : " AND ") + sql("with_annotations", values_of(tables));
        found.are_exact = false;
    }
    if (!found.text.empty()) found.text.insert(0, " AND ");
    return found;
}

std::string placement_by_worker(const search::Query& query) {
    std::string condition = first_ply_condition(*query.position);
    if (query.flipped && query.flipped->position) condition += " OR " + first_ply_condition(*query.flipped->position);
    return query.flipped && !query.flipped->position ? std::string() : " AND (" + condition + ')';
}

}  // namespace cofnod::cluster
