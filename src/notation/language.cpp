#include "notation/language.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <cassert>

#include <algorithm>
#include <array>
#include <atomic>

#include "base/characters.hpp"
#include "notation/fold.hpp"
#include "notation/letters.hpp"
#include "notation/plain_move.hpp"

namespace cofnod::notation {

void LetterTable::add(Sign sign, std::uint8_t value, std::string_view folded) {
    assert(!folded.empty() && folded.size() <= Spelling::max_length);
    Spelling spelling{{}, static_cast<std::uint8_t>(folded.size()), sign, value};
    std::copy(folded.begin(), folded.end(), spelling.text.begin());
    const bool known = std::any_of(spellings_.begin(), spellings_.end(),
                                   [&](const Spelling& s) { return s.sign == sign && s.view() == folded; });
    if (!known) spellings_.push_back(spelling);
}

void LetterTable::seal() {
    std::stable_sort(spellings_.begin(), spellings_.end(), [](const Spelling& a, const Spelling& b) {
        const std::size_t in_a = bucket_of(a), in_b = bucket_of(b);
        return in_a != in_b ? in_a < in_b : a.length > b.length;
    });
    for (const Spelling& spelling : spellings_)
        signs_[bucket_of(spelling)] =
            static_cast<std::uint16_t>(signs_[bucket_of(spelling)] | 1u << static_cast<unsigned>(spelling.sign));
    std::uint16_t first = 0;
    for (std::size_t bucket = 0; bucket <= bucket_count; ++bucket) {
        while (first < spellings_.size() && bucket_of(spellings_[first]) < bucket) ++first;
        begins_[bucket] = first;
    }
}

namespace {

using std::string_view;

template <typename Enum>
constexpr std::uint8_t value_of(Enum e) {
    return static_cast<std::uint8_t>(e);
}

/// Check marks read in every language; a language's own come first.
constexpr std::pair<string_view, CheckMark> common_marks[] = {
    {"+", CheckMark::check},        {"†", CheckMark::check},       {"++", CheckMark::double_plus},
    {"††", CheckMark::double_plus}, {"‡", CheckMark::double_plus}, {"#", CheckMark::mate},
    {"≠", CheckMark::mate}};
constexpr string_view common_en_passant[] = {"e.p.", "e.p", "ep", "ep."};

/// First characters of castling (in Latin, Cyrillic and Greek letters, or zeros) and null moves.
constexpr string_view common_beginnings[] = {"O", "0", "o", "О", "о", "Ο", "ο", "-", "@", "Z", "n", "<", "p", "P"};

std::string with_first_letter_of_other_case(string_view text) {
    const utf8::Decoded first = utf8::decode(text);
    const auto letter = static_cast<UChar32>(first.code_point);
    std::string other;
    utf8::append(other, static_cast<char32_t>(u_isUUppercase(letter) ? u_tolower(letter) : u_toupper(letter)));
    return other += text.substr(first.length);
}

/// Returns a letter without its accents: the first character of its decomposition.
char32_t base_letter(char32_t c) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
    icu::UnicodeString parts;
    if (U_FAILURE(status) || !nfd->getDecomposition(static_cast<UChar32>(c), parts)) return c;
    return static_cast<char32_t>(parts.char32At(0));
}

}  // namespace

Language::Language(LanguageData data)
    : data_(std::move(data)), letters_(std::make_shared<LetterTable>()), plain_moves_(std::make_shared<PlainMoves>()) {
    static std::atomic<std::uint64_t> languages_made = 0;
    serial_ = ++languages_made;
    fill_squares();
    fill_letters();
    note_clashes();
    note_beginnings();
    for (std::uint8_t role = 0; role < role_count; ++role)
        for (const auto& name : data_.piece_names[role])
            piece_names_.emplace_back(word_key(name), static_cast<Role>(role));
    if (unambiguous_ && data_.system == System::algebraic) plain_moves_ = std::make_shared<PlainMoves>(data_);
}

void Language::fill_squares() {
    for (std::size_t file = 0; file < squares_.size(); ++file)
        for (std::size_t rank = 0; rank < squares_[file].size(); ++rank)
            squares_[file][rank] =
                data_.rank_first ? data_.ranks[rank] + data_.files[file] : data_.files[file] + data_.ranks[rank];
}

/// True for the letter of a king or queen followed by that of a piece: KN is a king's knight, though Kn is a knight.
bool Language::names_wing(string_view letters) const {
    const auto is_rest_a_piece = [&](std::string_view rest) {
        return std::ranges::find(data_.pieces, rest) != data_.pieces.end() ||
               std::ranges::find(data_.also, rest, [](const auto& also) { return std::string_view(also.second); }) !=
                   data_.also.end();
    };
    return std::ranges::any_of(std::array{Role::king, Role::queen}, [&](Role wing) {
        const std::string& letter = data_.pieces[static_cast<std::size_t>(wing)];
        return !letter.empty() && letters.size() > letter.size() && letters.starts_with(letter) &&
               is_rest_a_piece(letters.substr(letter.size()));
    });
}

