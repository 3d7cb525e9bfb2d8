#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "importers/score/effort.hpp"
#include "importers/score/respell.hpp"
#include "notation/language.hpp"

namespace cofnod::importers {

/// Other spellings of a word, of those in respell.hpp the ones that are moves in a language.
struct CloseRespellings {
    Words in_other_case, without_trimmings, in_look_alikes;
};

/// What is tried with the scores of one text that no notation reads at once: bounded, and remembered by word, for a
/// text that cannot be read mostly says the same again.
class Attempts {
public:
    explicit Attempts(std::size_t units = Effort::initial) : effort_(units) {}

    [[nodiscard]] Effort& effort() { return effort_; }

    /// Both are valid until the next call.
    const CloseRespellings& close_respellings(const notation::Language& language, std::string_view word);
    const Misreadings& misread_moves(const notation::Language& language, std::string_view word);

    /// Whether a word says check, as `ask` says of it when it is first asked for.
    template <typename Ask>
    bool says_check(std::string_view word, Ask ask) {
        return check_words_.get(0, word, ask);
    }

private:
    /// Values by language and word: room for some hundred words in every language.
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
        static constexpr std::size_t most = 16384;  ///< mostly of empty values: a few megabytes
        std::map<std::pair<std::uint64_t, std::string>, Value> values_;
    };

    Words moves_among(const Words& words, const notation::Language& language);

    Effort effort_;
    Memo<CloseRespellings> close_;
    Memo<Misreadings> misread_;
    Memo<Misreadings> misread_words_;  ///< whatever the language
    Memo<bool> check_words_;           ///< the same
};

}  // namespace cofnod::importers
