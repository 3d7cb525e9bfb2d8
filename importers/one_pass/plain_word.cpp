#include "importers/one_pass/plain_word.hpp"

#include <algorithm>

namespace cofnod::importers::one_pass {

PlainWords::PlainWords(const notation::PlainMoves& letters) {
    roles_.fill(detail::no_role);
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (const auto role = letters.role_of(letter))
            roles_[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(*role);
    for (char file = 'a'; file <= 'h'; ++file)
        roles_[static_cast<unsigned char>(file)] = static_cast<std::uint8_t>(notation::Role::pawn);
}

PlainWord PlainWords::read_near_end(const char* at, const char* end) const {
    std::array<char, most_looked_at> copy{};
    std::copy(at, std::min(end, at + most_looked_at), copy.begin());
    PlainWord word = read(copy.data());
    if (word.kind != PlainWord::Kind::none) word.end = at + (word.end - copy.data());
    return word;
}

}  // namespace cofnod::importers::one_pass