/// Adds a spelling. Case is significant only in algebraic notation, where B may be a bishop and b a file.
void Language::add_letter(Sign sign, std::uint8_t value, string_view text) {
    const auto add = [&](const std::string& spelling) {
        if (!spelling.empty() && spelling.size() <= Spelling::max_length) letters_->add(sign, value, spelling);
    };
    const std::string folded = folded_text(text);
    add(folded);
    if (data_.system == System::algebraic) return;
    const std::string capital = to_upper(folded), small = to_lower(folded);
    add(small);
    if (!names_wing(capital)) add(capital);
    if (!small.empty()) add(capital.substr(0, 1) + small.substr(1));
}

void Language::fill_letters() {
    const auto add = [&](Sign sign, std::uint8_t value, string_view text) { add_letter(sign, value, text); };
    const auto add_piece = [&](Role role, string_view text) {
        add(role == Role::pawn ? Sign::pawn : Sign::piece, value_of(role), text);
    };
    const auto add_all = [&](Sign sign, std::uint8_t value, const std::vector<std::string>& texts) {
        for (const auto& text : texts) add(sign, value, text);
    };

    // `Castles` may begin a sentence or a column.
    const auto add_castling = [&](Sign sign, const std::vector<std::string>& texts) {
        for (const auto& text : texts) {
            add(sign, 0, text);
            add(sign, 0, with_first_letter_of_other_case(text));
        }
    };

    for (std::uint8_t role = 0; role < role_count; ++role) add_piece(static_cast<Role>(role), data_.pieces[role]);
    for (const auto& [role, text] : data_.also) add_piece(role, text);
    for (std::uint8_t i = 0; i < 8; ++i) {
        add(Sign::file, i, data_.files[i]);
        for (const auto& files : data_.also_files) add(Sign::file, i, files[i]);
        add(Sign::rank, i, data_.ranks[i]);
    }
    add_all(Sign::capture, 0, data_.captures);
    add(Sign::promotion, 0, data_.promotion);
    add(Sign::promotion, 0, "=");
    add_all(Sign::conjunction, 0, data_.conjunctions);
    add_all(Sign::en_passant, 0, data_.en_passant);
    for (const auto text : common_en_passant) add(Sign::en_passant, 0, text);
    for (const auto& [text, mark] : common_marks) add(Sign::mark, value_of(mark), text);
    add_all(Sign::mark, value_of(CheckMark::check), data_.checks);
    add_all(Sign::mark, value_of(CheckMark::mate), data_.mates);
    add_castling(Sign::castle_king_side, data_.castle_king_side);
    add_castling(Sign::castle_queen_side, data_.castle_queen_side);
    if (data_.system != System::algebraic) add_all(Sign::towards, 0, data_.towards);
    add_all(Sign::rank, 0, data_.first_ranks);
    add_castling(Sign::castle, data_.castles);
    letters_->seal();

    for (const Spelling& spelling : letters_->all())
        if (spelling.sign == Sign::castle_king_side || spelling.sign == Sign::castle_queen_side)
            if (spelling.view().find(' ') != string_view::npos) castling_of_words_.emplace_back(spelling.view());
    for (const auto& text : data_.conjunctions) conjunctions_.push_back(folded_text(text));
}

namespace {

/// Returns the look-up key of a word of castling, the same for `queen's` and `queens`.
std::string castling_key(string_view word) {
    std::string key = word_key(word);
    std::erase_if(key, [](char c) { return c == '\''; });
    return key;
}

bool has_word(const std::vector<std::string>& phrases, const std::string& key, bool only_first) {
    return std::ranges::any_of(phrases, [&](const std::string& phrase) {
        const auto words = words_of(phrase, " ");
        const auto is_word = [&](string_view word) { return castling_key(word) == key; };
        return words.size() > 1 && std::any_of(words.begin(), only_first ? words.begin() + 1 : words.end(), is_word);
    });
}

Language::CastlingWord castling_word_of(const LanguageData& data, string_view word, bool only_first) {
    using enum Language::CastlingWord;
    const std::string key = castling_key(word);
    const bool is_of_king = has_word(data.castle_king_side, key, only_first);
    const bool is_of_queen = has_word(data.castle_queen_side, key, only_first);
    return is_of_king == is_of_queen ? (is_of_king ? joint : none) : is_of_king ? king_side : queen_side;
}

}  // namespace

Language::CastlingWord Language::castling_word(string_view word) const { return castling_word_of(data_, word, false); }

Language::CastlingWord Language::word_before_castling(string_view word) const {
    return castling_word_of(data_, word, true);
}

bool Language::is_towards(string_view word) const {
    return std::ranges::any_of(data_.towards,
                               [&](const std::string& text) { return word_key(text) == word_key(word); });
}

