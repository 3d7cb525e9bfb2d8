#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/characters.hpp"
#include "importers/formats/json/json.hpp"
#include "importers/formats/sheet/cells.hpp"

namespace cofnod::importers::json {

namespace {

using Json = nlohmann::json;

std::string text_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    return found != item.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

class Movetext {
public:
    void add_moves(std::string_view moves, const Json& annotations) {
        std::size_t next = 0;
        const auto add_items_up_to = [&](std::uint64_t ply) {
            for (; next < annotations.size() && number_in(annotations[next], "ply") <= ply; ++next)
                add_item(annotations[next]);
        };
        add_items_up_to(0);
        for (std::uint64_t ply = 1; !moves.empty(); ++ply) {
            const std::size_t end = std::min(moves.find(' '), moves.size());
            add("", std::string(moves.substr(0, end)), " ", true);
            moves.remove_prefix(std::min(end + 1, moves.size()));
            add_items_up_to(ply);
        }
        add_items_up_to(UINT64_MAX);
    }

    void add_comment(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        const bool holds_brace = text.find('}') != text.npos;
        add(holds_brace ? "\n;" : "{", std::move(text), holds_brace ? "\n" : "} ");
    }
    void add_unread(const std::string& text) { add_comment(fmt::format("[%unread {}]", text)); }

    std::vector<MovetextPiece> take() { return std::move(pieces_); }

private:
    void add(std::string_view before, std::string text, std::string_view after, bool is_of_main_line = false) {
        pieces_.push_back({before, std::move(text), after, is_of_main_line});
    }

    void add_item(const Json& item) {
        if (!item.is_object()) return;
        const std::string kind = text_in(item, "kind");
        if (kind == "comment") add_comment(text_in(item, "text"));
        if (kind == "unread") add_unread(text_in(item, "text"));
        if (kind == "nag") add("", '$' + std::to_string(number_in(item, "value")), " ");
        if (kind == "move") add("", text_in(item, "text"), " ");
        if (kind != "variation") return;
        add("(", {}, {});
        if (const auto items = item.find("items"); items != item.end())
            for (const Json& each : *items) add_item(each);
        add({}, {}, ") ");
    }

    std::vector<MovetextPiece> pieces_;
};

/// Maximum length of a record, in bytes. Longer ones contain no game, or are lists of games in an object.
constexpr std::size_t longest_record = std::size_t{16} << 20;

/// Maximum nesting depth of a record; bounds the cost of a text full of brackets.
constexpr std::size_t deepest_record = 8;

std::string_view text_of(const Span& span, std::string_view text) {
    return text.substr(span.begin, span.end - span.begin);
}

/// Returns the leaves of the record of a game; of one that is cut short, as far as they are whole.
std::optional<std::vector<Leaf>> game_of(const Span& span, std::string_view text, bool is_cut = false) {
    if (!span.is_object || span.is_closed == is_cut || span.end - span.begin > longest_record) return std::nullopt;
    auto leaves = is_cut ? leaves_of_cut(text_of(span, text)) : leaves_of(text_of(span, text));
    if (leaves && !is_game(*leaves)) leaves.reset();
    return leaves;
}

/// Returns true for `["e4", "e5"]`.
bool is_list_of_moves(const Span& span, std::string_view text) {
    return !span.is_object && span.is_closed && sheet::moves_of_list(text_of(span, text));
}

/// Returns true for a record of a game that is damaged or too long.
bool is_damaged_game(const Span& span, std::string_view text) {
    const std::string_view record = text_of(span, text);
    const bool has_moves = record.find("\"moves\"") != record.npos || record.find("\"pgn\"") != record.npos;
    return span.is_object && has_moves && (!span.is_closed || span.end - span.begin <= longest_record) &&
           !leaves_of(record);
}

class Reader final : public Deriver {
public:
    Reader(const notation::Languages& languages, sheet::ColumnMap map) : languages_(languages), map_(std::move(map)) {}

    [[nodiscard]] DerivedText derived(std::string_view block, bool) const override {
        DerivedText pgn(block);
        const std::vector<Span> spans = spans_of(block);
        std::size_t read = 0;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const Span& span = spans[i];
            if (span.begin < read || span.depth > deepest_record) continue;
            if (const auto game = game_of(span, block)) {
                write_record(*game, span.begin, span.end, languages_, map_, pgn);
            } else if (is_list_of_moves(span, block)) {
                const std::string moves = *sheet::moves_of_list(text_of(span, block));
                pgn.add(fmt::format("1. {}", moves), span.begin);
                pgn.add(sheet::ends_with_result(moves) ? "\n\n" : " *\n\n", span.end);
            } else if (write_scores(span, block, pgn)) {
            } else if (const auto cut = game_of(span, block, true); cut && !has_record_inside(spans, i, block)) {
                write_record(*cut, span.begin, span.end, languages_, map_, pgn);
            } else if (is_damaged_game(span, block) && !has_record_inside(spans, i, block)) {
                pgn.add("1. ", span.begin);
                pgn.copy(span.begin + 1, span.end);
                pgn.add(" *\n\n", span.end);
            } else {
                continue;
            }
            read = span.end;
        }
        return pgn;
    }

