#include "importers/decoder/running/readings.hpp"

#include <algorithm>
#include <tuple>

#include "base/characters.hpp"
#include "games/chess/square.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::running {

namespace {

using Readings = std::vector<TextReading>;

constexpr float pawn_letter = 0.2F;  ///< bits, for `Pe4` in algebraic notation
constexpr SquareSet outer_ranks = 0xFF000000000000FF;

/// A misread rank of algebraic notation, and a letter of another alphabet that looks like a file.
struct LooksLike {
    char32_t read, meant;
};
constexpr LooksLike ranks_misread[] = {{U'l', U'1'}, {U'I', U'1'}, {U'ó', U'6'}, {U'S', U'5'}};
constexpr LooksLike latin_alike[] = {{U'А', U'A'}, {U'В', U'B'}, {U'Е', U'E'}, {U'К', U'K'},
                                     {U'М', U'M'}, {U'Н', U'H'}, {U'О', U'O'}, {U'Р', U'P'},
                                     {U'р', U'p'}, {U'С', U'C'}, {U'Т', U'T'}, {U'Х', U'X'}};
constexpr LooksLike files_alike[] = {{U'а', U'a'}, {U'с', U'c'}, {U'е', U'e'}};

/// Returns a Cyrillic word as it is typed on a Latin keyboard: Kp for Кр.
std::string in_latin_letters(std::string_view word) {
    std::string latin;
    for (const char32_t sign : comparable(word)) {
        const auto same = std::ranges::find(latin_alike, sign, &LooksLike::read);
        utf8::append(latin, same == std::end(latin_alike) ? sign : same->meant);
    }
    return latin;
}

}  // namespace

SquareSet squares_of_files(FileSet files) {
    SquareSet set = 0;
    for (int file = 0; file < 8; ++file)
        if (files >> file & 1) set |= notation::squares_of(static_cast<notation::File>(file));
    return set;
}

bool TextReading::is_like(const TextReading& other) const {
    const auto parts = [](const TextReading& r) {
        return std::tie(r.end, r.castling, r.role, r.promotion, r.captured, r.wing, r.pawn_files, r.captured_files,
                        r.from, r.to);
    };
    return parts(*this) == parts(other);
}

Lattice::Lattice(const notation::Languages& languages, const notation::Language* given) {
    static constexpr std::size_t most_languages = 63;
    const auto take = [&](const notation::Language& language) {
        const bool is_left_out = language.is_visual() || language.has_moves_of_digits() || language.data().is_font;
        if (is_left_out || languages_.size() >= most_languages || (given && given != &language)) return;
        const LanguageSet bit = LanguageSet{1} << languages_.size();
        languages_.push_back(&language);
        all_ |= bit;
        add_castling(language, bit);
        add_marks(language);
        if (language.system() == notation::System::descriptive)
            add_descriptive(language, bit);
        else
            add_alphabet(language, bit);
    };
    for (const notation::Language& language : languages) take(language);
    for (const notation::Language* language : languages.others()) take(*language);
    find_first_signs();
}

/// Notes for each sign in which alphabets a square, or what joins it to a piece, may begin with it.
void Lattice::find_first_signs() {
    for (std::size_t i = 0; i < alphabets_.size(); ++i) {
        const auto add = [&](char32_t sign) { begins_square_[sign] |= AlphabetSet{1} << i; };
        for (const auto& [sign, file] : alphabets_[i].first_letters) add(sign);
        for (const auto& [sign, rank] : alphabets_[i].first_digits) add(sign);
        for (const LooksLike& each : files_alike) add(each.read);
        for (const LooksLike& each : ranks_misread) add(each.read);
        for (const char32_t link : U"-xX:*") add(link);
    }
}

