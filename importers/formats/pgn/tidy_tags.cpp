#include "importers/formats/pgn/tidy_tags.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <unordered_map>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "grammar/pgn.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/tags.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;
namespace p = tao::pegtl;

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::odd_name> {
    static void apply(const auto& in, OddTag& tag) {
        tag.name = {in.begin(), in.size()};
        while (tag.name.ends_with(':') || tag.name.ends_with('=')) tag.name.remove_suffix(1);
    }
};

template <>
struct action<rules::quoted_value> {
    static void apply(const auto& in, OddTag& tag) {
        tag.value = {in.begin(), in.size()};
        tag.is_quoted = true;
    }
};

template <>
struct action<rules::bare_value> {
    static void apply(const auto& in, OddTag& tag) {
        tag.value = trimmed({in.begin(), in.size()});
        tag.is_quoted = false;
    }
};

/// Maximum line length of an odd tag; bounds the cost of a text full of brackets.
constexpr std::size_t longest = 500;

std::optional<OddTag> odd_tag_at_front(std::string_view text) {
    if (!text.starts_with('[')) return std::nullopt;
    const std::string_view line = text.substr(0, std::min(text.substr(0, longest).find_first_of("\n\r"), text.size()));
    if (line.size() > longest) return std::nullopt;
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in{line.data(), line.data() + line.size(), ""};
    OddTag tag{.name = {}, .value = {}, .length = line.size(), .is_quoted = false};
    if (!p::parse<rules::odd_tag, action>(in, tag) || !standard_tag(tag.name)) return std::nullopt;
    return tag;
}

bool stands_above_tag(std::string_view text, const OddTag& tag) {
    const std::string_view below = text.substr(std::min(text.find_first_not_of(" \t\n\r", tag.length), text.size()));
    if (rules::looks_like_tag(below)) return true;
    const auto next = odd_tag_at_front(below);
    return next && standard_tag(next->name) != standard_tag(tag.name);
}

/// Recognises 1858.11.02, 1858-11-02, 1858.11 and 1858, with question marks for what is unknown, if the day is
/// possible.
bool is_dated_by_year(std::string_view date) {
    if (date.size() != 4 && date.size() != 7 && date.size() != 10) return false;
    std::optional<int> parts[3];  // year, month, day; nullopt: not known
    for (std::size_t i = 0, at = 0; at < date.size(); ++i) {
        const std::string_view part = date.substr(at, i == 0 ? 4 : 2);
        if (i > 0 && std::string_view(".-/").find(date[at - 1]) == std::string_view::npos) return false;
        int number = 0;
        bool is_known = true;
        for (const char c : part) {
            if (!is_digit(c) && c != '?') return false;
            is_known = is_known && c != '?';
            number = number * 10 + (c - '0');
        }
        if (is_known) parts[i] = number;
        at += part.size() + 1;
    }
    return notation::is_possible_day(parts[0], parts[1], parts[2]);
}

/// Recognises 1858.11.02 and 1858.??.??, as PGN writes dates.
bool is_usual_date(std::string_view date) {
    static constexpr std::size_t length = 10, month = 4, day = 7;
    return date.size() == length && date[month] == '.' && date[day] == '.' && is_dated_by_year(date);
}

/// Returns a date that begins with its year as PGN writes it: 1858.??.?? for 1858.
std::string usual_date(std::string_view date) {
    static constexpr std::string_view unknown = "????.??.??";
    std::string usual(date);
    usual += unknown.substr(usual.size());
    std::ranges::replace_if(
        usual, [](char c) { return c == '-' || c == '/'; }, '.');
    return usual;
}

/// Recognises up to four digits, or nothing.
bool is_usual_rating(std::string_view rating) {
    static constexpr std::size_t longest_rating = 4;
    return rating.size() <= longest_rating && std::ranges::all_of(rating, is_digit);
}

