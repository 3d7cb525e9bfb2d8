#include "export/booklet/movetext.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/marks.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::booklet {

std::string known(const Tags& tags, std::string_view name) {
    const auto value = tags.find(name);
    return value && !value->empty() && *value != "?" && *value != "-" ? std::string(*value) : std::string();
}

namespace {

std::string player(const Tags& tags, std::string_view name) {
    const std::string known_name = known(tags, name), elo = known(tags, fmt::format("{}Elo", name));
    return (known_name.empty() ? "?" : known_name) + (elo.empty() ? "" : fmt::format(" ({})", elo));
}

/// Returns a date such as "1901-03" for "1901.03.??".
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
        case Result::both_lose: return "0–0";
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
         {known(tags, "Event"), known(tags, "Site"), round.empty() ? round : tr("round {}", round), date_in(tags)})
        if (!part.empty()) occasion.append(occasion.empty() ? "" : comma).append(part);
    add(occasion);
    if (record.state != GameState::rejected)
        if (const Opening* opening = opening_of(record))
            add(fmt::format("{} {}", opening->eco, opening->name(language.code())));
    add(known(tags, "Annotator"));
    return heading;
}

std::string people_code(const notation::Language& language) {
    const std::string code = language.code().substr(0, language.code().find('-'));
    return code.size() == 2 ? code : "en";
}

namespace {

using AnnotationKind = Annotations::Kind;

template <RecordedGame G>
class Reader {
public:
    Reader(const GameRecord& record, const notation::Language& language)
        : record_(record), language_(language), numbers_(MoveNumbers::from<G>(start_position<G>(record))) {
        const Position start = start_position<G>(record);
        lines_.push_back({start, start, {}, 0, {}});
    }

    std::vector<Element> read() {
        const auto moves = main_line<G>(record_);
        std::size_t item = 0;
        for (std::uint32_t ply = 0; ply <= moves.size(); ++ply) {
            for (; item < record_.annotations.size() && record_.annotations[item].ply <= ply; ++item)
                add(record_.annotations[item]);
            if (ply < moves.size()) add_move(moves[ply], G::effect_of(lines_.back().now, moves[ply]));
        }
        if (!record_.unread.empty()) add_text(Element::Kind::unread, record_.unread);
        return std::move(elements_);
    }

private:
    using Position = typename G::Position;
    using Ply = typename G::Ply;

    struct Line {
        Position now;
        Position before;          ///< position before the last move
        std::optional<Ply> last;  ///< last move
        std::uint32_t plies;      ///< played so far
        std::string last_text;    ///< last move with its number
    };

    void add(const Annotations::Item& item) {
        switch (item.kind) {
            case AnnotationKind::comment: add_text(Element::Kind::comment, without_commands(item.text)); break;
            case AnnotationKind::unread: add_text(Element::Kind::unread, std::string(item.text)); break;
            case AnnotationKind::nag: add_sign(item.value); break;
            case AnnotationKind::move: return add_side_move(item.value);
            case AnnotationKind::begin_variation: return begin_variation();
            case AnnotationKind::end_variation: return end_variation();
        }
        if (!asks_for_diagram(item)) return;
        Element& element = elements_.back();
        element.diagram = diagram();
        element.is_flipped = item.kind == AnnotationKind::nag && item.value == nag_of_diagram_from_black;
        element.caption = lines_.back().last_text;
        needs_number_ = true;
    }

    Element& add(Element::Kind kind) {
        return elements_.emplace_back(
            Element{.kind = kind, .depth = static_cast<std::uint32_t>(lines_.size()) - 1, .ply = lines_.back().plies});
    }

    void add_side_move(std::uint32_t number) {
        const Position& now = lines_.back().now;
        const auto move = G::move_with_number(now, number);
        if (!move || !G::is_playable(now, *move)) throw_damaged_moves();
        add_move(G::ply_of(now, *move), *move);
    }

    void add_move(const Ply& ply, const typename G::Move& move) {
        Line& line = lines_.back();
        Element& element = add(Element::Kind::move);
        element.ply = line.plies + 1;
        element.is_of_black = !G::is_white_to_move(line.now);
        element.number = numbers_.at(line.plies);
        element.is_numbered = !element.is_of_black || needs_number_;
        needs_number_ = false;
        line.before = line.now;
        line.now.play(move);
        line.last = ply;
        ++line.plies;
        append_move<G>(element.text, line.before, line.now, ply, language_);
        line.last_text = fmt::format("{} {}", element.number, element.text);
    }

    void add_sign(std::uint32_t nag) {
        Element& element = add(Element::Kind::sign);
        const auto glyph = nag < 256 ? notation::glyph_of(static_cast<std::uint8_t>(nag)) : std::string_view();
        element.text = glyph.empty() ? fmt::format("${}", nag) : std::string(glyph);
        element.nag = nag;
    }

    void add_text(Element::Kind kind, std::string text) {
        if (trimmed(text).empty()) return;
        add(kind).text = std::move(text);
        needs_number_ = true;
    }

    [[nodiscard]] Diagram diagram() const {
        const Line& line = lines_.back();
        return diagram_of<G>(line.now, language_, line.last ? &*line.last : nullptr);
    }

    void begin_variation() {
        const Line& outer = lines_.back();
        lines_.push_back({outer.before, outer.before, {}, outer.plies > 0 ? outer.plies - 1 : 0, {}});
        add(Element::Kind::begin_variation);
        needs_number_ = true;
    }

    void end_variation() {
        if (lines_.size() == 1) return;
        add(Element::Kind::end_variation);
        lines_.pop_back();
        needs_number_ = true;
    }

    const GameRecord& record_;
    const notation::Language& language_;
    MoveNumbers numbers_;
    std::vector<Line> lines_;  ///< the main line and the open variations
    std::vector<Element> elements_;
    bool needs_number_ = true;
};

}  // namespace

std::vector<Element> movetext_of(const GameRecord& record, const notation::Language& language) {
    return with_game(record.kind, [&](auto game) { return Reader<decltype(game)>(record, language).read(); });
}

Diagram diagram_after(const GameRecord& record, const notation::Language& language, std::uint32_t ply) {
    return with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        const auto moves = main_line<G>(record);
        typename G::Position position = start_position<G>(record);
        const auto last = std::min<std::size_t>(ply, moves.size());
        for (std::size_t i = 0; i < last; ++i) position.play(G::effect_of(position, moves[i]));
        return diagram_of<G>(position, language, last > 0 ? &moves[last - 1] : nullptr);
    });
}

std::vector<SheetRow> rows_of(const std::vector<Element>& movetext) {
    std::vector<SheetRow> rows;
    for (const Element& element : movetext) {
        const bool is_main = element.kind == Element::Kind::move && element.depth == 0;
        if (is_main) {
            const bool goes_on =
                element.is_of_black && !rows.empty() && rows.back().black.empty() && rows.back().notes.empty();
            if (!goes_on) rows.push_back({.number = element.number.substr(0, element.number.find('.') + 1)});
            if (!goes_on && element.is_of_black) rows.back().white = "...";
            (element.is_of_black ? rows.back().black : rows.back().white) = element.text;
        } else if (element.kind == Element::Kind::sign && !element.diagram && element.depth == 0 && !rows.empty() &&
                   rows.back().notes.empty()) {
            std::string& cell = rows.back().black.empty() ? rows.back().white : rows.back().black;
            cell += (element.is_mark() ? "" : " ") + element.text;
        } else {
            if (rows.empty()) rows.emplace_back();
            rows.back().notes.push_back(element);
        }
    }
    return rows;
}

}  // namespace cofnod::booklet
