#include "plain_filter.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "games/record/chess_game.hpp"
#include "games/record/openings.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "store/name_match.hpp"

namespace cofnod::cli::plain {

namespace {

using Pairs = std::vector<std::pair<UChar32, std::string>>;

/// Letters treated as equal when names are compared.
const Pairs& letters_alike() {
    static const Pairs pairs = {{U'ß', "ss"}, {U'æ', "ae"}, {U'œ', "oe"}, {U'ø', "o"}, {U'đ', "d"}, {U'ð', "d"},
                                {U'ł', "l"},  {U'ı', "i"},  {U'ς', "σ"},  {U'ة', "ه"}, {U'ى', "ي"}, {U'ء', ""},
                                {U'ـ', ""},   {U'ک', "ك"},  {U'ی', "ي"},  {U'·', ""}};
    return pairs;
}

std::string fold(std::string_view name) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const decomposer = icu::Normalizer2::getNFKDInstance(error);
    const auto text = icu::UnicodeString::fromUTF8({name.data(), static_cast<std::int32_t>(name.size())});
    icu::UnicodeString parts = decomposer->normalize(text, error).foldCase();
    std::string key;
    for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
        const UChar32 c = parts.char32At(i);
        if (u_charType(c) == U_NON_SPACING_MARK || u_charType(c) == U_FORMAT_CHAR) continue;
        const auto alike = std::find_if(letters_alike().begin(), letters_alike().end(),
                                        [c](const auto& pair) { return pair.first == c; });
        if (alike != letters_alike().end())
            key += alike->second;
        else if (const int digit = u_charDigitValue(c); digit >= 0)
            key += static_cast<char>('0' + digit);
        else
            icu::UnicodeString(c).toUTF8String(key);
    }
    return key;
}

/// A year, a month and a day; 0 if unknown.
using Date = std::tuple<int, int, int>;

std::optional<Date> read_date(std::string_view text) {
    std::array<std::string, 3> parts;
    std::size_t at = 0;
    for (const char c : text) {
        if (c == '.' || c == '-' || c == '/') {
            if (++at == parts.size()) return std::nullopt;
        } else {
            parts.at(at) += c;
        }
    }
    if (at < 2 && parts.at(at).empty()) return std::nullopt;  // empty, or a trailing separator
    constexpr std::array<std::size_t, 3> longest = {4, 2, 2};
    constexpr std::array<int, 3> largest = {9999, 12, 31};
    std::array<int, 3> numbers{};
    for (std::size_t i = 0; i <= at; ++i) {
        const std::string& part = parts.at(i);
        const bool fits =
            !part.empty() && part.size() <= longest.at(i) && part.find_first_not_of("0123456789?") == std::string::npos;
        if (!fits) return std::nullopt;
        if (part.find('?') == std::string::npos) numbers.at(i) = std::stoi(part);
        if (numbers.at(i) > largest.at(i)) return std::nullopt;
    }
    return Date(numbers[0], numbers[1], numbers[2]);
}

/// Returns nullopt if the tag has no year.
std::optional<Date> date_of(const Game& game) {
    const auto date = read_date(game.tag("Date"));
    return date && std::get<0>(*date) > 0 ? date : std::nullopt;
}

bool is_since(const Game& game, const std::string& text) {
    const auto date = date_of(game);
    return date && *date >= read_date(text).value();
}

/// Parts missing from the option are open: 1950 includes its last day.
bool is_until(const Game& game, const std::string& text) {
    const auto date = date_of(game);
    if (!date) return false;
    const auto [year, month, day] = *date;
    const auto [last_year, last_month, last_day] = read_date(text).value();
    if (year != last_year || last_month == 0) return year <= last_year;
    if (month != last_month || last_day == 0) return month <= last_month;
    return day <= last_day;
}

bool contains(const std::string& name, const std::string& part) {
    const std::string wanted = folded(part);
    return (!wanted.empty() && folded(name).find(wanted) != std::string::npos) || name.find(part) != std::string::npos;
}

bool is_player(const Game& game, std::string_view side, const std::string& part, const Aliases& aliases) {
    const std::string name = game.tag(side);
    if (name.empty()) return false;
    const auto is_named = [&](const std::string& spelling) {
        return contains(spelling, part) || store::names_player(spelling, part);  // in another alphabet
    };
    if (is_named(name)) return true;
    const auto others = aliases.find(name);
    return others != aliases.end() && std::any_of(others->second.begin(), others->second.end(), is_named);
}

/// Returns a rating: a number without any other characters.
std::optional<std::int64_t> elo(const std::string& text) {
    const bool is_number = !text.empty() && text.size() < 10 &&
                           text.find_first_not_of("0123456789") == std::string::npos &&
                           (text == "0" || text.front() != '0');
    return is_number ? std::optional<std::int64_t>(std::stoll(text)) : std::nullopt;
}

