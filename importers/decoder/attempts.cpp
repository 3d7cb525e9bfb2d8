#include "importers/decoder/attempts.hpp"

#include <algorithm>
#include <iterator>

#include "importers/decoder/written_move.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

using notation::Language;
using notation::System;

/// Effort of looking up a cached word, and of searching for look-alike letters.
constexpr std::size_t cost_of_memory = 2, cost_of_look_alikes = 30;

bool is_move(const Language& language, const std::string& word) {
    if (!may_begin_with(language, word)) return false;
    if (language.system() == System::algebraic) return !notation::read_move(language, word).empty();
    const auto pattern = notation::read_descriptive(language, word);
    return pattern && pattern->length == word.size();
}

}  // namespace

Words Attempts::moves_among(const Words& words, const Language& language) {
    effort().spend(words.size());
    Words moves;
    std::copy_if(words.begin(), words.end(), std::back_inserter(moves),
                 [&](const std::string& word) { return is_move(language, word); });
    return moves;
}

const CloseRespellings& Attempts::close_respellings(const Language& language, std::string_view word) {
    effort().spend(cost_of_memory);
    return close_.get(language.serial(), word, [&]() -> CloseRespellings {
        effort().spend(cost_of_look_alikes);
        const bool may_be_move = language.system() != System::algebraic || may_name_square(word);
        const Words look_alikes = may_be_move ? in_look_alikes(word, language) : Words();
        return {moves_among(in_other_case(word), language), moves_among(without_trimmings(word), language),
                moves_among(look_alikes, language)};
    });
}

const Misreadings& Attempts::misread_moves(const Language& language, std::string_view word) {
    effort().spend(cost_of_memory);
    return misread_.get(language.serial(), word, [&]() -> Misreadings {
        const bool with_square = language.system() == System::algebraic;
        const Misreadings& all = misread_words_.get(with_square, word, [&] {
            Misreadings made = misreadings(word, with_square);
            effort().spend(made.of_one.size() + made.of_two.size());
            return made;
        });
        return {moves_among(all.of_one, language), moves_among(all.of_two, language)};
    });
}

}  // namespace cofnod::importers
