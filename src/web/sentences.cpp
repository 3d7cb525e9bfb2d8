#include "web/sentences.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "answers/json.hpp"
#include "base/isolates.hpp"
#include "base/sentence.hpp"
#include "speech/catalogues.hpp"

namespace cofnod::web {

std::string words_about_problems(std::string_view language) {
    static constexpr std::array pieces = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    const Catalogue& catalogue = *speech::catalogue_of(language);
    std::ostringstream text;
    {
        answers::JsonWriter json(text, answers::JsonWriter::line);
        json.begin_object();
        for (const char* const piece : pieces) json.member(fmt::format("a.{}", piece), catalogue.text(piece));
        for (const ProblemTemplate& each : problem_templates())
            if (each.group != "remedy")
                json.member(fmt::format("sentence.{}", each.name), without_isolates(catalogue.text(each.text)));
        json.end_object();
    }
    return std::move(text).str();
}

}  // namespace cofnod::web
