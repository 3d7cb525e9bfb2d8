// Any bytes as what somebody types after `search`: a position, pieces, material, moves, of either game. A fault names a
// place in the text.

#include "account.hpp"
#include "search/camelot/question.hpp"
#include "search/patterns.hpp"
#include "search/wanted_position.hpp"
#include "search/written_moves.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using namespace cofnod::search;

namespace {

template <typename Read>
void require_told(const Read& read, std::string_view text) {
    if (read) return;
    const TextFault& fault = read.error();
    require(!fault.message.empty() && fault.begin <= fault.end && fault.end <= text.size(),
            "a fault names a place in the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    require_told(read_position(text), text);
    require_told(read_pieces(text), text);
    const auto material = read_material(text);
    require_told(material, text);
    require(!material || material->fits(material->signature()), "a pattern of material fits the least that it means");
    require_told(read_written_moves(text, languages()), text);
    require_told(read_camelot_position(text), text);
    require_told(read_camelot_pieces(text), text);
    require_told(read_camelot_moves(text), text);
    is_camelot_position(text);
    is_camelot_score(text);
    are_camelot_pieces(text);
    return 0;
}
