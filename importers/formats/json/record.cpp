#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/place.hpp"
#include "games/record/record.hpp"
#include "importers/formats/json/json.hpp"
#include "importers/formats/sheet/cells.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::json {

namespace {

using Json = nlohmann::json;

Json list_in(std::string_view analysis) {
    Json list = is_shallow(analysis) ? Json::parse(analysis, nullptr, false) : Json();
    const bool is_list = list.is_array() && !list.empty() &&
                         std::ranges::all_of(list, [](const Json& item) { return item.is_object(); });
    return is_list ? list : Json::array();
}

std::string text_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    std::string text = found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
    std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == '(' || c == ')'; });
    return text;
}

std::string evaluation_of(const Json& item) {
    const auto number = [&](const char* member) {
        const auto found = item.find(member);
        return found != item.end() && found->is_number() ? &*found : nullptr;
    };
    if (const Json* const mate = number("mate")) return fmt::format("[%eval #{}]", mate->get<int>());
    if (const Json* const pawns = number("eval")) return fmt::format("[%eval {:.2f}]", pawns->get<double>() / 100);
    return {};
}

std::string_view glyph_of(const std::string& judgment) {
    if (judgment == "Inaccuracy") return "$6";
    if (judgment == "Mistake") return "$2";
    return judgment == "Blunder" ? "$4" : "";
}

/// Returns true for the Lichess engine analysis of each move: [{"eval":12},{"mate":3}].
bool is_analysis(std::string_view analysis) {
    const Json list = list_in(analysis);
    return !list.empty() && std::ranges::any_of(list, [](const Json& item) { return !evaluation_of(item).empty(); });
}

/// Returns, for each move, the PGN annotations after it: `$2 {[%eval 0.12] [%clk 0:09:58]} {Mistake. Nf3 was best.}
/// (Nf3 d6)`. `clocks` are commands; both lists may have fewer than `count` entries. Evaluations are in pawns from
/// White's side.
std::vector<std::string> annotations_of(std::string_view analysis, std::size_t count,
                                        const std::vector<std::string>& clocks) {
    const Json list = list_in(analysis);
    std::vector<std::string> annotations(std::min(count, std::max(list.size(), clocks.size())));
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        std::string& text = annotations[i];
        const auto add = [&](std::string_view open, std::string_view part, std::string_view close) {
            if (!part.empty()) text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", open, part, close);
        };
        const Json item = i < list.size() ? list[i] : Json::object();
        const Json judgment = item.value("judgment", Json::object());
        std::string commands = evaluation_of(item);
        if (i < clocks.size()) commands += (commands.empty() ? "" : " ") + clocks[i];
        if (judgment.is_object()) add("", glyph_of(text_in(judgment, "name")), "");
        add("{", commands, "}");
        if (judgment.is_object()) add("{", text_in(judgment, "comment"), "}");
        add("(", text_in(item, "variation"), ")");
    }
    return annotations;
}

/// Squares from a1, b1 to h8, then the promotion pieces, each with capture to the previous file, straight move, and
/// capture to the next file.
constexpr std::string_view signs =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*++=";
constexpr std::size_t squares = 64, ways = 3;
constexpr std::string_view pieces = "qnrb";

void add_square(std::string& text, std::size_t square) {
    text += static_cast<char>('a' + square % 8);
    text += static_cast<char>('1' + square / 8);
}

