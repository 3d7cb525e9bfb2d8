#include "search/camelot/read.hpp"

#include <algorithm>
#include <string>

#include "base/say.hpp"
#include "base/sentence.hpp"
#include "camelot/judge.hpp"
#include "camelot/notation.hpp"
#include "camelot/position_text.hpp"
#include "camelot/resolve.hpp"

namespace cofnod::search {

namespace {

constexpr std::string_view blanks = " \t\r\n";

struct LocatedWord {
    std::string_view text;
    std::size_t at = 0;  ///< byte in the text
};

std::vector<LocatedWord> words_of(std::string_view text) {
    std::vector<LocatedWord> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back({text.substr(at, end - at), at});
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

/// Splits text into moves without move numbers, `12.` or `12...`.
std::vector<LocatedWord> moves_of(std::string_view text) {
    std::vector<LocatedWord> moves;
    for (LocatedWord word : words_of(text)) {
        const std::size_t digits = std::min(word.text.find_first_not_of("0123456789"), word.text.size());
        const std::size_t dots = std::min(word.text.find_first_not_of('.', digits), word.text.size());
        const std::size_t number = dots > digits || dots == word.text.size() ? dots : 0;
        if (number < word.text.size()) moves.push_back({word.text.substr(number), word.at + number});
    }
    return moves;
}

/// Reads a whole word as a move, ignoring annotation marks.
std::optional<camelot::WrittenMove> read_word(std::string_view word) {
    const auto read = camelot::read_move(word);
    if (!read || word.find_first_not_of("!?,;", read->length) != word.npos) return std::nullopt;
    return read->move;
}

}  // namespace

Expected<WantedCamelotPosition, TextFault> read_camelot_position(std::string_view text) {
    const auto fields = words_of(text);
    if (fields.empty())
        return Unexpected{TextFault{0, text.size(), say("no position"), say("a position, or its first field")}};
    const auto matters = [&](std::size_t i) { return i < fields.size() && fields[i].text != "?"; };
    std::string whole(text);
    if (fields.size() > 1 && !matters(1)) whole[fields[1].at] = 'w';
    if (fields.size() > 2 && !matters(2)) whole.replace(fields[2].at, 1, "00");
    const auto position = camelot::read_position(whole, camelot::board_of(text));
    if (!position) {
        const std::size_t begin = std::min(position.error().column - 1, text.size());
        return Unexpected{
            TextFault{begin, std::min(begin + 1, text.size()), sentence(Reason{kind_of(position.error().fault)}), {}}};
    }
    return WantedCamelotPosition(*position, {.turn = matters(1), .castle_moves = matters(2)});
}

Expected<WrittenCamelotMoves, TextFault> read_camelot_moves(std::string_view text, const camelot::Board& board) {
    WrittenCamelotMoves result{{}, camelot::Position::initial(board)};
    for (const LocatedWord& word : moves_of(text)) {
        const std::size_t ply = result.moves.size();
        const auto fault = [&](std::string_view why) {
            return Unexpected{
                TextFault{word.at,
                          word.at + word.text.size(),
                          ply % 2 ? say("move {}, Black: {}", ply / 2 + 1, why) : say("move {}: {}", ply / 2 + 1, why),
                          {}}};
        };
        const auto written = read_word(word.text);
        if (!written) return fault(say("not a move of Camelot, such as E6-E8 or C6-E6xG8"));
        const auto resolution = camelot::resolve(result.after, *written);
        if (!resolution) return fault(sentence(*camelot::explain(result.after, word.text, *written, resolution)));
        result.moves.push_back(camelot::effect_of(result.after, resolution.path));
        result.after.play(result.moves.back());
    }
    if (result.moves.empty())
        return Unexpected{TextFault{0, text.size(), say("no moves"), say("moves are written '1.E6-E8 H11-F9'")}};
    return result;
}

bool is_camelot_position(std::string_view text) {
    const auto fields = words_of(text);
    if (fields.empty()) return false;
    std::string_view ranks = fields.front().text;
    while (ranks.ends_with('/')) ranks.remove_suffix(1);
    return ranks.find('*') != ranks.npos || std::count(ranks.begin(), ranks.end(), '/') > 7;
}

bool are_camelot_pieces(std::string_view text) {
    const auto is_in = [](std::string_view set, char c) { return set.find(c) != set.npos; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_in("Mm", text[i])) return true;
        const std::size_t file = i + 1 + (i + 1 < text.size() && text[i + 1] == '[' ? 1 : 0);
        if (is_in("Nn", text[i]) && file < text.size() && text[file] >= 'A' && text[file] <= 'N') return true;
    }
    return false;
}

bool is_camelot_score(std::string_view text) {
    const auto moves = moves_of(text);
    const auto written = moves.empty() ? std::nullopt : read_word(moves.front().text);
    if (!written) return false;
    constexpr int chess_lines = 8;
    const auto& path = written->path;
    if (std::any_of(path.begin(), path.end(), [](camelot::Square square) {
            return square.file() >= chess_lines || square.rank() >= chess_lines;
        }))
        return true;
    return camelot::is_legal(camelot::Position::initial(), path);
}

}  // namespace cofnod::search