/// Reads `2500?`, `1500P`, `~2500` and `2500.0` as a number; empty: it is none.
std::string read_rating(std::string_view rating) {
    static constexpr std::size_t shortest = 3;
    rating = trimmed(rating.substr(0, rating.find('(')));  // `1500 (rapid)`
    for (const std::string_view front : {"~", "c.", "ca."})
        if (rating.starts_with(front)) rating = trimmed(rating.substr(front.size()));
    for (const std::string_view back : {".0", ".00", "?", "P", "p", "!"})
        if (rating.ends_with(back)) rating = trimmed(rating.substr(0, rating.size() - back.size()));
    return rating.size() >= shortest && is_usual_rating(rating) ? std::string(rating) : std::string();
}

bool is_unknown(std::string_view value) { return value.find_first_not_of("?.-*/ ") == value.npos; }

bool has_blanks_around(std::string_view value) {
    return !value.empty() && (is_blank_or_control(value.front()) || is_blank_or_control(value.back()));
}

/// Returns true for the value of a Result tag that is no result, as `½-0`.
bool is_odd_result(std::string_view value) {
    return !result_from(value) && !is_unknown(value) && !notation::read_result_value(value);
}

/// Recognises Date, UTCDate, EventDate and similar names.
bool is_date(std::string_view name) { return name.ends_with("Date"); }

/// Recognises WhiteElo, BlackElo and similar names.
bool is_rating(std::string_view name) { return name.ends_with("Elo"); }

/// Returns the standard name of a tag: in its standard case, or translated from another language, `[Gwyn "Nia"]`, if it
/// is in the Seven Tag Roster; except Result, which the movetext has too.
std::optional<std::string_view> usual_name(const notation::Languages& languages, std::string_view name) {
    if (const auto standard = standard_tag(name)) return standard;
    static constexpr std::array<std::string_view, 6> of_every_game = {"Event", "Site",  "Date",
                                                                      "Round", "White", "Black"};
    const auto meant = languages.find_header(name);
    return meant && std::ranges::find(of_every_game, *meant) != of_every_game.end() ? meant : std::nullopt;
}

/// Returns the number of tags with that name, in any case, among the first `end`.
std::size_t count_named(const Tags& tags, std::string_view name, std::size_t end) {
    const std::string lower = to_lower(name);
    std::size_t count = 0;
    for (std::size_t i = 0; i < end; ++i) count += to_lower(tags[i].name) == lower;
    return count;
}

/// The tags of one name.
struct Namesakes {
    std::size_t first;       ///< place
    bool has_known = false;  ///< one has a known value
};

/// Returns the names of tags. Their keys refer to the tags.
std::unordered_map<std::string_view, Namesakes> namesakes(const Tags& tags) {
    std::unordered_map<std::string_view, Namesakes> names;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        Namesakes& same = names.try_emplace(tags[i].name, Namesakes{i}).first->second;
        same.has_known = same.has_known || !is_unknown(tags[i].value);
    }
    return names;
}

/// Returns the places of all tags, those of odd results last: export writes the first result as `*` if it is odd.
std::vector<std::size_t> order_of(const Tags& tags) {
    std::vector<std::size_t> order(tags.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto is_odd = [&](std::size_t i) { return tags[i].name == "Result" && is_odd_result(tags[i].value); };
    if (count_named(tags, "Result", tags.size()) > 1)
        std::stable_partition(order.begin(), order.end(), std::not_fn(is_odd));
    return order;
}

}  // namespace

std::optional<OddTag> read_odd_tag(std::string_view text, bool among_tags) {
    const auto tag = odd_tag_at_front(text);
    if (!tag || !(tag->is_quoted || among_tags || stands_above_tag(text, *tag))) return std::nullopt;
    return tag;
}

bool begins_tag(std::string_view text, bool among_tags) {
    return rules::looks_like_tag(text) || read_odd_tag(text, among_tags);
}

bool TagTidier::is_usual(const Tags& tags) {
    bool names_are_known = tags.size() == known_.size(), has_date = false, has_utc_date = false;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const auto [name, value] = tags[i];
        if (has_blanks_around(value) && standard_tag(name)) return false;
        if (i >= known_.size() || known_[i].name != name) {
            if (usual_name(languages_, name).value_or(name) != name) return false;
            names_are_known = false;
        }
        if (is_date(name) && !is_usual_date(value) && !is_unknown(value)) return false;
        if (is_rating(name) && !is_usual_rating(value) && !is_unknown(value)) return false;
        if (name == "Result" && is_odd_result(value)) return false;
        if (page::may_have_entity(value)) return false;
        has_date = has_date || name == "Date";
        has_utc_date = has_utc_date || name == "UTCDate";
    }
    if (!names_are_known && namesakes(tags).size() < tags.size()) return false;
    if (!names_are_known) known_ = tags;
    return has_date || !has_utc_date;
}