template <typename Condition>
bool both_elos(const Game& game, Condition&& condition) {
    const auto white = elo(game.tag("WhiteElo")), black = elo(game.tag("BlackElo"));
    return white && black && condition(*white) && condition(*black);
}

std::string small(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// Returns true for a number in the range "7", "3-9", "3-" or "-9".
bool is_between(std::int64_t number, const std::string& text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string::npos) return number == std::stoll(text);
    const std::string first = text.substr(0, dash), last = text.substr(dash + 1);
    return (first.empty() || number >= std::stoll(first)) && (last.empty() || number <= std::stoll(last));
}

/// Returns true if a condition holds for one of the comma-separated parts.
template <typename Condition>
bool any_part(const std::string& text, Condition&& condition) {
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        if (condition(part)) return true;
    return false;
}

std::string code_of_notation(const std::string& name) {
    const std::string word = small(name);
    if (word == "welsh") return "cy";
    if (word == "arabic") return "ar";
    return word;
}

bool is_rated(const std::string& text, const std::string& range) {
    const auto number = elo(text);
    return number && is_between(*number, range);
}

bool is_code(const std::string& tag, const std::string& range) {
    const std::size_t dash = range.find('-');
    const std::string first = small(range.substr(0, dash)), last = small(range.substr(dash + 1)), code = small(tag);
    if (dash == std::string::npos) return code.starts_with(first);
    return !code.empty() && code.substr(0, first.size()) >= first && code.substr(0, last.size()) <= last;
}

/// Returns the opening that the moves reach; nullptr if it has no name.
const Opening* opening_of(const Game& game) {
    const GameRecord& record = game.record;
    if (record.kind != GameKind::chess || record.moves.empty()) return nullptr;
    return cofnod::opening_of(start_position<ChessGame>(record), record.moves);
}

/// Returns the ECO code of the moves, or of the tag if they have none.
std::string code_of(const Game& game) {
    const Opening* opening = opening_of(game);
    return opening ? std::string(opening->eco) : game.tag("ECO");
}

/// Returns true if the name in English, Welsh or Arabic contains the text.
bool is_opening(const Game& game, const std::string& part) {
    const Opening* opening = opening_of(game);
    if (!opening) return false;
    const auto is_in = [&](std::string_view name) { return contains(std::string(name), part); };
    return is_in(opening->english) || is_in(opening->welsh) || is_in(opening->arabic);
}

bool has_tag(const Game& game, const std::string& text) {
    const std::size_t sign = text.find_first_of("=~");
    const std::string name = small(text.substr(0, sign)), value = text.substr(sign + 1);
    const Tags& tags = game.record.tags;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const std::string content(tags[i].value);
        const bool fits = text[sign] == '~' ? contains(content, value) : folded(content) == folded(value);
        if (small(std::string(tags[i].name)) == name && fits) return true;
    }
    return false;
}

/// Returns the words of a text, each preceded by a blank.
std::string words(std::string_view text) {
    const auto all = icu::UnicodeString::fromUTF8(folded(text));
    std::string result = " ";
    for (std::int32_t i = 0; i < all.length(); i = all.moveIndex32(i, 1)) {
        const bool is_word = u_isalnum(all.char32At(i)) != 0;
        if (is_word) icu::UnicodeString(all.char32At(i)).toUTF8String(result);
        if (!is_word && result.back() != ' ') result += ' ';
    }
    return result;
}

bool has_some(const Game& game, Annotations::Kind kind) {
    const Annotations& notes = game.record.annotations;
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (notes[i].kind == kind) return true;
    return false;
}

bool has_comment(const Game& game, const std::string& text) {
    std::string wanted = words(text);
    if (wanted.back() == ' ') wanted.pop_back();
    const Annotations& notes = game.record.annotations;
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (notes[i].kind == Annotations::Kind::comment && words(notes[i].text).find(wanted) != std::string::npos)
            return true;
    return false;
}

/// `180+2`, `40/5400+30:1800`: seconds for 40 moves, as the games of the test have them.
bool has_pace(const std::string& control, const std::string& wanted) {
    if (control.empty() || !std::isdigit(static_cast<unsigned char>(control.front()))) return false;
    double seconds = 0, increment = 0;
    std::istringstream periods(control);
    for (std::string period; std::getline(periods, period, ':');) {
        const auto slash = period.find('/');
        if (slash != std::string::npos) period = period.substr(slash + 1);
        const auto plus = period.find('+');
        seconds += std::stod(period.substr(0, plus));
        if (plus != std::string::npos && increment == 0) increment = std::stod(period.substr(plus + 1));
    }
    const double time = seconds + 40 * increment;
    return wanted == (seconds >= 86400 ? "correspondence"
                      : time < 180     ? "bullet"
                      : time < 600     ? "blitz"
                      : time < 3600    ? "rapid"
                                       : "classical");
}