void Lattice::add_alphabet(const notation::Language& language, LanguageSet bit) {
    const notation::LanguageData& data = language.data();
    Alphabet alphabet;
    for (std::size_t i = 0; i < 8; ++i) {
        alphabet.files[i].push_back(comparable(data.files[i]));
        for (const auto& other : data.also_files) alphabet.files[i].push_back(comparable(other[i]));
        alphabet.ranks[i] = comparable(data.ranks[i]);
    }
    alphabet.is_rank_first = data.rank_first;
    const auto same = std::ranges::find_if(alphabets_, [&](const Alphabet& each) {
        return each.files == alphabet.files && each.ranks == alphabet.ranks &&
               each.is_rank_first == alphabet.is_rank_first;
    });
    if (same == alphabets_.end()) {
        alphabet.languages = bit;
        for (std::uint8_t i = 0; i < 8; ++i) {
            for (const std::u32string& letter : alphabet.files[i])
                alphabet.first_letters.emplace_back(letter.front(), i);
            alphabet.first_digits.emplace_back(alphabet.ranks[i].front(), i);
        }
        alphabets_.push_back(std::move(alphabet));
    } else {
        same->languages |= bit;
    }
    for (int role = 0; role < notation::role_count; ++role) {
        const std::string& letter = data.pieces[static_cast<std::size_t>(role)];
        if (letter.empty()) continue;
        letters_.add(letter, static_cast<Role>(role), bit);
        letters_.add(in_latin_letters(letter), static_cast<Role>(role), bit);
        for (const std::string& name : data.piece_names[static_cast<std::size_t>(role)])
            letters_.add_in_both_cases(name, static_cast<Role>(role), bit);
    }
    for (const auto& [role, letter] : data.also) letters_.add(letter, role, bit);
}

void Lattice::add_descriptive(const notation::Language& language, LanguageSet bit) {
    const notation::LanguageData& data = language.data();
    Descriptive how;
    how.is_wing_last = data.wing_last;
    how.is_rank_first = language.rank_first();
    how.language = bit;
    const auto add = [&](std::string_view text, Sign sign, float cost = 0) { how.signs.add(text, {sign, cost}); };
    for (int role = 0; role < notation::role_count; ++role) {
        const auto sign = static_cast<Sign>(role);
        if (!data.pieces[static_cast<std::size_t>(role)].empty())
            add(data.pieces[static_cast<std::size_t>(role)], sign);
        for (const std::string& name : data.piece_names[static_cast<std::size_t>(role)])
            how.signs.add_in_both_cases(name, {sign, 0});
    }
    for (const auto& [role, letter] : data.also) add(letter, static_cast<Sign>(role));
    for (const std::string& word : data.captures)
        if (word != ":") add(word, Sign::capture);
    for (const std::string& word : data.towards) add(word, Sign::link);
    for (const std::string& word : data.first_ranks) add(word, Sign::rank_1);
    for (int rank = 0; rank < 8; ++rank)
        add(std::string(1, static_cast<char>('1' + rank)), static_cast<Sign>(static_cast<int>(Sign::rank_1) + rank));
    const bool is_english = !data.wing_last;
#define CUE(language, word)
#define SIGN(meaning, text, bits) \
    if (is_english || (Sign::meaning >= Sign::link && Sign::meaning <= Sign::own_file)) add(text, Sign::meaning, bits);
#include "importers/decoder/running/words.def"
#undef CUE
#undef SIGN
    descriptive_.push_back(std::move(how));
}

void Lattice::add_castling(const notation::Language& language, LanguageSet bit) {
    const notation::LanguageData& data = language.data();
    const auto add = [&](const std::vector<std::string>& words, TextReading::Castling side) {
        for (const std::string& word : words) castling_.add_in_both_cases(word, side, bit);
    };
    add(data.castle_king_side, TextReading::king_side);
    add(data.castle_queen_side, TextReading::queen_side);
    add(data.castles, TextReading::either);
    if (language.system() != notation::System::descriptive || data.wing_last) return;
    for (const std::string& word : data.castles)
        for (const std::string_view rook : {"KR", "(KR)", "(K)", "K", "on K's side", "with KR", "king's side"}) {
            castling_.add_in_both_cases(word + std::string(rook), TextReading::king_side, bit);
            std::string queens(rook);
            if (const std::size_t k = queens.find('K'); k != queens.npos)
                queens[k] = 'Q';
            else
                queens = "queen's side";
            castling_.add_in_both_cases(word + queens, TextReading::queen_side, bit);
        }
}

void Lattice::add_marks(const notation::Language& language) {
    const notation::LanguageData& data = language.data();
    const auto add = [&](const std::vector<std::string>& words, Mark mark) {
        for (const std::string& word : words) {
            marks_.add(word, mark);
            marks_.add('(' + word + ')', mark);
        }
    };
    add(data.checks, Mark::check);
    add(data.mates, Mark::mate);
    add(data.en_passant, Mark::en_passant);
    for (const std::string_view sign : {"!", "?", "(!)", "(?)"}) marks_.add(sign, Mark::none);
    for (const std::string_view sign : {"†", "eh"}) marks_.add(sign, Mark::check);
    for (const std::string_view sign : {"‡", "†‡", "††"}) marks_.add(sign, Mark::mate);
}

