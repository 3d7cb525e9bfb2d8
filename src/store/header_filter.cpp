#include "store/header_filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>

#include "base/characters.hpp"
#include "games/record/openings.hpp"
#include "notation/time_control.hpp"
#include "store/full_text.hpp"
#include "store/game_cursor.hpp"
#include "store/name_match.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

namespace {

struct FieldRow {
    Sql where;
    bool all;  ///< terms on this field must all hold
};

constexpr bool any = false, all = true;
constexpr std::array field_rows = {
#define FIELD(name, combine, ...) FieldRow{Sql::where_##name, combine},
#include "store/header_fields.def"
#undef FIELD
};

bool is_about_words(const HeaderTerm& term) {
    return term.field == HeaderField::comment || term.field == HeaderField::text;
}

/// Returns the SQL condition for a term; `has_words`: the database has a full-text index.
Sql where(const HeaderTerm& term, bool has_words) {
    if (has_words && term.field == HeaderField::comment) return Sql::where_comment_by_words;
    if (has_words && term.field == HeaderField::text) return Sql::where_text_by_words;
    if (term.found) return Sql::where_found;
    const bool is_id_range = term.field == HeaderField::ids && term.text.empty();
    return is_id_range ? Sql::where_id_range : field_rows[static_cast<std::size_t>(term.field)].where;
}

/// Returns the second text of a term as its condition takes it.
std::string other_text(const HeaderTerm& term) {
    if (term.found) return fmt::format("[{}]", fmt::join(*term.found, ","));
    return is_about_words(term) ? words_query(term.text) : term.other;
}

constexpr std::int64_t no_limit = -1;
constexpr std::array parameter_names = {":text", ":other", ":low", ":high"};

/// Composes the SQL of a filter from sections of schema/queries. The parameter names of each term end with its number:
/// `:text` becomes `:text7`. User input is bound, never part of the text.
class SearchText {
public:
    SearchText(Sql head, const HeaderFilter& filter, bool has_words) : text_(sql_text(head)), has_words_(has_words) {
        text_ += sql_text(Sql::search_where);
        if (filter.kind) text_.append(" AND ").append(sql_text(Sql::where_kind));
        if (filter.last_id) text_.append(" AND ").append(sql_text(Sql::where_last_id));
        for (const FieldTerms& group : terms_by_field(filter)) {
            text_.append(" AND ").append(joined(group.terms, group.all ? " AND " : " OR "));
            // NULL is not true, so a game without the field is not excluded.
            if (group.negated) text_ += " IS NOT TRUE";
        }
        text_ += sql_text(Sql::search_page);
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the terms by their numbers.
    [[nodiscard]] const std::vector<HeaderTerm>& terms() const { return terms_; }

private:
    /// Joins conditions as a balanced tree: SQLite limits the depth of expressions.
    [[nodiscard]] std::string joined(std::span<const HeaderTerm> terms, const std::string& how) {
        if (terms.size() == 1) {
            terms_.push_back(terms.front());
            return '(' + numbered(sql_text(where(terms.front(), has_words_)), terms_.size() - 1) + ')';
        }
        const std::size_t half = terms.size() / 2;
        const std::string first = joined(terms.first(half), how);
        return '(' + first + how + joined(terms.subspan(half), how) + ')';
    }

    static std::string numbered(std::string_view section, std::size_t number) {
        std::string text(section);
        for (const std::string_view name : parameter_names)
            for (std::size_t at = 0; (at = text.find(name, at)) != text.npos;)
                text.insert(at += name.size(), std::to_string(number));
        return text;
    }

    std::string text_;
    bool has_words_;
    std::vector<HeaderTerm> terms_;
};

void bind_terms(Statement& statement, const std::vector<HeaderTerm>& terms) {
    const auto bind = [&](std::size_t name, std::size_t number, const auto& value) {
        const std::string parameter = parameter_names[name] + std::to_string(number);
        if (const auto found = statement.find_parameter(parameter.c_str())) statement.bind_copy(*found, value);
    };
    for (std::size_t i = 0; i < terms.size(); ++i) {
        bind(0, i, std::string_view(terms[i].text));
        bind(1, i, std::string_view(other_text(terms[i])));
        bind(2, i, terms[i].low);
        bind(3, i, terms[i].high);
    }
}

/// Returns the id after which the search begins, the largest possible id if there is no game of the kind. All lower
/// bounds are combined into one: given two, SQLite may start from the smaller one.
std::int64_t last_before(const Store& store, const HeaderFilter& filter, const Page& page) {
    if (filter.kind) {
        Statement has_kind(store.connection(), Sql::has_kind);
        if (has_kind.with(static_cast<int>(*filter.kind)).first_integer() == 0)
            return std::numeric_limits<std::int64_t>::max();
    }
    return std::max(page.after, std::max<std::int64_t>(filter.first_id.value_or(1), 1) - 1);
}

}  // namespace

Statement search_statement(const Store& store, Sql head, const HeaderFilter& filter, Page page) {
    const bool asks_for_words = std::any_of(filter.terms.begin(), filter.terms.end(), is_about_words);
    const SearchText text(head, filter, asks_for_words && has_text_index(store.connection()));
    Statement statement = Statement::of_text(store.connection(), text.text());
    const auto bind = [&](const char* name, std::optional<std::int64_t> value) {
        if (value) statement.bind(statement.parameter(name), *value);
    };
    bind(":page_after", last_before(store, filter, page));
    bind(":limit", page.limit.value_or(no_limit));
    if (filter.kind) bind(":kind", static_cast<std::int64_t>(*filter.kind));
    bind(":last_id", filter.last_id);
    bind_terms(statement, text.terms());
    return statement;
}

bool is_empty(const HeaderFilter& filter) {
    return filter.terms.empty() && !filter.kind && !filter.first_id && !filter.last_id;
}

std::vector<FieldTerms> terms_by_field(const HeaderFilter& filter) {
    std::vector<FieldTerms> groups;
    for (std::size_t field = 0; field < field_rows.size(); ++field)
        for (const bool negated : {false, true}) {
            FieldTerms group{{}, field_rows[field].all && !negated, negated};
            for (const HeaderTerm& term : filter.terms)
                if (static_cast<std::size_t>(term.field) == field && term.negated == negated)
                    group.terms.push_back(term);
            if (!group.terms.empty()) groups.push_back(std::move(group));
        }
    return groups;
}

namespace {

std::optional<std::int64_t> number_of(const GameRecord& record, std::string_view tag) {
    constexpr std::size_t longest = 4;
    const auto value = record.tags.find(tag);
    return value && value->size() <= longest ? plain_number(*value) : std::nullopt;
}

class Conditions {
public:
    explicit Conditions(const GameRecord& record) : record_(record) {}

