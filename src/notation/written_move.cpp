#include "notation/written_move.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>

#include "base/characters.hpp"
#include "grammar/move.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"
#include "notation/plain_move.hpp"
#include "notation/word_memo.hpp"

namespace cofnod::notation {

namespace {

namespace rules = grammar::move;
using rules::Fact;
using rules::Leaf;

/// State of a partly read move.
struct Draft {
    Reading reading;
    CheckMark check = CheckMark::none;
    std::uint8_t nag = 0;
    bool en_passant = false;
    bool pawn_letter = false;
};

/// Parser state for grammar/move.hpp over the letters of a language.
class MoveState {
public:
    MoveState(const Language& language, Readings& readings)
        : language_(language), letters_(language.letters()), readings_(readings) {}

    Draft draft;

    [[nodiscard]] bool rank_first() const { return language_.rank_first(); }
    [[nodiscard]] bool one_is_enough() const { return language_.is_unambiguous(); }

    template <Leaf L>
    std::size_t take(const char* at, const char* end) {
        Reading& reading = draft.reading;
        if constexpr (L == Leaf::suffix) {
            return take_suffix(at, end);
        } else if constexpr (L == Leaf::promoted) {
            return take_promoted(at, end);
        } else if constexpr (L == Leaf::taken_piece) {
            const Spelling* letter = letters_.find(Sign::piece, at, end);
            if (!letter) letter = letters_.find(Sign::pawn, at, end);
            return letter && static_cast<Role>(letter->value) != Role::king ? letter->length : 0;
        } else {
            const Spelling* letter = letters_.find(sign_of(L), at, end);
            if (!letter) return 0;
            if constexpr (L == Leaf::from_file) reading.from_file = static_cast<File>(letter->value);
            if constexpr (L == Leaf::from_rank) reading.from_rank = static_cast<Rank>(letter->value);
            if constexpr (L == Leaf::to_file) reading.to_file = static_cast<File>(letter->value);
            if constexpr (L == Leaf::to_rank) reading.to_rank = static_cast<Rank>(letter->value);
            if constexpr (L == Leaf::capture) reading.capture = true;
            return letter->length;
        }
    }

    template <Fact F>
    void record() {
        if constexpr (F == Fact::castle_king_side) draft.reading.kind = Reading::Kind::castle_king_side;
        if constexpr (F == Fact::castle_queen_side) draft.reading.kind = Reading::Kind::castle_queen_side;
        if constexpr (F == Fact::null_move) draft.reading.kind = Reading::Kind::null_move;
        if constexpr (F == Fact::loose) draft.reading.loose = true;
        if constexpr (F == Fact::pawn_letter) draft.pawn_letter = true;
    }

    /// Iterates over the piece letters that match at one place.
    class Pieces {
    public:
        std::size_t next(const char* at, const char* end, MoveState& state) {
            letter_ = state.letters_.find(Sign::piece, at, end, letter_);
            if (!letter_) return 0;
            state.draft.reading.role = static_cast<Role>(letter_->value);
            return letter_->length;
        }

    private:
        const Spelling* letter_ = nullptr;
    };
    static Pieces pieces() { return {}; }

    bool accept() {
        Reading reading = draft.reading;
        if (is_pawn_leaving_its_file(reading) && !infer_pawn_capture(reading)) return false;
        // There is only one king, so its file is never written. Hebrew מהxד3 is Qxd3, though Kexd3 has the same
        // letters.
        if (language_.is_king_a_beginning() && reading.role == Role::king &&
            reading.from_file.has_value() != reading.from_rank.has_value())
            reading.loose = true;
        // Both squares are written and the file's letter is also a piece's: ح3ح4 is more likely a knight move.
        if (reading.role == Role::pawn && reading.from_rank && !draft.pawn_letter && reading.from_file &&
            language_.is_file_a_piece(*reading.from_file))
            reading.loose = true;
        if (readings_.empty() && !loose_) {
            readings_.check = draft.check;
            readings_.nag = draft.nag;
        }
        if (!reading.loose) {
            readings_.add(reading);
        } else {
            if (!loose_) loose_.emplace();
            loose_->add(reading);
        }
        return true;
    }