/// Returns moves that chess.com encodes as TCN, two characters each, from square to square: "mC0K" is "e2e4 e7e5".
/// Returns nullopt if the text is not TCN or contains drops, which only other variants have.
std::optional<std::string> moves_of_tcn(std::string_view tcn) {
    if (tcn.empty() || tcn.size() % 2 != 0) return std::nullopt;
    std::string moves;
    for (std::size_t i = 0; i < tcn.size(); i += 2) {
        const std::size_t from = signs.find(tcn[i]), sign = signs.find(tcn[i + 1]);
        if (from >= squares || sign >= squares + ways * pieces.size()) return std::nullopt;
        std::size_t to = sign;
        if (sign >= squares) {
            static constexpr std::size_t rank_seven = 48, rank_two = 16;
            if (from < rank_seven && from >= rank_two) return std::nullopt;
            const std::size_t ahead = from < rank_two ? from - 8 : from + 8;
            to = ahead + (sign - squares) % ways - 1;
            if (to >= squares) return std::nullopt;
        }
        if (!moves.empty()) moves += ' ';
        add_square(moves, from);
        add_square(moves, to);
        if (sign >= squares) moves += pieces[(sign - squares) / ways];
    }
    return moves;
}

using sheet::Meaning;

constexpr std::string_view tags_prefix = "tags.";

const Leaf* find(const std::vector<Leaf>& leaves, std::string_view path) {
    const auto found = std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& leaf) { return leaf.path == path; });
    return found == leaves.end() ? nullptr : &*found;
}

bool has_inside(const std::vector<Leaf>& leaves, std::string_view path) {
    return std::any_of(leaves.begin(), leaves.end(), [&](const Leaf& leaf) { return leaf.path.starts_with(path); });
}

std::string_view value_at(const std::vector<Leaf>& leaves, std::string_view path) {
    const Leaf* const leaf = find(leaves, path);
    return leaf ? std::string_view(leaf->value) : std::string_view();
}

/// Returns `white_rating` for white.rating.
std::string tag_of_path(std::string path) {
    std::ranges::replace(path, '.', '_');
    return sheet::as_tag(std::move(path));
}

/// Returns the path of a leaf without a prefix for objects that hold only tags: `headers.White`.
std::string name_of(std::string_view path) {
    if (path.starts_with("game.")) path.remove_prefix(5);  // chess.com
    for (const std::string_view prefix : {"headers.", "header.", "pgnHeaders.", tags_prefix.data()})
        if (path.starts_with(prefix)) return std::string(path.substr(prefix.size()));
    return std::string(path);
}

/// Returns the leaf with the moves in TCN; nullptr if there is none.
const Leaf* tcn_in(const std::vector<Leaf>& leaves) {
    const auto found = std::ranges::find_if(leaves, [](const Leaf& leaf) {
        const std::string_view name = std::string_view(leaf.path).substr(leaf.path.rfind('.') + 1);
        return name == "tcn" || name == "moveList";
    });
    return found == leaves.end() ? nullptr : &*found;
}

class RecordWriter {
public:
    RecordWriter(const std::vector<Leaf>& leaves, std::size_t begin, std::size_t end,
                 const notation::Languages& languages, const sheet::ColumnMap& map, DerivedText& pgn)
        : leaves_(leaves), begin_(begin), end_(end), languages_(languages), map_(map), pgn_(pgn) {}

    void write() {
        if (const std::string_view pgn = value_at(leaves_, "pgn"); !pgn.empty()) return write_with_pgn(pgn);
        if (find(leaves_, "final_key")) return write_own();
        read_tcn();
        write_tags();
        write_result();
        pgn_.add("\n ", begin_);
        write_moves();
        write_cut_off();
        pgn_.add(!sheet::ends_with_result(moves_) ? fmt::format(" {}\n\n", result_.empty() ? "*" : result_) : "\n\n",
                 end_);
    }

private:
    void add_tag(std::string_view name, std::string_view value) {
        std::string in_one_line(value);
        std::ranges::replace_if(in_one_line, is_line_break, ' ');
        pgn_.add(sheet::tag_pair(name, in_one_line), begin_);
    }

    /// Writes the PGN in a field, preceded by tags for the fields that it does not repeat.
    void write_with_pgn(std::string_view pgn) {
        static constexpr std::string_view repeated[] = {"pgn", "fen", "tcn", "moves"};
        for (const Leaf& leaf : leaves_) {
            if (leaf.value.empty() || std::ranges::find(repeated, leaf.path) != std::end(repeated)) continue;
            if (pgn.find(fmt::format("\"{}\"", leaf.value)) == pgn.npos)
                add_tag(leaf.path == cut_off ? "Unread" : tag_of_path(leaf.path), leaf.value);
        }
        pgn_.add(pgn, begin_);
        pgn_.add("\n\n", end_);
    }

