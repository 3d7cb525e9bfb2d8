// A language, by the first byte, and any bytes as a word of it. What is read is written and read again as the same;
// what the rules make of it is a legal move, or is explained.

#include "account.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/resolve.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::notation;

namespace {

const Language& language_of(std::uint8_t number) {
    static const std::vector<const Language*> all = [] {
        std::vector<const Language*> found = languages().others();
        for (const Language& language : languages()) found.push_back(&language);
        return found;
    }();
    return *all[number % all.size()];
}

/// `ed`, and `Bxg4` where B is a pawn's letter: export does not write such.
bool is_short(const Reading& reading) {
    const bool is_pawn_capture = reading.role == Role::pawn && reading.capture;
    return reading.kind == Reading::Kind::move && (!reading.to_rank || (is_pawn_capture && !reading.from_file));
}

void require_written(const Language& language, const Readings& readings, std::string_view word) {
    for (Reading reading : readings) {
        if (is_short(reading)) continue;
        reading.loose = false;
        const std::string written = write_move(language, reading, readings.check);
        const Readings again = read_move(language, written);
        require(std::any_of(again.begin(), again.end(),
                            [&](Reading other) {
                                other.loose = false;
                                return other == reading;
                            }),
                "what is read is written and read again");
        require(!readings.as_written || readings.size() != 1 || readings.nag != 0 || written == word,
                "a word is known to be as it is written");
    }
}

void require_resolved(const chess::Position& position, const Readings& readings) {
    const chess::Resolution resolution = resolve(position, readings);
    require(!resolution || is_legal(position, resolution.move), "a move that is resolved is legal");
    require(!readings.empty() || !resolution, "nothing is made of nothing");
    require(resolution || !sentence(explain(position, readings, resolution)).empty(),
            "what is not played is explained");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const chess::Position middle =
        chess::read_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")->position;
    Cutter input(text_of(data, size));
    const Language& language = language_of(input.byte());
    const std::string_view word = input.rest();

    const Readings readings = read_move(language, word);
    if (language.system() == System::algebraic) require_written(language, readings, word);
    for (const chess::Position& position : {chess::Position::initial(), middle}) require_resolved(position, readings);
    if (const CanonicalWord canonical = canonical_word(language, word, 0, word.size()))
        require(write_move(language, canonical.reading, canonical.check) == word,
                "a canonical word is as it is written");
    is_unfinished(language, word);
    ends_visual_move(language, word);
    read_suffix(language, word);
    read_incomplete(language, word);
    if (const auto read = read_descriptive(language, word)) {
        require(read->length > 0 && read->length <= word.size(), "a pattern stands at the front");
        const auto alone = read_descriptive(language, word.substr(0, read->length));
        require(alone && alone->move == read->move, "a described move reads the same alone");
    }
    return 0;
}
