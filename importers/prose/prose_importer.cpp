#include "importers/prose/prose_importer.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "importers/pgn/lexer.hpp"
#include "importers/prose/columns.hpp"
#include "importers/prose/lines.hpp"
#include "notation/date_text.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

/// A game as it is being gathered, line by line.
struct Draft {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Tags tags;
    std::vector<Token> tokens;
    std::optional<Token> text;  ///< running text that has no place yet
    bool has_moves = false;
    bool has_result = false;
};

class TextImporter {
public:
    TextImporter(const Block& block, const Options& options, const notation::Languages& languages, ScorePlayer& player, Sink& sink)
        : block_(block), text_(block.text), options_(options), languages_(languages), spotter_(languages, options.notation),
          player_(player), sink_(sink) {}

    void run() {
        pgn::LexedGame lexed;
        pgn::tokenise(text_, lexed);
        tokens_ = std::move(lexed.tokens);
        for (const Line& line : read_lines(text_, tokens_, spotter_, languages_)) take(line);
        finish();
        separate(static_cast<std::uint32_t>(text_.size()));
    }

private:
    void take(const Line& line) {
        switch (line.kind) {
            case Line::Kind::blank: break;
            case Line::Kind::header:
                if (draft_.has_moves) finish();
                take_header(line);
                break;
            case Line::Kind::titles:
                if (!draft_.tags.empty()) extend(line);
                break;
            case Line::Kind::rule: finish(); break;
            case Line::Kind::score:
                if (starts_next_game(line)) finish();
                take_score(line);
                break;
            case Line::Kind::text: take_text(line); break;
        }
    }

    void extend(const Line& line) {
        if (draft_.end == 0) draft_.begin = line.begin;
        draft_.end = line.end;
    }

    void take_header(const Line& line) {
        extend(line);
        std::string value(line.value);
        // A Hijri date stays as it was written: the store converts it for searches.
        if (line.tag == "Date") value = notation::read_date(languages_, line.value).value_or(value);
        if (line.tag == "Result") value = to_text(read_result(line.value));
        draft_.tags.add(line.tag, value);
    }

    [[nodiscard]] Result read_result(std::string_view value) const {
        if (const auto result = notation::read_result(value)) return *result;
        const auto words = notation::read_result_words(languages_, value);
        return words ? words->result : Result::unknown;
    }

    [[nodiscard]] bool starts_next_game(const Line& line) const {
        if (!draft_.has_moves) return false;
        const Token& first = tokens_[line.first_token];
        return first.kind == Token::Kind::number && first.value == 1 && (draft_.has_result || first.begin == line.begin);
    }

    void take_text(const Line& line) {
        const bool in_game = draft_.has_moves || !draft_.tags.empty();
        if (!in_game) return;
        extend(line);
        if (!draft_.text) draft_.text = Token{Token::Kind::comment, line.begin, line.end};
        draft_.text->end = line.end;
    }

    void place_text() {
        if (draft_.text) draft_.tokens.push_back(*draft_.text);
        draft_.text.reset();
    }

    void take_score(const Line& line) {
        extend(line);
        place_text();
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            const Token& token = tokens_[i];
            draft_.has_result = draft_.has_result || token.kind == Token::Kind::result;
            if (token.kind == Token::Kind::word && is_running_text(i)) {
                take_stray_word(token);
                continue;
            }
            draft_.has_moves = draft_.has_moves || token.kind == Token::Kind::word;
            draft_.tokens.push_back(token);
            if (token.kind == Token::Kind::word && i + 1 < line.last_token && is_second_half(i + 1)) draft_.tokens.push_back(tokens_[++i]);
        }
    }

    /// A word of a score line that is no move; one with a digit in it may be a misprint of one, and is left to be
    /// reported.
    [[nodiscard]] bool is_running_text(std::size_t i) const {
        const std::string_view word = tokens_[i].in(text_);
        const bool digit = word.find_first_of("0123456789") != std::string_view::npos;
        return !digit && !spotter_.is_move(text_, tokens_, i);
    }

    [[nodiscard]] bool is_second_half(std::size_t i) const {
        return tokens_[i].kind == Token::Kind::word && !spotter_.is_move(text_, tokens_, i) && spotter_.is_move(text_, tokens_, i - 1) &&
               !is_running_text(i);
    }

    void take_stray_word(const Token& word) {
        if (!draft_.tokens.empty() && draft_.tokens.back().kind == Token::Kind::comment)
            draft_.tokens.back().end = word.end;
        else
            draft_.tokens.push_back({Token::Kind::comment, word.begin, word.end});
    }

    void separate(std::uint32_t end) {
        if (end > at_) sink_.add_separator({block_.begin + at_, block_.begin + end, 0});
        at_ = end;
    }

    /// Header lines alone are a game only when they name a player.
    static bool is_game(const Draft& draft) {
        return draft.has_moves || draft.tags.find("White") || draft.tags.find("Black");
    }

    void finish() {
        Draft draft = std::exchange(draft_, {});
        if (!is_game(draft)) return;
        if (draft.text) draft.tokens.push_back(*draft.text);
        sort_columns(draft.tokens);
        separate(draft.begin);
        line_ += count_line_breaks(text_.substr(counted_, draft.begin - counted_));
        counted_ = draft.begin;

        GameRecord record;
        record.tags = std::move(draft.tags);
        if (const auto result = record.tags.find("Result")) record.result = result_from(*result).value_or(Result::unknown);
        record.span = {block_.begin + draft.begin, block_.begin + draft.end, block_.line + line_};
        const Score score{.text = text_, .tokens = draft.tokens, .anchor = {draft.begin, record.span.line, record.span.begin}, .plain = false};
        player_.play(score, chess::Position::initial(), record);
        if (options_.keep_source) record.source_text = text_.substr(draft.begin, draft.end - draft.begin);
        sink_.add_game(std::move(record));
        at_ = draft.end;
    }

    const Block& block_;
    std::string_view text_;
    const Options& options_;
    const notation::Languages& languages_;
    MoveSpotter spotter_;
    ScorePlayer& player_;
    Sink& sink_;
    std::vector<Token> tokens_;
    Draft draft_;
    std::uint32_t at_ = 0;
    std::size_t counted_ = 0;
    std::uint64_t line_ = 0;
};

}  // namespace

void import_block(const Block& block, const Options& options, const notation::Languages& languages, ScorePlayer& player, Sink& sink) {
    TextImporter(block, options, languages, player, sink).run();
}

}  // namespace cofnod::importers::prose