/// Begins a text. Where many words are misread letters of pieces, `I'` for P and `Xt` for Kt, each of them costs less.
void Lattice::begin(const RunningText& text) {
    static constexpr std::size_t fewest = 8, numbers_of_one = 8;
    static constexpr float in_noise = 0.5F;
    text_ = &text;
    known_.clear();
    index_of_known_.assign(static_cast<std::size_t>(text.size()) + 1, unknown);
    std::size_t misread = 0;
    for (PlaceInText at = 0; at < text.size(); ++at) {
        if (!text.is_apart(at)) continue;
        bool is_right = false, is_wrong = false;
        for (const Descriptive& how : descriptive_)
            how.signs.for_each_at(text, at, [&](const auto& word, PlaceInText end) {
                if (word.meaning.sign > Sign::king || text.goes_on(end)) return;
                is_right = is_right || word.meaning.cost == 0;
                is_wrong = is_wrong || word.text.size() > 1;
            });
        misread += is_wrong && !is_right;
    }
    misreading_ = misread >= fewest && misread * numbers_of_one > text.numbers().size() ? in_noise : 1;
}

const Readings& Lattice::at(PlaceInText place) {
    std::uint32_t& index = index_of_known_[static_cast<std::size_t>(std::min(place, text_->size()))];
    if (index != unknown) return known_[index];
    index = static_cast<std::uint32_t>(known_.size());
    Readings& out = known_.emplace_back();
    if (place >= text_->size() || is_one_of((*text_)[place], ".,;!?)")) return out;
    read_castling(place, out);
    read_algebraic(place, out);
    for (const Descriptive& how : descriptive_) read_descriptive(how, place, out);
    std::ranges::stable_sort(out, {}, [](const TextReading& each) { return std::pair(each.end, each.cost); });
    Readings distinct;
    for (const TextReading& each : out) {
        const auto same = std::ranges::find_if(distinct, [&](const TextReading& other) { return each.is_like(other); });
        if (same == distinct.end())
            distinct.push_back(each);
        else if (each.cost == same->cost)
            same->languages |= each.languages;
        else if ((each.languages & ~same->languages) != 0)
            distinct.push_back(each);
    }
    out = std::move(distinct);
    return out;
}

void Lattice::read_castling(PlaceInText at, Readings& out) const {
    const auto add = [&](TextReading::Castling side, PlaceInText end, float cost, LanguageSet languages) {
        finish({.end = end, .cost = cost, .languages = languages, .castling = side}, out);
    };
    static constexpr float as_queen = 3, third_apart = 2;
    const auto is_zero = [&](PlaceInText place) {
        return is_one_of((*text_)[place], "O0o") || (*text_)[place] == U'О';
    };
    if (is_zero(at) || (*text_)[at] == U'Q') {
        const float cost = (*text_)[at] == U'Q' ? as_queen : 0;
        std::array<PlaceInText, 3> ends{};
        std::size_t count = 0;
        for (PlaceInText end = at; count < ends.size() && (end == at || is_zero(end));) {
            ends[count++] = ++end;
            if ((*text_)[end] == U'-' && is_zero(end + 1)) ++end;
        }
        // `O-O- O-O`: the dash may belong to a third sign that is missing, and the run may be two moves.
        const auto goes_on = [&](PlaceInText end) { return (*text_)[end] == U'-' && text_->is_glued(end); };
        const bool is_longer = count == 3 && (goes_on(ends[2]) || is_zero(ends[2]));
        const bool is_cut_short = count == 2 && goes_on(ends[1]);
        const auto short_side = is_cut_short || is_longer ? TextReading::either : TextReading::king_side;
        if (count == 2) add(short_side, ends[1], cost, every_language);
        if (count == 3) add(TextReading::queen_side, ends[2], cost, every_language);
        // The third sign begins the next move or a result if a blank parts it from the second, `O-O 0-1`, or if a dash
        // or more such signs follow it; otherwise it is part of this castling.
        const PlaceInText third = ends[2] - 1;
        const bool is_joined = count == 3 && third > ends[1];
        if (count == 3 && (is_joined ? is_longer && !text_->is_glued(third) : is_longer || !text_->is_glued(third)))
            add(short_side, ends[1], cost + third_apart, every_language);
    }
    castling_.for_each_at(*text_, at, [&](const auto& word, PlaceInText end) {
        if (!text_->goes_on(end)) add(word.meaning, end, 0, word.languages);
    });
}