    /// Adds the loose readings that differ from all strict ones, after the strict ones.
    void add_loose_readings() {
        if (!loose_) return;
        for (const Reading& loose : *loose_) {
            Reading as_strict = loose;
            as_strict.loose = false;
            if (std::any_of(readings_.begin(), readings_.end(),
                            [&](const Reading& strict) { return is_of_piece(strict, loose); }))
                continue;
            if (std::find(readings_.begin(), readings_.end(), as_strict) == readings_.end()) readings_.add(loose);
        }
    }

private:
    static constexpr Sign sign_of(Leaf leaf) {
        switch (leaf) {
            case Leaf::pawn: return Sign::pawn;
            case Leaf::from_file:
            case Leaf::to_file: return Sign::file;
            case Leaf::from_rank:
            case Leaf::to_rank: return Sign::rank;
            case Leaf::capture: return Sign::capture;
            case Leaf::promotion_sign: return Sign::promotion;
            case Leaf::conjunction: return Sign::conjunction;
            case Leaf::word_king_side: return Sign::castle_king_side;
            case Leaf::word_queen_side: return Sign::castle_queen_side;
            case Leaf::word_castle: return Sign::castle;
            case Leaf::taken_piece:
            case Leaf::promoted: return Sign::piece;
            case Leaf::suffix: break;
        }
        return Sign::mark;
    }

    /// True if the loose pawn reading only duplicates the piece move: `و6أ` is a queen's move even if illegal, not "and
    /// a6".
    static bool is_of_piece(const Reading& strict, const Reading& loose) {
        return strict.role != Role::pawn && loose.role == Role::pawn && !strict.from_file && !strict.from_rank &&
               !strict.capture && !loose.from_file && !loose.capture && strict.to_file == loose.to_file &&
               strict.to_rank == loose.to_rank;
    }

    static bool is_pawn_leaving_its_file(const Reading& reading) {
        return reading.kind == Reading::Kind::move && reading.role == Role::pawn && reading.from_file &&
               (reading.from_file != reading.to_file || !reading.from_rank);
    }

    /// Marks a pawn that leaves its file as capturing. Without a capture sign only an adjacent file is accepted; if the
    /// letter of the file could be a piece, both are required.
    bool infer_pawn_capture(Reading& reading) const {
        const int apart = static_cast<int>(*reading.from_file) - static_cast<int>(*reading.to_file);
        const bool next_to = apart == 1 || apart == -1;
        const bool could_be_a_piece =
            language_.is_file_a_piece(*reading.from_file) && !draft.pawn_letter && !reading.from_rank;
        if (reading.from_rank && !reading.capture && !reading.loose) return true;  // c1-e3: any piece, by coordinates
        if (could_be_a_piece && (!reading.capture || !next_to)) return false;
        if (!reading.capture && !next_to) return false;
        // Two Arabic or Hebrew file letters can form a word (בד, זו), which is not a capture.
        if (!reading.capture && !reading.to_rank && language_.right_to_left()) return false;
        // "ed" is accepted only as loose: "de" and "fe" are words in several languages.
        reading.loose = reading.loose || could_be_a_piece || (!reading.capture && !reading.to_rank);
        reading.capture = true;
        return true;
    }

    std::size_t take_promoted(const char* at, const char* end) {
        const Spelling* letter = nullptr;
        while ((letter = letters_.find(Sign::piece, at, end, letter)))
            if (static_cast<Role>(letter->value) != Role::king) break;
        const bool last_rank = draft.reading.to_rank == Rank::r8 || draft.reading.to_rank == Rank::r1;
        if (!letter && last_rank && at != end && is_lower(*at)) {  // e8=q, but not exd6a.p.
            const char upper = static_cast<char>(*at - 'a' + 'A');
            while ((letter = letters_.find(Sign::piece, &upper, &upper + 1, letter)))
                if (static_cast<Role>(letter->value) != Role::king) break;
        }
        if (!letter) return 0;
        draft.reading.promotion = static_cast<Role>(letter->value);
        return letter->length;
    }

