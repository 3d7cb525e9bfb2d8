#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns the text of an error as it may be shown: printable_lines(), with long words, which were typed, cut in the
/// middle, and so the whole if it is longer than some paragraphs.
std::string printable_message(std::string_view text, bool keep_isolates);

/// Quotes an argument for a shell, where it needs that: 'Tal, M.'
std::string shell_word(std::string_view text);

}  // namespace cofnod