bool is_against(const Game& game, const std::string& player, const std::string& opponent, const Aliases& aliases) {
    const auto are = [&](const std::string& white, const std::string& black) {
        return is_player(game, "White", white, aliases) && is_player(game, "Black", black, aliases);
    };
    return are(player, opponent) || are(opponent, player);
}

}  // namespace

std::string Game::tag(std::string_view name) const { return std::string(record.tags.find(name).value_or("")); }

bool has_word(std::string_view text) { return words(text).size() > 1; }

bool is_date(std::string_view text) { return read_date(text).has_value(); }

std::string folded(std::string_view name) {
    static std::unordered_map<std::string, std::string> known;  // folding would take most of the test's time
    const auto [entry, is_new] = known.try_emplace(std::string(name));
    if (is_new) entry->second = fold(name);
    return entry->second;
}

namespace {

bool meets_one(const Game& game, const Filter& filter, const std::string& player, const Aliases& aliases) {
    const std::string &option = filter.option, &value = filter.value;
    const GameRecord& record = game.record;
    if (option == "--player")
        return is_player(game, "White", value, aliases) || is_player(game, "Black", value, aliases);
    if (option == "--opponent") return is_against(game, player, value, aliases);
    if (option == "--white") return is_player(game, "White", value, aliases);
    if (option == "--black") return is_player(game, "Black", value, aliases);
    if (option == "--event") return !game.tag("Event").empty() && contains(game.tag("Event"), value);
    if (option == "--site") return !game.tag("Site").empty() && contains(game.tag("Site"), value);
    if (option == "--date") return is_since(game, value) && is_until(game, value);
    if (option == "--since") return is_since(game, value);
    if (option == "--until") return is_until(game, value);
    if (option == "--result") return to_text(record.result) == value;
    if (option == "--eco") return any_part(value, [&](const auto& part) { return is_code(code_of(game), part); });
    if (option == "--opening") return is_opening(game, value);
    if (option == "--white-elo") return is_rated(game.tag("WhiteElo"), value);
    if (option == "--black-elo") return is_rated(game.tag("BlackElo"), value);
    if (option == "--any-elo") return is_rated(game.tag("WhiteElo"), value) || is_rated(game.tag("BlackElo"), value);
    if (option == "--elo-diff") {
        const auto white = elo(game.tag("WhiteElo")), black = elo(game.tag("BlackElo"));
        return white && black && is_between(std::abs(*white - *black), value);
    }
    if (option == "--annotator") return has_tag(game, "Annotator~" + value);
    if (option == "--tag") return has_tag(game, value);
    if (option == "--time-class") return has_pace(game.tag("TimeControl"), value);
    if (option == "--with")
        return has_some(game, value == "comments" ? Annotations::Kind::comment : Annotations::Kind::begin_variation);
    if (option == "--comment") return has_comment(game, value);
    if (option == "--min-elo") return both_elos(game, [&](std::int64_t number) { return number >= std::stoll(value); });
    if (option == "--max-elo") return both_elos(game, [&](std::int64_t number) { return number <= std::stoll(value); });
    if (option == "--min-plies") return record.ply_count >= std::stoll(value);
    if (option == "--max-plies") return record.ply_count <= std::stoll(value);
    if (option == "--state") return name_of(record.state) == value;
    if (option == "--written-in") return record.notation.code == code_of_notation(value);
    if (option == "--source") return contains(game.source, value) || contains(game.citation, value);
    if (option == "--ids") return any_part(value, [&](const auto& part) { return is_between(game.id, part); });
    if (option == "--game") return name_of(record.kind) == value;
    throw std::invalid_argument(option);
}

}  // namespace

bool meets(const Game& game, const std::vector<Filter>& filters, const Aliases& aliases) {
    std::string player;
    std::set<std::string> asked, met;
    for (const Filter& filter : filters)
        if (filter.option == "--player") player = filter.value;
    for (const auto& [option, value] : filters) {
        if (value.empty()) continue;
        const bool negated = option.starts_with("--not-");
        const Filter filter{negated ? "--" + option.substr(6) : option, value};
        const bool is_met = meets_one(game, filter, player, aliases);
        if (negated && is_met) return false;
        if (!negated && !is_met && (option == "--player" || option == "--with")) return false;
        if (negated) continue;
        asked.insert(option);
        if (is_met) met.insert(option);
    }
    return asked == met;
}

}  // namespace cofnod::cli::plain