    [[nodiscard]] std::size_t last_game_start(std::string_view text, bool) const override {
        const std::vector<Span> spans = spans_of(text);
        const auto first = std::find_if(spans.begin(), spans.end(), [&](const Span& span) {
            if (span.depth > deepest_record) return false;
            return game_of(span, text) || is_list_of_moves(span, text);
        });
        if (first == spans.end()) return 0;
        const auto last =
            std::find_if(spans.rbegin(), spans.rend(), [&](const Span& span) { return span.depth == first->depth; });
        return last->begin > first->begin ? last->begin : 0;
    }

    [[nodiscard]] std::unique_ptr<EndMarks> end_marks() const override { return closing_brackets(); }

private:
    /// Writes the games of `["1. e4 e5", "1. d4 d5"]`; returns false if it is not a list of scores.
    static bool write_scores(const Span& span, std::string_view text, DerivedText& pgn) {
        if (span.is_object || !span.is_closed) return false;
        const auto scores = sheet::scores_of_list(text_of(span, text));
        for (const auto& [begin, end] : scores) {
            const std::size_t from = span.begin + begin, to = span.begin + end;
            std::string score(text.substr(from, to - from));
            for (std::size_t at = 0; (at = score.find("\\n", at)) != score.npos;) score.replace(at, 2, "\n");
            pgn.add(score, from);
            pgn.add(sheet::ends_with_result(score) ? "\n\n" : " *\n\n", to);
        }
        return !scores.empty();
    }

    /// Returns true if a list or object contains the record of a game and so is not one itself.
    [[nodiscard]] static bool has_record_inside(const std::vector<Span>& spans, std::size_t i, std::string_view text) {
        static constexpr std::size_t looked_at = 10;
        for (std::size_t inner = i + 1; inner < std::min(spans.size(), i + looked_at); ++inner)
            if (spans[inner].end <= spans[i].end && game_of(spans[inner], text)) return true;
        return false;
    }

    const notation::Languages& languages_;
    sheet::ColumnMap map_;
};

/// Skips `games = ` before a list in a program.
void skip_assignment(std::string_view& start) {
    constexpr std::size_t longest = 40;
    const std::size_t equals = start.substr(0, longest).find('=');
    if (equals == start.npos || equals == 0) return;
    const std::string_view name = trimmed(start.substr(0, equals));
    const bool is_name = std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || c == '_'; });
    if (is_name) start.remove_prefix(equals + 1);
}

}  // namespace

std::vector<MovetextPiece> movetext_of(std::string_view moves, std::string_view annotations, std::string_view unread) {
    Movetext text;
    Json items = is_shallow(annotations) ? Json::parse(annotations, nullptr, false) : Json();
    if (!items.is_array()) items = Json::array();
    text.add_moves(moves, items);
    if (!unread.empty()) text.add_unread(std::string(unread));
    return text.take();
}

bool begins_as_json(std::string_view start) {
    static constexpr std::string_view blanks = " \t\r\n";
    start = utf8::without_byte_order_mark(start);
    const auto next = [&] {
        start.remove_prefix(std::min(start.find_first_not_of(blanks), start.size()));
        const char c = start.empty() ? '\0' : start.front();
        start.remove_prefix(!start.empty());
        return c;
    };
    skip_assignment(start);
    char c = next();
    while (c == '[') {
        const std::size_t end = start.find(']');
        const std::string list = fmt::format("[{}]", start.substr(0, end));
        if (end != start.npos && (sheet::moves_of_list(list) || !sheet::scores_of_list(list).empty())) return true;
        c = next();
    }
    const char quote = c == '{' ? next() : '\0';
    if (quote != '"' && quote != '\'') return false;
    start.remove_prefix(std::min(start.find_first_of("\"'\n\r"), start.size()));
    if (start.empty()) return true;  // cut short within the first name
    return next() == quote && (start.empty() || next() == ':');
}

std::unique_ptr<Deriver> reader_of(const SourceStart& start) {
    return std::make_unique<Reader>(start.languages, start.columns);
}

}  // namespace cofnod::importers::json
