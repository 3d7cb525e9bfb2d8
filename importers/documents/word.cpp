#include "importers/documents/word.hpp"

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/run_program.hpp"
#include "base/say.hpp"

namespace cofnod::importers::documents {

bool is_word(std::string_view start, std::string_view name) {
    const std::string plain = to_lower(name);
    return start.starts_with("\xD0\xCF\x11\xE0") && (plain.ends_with(".doc") || plain.ends_with(".dot"));
}

std::string text_of_word(const FileHandle& file, const std::string& name) {
    // Paragraphs in one line each.
    const auto output = run_program({"antiword", "-m", "UTF-8.txt", "-w", "0", "-"}, fileno(file.get()));
    if (!output)
        throw InputError(say("{}: is a document of Word, whose text antiword extracts, which is not installed", name),
                         say("install antiword: apt-get install antiword; or save it as .docx"));
    if (output->status != 0)
        throw InputError(say("{}: antiword cannot read it", name), say("save it as .docx or as text"));
    return output->text;
}

}  // namespace cofnod::importers::documents
