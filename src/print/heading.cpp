#include "print/heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/say.hpp"
#include "game/chess_game.hpp"
#include "game/openings.hpp"
#include "game/replay.hpp"
#include "notation/language.hpp"

namespace cofnod::print {

namespace {

std::string known(const Tags& tags, std::string_view name) {
    const auto value = tags.find(name);
    return value && !value->empty() && *value != "?" && *value != "-" ? std::string(*value) : std::string();
}

std::string player(const Tags& tags, std::string_view name) {
    const std::string known_name = known(tags, name), elo = known(tags, fmt::format("{}Elo", name));
    return (known_name.empty() ? "?" : known_name) + (elo.empty() ? "" : fmt::format(" ({})", elo));
}

/// Returns "1901-03" of "1901.03.??".
std::string date_in(const Tags& tags) {
    std::string date = known(tags, "Date");
    for (char& c : date)
        if (c == '.') c = '-';
    date.resize(std::min(date.find("-?"), date.size()));
    return date.starts_with('?') ? std::string() : date;
}

std::string_view result_text(Result result) {
    switch (result) {
        case Result::white_wins: return "1–0";
        case Result::black_wins: return "0–1";
        case Result::draw: return "½–½";
        case Result::unknown: break;
    }
    return {};
}

}  // namespace

Heading heading_of(const GameRecord& record, const notation::Language& language) {
    const Tags& tags = record.tags;
    Heading heading{.white = player(tags, "White"),
                    .black = player(tags, "Black"),
                    .result = std::string(result_text(record.result)),
                    .lines = {}};
    const auto add = [&](std::string line) {
        if (!line.empty()) heading.lines.push_back(std::move(line));
    };
    std::string occasion;
    const std::string round = known(tags, "Round");
    const std::string_view comma = language.right_to_left() ? "، " : ", ";
    for (const std::string& part :
         {known(tags, "Event"), known(tags, "Site"), round.empty() ? round : say("round {}", round), date_in(tags)})
        if (!part.empty()) occasion.append(occasion.empty() ? "" : comma).append(part);
    add(occasion);
    if (record.kind == GameKind::chess && record.state != GameState::rejected)
        if (const Opening* opening = opening_of(start_position<ChessGame>(record), record.moves))
            add(fmt::format("{} {}", opening->eco, opening->name(language.code())));
    add(known(tags, "Annotator"));
    return heading;
}

std::string people_code(const notation::Language& language) {
    const std::string code = language.code().substr(0, language.code().find('-'));
    return code.size() == 2 ? code : "en";
}

}  // namespace cofnod::print
