#include "importers/formats/prose/found_lines.hpp"

#include <algorithm>
#include <memory>

#include "base/characters.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/pack.hpp"
#include "importers/decoder/recognised_line.hpp"
#include "importers/decoder/record_writer.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;
using running::GameInText;
using running::PlacedMove;

/// Makes the tokens of a score from a line of play and the text between its moves.
class TokensOfLine {
public:
    TokensOfLine(const TokenisedText& text, const running::RunningText& signs, const GameInText& game,
                 const RecognisedText& recognised)
        : text_(text), signs_(signs), game_(game), recognised_(recognised) {}

    RecognisedLine make(const notation::Language& language) {
        line_.language = &language;
        chess::Position position = game_.line.start;
        std::uint32_t number = static_cast<std::uint32_t>(game_.line.first_number);
        if (game_.borrowed > 0) number = 1;
        const auto& moves = game_.line.moves;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const bool is_own = i >= game_.borrowed;
            if (is_own && i > game_.borrowed) keep(end_of_words_, signs_.byte(begin_of(moves[i])));
            add(moves[i], end_of_word(i), number, is_own);
            number += position.turn() == chess::Color::black;
            position.play(moves[i].move);
        }
        return std::move(line_);
    }

private:
    static bool has_number(const PlacedMove& move) { return move.number_begin < move.number_end; }
    static running::PlaceInText begin_of(const PlacedMove& move) {
        return has_number(move) ? move.number_begin : move.begin;
    }

    /// Returns the end of a move with the rest of its word, unless the next move is glued to it: `Nc3e` is not Nc3, but
    /// may be a misprint of it.
    [[nodiscard]] running::PlaceInText end_of_word(std::size_t i) const {
        const auto& moves = game_.line.moves;
        running::PlaceInText end = moves[i].end;
        const running::PlaceInText next = i + 1 < moves.size() ? begin_of(moves[i + 1]) : signs_.size();
        while (end != next && signs_.goes_on(end)) ++end;
        return end;
    }

    void add(const PlacedMove& move, running::PlaceInText end_of_word, std::uint32_t number, bool is_own) {
        const std::uint32_t begin = signs_.byte(move.begin);
        end_of_words_ = std::max(signs_.end_byte(end_of_word), begin + 1);
        if (has_number(move) && is_own) {
            const std::uint32_t written = number_at(move.number_begin).value_or(number);
            line_.tokens.push_back(
                {Kind::number, signs_.byte(move.number_begin), signs_.end_byte(move.number_end), written});
        }
        line_.moves[begin] = {move.move, confidence(begin, end_of_words_)};
        line_.settled.push_back(move.move);
        line_.tokens.push_back({Kind::word, begin, end_of_words_});
    }

    /// Returns the number at a place as it is written; nullopt if it can hardly be read.
    [[nodiscard]] std::optional<std::uint32_t> number_at(running::PlaceInText place) const {
        const auto number = std::ranges::lower_bound(signs_.numbers(), place, {}, &running::NumberInText::begin);
        if (number == signs_.numbers().end() || number->begin != place || number->is_misread) return std::nullopt;
        return static_cast<std::uint32_t>(number->value);
    }

    /// Returns the lowest confidence of the recognised words in bytes [begin, end); below 0: unknown.
    [[nodiscard]] double confidence(std::uint32_t begin, std::uint32_t end) const {
        double lowest = -1;
        if (!recognised_.words || !recognised_.begin) return lowest;
        for (std::uint32_t at = begin; at < end; ++at)
            if (const RecognisedWord* word = recognised_.words->find(*recognised_.begin + at);
                word && word->confidence >= 0)
                lowest = lowest < 0 ? word->confidence : std::min(lowest, word->confidence);
        return lowest;
    }

    /// Keeps the text between two moves: variations in brackets as they are, the rest as comments.
    void keep(std::uint32_t begin, std::uint32_t end) {
        const auto& tokens = text_.tokens;
        for (std::size_t i = text_.first_token(begin); i < tokens.size() && tokens[i].begin < end; ++i) {
            if (tokens[i].kind != Kind::open) continue;
            const std::size_t close = end_of_bracket(tokens, i);
            if (close >= tokens.size() || tokens[close].end > end) continue;
            keep_words(begin, tokens[i].begin);
            line_.tokens.insert(line_.tokens.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                tokens.begin() + static_cast<std::ptrdiff_t>(close) + 1);
            begin = tokens[close].end;
            i = close;
        }
        keep_words(begin, end);
    }

    void keep_words(std::uint32_t begin, std::uint32_t end) {
        if (begin >= end) return;
        const std::string_view words = text_.bytes.substr(begin, end - begin);
        const auto is_of_word = [](char c) { return is_alphanumeric(c) || !is_ascii(c); };
        const auto first = std::ranges::find_if(words, is_of_word);
        if (first == words.end()) return;
        std::uint32_t from = begin + static_cast<std::uint32_t>(first - words.begin());
        while (end > from && is_blank_or_control(text_.bytes[end - 1])) --end;
        line_.tokens.push_back({Kind::comment, from, end});
    }

    const TokenisedText& text_;
    const running::RunningText& signs_;
    const GameInText& game_;
    const RecognisedText& recognised_;
    RecognisedLine line_;
    std::uint32_t end_of_words_ = 0;  ///< end of the last move with the rest of its word
};

