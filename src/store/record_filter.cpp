#include "store/record_filter.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/characters.hpp"
#include "games/record/openings.hpp"
#include "notation/time_control.hpp"
#include "store/name_match.hpp"
#include "store/partial_date.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

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
