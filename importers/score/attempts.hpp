#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "importers/score/effort.hpp"
#include "importers/score/respell.hpp"
#include "notation/result_text.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::importers {

/// Other spellings of a word: those from respell.hpp that are moves in a language.
struct CloseRespellings {
    Words in_other_case, without_trimmings, in_look_alikes;
};

/// Attempts to read those scores of one text that no notation reads at once: bounded, and remembered by word, because
/// an unreadable text is mostly repetitive.
class Attempts {
public:
    explicit Attempts(std::size_t units = Effort::initial) : effort_(units) {}

    [[nodiscard]] Effort& effort() { return effort_; }

    /// Both are valid until the next call.
    const CloseRespellings& close_respellings(const notation::Language& language, std::string_view word);
    const Misreadings& misread_moves(const notation::Language& language, std::string_view word);

    /// Returns the result in words that a text begins with; `ask` is called the first time a text occurs.
    template <typename Ask>
    std::optional<notation::ResultWords> result_words(std::string_view text, Ask ask) {
        return result_words_.get(0, text, ask);
    }
    /// Returns true if a word announces check; `ask` is called the first time a word occurs.
    template <typename Ask>
    bool says_check(std::string_view word, Ask ask) {
        return check_words_.get(0, word, ask);
    }

private:
    /// Values by language and word, for some hundred words in every language.
    template <typename Value>
    class Memo {
    public:
        template <typename Make>
        const Value& get(std::uint64_t language, std::string_view word, Make make) {
            if (values_.size() >= most) values_.clear();
            const auto [found, is_new] = values_.try_emplace({language, std::string(word)});
            if (is_new) found->second = make();
            return found->second;
        }

    private:
        static constexpr std::size_t most = 16384;  ///< mostly empty values: a few megabytes
        std::map<std::pair<std::uint64_t, std::string>, Value> values_;
    };

    Words moves_among(const Words& words, const notation::Language& language);

    Effort effort_;
    Memo<CloseRespellings> close_;
    Memo<Misreadings> misread_;
    Memo<Misreadings> misread_words_;                          ///< independent of the language
    Memo<bool> check_words_;                                   ///< independent of the language
    Memo<std::optional<notation::ResultWords>> result_words_;  ///< of all languages
};

}  // namespace cofnod::importers