    std::size_t take_suffix(const char* at, const char* end) {
        if (at == end) return 0;
        const Spelling* mark = letters_.find(Sign::mark, at, end);
        if (mark && mark->length == end - at) {
            draft.check = std::max(draft.check, static_cast<CheckMark>(mark->value));
            return mark->length;
        }
        const auto glyph = glyph_at_front({at, static_cast<std::size_t>(end - at)});  // "+-" is longer than "+"
        const Spelling* en_passant = letters_.find(Sign::en_passant, at, end);
        if (en_passant && (!mark || en_passant->length > mark->length)) {
            draft.en_passant = true;
            return en_passant->length;
        }
        if (mark && mark->length >= glyph.length) {
            draft.check = std::max(draft.check, static_cast<CheckMark>(mark->value));
            return mark->length;
        }
        if (glyph.length) draft.nag = glyph.nag;
        return glyph.length;
    }

    const Language& language_;
    const LetterTable& letters_;
    Readings& readings_;
    std::optional<Readings> loose_;
};

template <typename Rule>
bool matches(std::string_view text, MoveState& state) {
    namespace p = tao::pegtl;
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(text.data(), text.data() + text.size(), "");
    return p::parse<Rule>(in, state);
}

/// `text`: folded.
bool is_head_of_words(const Language& language, std::string_view text) {
    if (text.empty() || language.is_visual()) return false;
    const auto begins_a_move = [&](std::string_view head) {
        const auto goes_on = [&](const std::string& castling) {
            return castling.size() > head.size() && castling[head.size()] == ' ' && castling.starts_with(head);
        };
        if (std::ranges::any_of(language.castling_of_words(), goes_on)) return true;
        if (!language.data().pawn_capture.ends_with(' ')) return false;
        const Spelling* pawn = language.letters().find(Sign::pawn, head.data(), head.data() + head.size());
        return pawn && pawn->length == head.size();
    };
    if (begins_a_move(text)) return true;
    for (const auto& conjunction : language.folded_conjunctions())
        if (text.size() > conjunction.size() && text.starts_with(conjunction) &&
            begins_a_move(text.substr(conjunction.size())))
            return true;
    return false;
}

/// `text`: folded.
Readings read_by_grammar(const Language& language, std::string_view text) {
    Readings readings;
    if (text.empty() || language.system() != System::algebraic) return readings;
    MoveState state(language, readings);
    const std::string logical = language.is_visual() ? turned(text) : std::string();
    if (matches<rules::move>(language.is_visual() ? logical : text, state)) state.add_loose_readings();
    return readings;
}

constexpr std::size_t longest_known_word = 40;  // most moves of several words, joined

/// Folds a word of at most `longest_known_word` bytes once for all languages that read it one after the other. The
/// result is valid until the next call in this thread.
std::string_view folded_once(std::string_view word) {
    struct Last {
        std::array<char, longest_known_word> word;
        std::size_t size = 0;
        std::optional<FoldedWord> folded;
    };
    if (is_ascii(word)) return word;
    thread_local Last last;
    if (!last.folded || word != std::string_view(last.word.data(), last.size)) {
        last.size = word.copy(last.word.data(), last.word.size());
        last.folded.emplace(std::string_view(last.word.data(), last.size));
    }
    return last.folded->view();
}

struct KnownWord {
    Readings readings;
    bool is_unfinished = false;
};

/// Returns the cached readings of a word; nullptr if it is too long to be cached.
const KnownWord* known_word(const Language& language, std::string_view word) {
    using Memo = WordMemo<KnownWord, longest_known_word>;
    if (word.size() > Memo::longest) return nullptr;
    thread_local Memo memo;
    return &memo.get(language.serial(), word, [&] {
        KnownWord known;
        known.is_unfinished = language.has_moves_of_words() && is_head_of_words(language, folded_once(word));
        if (language.plain_moves().read(word, known.readings)) return known;
        known.readings = read_by_grammar(language, folded_once(word));
        Readings& readings = known.readings;
        readings.as_written = !readings.empty() && write_move(language, readings[0], readings.check) == word;
        return known;
    });
}

CanonicalWord look_closely(const Language& language, std::string_view word) {
    const KnownWord* known = known_word(language, word);
    if (known->is_unfinished || (language.is_visual() && language.has_moves_of_words())) return {};
    const Readings& readings = known->readings;
    if (!readings.as_written || readings.nag || !readings.is_certain()) return {};
    using Kind = CanonicalWord::Kind;
    return {readings[0], readings.check, readings.is_plain ? Kind::plain : Kind::canonical};
}

}  // namespace

CanonicalWord canonical_word(const Language& language, std::string_view text, std::size_t begin, std::size_t end) {
    // Separate caches: most words are looked up only here, and short ones need little space.
    using ShortMemo = WordMemo<CanonicalWord, 8>;
    using Memo = WordMemo<CanonicalWord>;
    static_assert(sizeof(CanonicalWord) == 16);
    const std::string_view word = text.substr(begin, end - begin);
    if (word.size() > Memo::longest || language.system() != System::algebraic) return {};
    thread_local ShortMemo short_words;
    thread_local Memo words;
    const std::size_t readable = text.size() - begin;
    const auto look = [&] { return look_closely(language, word); };
    return word.size() <= ShortMemo::longest ? short_words.get(language.serial(), word, look, readable)
                                             : words.get(language.serial(), word, look, readable);
}

Readings read_move(const Language& language, std::string_view word) {
    const KnownWord* known = known_word(language, word);
    return known ? known->readings : read_by_grammar(language, FoldedWord(word).view());
}

std::optional<Suffix> read_suffix(const Language& language, std::string_view word) {
    return read_suffix(language, FoldedWord(word));
}

std::optional<Suffix> read_suffix(const Language& language, const FoldedWord& word) {
    Readings none;
    MoveState state(language, none);
    const std::string_view text = word.view();
    if (text.empty() || !matches<rules::suffixes>(text, state)) return std::nullopt;
    // The Russian sign of mate, ×, is also a capture sign; on its own it may be a fragment of a move.
    if (language.letters().find(Sign::capture, text.data(), text.data() + text.size())) return std::nullopt;
    return Suffix{state.draft.check, state.draft.nag, state.draft.en_passant};
}

bool is_unfinished(const Language& language, std::string_view word) {
    if (!language.has_moves_of_words()) return false;
    const KnownWord* known = known_word(language, word);
    return known ? known->is_unfinished : is_head_of_words(language, FoldedWord(word).view());
}

bool ends_visual_move(const Language& language, std::string_view word) {
    if (!language.is_visual() || !language.has_moves_of_words()) return false;
    const FoldedWord folded(word);
    const std::string_view text = folded.view();
    const Spelling* pawn = language.letters().find(Sign::pawn, text.data(), text.data() + text.size());
    return pawn && pawn->length == text.size();
}

Readings read_named_move(const Language& language, std::string_view name, std::string_view rest) {
    Readings named;
    const auto role = language.find_piece(name);
    if (!role || language.is_visual()) return named;
    const std::string_view letter = *role == Role::pawn ? std::string_view() : language.piece_letter(*role);
    const Readings all = read_move(language, std::string(letter).append(rest));
    named.check = all.check;
    named.nag = all.nag;
    for (const Reading& reading : all)
        if (reading.kind == Reading::Kind::move && reading.role == *role && !reading.loose) named.add(reading);
    return named;
}

namespace {

struct Glyph {
    std::string_view text;
    std::uint8_t nag;
};

/// Glyphs and their numbers: the first glyph of a number is written; the first number of a glyph is read.
constexpr Glyph glyphs[] = {
    {"!", 1},   {"?", 2},   {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},   {"‼", 3},    {"⁇", 4},   {"⁉", 5},
    {"⁈", 6},   {"□", 7},   {"▢", 7},    {"=", 10},   {"=", 11},   {"∞", 13},   {"⩲", 14},   {"+=", 14}, {"+/=", 14},
    {"⩱", 15},  {"=+", 15}, {"=/+", 15}, {"±", 16},   {"+/-", 16}, {"∓", 17},   {"-/+", 17}, {"+-", 18}, {"+−", 18},
    {"+–", 18}, {"-+", 19}, {"−+", 19},  {"–+", 19},  {"⨀", 22},   {"⊙", 22},   {"⨀", 23},   {"○", 26},  {"○", 27},
    {"⟳", 32},  {"↻", 32},  {"⟳", 33},   {"↑", 36},   {"↑", 37},   {"→", 40},   {"→", 41},   {"=∞", 44}, {"⯹", 44},
    {"=∞", 45}, {"⇆", 132}, {"⇄", 132},  {"⇆", 133},  {"⨁", 138},  {"⊕", 138},  {"⨁", 139},  {"∆", 140}, {"Δ", 140},
    {"△", 140}, {"∇", 141}, {"⌓", 142},  {"<=", 143}, {"==", 144}, {"RR", 145}, {"N", 146},  {"D", 220}, {"D", 221},
};

/// Works like starts_with; faster than memcmp for a few bytes.
constexpr bool begins_with(std::string_view text, std::string_view glyph) {
    if (text.size() < glyph.size()) return false;
    for (std::size_t i = glyph.size(); i-- > 0;)
        if (text[i] != glyph[i]) return false;
    return true;
}

/// Indices into `glyphs` by the first byte of the text: every word is looked up here.
class GlyphsByFirst {
public:
    constexpr GlyphsByFirst() {
        std::size_t at = 0;
        for (std::size_t byte = 0; byte < bytes; ++byte) {
            begins_[byte] = static_cast<std::uint8_t>(at);
            for (std::size_t i = 0; i < std::size(glyphs); ++i)
                if (static_cast<unsigned char>(glyphs[i].text.front()) == byte)
                    places_[at++] = static_cast<std::uint8_t>(i);
        }
        begins_[bytes] = static_cast<std::uint8_t>(at);
    }

