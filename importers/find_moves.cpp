#include "importers/find_moves.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/prose/lines.hpp"
#include "notation/language.hpp"

namespace cofnod::importers {

namespace {

using Kind = Token::Kind;

/// Replaces the separators between the cells of a sheet and the values of JSON with blanks.
std::string with_cells_apart(std::string_view text) {
    std::string parted(text);
    for (char& c : parted)
        if (std::string_view("\"[],;|\t").find(c) != std::string_view::npos) c = ' ';
    return parted;
}

/// A parallel walk through the words of a text and the moves of a game.
class Walk {
public:
    Walk(std::string_view text, const GameRecord& game, const notation::Language& language)
        : text_(text), tokens_(prose::tokenise_prose(text)), language_(language), moves_(main_line<ChessGame>(game)) {
        const chess::Position start = start_position<ChessGame>(game);
        first_number_ = start.fullmove_number();
        first_is_black_ = start.turn() == chess::Color::black;
        situations_.push_back({.position = start});
        for (const chess::Move move : moves_) {
            situations_.push_back(situations_.back());
            situations_.back().play(move);
        }
    }

    /// Returns the moves found in the text. `in_brackets`: words in brackets may be moves of the game.
    std::vector<Trace::Item> run(bool in_brackets) {
        std::vector<Trace::Item> found;
        std::size_t ply = 0, depth = 0;
        std::size_t numbered = 0;  // ply given by the preceding move number; 0: none
        for (std::size_t i = 0; i < tokens_.size() && ply < moves_.size(); ++i) {
            const Token& token = tokens_[i];
            if (token.kind == Kind::open) ++depth;
            if (token.kind == Kind::close && depth > 0) --depth;
            if (depth > 0 && !in_brackets) continue;
            if (token.kind == Kind::number) numbered = ply_with(token);
            if (token.kind != Kind::word) continue;
            const WrittenMove written = read_written_move(language_, {.text = text_, .tokens = tokens_}, i);
            const bool jumps = numbered > ply && is_move(numbered, written);
            if (jumps) ply = numbered;
            numbered = 0;
            if (!jumps && !is_move(ply, written)) continue;
            found.push_back({Trace::Kind::ply, static_cast<std::uint32_t>(ply++), written.begin, written.end});
            i += written.token_count - 1;
        }
        return found;
    }

private:
    [[nodiscard]] std::size_t ply_with(const Token& number) const {
        if (number.value < first_number_) return 0;
        const std::size_t ply = 2 * std::size_t{number.value - first_number_} + number.is_dotted_number(text_);
        return ply < first_is_black_ ? 0 : ply - first_is_black_;
    }

    [[nodiscard]] bool is_move(std::size_t ply, const WrittenMove& written) const {
        if (ply >= moves_.size() || written.empty()) return false;
        const chess::Resolution resolution = resolve(situations_[ply], written, false);
        return resolution && resolution.move == moves_[ply];
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    const notation::Language& language_;
    std::vector<chess::Move> moves_;
    std::vector<Situation> situations_;
    std::uint32_t first_number_;
    bool first_is_black_;
};

}  // namespace

std::vector<Trace::Item> find_moves(std::string_view text, const GameRecord& game, const notation::Language& language) {
    if (game.kind != ChessGame::kind) return {};
    const std::string parted = with_cells_apart(text);
    Walk walk(parted, game, language);
    std::vector<Trace::Item> found = walk.run(false);
    if (found.size() == game.ply_count) return found;
    std::vector<Trace::Item> among_brackets = walk.run(true);
    return among_brackets.size() > found.size() ? among_brackets : found;
}

}  // namespace cofnod::importers
