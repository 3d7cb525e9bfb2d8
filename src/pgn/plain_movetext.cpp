#include "pgn/plain_movetext.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "chess/spelled_replay.hpp"
#include "game/chess_game.hpp"
#include "game/record.hpp"
#include "game/replay.hpp"
#include "notation/language.hpp"
#include "pgn/writer.hpp"

namespace cofnod::pgn {

namespace {

using notation::CheckMark;
using notation::File;
using notation::Rank;
using notation::Role;

/// Longest move, `Qa1xb2=Q#`, and longest number, `65535...`, each with the blank before it, in one-letter notations.
constexpr std::size_t longest_move = 10, longest_number = 9;

/// A notation whose letters and signs are single ASCII characters, as most are.
class AsciiNotation {
public:
    /// Returns nullopt for other notations.
    static std::optional<AsciiNotation> of(const notation::Language& language) {
        AsciiNotation result;
        bool is_ascii = !language.rank_first() && language.data().pawn_capture.empty();
        const auto take = [&](char& letter, std::string_view text) {
            is_ascii = is_ascii && text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80;
            letter = text.empty() ? '\0' : text[0];
        };
        for (std::size_t i = 0; i < result.files_.size(); ++i) {
            take(result.files_[i], language.file_letter(static_cast<File>(i)));
            take(result.ranks_[i], language.rank_digit(static_cast<Rank>(i)));
        }
        for (std::size_t role = 1; role < result.pieces_.size(); ++role)
            take(result.pieces_[role], language.piece_letter(static_cast<Role>(role)));
        take(result.capture_, language.capture_sign());
        take(result.promotion_, language.promotion_sign());
        take(result.check_, language.mark(CheckMark::check));
        take(result.mate_, language.mark(CheckMark::mate));
        return is_ascii ? std::optional(result) : std::nullopt;
    }

    /// Writes what notation::write_move appends, and returns its end.
    char* write(const notation::Reading& move, CheckMark check, char* to) const {
        if (move.kind != notation::Reading::Kind::move) return end_of(special(move.kind), check, to);
        if (move.role != Role::pawn) *to++ = pieces_[static_cast<std::size_t>(move.role)];
        if (move.from_file) *to++ = files_[static_cast<std::size_t>(*move.from_file)];
        if (move.from_rank) *to++ = ranks_[static_cast<std::size_t>(*move.from_rank)];
        if (move.capture) *to++ = capture_;
        *to++ = files_[static_cast<std::size_t>(*move.to_file)];
        *to++ = ranks_[static_cast<std::size_t>(*move.to_rank)];
        if (move.promotion) {
            *to++ = promotion_;
            *to++ = pieces_[static_cast<std::size_t>(*move.promotion)];
        }
        return end_of("", check, to);
    }

private:
    static std::string_view special(notation::Reading::Kind kind) {
        if (kind == notation::Reading::Kind::null_move) return "--";
        return kind == notation::Reading::Kind::castle_king_side ? "O-O" : "O-O-O";
    }
    char* end_of(std::string_view text, CheckMark check, char* to) const {
        for (const char c : text) *to++ = c;
        if (check != CheckMark::none) *to++ = check == CheckMark::mate ? mate_ : check_;
        return to;
    }

    std::array<char, 8> files_{}, ranks_{};
    std::array<char, notation::role_count> pieces_{};
    char capture_ = 0, promotion_ = 0, check_ = 0, mate_ = 0;
};

/// Writes tokens into lines, as LineFiller does, where there is room for them.
class Lines {
public:
    Lines(char* to, std::size_t width) : to_(to), width_(width) {}

    /// `write` writes a token behind its argument and returns its end.
    template <typename Write>
    void add(const Write& write) {
        char* const blank = to_;
        char* const token = to_ + (column_ > 0);
        to_ = write(token);
        const auto width = static_cast<std::size_t>(to_ - token);
        const bool fits = column_ + 1 + width <= width_;
        if (column_ > 0) *blank = fits ? ' ' : '\n';
        column_ = column_ > 0 && fits ? column_ + 1 + width : width;
    }

    [[nodiscard]] char* end() const { return to_; }

private:
    char* to_;
    std::size_t width_;
    std::size_t column_ = 0;
};

char* put(std::string_view text, char* to) { return std::copy(text.begin(), text.end(), to); }

bool is_plain(const GameRecord& record, const WriteOptions& options) {
    const bool has_more = !options.reduced && (record.annotations.size() > 0 || !record.unread.empty());
    return record.kind == GameKind::chess && options.style == MoveStyle::standard && options.layout == Layout::pgn &&
           !has_more && !options.language->is_visual() && record.has_final_check();
}

}  // namespace

bool append_plain_movetext(const GameRecord& record, const WriteOptions& options, std::string& out) {
    if (!is_plain(record, options)) return false;
    const auto notation = AsciiNotation::of(*options.language);
    if (!notation) return false;
    static const chess::Replayer initial(chess::Position::initial());
    const chess::Position start = start_position<ChessGame>(record);
    chess::SpelledReplay game(record.start.empty() ? initial : chess::Replayer(start), record.moves);
    const std::string_view result = to_text(record.result);
    const std::size_t begin = out.size();
    const std::size_t most_plies = record.moves.size();  // a ply takes at least one byte
    out.resize(begin + most_plies * longest_move + (most_plies / 2 + 1) * longest_number + result.size() + 2);
    Lines lines(out.data() + begin, options.width);
    std::uint32_t plies = 0;
    auto number = static_cast<std::uint16_t>(start.fullmove_number());
    for (; game.next(); ++plies) {
        const bool is_white = game.mover() == chess::Color::white;
        if (is_white || plies == 0)
            lines.add([&](char* to) {
                const fmt::format_int digits(number);
                return put(is_white ? "." : "...", put({digits.data(), digits.size()}, to));
            });
        if (!is_white) ++number;
        lines.add([&](char* to) { return notation->write(game.reading(), game.mark(), to); });
    }
    const bool is_right =
        !game.is_damaged() && plies == record.ply_count && final_check_of(game.key()) == record.final_check;
    if (is_right) lines.add([&](char* to) { return put(result, to); });
    out.resize(is_right ? static_cast<std::size_t>(lines.end() - out.data()) : begin);
    if (is_right) out += '\n';
    return is_right;
}

}  // namespace cofnod::pgn
