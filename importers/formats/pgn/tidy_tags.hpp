#pragma once

#include <string>
#include <vector>

#include "base/reason.hpp"
#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::pgn {

/// Brings tags as people and programs write them to their usual form: standard names in their standard case, values
/// without blanks around them, and a date in PGN's order if only one can be meant. A missing date is that of UTCDate.
class TagTidier {
public:
    explicit TagTidier(const notation::Languages& languages) : languages_(languages) {}

    struct Note {
        std::string tag;  ///< its name as written
        Reason reason;
    };

    /// Returns true if a tag was changed in a way that export does not reproduce. `notes` gets what to report.
    bool tidy(Tags& tags, std::vector<Note>& notes);
    /// Returns true if tidy() changes nothing.
    [[nodiscard]] bool is_usual(const Tags& tags);

private:
    [[nodiscard]] std::string date(const Tags::Tag& tag, std::vector<Note>& notes) const;

    const notation::Languages& languages_;
    Tags known_;  ///< of the last game with usual names, which the next one most likely has again
};

}  // namespace cofnod::importers::pgn