    [[nodiscard]] bool meets(const HeaderTerm& term) const {
        switch (term.field) {
            case HeaderField::player: return plays("White", term.text) || plays("Black", term.text);
            case HeaderField::opponent:
                return (plays("White", term.other) && plays("Black", term.text)) ||
                       (plays("White", term.text) && plays("Black", term.other));
            case HeaderField::white: return plays("White", term.text);
            case HeaderField::black: return plays("Black", term.text);
            case HeaderField::event: return has_part("Event", term.text);
            case HeaderField::site: return has_part("Site", term.text);
            case HeaderField::annotator: return has_part("Annotator", term.text);
            case HeaderField::date: return is_dated(term.low, term.high);
            case HeaderField::since: return is_dated(term.low, std::numeric_limits<std::int64_t>::max());
            case HeaderField::until: return is_dated(0, term.high);
            case HeaderField::result: return static_cast<std::int64_t>(record_.result) == term.low;
            case HeaderField::state: return static_cast<std::int64_t>(record_.state) == term.low;
            case HeaderField::min_plies: return record_.ply_count >= term.low;
            case HeaderField::max_plies: return record_.ply_count <= term.high;
            case HeaderField::eco: return has_code(term.text, term.other);
            case HeaderField::opening: {
                const Opening* const opening = opening_of(record_);
                return opening &&
                       (name_contains(opening->english, term.text) || name_contains(opening->welsh, term.text) ||
                        name_contains(opening->arabic, term.text));
            }
            case HeaderField::notation: return record_.notation.code == term.text;
            case HeaderField::white_elo: return is_within(number_of(record_, "WhiteElo"), term);
            case HeaderField::black_elo: return is_within(number_of(record_, "BlackElo"), term);
            case HeaderField::any_elo:
                return is_within(number_of(record_, "WhiteElo"), term) ||
                       is_within(number_of(record_, "BlackElo"), term);
            case HeaderField::min_elo:
            case HeaderField::max_elo: return has_elos(term);
            case HeaderField::elo_diff: return has_difference(term);
            case HeaderField::tag: return has_tag(term);
            case HeaderField::time_class: {
                const auto found = notation::read_time_class(record_.tags.find("TimeControl").value_or(""));
                return found && static_cast<std::int64_t>(*found) == term.low;
            }
            case HeaderField::annotation:
                return record_.annotations.count(term.low == 0 ? Annotations::Kind::comment
                                                               : Annotations::Kind::begin_variation) > 0;
            default: throw std::logic_error("a condition that only stored games answer");
        }
    }

private:
    [[nodiscard]] bool plays(std::string_view side, const std::string& part) const {
        const auto name = record_.tags.find(side);
        return name && !name->empty() && names_player(*name, part);
    }
    [[nodiscard]] bool has_part(std::string_view tag, const std::string& part) const {
        const auto value = record_.tags.find(tag);
        return value && !value->empty() && name_contains(*value, part);
    }
    [[nodiscard]] bool is_dated(std::int64_t low, std::int64_t high) const {
        const auto date = date_of_tag(record_.tags.find("Date").value_or(""));
        return date && date->year() > 0 && low <= date->number() && date->number() <= high;
    }
    /// Returns true if the code of the moves, or that of the tag if they have none, is between two beginnings of codes.
    [[nodiscard]] bool has_code(std::string_view first, std::string_view last) const {
        const Opening* const opening = opening_of(record_);
        const std::string code = opening ? std::string(opening->eco) : to_upper(record_.tags.find("ECO").value_or(""));
        return !code.empty() && code.substr(0, first.size()) >= first && code.substr(0, last.size()) <= last;
    }
    static bool is_within(std::optional<std::int64_t> number, const HeaderTerm& term) {
        return number && term.low <= *number && *number <= term.high;
    }
    [[nodiscard]] bool has_elos(const HeaderTerm& term) const {
        const auto fits = [&](std::optional<std::int64_t> elo) {
            return elo && (term.field == HeaderField::min_elo ? *elo >= term.low : *elo <= term.high);
        };
        return fits(number_of(record_, "WhiteElo")) && fits(number_of(record_, "BlackElo"));
    }
    [[nodiscard]] bool has_difference(const HeaderTerm& term) const {
        const auto white = number_of(record_, "WhiteElo"), black = number_of(record_, "BlackElo");
        return white && black && is_within(std::abs(*white - *black), term);
    }
    [[nodiscard]] bool has_tag(const HeaderTerm& term) const {
        for (std::size_t i = 0; i < record_.tags.size(); ++i) {
            const Tags::Tag& tag = record_.tags[i];
            if (to_lower(tag.name) != to_lower(term.other) || !name_contains(tag.value, term.text)) continue;
            if (term.low != 1 || name_contains(term.text, tag.value)) return true;
        }
        return false;
    }

    const GameRecord& record_;
};

}  // namespace

bool meets(const GameRecord& record, const HeaderFilter& filter) {
    if (filter.kind && *filter.kind != record.kind) return false;
    const Conditions conditions(record);
    return std::ranges::all_of(terms_by_field(filter), [&](const FieldTerms& group) {
        const auto holds = [&](const HeaderTerm& term) { return conditions.meets(term); };
        const bool is_met =
            group.all ? std::ranges::all_of(group.terms, holds) : std::ranges::any_of(group.terms, holds);
        return is_met != group.negated;
    });
}

}  // namespace cofnod::store
