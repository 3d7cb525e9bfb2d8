#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "notation/languages.hpp"

/// Recognises tags that deviate from PGN syntax: `[White “A”]`, `[Round 3]`, `[White]`.
namespace cofnod::importers::pgn {

struct OddTag {
    std::string_view name, value;
    std::size_t length;  ///< up to the end of its line
    bool is_quoted;      ///< in any kind of quotes
};

/// Returns the odd tag at the front of the text, which starts a line. It must have the name of a standard tag; without
/// quotes it must also be `among_tags` or precede another tag.
std::optional<OddTag> read_odd_tag(std::string_view text, bool among_tags);

/// Returns true for a tag pair or an odd tag at the front of the text.
bool begins_tag(std::string_view text, bool among_tags);

/// Normalises tags: standard names in their standard case, values trimmed, HTML entities decoded, ratings as numbers,
/// and a date in PGN's form if it is unambiguous. A missing Date is copied from UTCDate. Of tags with one name, the
/// first counts; those with the same value are removed, and those with an unknown one if another has a value.
class TagTidier {
public:
    explicit TagTidier(const notation::Languages& languages) : languages_(languages) {}

    struct Note {
        std::string tag;  ///< as written
        Reason reason;
        std::size_t earlier = 0;  ///< number of tags above it with this name, in any case
    };

    /// Returns true if a tag was changed in a way that export does not reproduce. Adds reports to `notes`.
    bool tidy(Tags& tags, std::vector<Note>& notes);
    /// Returns true if tidy() changes nothing.
    [[nodiscard]] bool is_usual(const Tags& tags);

private:
    [[nodiscard]] std::string date(const Tags::Tag& tag, std::vector<Note>& notes) const;
    [[nodiscard]] static std::string rating(const Tags::Tag& tag, std::vector<Note>& notes);

    const notation::Languages& languages_;
    Tags known_;  ///< tags of the last game with usual names: the next game probably has the same
};

}  // namespace cofnod::importers::pgn
