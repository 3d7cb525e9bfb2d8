#include "reports/hits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cql/run/finder.hpp"
#include "games/record/marks.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/variations.hpp"
#include "games/record/with_game.hpp"
#include "search/matcher.hpp"

namespace cofnod::reports {

using From = LinePlace::From;

std::uint32_t LinePlace::in(const search::Hit& hit, std::uint32_t length) const {
    const std::int64_t base = from == From::start ? 0 : from == From::end ? length : hit.ply.value_or(length);
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(base + plies, 0, length));
}

std::optional<LinePlace> read_place(std::string_view text) {
    static constexpr std::int64_t farthest = 1'000'000;
    static constexpr std::pair<std::string_view, From> words[] = {
        {"found", From::found}, {"start", From::start}, {"end", From::end}};
    LinePlace place{From::start};
    for (const auto& [word, from] : words) {
        if (!text.starts_with(word)) continue;
        place.from = from;
        text.remove_prefix(word.size());
        if (text.empty()) return place;
        if (text.front() != '+' && text.front() != '-') return std::nullopt;
        if (text.front() == '+') text.remove_prefix(1);
        break;
    }
    const auto plies = whole_number<std::int64_t>(text);
    if (!plies || *plies < -farthest || *plies > farthest || (place.from == From::start && *plies < 0))
        return std::nullopt;
    place.plies = *plies;
    return place;
}

std::optional<LinePart> read_part(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == text.npos) return std::nullopt;
    LinePart part;
    const auto read = [](std::string_view end, LinePlace& place) {
        if (end.empty()) return true;
        const auto found = read_place(end);
        if (found) place = *found;
        return found.has_value();
    };
    if (!read(text.substr(0, dots), part.from) || !read(text.substr(dots + 2), part.to)) return std::nullopt;
    return part;
}

void add_at(options::Arguments& arguments, std::optional<LinePlace>& at) {
    const auto take = [&at](const std::string& text) {
        at = read_place(text);
        if (!at)
            throw UsageError(tr("--at: '{}' is not a place in a game", text),
                             tr("write found, start, end or a ply, each with +N or -N: found-1"));
    };
    arguments
        .option("--at", "PLACE", take,
                "the position to write: found, start, end or a ply, each with +N or -N (default: found, otherwise end)")
        .such_as("found-1");
}

void add_part(options::Arguments& arguments, std::optional<LinePart>& part) {
    const auto take = [&part](const std::string& text) {
        part = read_part(text);
        if (!part)
            throw UsageError(tr("--part: '{}' is not a part of a game", text),
                             tr("write two places with two dots between them: found-1..found+12"));
    };
    arguments.option("--part", "FROM..TO", take, "this part of each game, places as in --at")
        .such_as("found-1..found+12");
}

Tags tags_without(const Tags& tags, std::initializer_list<std::string_view> names) {
    Tags result;
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (const Tags::Tag tag = tags[i]; std::ranges::find(names, tag.name) == names.end())
            result.add(tag.name, tag.value);
    return result;
}

GameRecord part_of(const GameRecord& record, std::uint32_t from, std::uint32_t to) {
    to = std::min(to, record.ply_count);
    from = std::min(from, to);
    GameRecord part = record;
    if (from == 0 && to == record.ply_count) return part;
    part.unread.clear();
    part.problems.clear();
    part.source_text.clear();
    part.state = GameState::complete;
    part.ply_count = to - from;
    with_game(record.kind, [&](auto rules) {
        using G = decltype(rules);
        typename G::Position now = start_position<G>(record);
        std::optional<typename G::Packer> packer;
        std::uint32_t ply = 0;
        for (const auto& played : main_line<G>(record)) {
            if (ply == to) break;
            if (ply == from) {
                packer.emplace(now);
                if (from > 0) part.start = G::write_position(now);
            }
            if (ply++ >= from) packer->push(now, played);
            now.play(G::effect_of(now, played));
        }
        if (!packer && from > 0) part.start = G::write_position(now);
        part.moves = packer ? std::string(packer->bytes()) : std::string();
        part.final_check = final_check_of(now.key());
    });
    if (from > 0) {
        part.tags = tags_without(record.tags, {"FEN", "SetUp", "PlyCount"});
        part.tags.add("SetUp", "1");
        part.tags.add("FEN", part.start);
    }
    part.annotations.clear();
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        const bool is_before_all = item.ply == 0 && from == 0;
        if (is_before_all || (item.ply > from && item.ply <= to))
            part.annotations.add(item.kind, item.ply - from, item.value, item.text);
    }
    return part;
}

void with_line_of(const search::Hit& hit, const GameRecord& record,
                  const std::function<void(const GameRecord&)>& take) {
    if (hit.line == 0) return take(record);
    if (const auto line = line_as_record(record, hit.line)) take(*line);
}

std::vector<GamePlace> places_of(std::span<const search::Hit> hits, const GameRecord& record, const LinePlace& at) {
    std::vector<GamePlace> places;
    const bool has_lines = std::ranges::any_of(hits, [](const search::Hit& hit) { return hit.line > 0; });
    const auto lines = has_lines ? variations_of(record) : std::vector<VariationLine>();
    const auto find = [&](std::uint32_t number) {
        const auto line = std::ranges::lower_bound(lines, number, {}, &VariationLine::number);
        return line != lines.end() && line->number == number ? &*line : nullptr;
    };
    for (const search::Hit& hit : hits) {
        const VariationLine* line = find(hit.line);
        if (!hit.ply || (hit.line > 0 && line == nullptr)) continue;
        GamePlace place{hit.line, at.in(hit, line == nullptr ? record.ply_count : line->end())};
        for (; line != nullptr && place.ply <= line->first; line = find(line->parent)) place.line = line->parent;
        places.push_back(place);
    }
    return places;
}