    /// Writes a record of `export --json` or `--ndjson`. Fields not used here are derivable from the others.
    void write_own() {
        std::string in_comments;
        bool has_tags = false;
        for (const Leaf& leaf : leaves_) {
            if (!leaf.path.starts_with(tags_prefix)) continue;
            has_tags = true;
            const std::string name = leaf.path.substr(tags_prefix.size());
            const std::string_view value = leaf.is_null ? unknown_value(name) : std::string_view(leaf.value);
            if (sheet::as_tag(name) == name)
                add_tag(name, value);
            else
                in_comments += fmt::format("{{{}}}\n", tag_comment(name, value));
        }
        const std::string_view citation = value_at(leaves_, "citation");
        if (!citation.empty() && !find(leaves_, "tags.Citation")) add_tag("Citation", citation);
        // Without tags, the number 1 marks the end of the previous game.
        pgn_.add(fmt::format("\n{}{} ", in_comments, has_tags ? "" : "1."), begin_);
        write_pieces(
            movetext_of(value_at(leaves_, "moves"), value_at(leaves_, "annotations"), value_at(leaves_, "unread")));
        write_cut_off();
        const std::string_view result = value_at(leaves_, "result");
        pgn_.add(fmt::format(" {}\n\n", result.empty() ? "*" : result), end_);
    }

    /// Writes movetext. Pieces that occur unescaped in the record are mapped to their place there.
    void write_pieces(const std::vector<MovetextPiece>& movetext) {
        static constexpr std::size_t nearby = 8192;
        const std::string_view record = pgn_.from().substr(begin_, end_ - begin_);
        const auto place_of = [&](std::string_view name) { return std::min(record.find(name), record.size()); };
        std::size_t move_at = place_of("\"moves\""), item_at = place_of("\"annotations\"");
        for (const MovetextPiece& piece : movetext) {
            std::size_t& from = piece.is_of_main_line ? move_at : item_at;
            pgn_.add(piece.before, begin_);
            const std::size_t at = record.substr(from, piece.text.size() + nearby).find(piece.text);
            if (at == record.npos || piece.text.empty())
                pgn_.add(piece.text, begin_);
            else
                pgn_.copy(begin_ + from + at, begin_ + from + at + piece.text.size(), begin_);
            from = std::min(from + (at == record.npos ? 0 : at) + piece.text.size(), record.size());
            pgn_.add(piece.after, begin_);
        }
    }

    /// Writes the member at which the record is cut short as unread text.
    void write_cut_off() { write_pieces(movetext_of({}, {}, value_at(leaves_, cut_off))); }

    /// Reads the moves of a chess.com game that has them only as TCN.
    void read_tcn() {
        const Leaf* const tcn = tcn_in(leaves_);
        if (!tcn) return;
        if (const auto moves = moves_of_tcn(tcn->value)) moves_ = "1. " + *moves;
    }

    void write_tags() {
        const std::string_view initial = value_at(leaves_, "clock.initial");
        const std::string_view increment = value_at(leaves_, "clock.increment");
        const bool has_clock = !initial.empty() && !increment.empty();
        if (has_clock) add_tag("TimeControl", fmt::format("{}+{}", initial, increment));
        for (const Leaf& leaf : leaves_) {
            if (leaf.value.empty() || leaf.path == cut_off || (!moves_.empty() && &leaf == tcn_in(leaves_))) continue;
            if (leaf.path == "analysis" && is_analysis(leaf.value)) {
                analysis_ = leaf.value;
                continue;
            }
            if (has_clock && (leaf.path == "clock.initial" || leaf.path == "clock.increment")) continue;
            sheet::Column column = sheet::column_named(name_of(leaf.path), languages_, map_);
            if (!column.is_known) std::ranges::replace(column.tag, '.', '_');
            write_field(column, leaf.value);
        }
    }

