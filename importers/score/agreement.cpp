#include "importers/score/agreement.hpp"

#include <algorithm>

#include "chess/san.hpp"

namespace cofnod::importers {

namespace {

using notation::CheckMark;
using notation::Reading;
using notation::Role;

/// Returns true if a departure is written that no other piece makes necessary. Both file and rank, `Ng1f3`, are a way
/// to write all moves.
bool is_superfluous(const Reading& written, const Reading& san) {
    return written.role != Role::pawn && written.from_file.has_value() != written.from_rank.has_value() &&
           !san.from_file && !san.from_rank;
}

const Reading* reading_of(const WrittenMove& written, Role role) {
    const notation::Readings& readings = written.readings;
    const auto found = std::ranges::find(readings, role, &Reading::role);
    return found == readings.end() ? nullptr : &*found;
}

}  // namespace

FalseMarks false_marks(CheckMark said, CheckMark check) {
    const bool is_mate_said = said == CheckMark::mate;
    return {.check = said != CheckMark::none && !is_mate_said && check == CheckMark::none,
            .mate = is_mate_said && check != CheckMark::mate};
}

FalseMarks false_marks(const WrittenMove& written, const Reading& san, CheckMark check) {
    const auto& pattern = written.pattern;
    FalseMarks marks = false_marks(pattern ? pattern->check : written.readings.check, check);
    const Reading* const played = reading_of(written, san.role);
    const bool is_capture = pattern ? pattern->capture.value_or(false) : played && played->capture;
    marks.capture = is_capture && !san.capture;
    return marks;
}

bool is_departure_false(const WrittenMove& written, const Reading& san, chess::Move move,
                        const chess::Position& position) {
    const Reading* const played = written.pattern ? nullptr : reading_of(written, san.role);
    return played && is_superfluous(*played, san) && !chess::has_rival(position, move);
}

bool agrees_with_board(const WrittenMove& written, chess::Move move, const chess::Position& position) {
    const auto& pattern = written.pattern;
    const auto is_capture = [](const Reading& reading) { return reading.capture; };
    const bool has_marks =
        pattern ? pattern->check != CheckMark::none || pattern->capture.value_or(false)
                : written.readings.check != CheckMark::none || std::ranges::any_of(written.readings, is_capture);
    if (!has_marks || move.is_null()) return true;
    chess::Position after = position;
    after.play(move);
    const FalseMarks marks = false_marks(written, chess::san_reading(position, move), chess::check_mark(after));
    return !marks.capture && !marks.check && !marks.mate;
}

void Agreement::add(const FalseMarks& marks) {
    captures += marks.capture || marks.en_passant;
    checks += marks.check;
    mates += marks.mate;
    departures += marks.departure;
}

std::uint32_t Agreement::weight() const {
    static constexpr std::uint32_t of_mark = 2, of_departure = 1, of_mixed_pawns = 2;
    return of_mark * (captures + checks + mates) + of_departure * departures + of_mixed_pawns * has_mixed_pawns();
}

}  // namespace cofnod::importers