void Language::note_clashes() {
    const auto& all = letters_->all();
    const auto overlap = [](string_view a, string_view b) { return a.starts_with(b) || b.starts_with(a); };
    // True if `text` could continue a move after a piece letter.
    const auto goes_on = [&](string_view text) {
        return std::any_of(all.begin(), all.end(), [&](const Spelling& s) {
            return (s.sign == Sign::file || s.sign == Sign::rank || s.sign == Sign::capture) && overlap(text, s.view());
        });
    };
    for (const Spelling& a : all) {
        if (a.sign != Sign::piece && a.sign != Sign::pawn) continue;
        for (const Spelling& b : all) {
            if (b.sign == Sign::file && b.view() == a.view()) files_that_are_pieces_[b.value] = true;
            if (&a == &b || !overlap(a.view(), b.view())) continue;
            if (b.sign == Sign::file || b.sign == Sign::rank || b.sign == Sign::conjunction) unambiguous_ = false;
            // Kt begins with K, but no king move continues with t; Hebrew מה is a queen, or a king and the file ה.
            const bool longer_piece = (b.sign == Sign::piece || b.sign == Sign::pawn) && b.length > a.length;
            if (!longer_piece || !goes_on(b.view().substr(a.length))) continue;
            unambiguous_ = false;
            if (a.sign == Sign::piece && a.value == value_of(Role::king)) king_is_a_beginning_ = true;
        }
    }
    if (!data_.conjunctions.empty()) unambiguous_ = false;
}

namespace {

/// True for U+2654 to U+265F.
bool is_figurine(string_view text) {
    return text.size() == 3 && text.starts_with("\xE2\x99") && text[2] >= '\x94' && text[2] <= '\x9F';
}

}  // namespace

void Language::note_beginnings() {
    const bool has_figurines = is_figurine(data_.pieces[value_of(Role::king)]);
    for (const Spelling& spelling : letters_->all()) {
        switch (spelling.sign) {
            case Sign::piece:
                if (has_figurines || !is_figurine(spelling.view())) begins_with(spelling.view());
                break;
            case Sign::pawn:
            case Sign::file:
            case Sign::rank:
            case Sign::conjunction:
            case Sign::castle_king_side:
            case Sign::castle_queen_side:
            case Sign::castle:
            case Sign::towards: begins_with(spelling.view()); break;
            case Sign::capture:
            case Sign::promotion:
            case Sign::en_passant:
            case Sign::mark:
                // In a move of several words, `Kt x P ch`, words can begin with these; so can reversed words.
                if (data_.system != System::algebraic || data_.visual) begins_with(spelling.view());
                break;
        }
    }
    for (const auto text : common_beginnings) begins_with(text);
    if (data_.visual)  // reversed words begin with their marks
        for (const auto text :
             {"!", "?", "(", ")", "=", "+", "-", "#", ".", ":", "/", "<", ">", "N", "R", "D", "p", "±"})
            begins_with(text);
    if (!data_.rank_first)  // move number without a blank: 1Te4
        for (const char digit : string_view("123456789")) begins_with({&digit, 1});
    std::sort(beginnings_.begin(), beginnings_.end());
}

void Language::begins_with(string_view folded) {
    const char32_t letter = utf8::decode(folded).code_point;
    for (const char32_t c : {letter, base_letter(letter)}) {
        if (c < 0x80)
            ascii_[c >> 6] |= std::uint64_t{1} << (c & 63);
        else
            beginnings_.push_back(c);
    }
}

bool Language::covers_beyond_ascii(char32_t letter) const {
    const char32_t c = folded(letter);
    const bool is_sign = c >= 0x2000 && c < 0x3000;
    if (data_.visual && is_sign) return true;
    if (c == 0 || folds_in_context(letter)) return true;
    return c < 0x80 ? covers(c) : std::binary_search(beginnings_.begin(), beginnings_.end(), c);
}

string_view Language::mark(CheckMark mark) const {
    switch (mark) {
        case CheckMark::check: return data_.checks.front();
        case CheckMark::mate: return data_.mates.front();
        case CheckMark::double_plus: return "++";
        case CheckMark::none: break;
    }
    return {};
}

string_view Language::piece_name(Role role) const {
    const auto& names = data_.piece_names[static_cast<std::size_t>(role)];
    return names.empty() ? string_view{} : names.front();
}

std::optional<string_view> Language::find_header(string_view word) const {
    const std::string key = word_key(word);
    for (const auto& [tag, known] : data_.headers)
        if (word_key(known) == key) return tag;
    return std::nullopt;
}

std::optional<Role> Language::find_piece(string_view word) const {
    thread_local std::string last_word, key;  // a word is looked up in one language after another
    if (word != last_word) {
        key = word_key(word);
        last_word = word;
    }
    for (const auto& [name, role] : piece_names_)
        if (name == key) return role;
    return std::nullopt;
}

}  // namespace cofnod::notation
