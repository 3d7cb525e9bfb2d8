#include "importers/decoder/attempts.hpp"

#include <algorithm>
#include <iterator>

#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"

namespace cofnod::importers {

namespace {

using notation::Language;
using notation::System;

/// Effort of looking up a cached word, and of searching for look-alike letters.
constexpr std::size_t cost_of_memory = 2, cost_of_look_alikes = 30;

}  // namespace

Words Attempts::moves_among(const Words& words, const Language& language) {
    effort().spend(words.size());
    Words moves;
    std::copy_if(words.begin(), words.end(), std::back_inserter(moves), [&](const std::string& word) {
        return may_begin_with(language, word) && !read_whole_word(language, word).empty();
    });
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
