#include "importers/decoder/running/readings.hpp"

#include <algorithm>
#include <tuple>

#include "base/characters.hpp"
#include "games/chess/square.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::running {

namespace {

using notation::File;
using notation::Wing;
using Readings = std::vector<TextReading>;

constexpr float dearest = 8;          ///< bits; readings that cost more are not made
constexpr float dearest_letters = 7;  ///< bits, for the name of a piece
constexpr float pawn_letter = 0.2F;   ///< bits, for `Pe4` in algebraic notation
constexpr SquareSet outer_ranks = 0xFF000000000000FF;

SquareSet squares_of_files(FileSet files) {
    SquareSet set = 0;
    for (int file = 0; file < 8; ++file)
        if (files >> file & 1) set |= notation::squares_of(static_cast<File>(file));
    return set;
}

/// Returns the squares of a rank that each side counts from its own.
SquaresBySide squares_by_side(FileSet files, int rank) {
    const SquareSet set = squares_of_files(files);
    return {set & SquareSet{0xFF} << 8 * rank, set & SquareSet{0xFF} << 8 * (7 - rank)};
}

SquaresBySide both(SquareSet set) { return {set, set}; }

/// Returns the files on which a piece begins: of both wings, or of one.
FileSet home_files(Role role, std::optional<Wing> wing) {
    if (role == Role::king) return 1 << 4;
    if (role == Role::queen) return 1 << 3;
    if (role == Role::pawn) return every_file;
    const int from_edge = role == Role::rook ? 0 : role == Role::knight ? 1 : 2;
    const FileSet queens = static_cast<FileSet>(1 << from_edge), kings = static_cast<FileSet>(1 << (7 - from_edge));
    if (!wing) return queens | kings;
    return *wing == Wing::queen_side ? queens : kings;
}

bool is_royal(Role role) { return role == Role::king || role == Role::queen; }

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
            for (const std::string& each : in_both_cases(name)) letters_.add(each, static_cast<Role>(role), bit);
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
            for (const std::string& each : in_both_cases(name)) add(each, sign);
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
    if (is_english || (Sign::meaning >= Sign::link && Sign::meaning <= Sign::close)) add(text, Sign::meaning, bits);
#include "importers/decoder/running/words.def"
#undef CUE
#undef SIGN
    descriptive_.push_back(std::move(how));
}