std::optional<std::pair<int, PlaceInText>> Lattice::file_at(const Alphabet& alphabet, PlaceInText at) const {
    const char32_t sign = (*text_)[at];
    for (const auto& [first, file] : alphabet.first_letters) {
        if (first != sign) continue;
        for (const std::u32string& letter : alphabet.files[file])
            if (const PlaceInText end = text_->behind(at, letter); end > at)
                return std::pair<int, PlaceInText>(file, end);
    }
    for (const LooksLike& each : files_alike)
        if (sign == each.read && alphabet.files[each.meant - U'a'].front() == std::u32string_view(&each.meant, 1))
            return std::pair(static_cast<int>(each.meant - U'a'), at + 1);
    return std::nullopt;
}

std::optional<Lattice::Rank> Lattice::rank_at(const Alphabet& alphabet, PlaceInText at) const {
    static constexpr float misread = 3;
    const char32_t sign = (*text_)[at];
    for (const auto& [first, rank] : alphabet.first_digits)
        if (first == sign)
            if (const PlaceInText end = text_->behind(at, alphabet.ranks[rank]); end > at) return Rank{rank, end, 0};
    for (const LooksLike& each : ranks_misread)
        if (sign == each.read) return Rank{static_cast<int>(each.meant - U'1'), at + 1, misread};
    return std::nullopt;
}

void Lattice::read_algebraic(PlaceInText at, Readings& out) const {
    const auto read = [&](PlaceInText begin, const TextReading& so_far) {
        const auto found = begins_square_.find((*text_)[begin]);
        if (found == begins_square_.end()) return;
        for (std::size_t i = 0; i < alphabets_.size(); ++i) {
            TextReading reading = so_far;
            reading.languages &= alphabets_[i].languages;
            if ((found->second >> i & 1) != 0 && reading.languages != 0)
                read_algebraic(alphabets_[i], begin, reading, out);
        }
    };
    read(at, {.is_algebraic = true});
    letters_.for_each_at(*text_, at, [&](const auto& letter, PlaceInText end) {
        if ((*text_)[end] == U'.') ++end;
        read(end, {.cost = letter.meaning == Role::pawn ? pawn_letter : 0,
                   .languages = letter.languages,
                   .role = letter.meaning,
                   .is_algebraic = true});
    });
}