LineText line_text(const GameRecord& line, std::uint32_t from, std::uint32_t to, const notation::Language& language) {
    return with_game(line.kind, [&](auto rules) {
        using G = decltype(rules);
        typename G::Position now = start_position<G>(line);
        const MoveNumbers numbers = MoveNumbers::from<G>(now);
        LineText text{.standing = standing<G>(now), .is_white_to_move = G::is_white_to_move(now)};
        std::uint32_t ply = 0;
        for (const auto& played : main_line<G>(line)) {
            if (ply == std::max(from, to)) break;
            const std::string move = move_text<G>(now, played, language);
            if (ply >= from) {
                if (!text.moves.empty()) text.moves += ' ';
                if (ply == from || !numbers.is_black(ply)) text.moves += numbers.at(ply) + ' ';
                text.moves += move;
            }
            now.play(G::effect_of(now, played));
            if (++ply > from) continue;
            text.standing = standing<G>(now);
            text.is_white_to_move = G::is_white_to_move(now);
            if (ply == from) text.before = numbers.at(ply - 1) + ' ' + move;
        }
        return text;
    });
}

void with_position_of(const search::Hit& hit, const GameRecord& record, const LinePlace& at,
                      const notation::Language& language, const std::function<void(const ExportedPosition&)>& take) {
    with_line_of(hit, record, [&](const GameRecord& line) {
        const std::uint32_t ply = at.in(hit, line.ply_count);
        const auto give = [&](const ExportedPosition& position) {
            ExportedPosition row = position;
            row.line = hit.line;
            row.until = std::max(ply, hit.until);
            take(row);
        };
        for_each_position(hit.game, line, language, give, ply);
    });
}

std::vector<search::Hit> hits_of(const cql::FoundGame& game, search::Found found) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_line;
    for (std::size_t i = 0; i < game.plies.size(); ++i)
        by_line[game.lines.empty() ? 0 : game.lines[i]].push_back(static_cast<std::uint32_t>(game.plies[i]));
    std::vector<search::Hit> hits;
    for (auto& [line, plies] : by_line) {
        std::ranges::sort(plies);
        search::add_hits(hits, {.game = game.game, .line = line}, plies, found);
    }
    search::keep_one(hits, found);
    return hits;
}

namespace {

/// Reads the number of a member of an object of JSON, `"ply": 12`; nullopt if there is none.
std::optional<std::int64_t> member_of(std::string_view object, std::string_view name) {
    const std::string key = fmt::format("\"{}\"", name);
    std::size_t at = object.find(key);
    if (at == object.npos) return std::nullopt;
    at = object.find_first_not_of(" :", at + key.size());
    if (at == object.npos) return std::nullopt;
    const std::size_t end = object.find_first_of(" ,}", at);
    return whole_number<std::int64_t>(object.substr(at, end == object.npos ? object.npos : end - at));
}

/// Reads the numbers of a row; nullopt if a word is none.
std::optional<std::vector<std::int64_t>> numbers_of(std::string_view row) {
    std::vector<std::int64_t> numbers;
    for (std::size_t at = row.find_first_not_of(" \t,;\""); at != row.npos;) {
        const std::size_t end = std::min(row.find_first_of(" \t,;\"", at), row.size());
        const auto number = whole_number<std::int64_t>(row.substr(at, end - at));
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        at = row.find_first_not_of(" \t,;\"", end);
    }
    return numbers;
}

std::optional<search::Hit> read_hit(std::string_view row) {
    std::int64_t game = 0, line = 0;
    std::optional<std::int64_t> ply;
    if (row.starts_with('{')) {
        const auto id = member_of(row, "game");
        game = (id ? id : member_of(row, "id")).value_or(0);
        ply = member_of(row, "ply");
        line = member_of(row, "variation").value_or(0);
        if (!ply) ply = 0;
    } else {
        const auto numbers = numbers_of(row);
        if (!numbers || numbers->size() < 2 || numbers->size() > 3) return std::nullopt;
        game = numbers->front();
        ply = numbers->back();
        if (numbers->size() == 3) line = (*numbers)[1];
    }
    static constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    if (game < 1 || *ply < 0 || *ply > most || line < 0 || line > most) return std::nullopt;
    const auto at = static_cast<std::uint32_t>(*ply);
    return search::Hit{.game = game, .ply = at, .line = static_cast<std::uint32_t>(line), .until = at};
}

}  // namespace

std::vector<search::Hit> read_hits(std::string_view text, const std::string& name) {
    std::vector<search::Hit> hits;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view row = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        ++number;
        while (!row.empty() && (row.back() == '\r' || row.back() == ' ')) row.remove_suffix(1);
        if (row.empty()) continue;
        if (const auto hit = read_hit(row)) {
            hits.push_back(*hit);
            continue;
        }
        const bool is_head = number == 1 && std::ranges::none_of(row, is_digit);
        if (!is_head)
            throw UsageError(tr("{}:{}: '{}' is not a position of a game", name, number, printable(row)),
                             tr("write the id of a game and a ply in each line: 17 42"), "hits");
    }
    return hits;
}

}  // namespace cofnod::reports