    void write_field(const sheet::Column& column, const std::string& value) {
        switch (column.meaning) {
            case Meaning::moves: moves_ = sheet::moves_of_list(value).value_or(value); return;
            case Meaning::clocks: clocks_ = value; return;
            case Meaning::winner: winner_ = value; return;
            case Meaning::moment: {
                const auto tags = sheet::tags_of_moment(value);
                for (const auto& [name, text] : tags) add_tag(name, text);
                if (tags.empty()) add_tag("Created", value);
                return;
            }
            case Meaning::minutes: return add_tag("TimeControl", sheet::time_control_of_minutes(value).value_or(value));
            case Meaning::game: return add_tag("Game", value);
            case Meaning::number: return add_tag("Number", value);
            case Meaning::derived: return;
            case Meaning::tag: break;
        }
        if (column.tag == "White") white_ = value;
        if (column.tag == "Black") black_ = value;
        if (column.tag == "Termination") ending_ = value;
        if (column.tag == "Result")
            result_ = sheet::result_of(languages_, value);
        else if (column.tag.ends_with("Date"))
            add_tag(column.tag, notation::read_date(languages_, value).value_or(value));
        else if (column.tag != "FEN" || (value != "startpos" && !sheet::is_usual_start(value)))
            add_tag(column.tag, value);
    }

    void write_result() {
        static constexpr std::string_view draws[] = {"draw", "stalemate", "insufficientMaterialClaim"};
        if (!notation::read_result(result_) && !winner_.empty()) {
            if (const auto result = sheet::result_of_winner(languages_, winner_, white_, black_))
                result_ = *result;
            else
                add_tag("Winner", winner_);
        }
        if (result_.empty() && std::ranges::find(draws, ending_) != std::end(draws)) result_ = "1/2-1/2";
        if (result_.empty()) return;
        add_tag("Result", result_);
        if (!notation::read_result(result_)) result_.clear();
    }

    void write_moves() {
        const std::size_t count = sheet::count_plies(moves_);
        std::vector<std::string> clocks = sheet::clock_commands(clocks_);
        const bool is_timed = !clocks.empty() && clocks.size() == count;
        if (!is_timed) clocks.clear();
        const std::vector<std::string> annotations = annotations_of(analysis_, count, clocks);
        const std::string annotated =
            annotations.empty() ? std::string() : sheet::with_annotations(moves_, annotations);
        const std::string_view text = annotations.empty() ? moves_ : annotated;
        const std::string_view record = pgn_.from().substr(begin_, end_ - begin_);
        const std::size_t at = text.empty() ? record.npos : record.find(text);
        if (at != record.npos)
            pgn_.copy(begin_ + at, begin_ + at + text.size(), begin_);
        else
            pgn_.add(text, begin_);
        if (!clocks_.empty() && !is_timed) pgn_.add(fmt::format(" {{clocks: {}}}", clocks_), end_);
    }

    const std::vector<Leaf>& leaves_;
    std::size_t begin_, end_;
    const notation::Languages& languages_;
    const sheet::ColumnMap& map_;
    DerivedText& pgn_;
    std::string moves_, clocks_, analysis_, result_, winner_, white_, black_, ending_;
};

}  // namespace

bool is_game(const std::vector<Leaf>& leaves) {
    return find(leaves, "pgn") || tcn_in(leaves) || (has_inside(leaves, "white.") && has_inside(leaves, "black.")) ||
           std::any_of(leaves.begin(), leaves.end(), [](const Leaf& leaf) { return sheet::names_moves(leaf.path); });
}

void write_record(const std::vector<Leaf>& leaves, std::size_t begin, std::size_t end,
                  const notation::Languages& languages, const sheet::ColumnMap& map, DerivedText& pgn) {
    RecordWriter(leaves, begin, end, languages, map, pgn).write();
}

}  // namespace cofnod::importers::json