/// Reads `[file] [rank] [x] square`, or the file alone of a pawn's capture.
void Lattice::read_algebraic(const Alphabet& alphabet, PlaceInText at, const TextReading& so_far, Readings& out) const {
    static constexpr float no_rank = 1, no_departure = 1.5F;
    struct Link {
        PlaceInText end;
        bool is_capture;
    };
    const auto link_at = [&](PlaceInText place) -> Link {
        if ((*text_)[place] == U'-') return {place + 1 + ((*text_)[place + 1] == U'-'), false};
        if (is_one_of((*text_)[place], "xX:*")) return {place + 1, true};
        return {place, false};
    };
    struct Square {
        std::optional<int> file, rank;
        PlaceInText end;
        float cost;
    };
    const auto square_at = [&](PlaceInText place, bool has_file, bool has_rank) -> std::optional<Square> {
        Square square{{}, {}, place, 0};
        for (const bool is_rank : {alphabet.is_rank_first, !alphabet.is_rank_first}) {
            if (is_rank && has_rank) {
                const auto rank = rank_at(alphabet, square.end);
                if (!rank) return std::nullopt;
                square.rank = rank->rank;
                square.end = rank->end;
                square.cost += rank->cost;
            } else if (!is_rank && has_file) {
                const auto file = file_at(alphabet, square.end);
                if (!file) return std::nullopt;
                square.file = file->first;
                square.end = file->second;
            }
        }
        return square;
    };
    for (const auto& [has_file, has_rank] : {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
        const auto from = square_at(at, has_file, has_rank);
        if (!from) continue;
        const Link link = link_at(from->end);
        TextReading reading = so_far;
        reading.cost += from->cost;
        reading.is_capture = link.is_capture;
        SquareSet departure = notation::every_square;
        if (from->file) departure &= squares_of_files(static_cast<FileSet>(1 << *from->file));
        if (from->rank) departure &= SquareSet{0xFF} << 8 * *from->rank;
        reading.from = both(departure);
        if (const auto to = square_at(link.end, true, true)) {
            TextReading whole = reading;
            whole.cost += to->cost;
            whole.names_square = true;
            whole.to = both(SquareSet{1} << (8 * *to->rank + *to->file));
            whole.end = to->end;
            const bool is_bare = link.end > at && !from->file && !from->rank && link.is_capture;
            if (whole.role == Role::pawn && is_bare) whole.cost += no_departure;
            if (whole.role == Role::pawn && from->file && *from->file != *to->file) {
                whole.is_capture = true;
                whole.pawn_files = static_cast<FileSet>(1 << *from->file);
            }
            finish(whole, out);
            if ((*text_)[whole.end] == U':') {  // `fe4:`, but also a move before words
                whole.is_capture = true;
                ++whole.end;
                finish(whole, out);
            }
        }
        if (so_far.role != Role::pawn || !has_file || has_rank) continue;
        const auto to = square_at(link.end, true, false);  // ed, exd
        if (!to || std::abs(*to->file - *from->file) != 1 || text_->goes_on(to->end)) continue;
        if (link.end == from->end && !text_->is_glued(link.end)) continue;
        reading.cost += no_rank;
        reading.is_capture = true;
        reading.to = both(squares_of_files(static_cast<FileSet>(1 << *to->file)));
        reading.end = to->end + ((*text_)[to->end] == U':');
        finish(reading, out);
    }
}

/// Reads the promotion and the marks after a move.
void Lattice::finish(TextReading reading, Readings& out) const {
    static constexpr float no_sign = 1;
    const bool may_promote = reading.role == Role::pawn && reading.castling == TextReading::none &&
                             ((reading.to[0] | reading.to[1]) & outer_ranks) != 0;
    if (may_promote) {
        for (const std::u32string_view sign : {U"=", U"(", U"/", U"becomesa", U""}) {
            const PlaceInText piece = text_->behind(reading.end, sign);
            if (piece == reading.end && !sign.empty()) continue;
            const auto take = [&](Role role, PlaceInText end, LanguageSet languages) {
                if (role == Role::pawn || role == Role::king || (reading.languages & languages) == 0) return;
                TextReading promoted = reading;
                promoted.languages &= languages;
                promoted.promotion = role;
                promoted.end = end + ((*text_)[end] == U')');
                if (sign.empty()) promoted.cost += no_sign;
                read_marks(promoted);
                out.push_back(promoted);
            };
            letters_.for_each_at(*text_, piece, [&](const auto& letter, PlaceInText end) {
                take(letter.meaning, end, letter.languages);
            });
            for (const Descriptive& how : descriptive_)
                how.signs.for_each_at(*text_, piece, [&](const auto& word, PlaceInText end) {
                    if (word.meaning.sign <= Sign::king && word.meaning.cost == 0)
                        take(static_cast<Role>(word.meaning.sign), end, how.language);
                });
        }
        if (const PlaceInText end = text_->behind(reading.end, U"queens"); end > reading.end) {
            TextReading promoted = reading;
            promoted.promotion = Role::queen;
            promoted.end = end;
            out.push_back(promoted);
        }
    }
    read_marks(reading);
    out.push_back(reading);
}

void Lattice::read_marks(TextReading& reading) const {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const PlaceInText begin = reading.end + ((*text_)[reading.end] == U',');
        Mark mark = Mark::none;
        PlaceInText longest = begin;
        marks_.for_each_at(*text_, begin, [&](const auto& word, PlaceInText end) {
            const bool is_word = is_letter_sign(word.text.back());
            if (end <= longest || (is_word && text_->goes_on(end))) return;
            if (begin > reading.end && word.meaning != Mark::en_passant) return;
            mark = word.meaning;
            longest = end;
        });
        if (longest == begin) return;
        reading.is_check = reading.is_check || mark == Mark::check;
        reading.is_mate = reading.is_mate || mark == Mark::mate;
        reading.is_en_passant = reading.is_en_passant || mark == Mark::en_passant;
        const bool is_word = is_letter_sign((*text_)[longest - 1]);
        reading.end = longest + (is_word && (*text_)[longest] == U'.');
        goes_on = true;
    }
}

}  // namespace cofnod::importers::running