    [[nodiscard]] constexpr std::span<const std::uint8_t> of(char first) const {
        const auto byte = static_cast<unsigned char>(first);
        return std::span(places_).subspan(begins_[byte], begins_[byte + 1U] - std::size_t{begins_[byte]});
    }

private:
    static constexpr std::size_t bytes = 256;
    std::array<std::uint8_t, bytes + 1> begins_{};
    std::array<std::uint8_t, std::size(glyphs)> places_{};
};

}  // namespace

std::optional<std::uint8_t> nag_of(std::string_view glyph) {
    for (const Glyph& known : glyphs)
        if (known.text == glyph) return known.nag;
    return std::nullopt;
}

std::string_view glyph_of(std::uint8_t nag) {
    for (const Glyph& known : glyphs)
        if (known.nag == nag) return known.text;
    return {};
}

GlyphAtFront glyph_at_front(std::string_view text) {
    static constexpr GlyphsByFirst by_first;
    GlyphAtFront longest;
    if (text.empty() || is_letter(text.front())) return longest;
    for (const std::uint8_t i : by_first.of(text.front()))
        if (glyphs[i].text.size() > longest.length && begins_with(text, glyphs[i].text))
            longest = {glyphs[i].nag, glyphs[i].text.size()};
    return longest;
}

namespace {

/// Appends the given parts of a square, in the order used by the language.
void write_parts(const Language& language, std::optional<File> file, std::optional<Rank> rank, std::string& out) {
    if (file && rank) {
        out += language.square(*file, *rank);
        return;
    }
    if (rank && language.rank_first()) out += language.rank_digit(*rank);
    if (file) out += language.file_letter(*file);
    if (rank && !language.rank_first()) out += language.rank_digit(*rank);
}

}  // namespace

void write_square(const Language& language, File file, Rank rank, std::string& out) {
    out += language.square(file, rank);
}

void write_move(const Language& language, const Reading& reading, CheckMark check, std::string& out) {
    const std::size_t begin = out.size();
    switch (reading.kind) {
        case Reading::Kind::castle_king_side: out += "O-O"; break;
        case Reading::Kind::castle_queen_side: out += "O-O-O"; break;
        case Reading::Kind::null_move: out += "--"; break;
        case Reading::Kind::move:
            if (reading.role != Role::pawn)
                out += language.piece_letter(reading.role);
            else if (reading.capture)
                out += language.data().pawn_capture;
            if (reading.from_file || reading.from_rank)
                write_parts(language, reading.from_file, reading.from_rank, out);
            if (reading.capture) out += language.capture_sign();
            write_parts(language, reading.to_file, reading.to_rank, out);
            if (reading.promotion) {
                out += language.promotion_sign();
                out += language.piece_letter(*reading.promotion);
            }
    }
    if (check != CheckMark::none) out += language.mark(check);
    if (language.is_visual()) out.replace(begin, out.npos, turned(std::string_view(out).substr(begin)));
}

std::string write_move(const Language& language, const Reading& reading, CheckMark check) {
    std::string text;
    write_move(language, reading, check, text);
    return text;
}

}  // namespace cofnod::notation
