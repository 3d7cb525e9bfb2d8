#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "notation/languages.hpp"

/// Tags that are not written as PGN has them, but are meant as such: `[White “A”]`, `[Round 3]`, `[White]`.
namespace cofnod::importers::pgn {

struct OddTag {
    std::string_view name, value;
    std::size_t length;  ///< up to the end of its line
    bool is_quoted;      ///< in whatever signs
};

/// Returns the odd tag at the front of the text, the start of a line. Its name is that of a standard tag; without
/// quotes it must also stand `among_tags`, or above another tag.
std::optional<OddTag> read_odd_tag(std::string_view text, bool among_tags);

/// Returns true for a tag pair or an odd tag at the front of the text.
bool begins_tag(std::string_view text, bool among_tags);

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