std::string TagTidier::date(const Tags::Tag& tag, std::vector<Note>& notes) const {
    std::string written(trimmed(tag.value));
    if (is_usual_date(written) || is_unknown(written) || notation::read_hijri_date(written)) return written;
    if (is_dated_by_year(written)) return usual_date(written);
    const auto note = [&](Reason reason) { notes.push_back({std::string(tag.name), std::move(reason)}); };
    std::vector<std::string> readings = notation::readings_of_date(languages_, written);
    if (readings.size() == 1) {
        note({ProblemKind::date_read, {written, readings[0]}});
        return readings[0];
    }
    if (readings.empty())
        note({ProblemKind::date_unreadable, {written}});
    else
        note({ProblemKind::date_ambiguous, {written, readings}});
    return written;
}

std::string TagTidier::rating(const Tags::Tag& tag, std::vector<Note>& notes) {
    std::string written(trimmed(tag.value));
    if (is_usual_rating(written) || is_unknown(written)) return written;
    std::string read = read_rating(written);
    if (read.empty())
        notes.push_back({std::string(tag.name), {ProblemKind::rating_unreadable, {written}}});
    else
        notes.push_back({std::string(tag.name), {ProblemKind::rating_read, {written, read}}});
    return read.empty() ? written : read;
}

bool TagTidier::tidy(Tags& tags, std::vector<Note>& notes) {
    if (is_usual(tags)) return false;
    Tags tidied;
    bool has_odd_result = false;
    const auto named = namesakes(tags);
    std::unordered_map<std::string, std::string> first_values;  // by the name that is written
    for (const std::size_t i : order_of(tags)) {
        Tags::Tag tag = tags[i];
        const std::size_t first_note = notes.size();
        const auto note = [&](Reason reason) { notes.push_back({std::string(tag.name), std::move(reason)}); };
        const std::string decoded =
            page::may_have_entity(tag.value) ? page::without_entities(tag.value) : std::string(tag.value);
        if (decoded != tag.value) note({ProblemKind::entities_read, {std::string(tag.value), decoded}});
        tag.value = decoded;
        if (tag.name == "Result" && is_odd_result(tag.value)) {
            notes.push_back({"Result", {ProblemKind::result_unreadable, {std::string(trimmed(tag.value))}}});
            has_odd_result = true;  // export writes the result as `*`
        }
        auto name = usual_name(languages_, tag.name);
        if (name && !standard_tag(tag.name) && (named.contains(*name) || first_values.contains(std::string(*name))))
            name.reset();  // the standard name is also present
        std::string value(name ? trimmed(tag.value) : tag.value);
        if (name && is_date(*name)) value = date(tag, notes);
        if (name && is_rating(*name)) value = rating(tag, notes);
        // An unknown value gives way to a known one, and to one above.
        const Namesakes& same = named.at(tags[i].name);
        if (!is_unknown(tags[i].value) || (same.first == i && !same.has_known)) {
            const auto [first, is_first] = first_values.try_emplace(std::string(name.value_or(tag.name)), value);
            if (!is_first && first->second != value)
                note({ProblemKind::tag_differs, {std::string(tag.name), first->second, value}});
            if (is_first || first->second != value) tidied.add(name.value_or(tag.name), value);
        }
        if (notes.size() > first_note) {
            const std::size_t earlier = count_named(tags, tag.name, i);
            for (std::size_t n = first_note; n < notes.size(); ++n) notes[n].earlier = earlier;
        }
    }
    const bool is_changed = !(tidied == tags) || has_odd_result;
    if (!tidied.find("Date"))
        if (const auto utc = tidied.find("UTCDate"); utc && is_usual_date(*utc)) tidied.add("Date", std::string(*utc));
    tags = std::move(tidied);
    return is_changed;
}

}  // namespace cofnod::importers::pgn