/// Returns the language to name for a line that can be read in several.
const notation::Language& language_of(const running::Lattice& lattice, running::LanguageSet set,
                                      const notation::Languages& languages) {
    for (std::size_t i = 0; i < lattice.languages().size(); ++i)
        if ((set >> i & 1) != 0) return *lattice.languages()[i];
    return languages.english();
}

FoundLine found_line(const TokenisedText& text, const running::RunningText& signs, const running::Lattice& lattice,
                     const RecognisedText& recognised, const GameInText& game) {
    const running::LineInText& line = game.line;
    FoundLine found{.game = game,
                    .draft = {},
                    .doubtful = signs.byte(line.moves[std::min(game.doubtful_ply, line.moves.size() - 1)].begin),
                    .end_of_moves = 0};
    // The halves of a page may be in the wrong order.
    found.draft.begin = signs.byte(line.at);
    for (std::size_t i = game.borrowed; i < line.moves.size(); ++i)
        found.draft.begin = std::min(found.draft.begin, signs.byte(line.moves[i].number_begin));
    for (std::size_t i = 0; i < lattice.languages().size(); ++i)
        if ((line.languages >> i & 1) != 0) found.codes.insert(lattice.languages()[i]->code());
    auto tokens = std::make_shared<RecognisedLine>(
        TokensOfLine(text, signs, game, recognised).make(language_of(lattice, line.languages, text.languages)));
    tokens->is_from_picture = recognised.words != nullptr;
    for (const Token& token : tokens->tokens)
        if (const auto move = tokens->moves.find(token.begin); move != tokens->moves.end())
            found.confidences.push_back(move->second.confidence);
    for (const Token& token : tokens->tokens) found.end_of_moves = std::max(found.end_of_moves, token.end);
    found.draft.tokens = tokens->tokens;
    found.draft.line = std::move(tokens);
    found.draft.end = found.draft.end_of_moves = found.end_of_moves;
    found.draft.has_moves = true;
    if (game.board) found.draft.tags.add("FEN", chess::write_fen(line.start));
    return found;
}

/// Returns the extents of a text between those that are `told`.
std::vector<Extent> rest_of(std::uint32_t size, std::span<const Extent> told) {
    std::vector<Extent> rest;
    std::uint32_t at = 0;
    for (const auto& [begin, end] : told) {
        if (begin > at) rest.emplace_back(at, begin);
        at = std::max(at, end);
    }
    rest.emplace_back(at, size);
    return rest;
}