void Lattice::add_castling(const notation::Language& language, LanguageSet bit) {
    const notation::LanguageData& data = language.data();
    const auto add = [&](const std::vector<std::string>& words, TextReading::Castling side) {
        for (const std::string& word : words)
            for (const std::string& each : in_both_cases(word)) castling_.add(each, side, bit);
    };
    add(data.castle_king_side, TextReading::king_side);
    add(data.castle_queen_side, TextReading::queen_side);
    add(data.castles, TextReading::either);
    if (language.system() != notation::System::descriptive || data.wing_last) return;
    for (const std::string& word : data.castles)
        for (const std::string_view rook : {"KR", "(KR)", "(K)", "K", "on K's side", "with KR", "king's side"}) {
            for (const std::string& each : in_both_cases(word)) {
                castling_.add(each + std::string(rook), TextReading::king_side, bit);
                std::string queens(rook);
                if (const std::size_t k = queens.find('K'); k != queens.npos)
                    queens[k] = 'Q';
                else
                    queens = "queen's side";
                castling_.add(each + queens, TextReading::queen_side, bit);
            }
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
    const auto [found, is_new] = known_.try_emplace(place);
    Readings& out = found->second;
    if (!is_new || place >= text_->size() || is_one_of((*text_)[place], ".,;!?)")) return out;
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
        if (count == 3) add(short_side, ends[1], cost + third_apart, every_language);
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
    for (const Alphabet& alphabet : alphabets_) {
        read_algebraic(alphabet, at, {.languages = alphabet.languages, .is_algebraic = true}, out);
        letters_.for_each_at(*text_, at, [&](const auto& letter, PlaceInText end) {
            const LanguageSet languages = letter.languages & alphabet.languages;
            if (languages == 0) return;
            if ((*text_)[end] == U'.') ++end;
            read_algebraic(alphabet, end,
                           {.cost = letter.meaning == Role::pawn ? pawn_letter : 0,
                            .languages = languages,
                            .role = letter.meaning,
                            .is_algebraic = true},
                           out);
        });
    }
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

void Lattice::signs_at(const Descriptive& how, PlaceInText at, std::vector<SignFound>& out) const {
    const auto end_of_ordinal = [&](PlaceInText end) {  // 4th, 5.
        for (const std::u32string_view ordinal : {U"st", U"nd", U"rd", U"th", U"d"})
            if (const PlaceInText behind = text_->behind(end, ordinal); behind > end && !text_->goes_on(behind))
                return behind + ((*text_)[behind] == U'.');
        return end;
    };
    how.signs.for_each_at(*text_, at, [&](const auto& word, PlaceInText end) {
        const Sign sign = word.meaning.sign;
        if (sign <= Sign::king) {
            for (const std::u32string_view possessive : {U"'s", U"s'"})
                if (const PlaceInText behind = text_->behind(end, possessive); behind > end) {
                    end = behind;
                    break;
                }
            if ((*text_)[end] == U'.') ++end;
        }
        if (sign >= Sign::rank_1) end = end_of_ordinal(end);
        if (sign == Sign::rank_1 && (*text_)[end] == U'.' && is_letter_sign((*text_)[at])) ++end;
        out.push_back({sign, end, word.meaning.cost * misreading_});
    });
}

/// Finds `Kt`, `QKt`, `KBP` and, with the wing last, `CD`, `PAR`.
void Lattice::subjects_at(const Descriptive& how, PlaceInText at, std::vector<Subject>& out) const {
    std::vector<SignFound> first, second, third;
    signs_at(how, at, first);
    const auto add = [&](Role role, std::optional<Wing> wing, FileSet files, PlaceInText end, float cost) {
        if (cost <= dearest_letters) out.push_back({role, wing, files, end, cost});
    };
    const auto wing_of = [](Role royal) { return royal == Role::king ? Wing::king_side : Wing::queen_side; };
    for (const SignFound& one : first) {
        if (one.sign > Sign::king) continue;
        const Role role = static_cast<Role>(one.sign);
        add(role, {}, home_files(role, {}), one.end, one.cost);
        if (role == Role::pawn && !how.is_wing_last) continue;
        second.clear();
        signs_at(how, one.end, second);
        for (const SignFound& two : second) {
            if (two.sign > Sign::king) continue;
            const Role other = static_cast<Role>(two.sign);
            const float cost = one.cost + two.cost;
            if (how.is_wing_last) {
                if (is_royal(other) && !is_royal(role) && role != Role::pawn)
                    add(role, wing_of(other), home_files(role, wing_of(other)), two.end, cost);
                if (role != Role::pawn || other == Role::pawn) continue;
                add(Role::pawn, {}, home_files(other, {}), two.end, cost);
                third.clear();
                signs_at(how, two.end, third);
                for (const SignFound& three : third)
                    if (three.sign == Sign::queen || three.sign == Sign::king)
                        add(Role::pawn, {}, home_files(other, wing_of(static_cast<Role>(three.sign))), three.end,
                            cost + three.cost);
                continue;
            }
            if (other == Role::pawn) add(Role::pawn, {}, home_files(role, {}), two.end, cost);
            if (!is_royal(role) || is_royal(other) || other == Role::pawn) continue;
            add(other, wing_of(role), home_files(other, wing_of(role)), two.end, cost);
            third.clear();
            signs_at(how, two.end, third);
            for (const SignFound& three : third)
                if (three.sign == Sign::pawn)
                    add(Role::pawn, {}, home_files(other, wing_of(role)), three.end, cost + three.cost);
        }
    }
}

/// Adds every piece before a word for a capture that begins the move: `8 takes P`.
void Lattice::add_lost_subjects(const Descriptive& how, PlaceInText at, std::vector<Subject>& out) const {
    static constexpr float lost = 4.5F;
    static constexpr PlaceInText shortest = 3;
    std::vector<SignFound> signs;
    signs_at(how, at, signs);
    const bool is_lost = std::ranges::any_of(signs, [&](const SignFound& sign) {
        return sign.sign == Sign::capture && sign.end - at >= shortest && !text_->goes_on(sign.end);
    });
    if (!is_lost) return;
    for (const Role role : {Role::pawn, Role::knight, Role::bishop, Role::rook, Role::queen, Role::king})
        out.push_back({role, {}, home_files(role, {}), at, lost});
}

/// Finds `KB3`, `3AR`, `K`, "his 5th" and `e4`.
void Lattice::squares_at(const Descriptive& how, PlaceInText at, const Subject* own,
                         std::vector<SquareFound>& out) const {
    static constexpr float no_rank = 4, over_line = 2, own_file = 0.3F;
    const auto rank_of = [](const SignFound& sign) {
        return static_cast<int>(sign.sign) - static_cast<int>(Sign::rank_1);
    };
    std::vector<Subject> files;
    std::vector<SignFound> signs;
    if (how.is_rank_first) {
        signs_at(how, at, signs);
        for (const SignFound& rank : signs) {
            if (rank.sign < Sign::rank_1) continue;
            files.clear();
            subjects_at(how, rank.end, files);
            for (const Subject& file : files)
                if (file.role != Role::pawn && rank.cost + file.cost < dearest)
                    out.push_back({squares_by_side(file.files, rank_of(rank)), file.end, rank.cost + file.cost});
        }
    } else {
        subjects_at(how, at, files);
        for (const Subject& file : files) {
            if (file.role == Role::pawn) continue;
            signs.clear();
            signs_at(how, file.end, signs);
            for (const SignFound& rank : signs) {
                if (rank.sign < Sign::rank_1 || file.cost + rank.cost >= dearest) continue;
                const bool is_over_line = text_->begins_line(rank.end - 1) && !text_->begins_line(at);
                out.push_back({squares_by_side(file.files, rank_of(rank)), rank.end,
                               file.cost + rank.cost + (is_over_line ? over_line : 0)});
            }
            if (file.cost == 0 && !text_->goes_on(file.end))
                out.push_back({both(squares_of_files(file.files)), file.end, no_rank});
        }
        signs.clear();
        signs_at(how, at, signs);
        for (const SignFound& his : signs) {
            if (his.sign != Sign::own_file || !own) continue;
            std::vector<SignFound> ranks;
            signs_at(how, his.end, ranks);
            for (const SignFound& rank : ranks)
                if (rank.sign >= Sign::rank_1)
                    out.push_back({squares_by_side(own->files, rank_of(rank)), rank.end, rank.cost + own_file});
        }
    }
    const char32_t file = (*text_)[at], rank = (*text_)[at + 1];
    if (file >= U'a' && file <= U'h' && rank >= U'1' && rank <= U'8')
        out.push_back({both(SquareSet{1} << (8 * (rank - U'1') + file - U'a')), at + 2, 0});
}

/// Reads `piece [(square)] link square` and `piece takes piece [(square)]`.
void Lattice::read_descriptive(const Descriptive& how, PlaceInText at, Readings& out) const {
    static constexpr float dearest_subject = 5;
    std::vector<Subject> subjects, inner;
    std::vector<SquareFound> squares;
    subjects_at(how, at, subjects);
    add_lost_subjects(how, at, subjects);
    for (const Subject& subject : subjects) {
        if (subject.cost > dearest_subject) continue;
        TextReading so_far{.cost = subject.cost, .languages = how.language, .role = subject.role};
        if (subject.role == Role::pawn)
            so_far.pawn_files = subject.files;
        else
            so_far.wing = subject.wing;
        read_target(how, subject, so_far, subject.end, out);
        if (!is_one_of((*text_)[subject.end], "([")) continue;
        const auto from = [&](const SquaresBySide& squares_from, PlaceInText end, float cost) {
            if (!is_one_of((*text_)[end], ")]")) return;
            TextReading departed = so_far;
            departed.from = squares_from;
            departed.cost += cost;
            read_target(how, subject, departed, end + 1, out);
        };
        squares.clear();
        squares_at(how, subject.end + 1, nullptr, squares);
        for (const SquareFound& each : squares) from(each.squares, each.end, each.cost);
        inner.clear();
        subjects_at(how, subject.end + 1, inner);
        for (const Subject& each : inner) from(both(squares_of_files(each.files)), each.end, each.cost);
    }
}

void Lattice::read_target(const Descriptive& how, const Subject& subject, const TextReading& so_far, PlaceInText at,
                          Readings& out) const {
    static constexpr float no_link = 1.5F, dash_for_capture = 3, of_other_side = 2;
    std::vector<SignFound> links;
    signs_at(how, at, links);
    const float cost_of_no_link = how.is_rank_first ? 0 : no_link;
    std::vector<SquareFound> squares, departures;
    std::vector<Subject> captured;
    const auto add = [&](const SquareFound& to, TextReading reading, float cost) {
        if (reading.cost + cost + to.cost > dearest) return;
        reading.names_square = true;
        reading.to = to.squares;
        reading.end = to.end;
        reading.cost += cost + to.cost;
        finish(reading, out);
    };
    links.push_back({Sign::at, at, cost_of_no_link});  // stands for no link at all
    for (std::size_t i = 0; i < links.size(); ++i) {
        const SignFound& link = links[i];
        const bool is_missing = i + 1 == links.size();
        if (!is_missing && link.sign != Sign::link && link.sign != Sign::capture) continue;
        if (so_far.cost + link.cost > dearest_letters) continue;
        TextReading reading = so_far;
        reading.is_capture = link.sign == Sign::capture;
        squares.clear();
        squares_at(how, link.end, &subject, squares);
        for (const SquareFound& to : squares) add(to, reading, link.cost);
        if (link.sign == Sign::link && is_one_of((*text_)[link.end], "([")) {  // R-(B5)B7
            departures.clear();
            squares_at(how, link.end + 1, nullptr, departures);
            for (const SquareFound& from : departures) {
                if (!is_one_of((*text_)[from.end], ")]")) continue;
                squares.clear();
                squares_at(how, from.end + 1, &subject, squares);
                TextReading departed = reading;
                for (std::size_t side = 0; side < 2; ++side) departed.from[side] &= from.squares[side];
                for (const SquareFound& to : squares) add(to, departed, link.cost + from.cost);
            }
        }
        if (is_missing) continue;
        const float cost = link.cost + (link.sign == Sign::link ? dash_for_capture : 0);
        captured.clear();
        subjects_at(how, link.end, captured);
        for (const Subject& each : captured) {
            if (so_far.cost + cost + each.cost > dearest) continue;
            if (link.sign == Sign::link && text_->goes_on(each.end)) continue;
            TextReading taking = so_far;
            taking.is_capture = true;
            taking.captured = each.role;
            if (each.role == Role::pawn) taking.captured_files = each.files;
            taking.cost += cost + each.cost;
            taking.end = each.end;
            finish(taking, out);
            const bool has_bracket = is_one_of((*text_)[each.end], "([");
            PlaceInText behind = each.end + has_bracket;
            if (!has_bracket) {
                std::vector<SignFound> signs;
                signs_at(how, each.end, signs);
                const auto word = std::ranges::find(signs, Sign::at, &SignFound::sign);
                if (word == signs.end()) continue;
                behind = word->end;
            }
            squares.clear();
            squares_at(how, behind, nullptr, squares);
            for (SquareFound to : squares) {
                if (has_bracket && !is_one_of((*text_)[to.end], ")]")) continue;
                to.end += has_bracket;
                add(to, taking, 0);
                std::swap(to.squares[0], to.squares[1]);
                add(to, taking, of_other_side);
            }
        }
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
