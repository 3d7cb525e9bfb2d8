#include <algorithm>

#include "importers/decoder/running/readings.hpp"

namespace cofnod::importers::running {

namespace {

using notation::Wing;
using Readings = std::vector<TextReading>;

constexpr float dearest = 8;          ///< bits; readings that cost more are not made
constexpr float dearest_letters = 7;  ///< bits, for the name of a piece

/// Returns the squares of a rank that each side counts from its own.
SquaresBySide squares_by_side(FileSet files, int rank) {
    const SquareSet set = squares_of_files(files);
    return {set & SquareSet{0xFF} << 8 * rank, set & SquareSet{0xFF} << 8 * (7 - rank)};
}

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

}  // namespace

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

}  // namespace cofnod::importers::running