/// Returns the extents of stamps before messages and of comments in braces.
std::vector<Extent> left_out_of(const TokenisedText& text) {
    std::vector<Extent> left_out;
    for (std::size_t at = 0; at < text.bytes.size(); at = next_line(text.bytes, at)) {
        const auto begin = static_cast<std::uint32_t>(at);
        if (const auto stamp = read_stamp(line_at(text.bytes, at)))
            left_out.emplace_back(begin, begin + static_cast<std::uint32_t>(stamp->length));
    }
    for (const Token& token : text.tokens)
        if (token.kind == Kind::comment && token.begin > 0 && text.bytes[token.begin - 1] == '{')
            left_out.emplace_back(token.begin - 1, token.end + 1);
    return left_out;
}

}  // namespace

bool FoundLine::is_evident() const {
    static constexpr running::Evidence weights;
    return game.line.evidence >= weights.enough_for_note && game.line.margin >= weights.sure_margin;
}

bool FoundLine::surpasses(const GameRecord& record) const {
    static constexpr running::Evidence weights;
    const auto& moves = game.line.moves;
    std::size_t same = 0;
    chess::Unpacker unpacker(game.line.start, record.moves);
    while (same < moves.size()) {
        const auto move = unpacker.next();
        if (!move || *move != moves[same].move) break;
        ++same;
    }
    const bool is_from_board = game.kind == GameInText::Kind::board, denies_last_alone = same + 1 >= record.ply_count;
    if (is_from_board && !is_sure() && !(is_evident() && denies_last_alone)) return false;
    static constexpr double certain = 0.9;
    float gain = 0, oddest = 0, margin = 99;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        margin = std::min(margin, moves[i].margin);
        if (i < same) continue;
        const bool is_odd = moves[i].oddity >= weights.misprint_departure;
        if (is_odd && confidences[i] > certain) return false;
        // An illegal move is bridged only if all that follows fits in one way.
        if (is_odd && margin < weights.bridge_margin) break;
        gain += moves[i].gain - (is_odd ? moves[i].oddity : 0);
        oddest = std::max(oddest, moves[i].oddity);
    }
    const auto lost = static_cast<float>(record.ply_count - same);
    const bool is_in_same_notation = record.notation.code.empty() || codes.contains(record.notation.code);
    const float enough = !is_in_same_notation ? weights.enough_for_more
                         : is_sure()          ? weights.enough_if_sure
                         : game.line.has_end  ? weights.enough_to_end
                                              : weights.enough_for_more;
    return gain >= enough + weights.enough_for_lost * lost &&
           (same == record.ply_count || oddest <= weights.sure_oddity ||
            (denies_last_alone && gain >= weights.enough_for_wall));
}

std::vector<FoundLine> find_lines(const TokenisedText& text, std::span<const Diagram> boards, ScorePlayer& player,
                                  std::span<const Extent> told) {
    static constexpr std::size_t least_effort = 100'000, bytes_of_effort = 10, effort_per_game = 40'000,
                                 fewest_digits = 6;
    static constexpr running::Evidence weights;
    std::vector<FoundLine> found;
    const std::vector<Extent> left_out = left_out_of(text);
    std::size_t effort = least_effort + text.bytes.size() / bytes_of_effort + effort_per_game * told.size();
    for (const auto& [begin, end] : rest_of(static_cast<std::uint32_t>(text.bytes.size()), told)) {
        const std::string_view bytes = text.bytes.substr(begin, end - begin);
        if (static_cast<std::size_t>(std::ranges::count_if(bytes, is_digit)) < fewest_digits) continue;
        running::Tables& tables = player.tables();
        const running::RunningText signs(text.bytes, begin, end, tables.words, boards, left_out);
        tables.lattice.begin(signs);
        running::GamesOfText games(signs, tables.lattice, weights);
        for (const GameInText& game : games.find(effort))
            found.push_back(found_line(text, signs, tables.lattice, player.recognised(), game));
        effort -= std::min(effort, games.effort());
    }
    return found;
}

}  // namespace cofnod::importers::prose
