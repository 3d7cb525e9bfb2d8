#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/expected.hpp"
#include "base/result.hpp"
#include "notation/language.hpp"
#include "notation/language_file.hpp"

namespace cofnod::notation {

/// The languages that a run of the program knows: English first, the others in the order of their codes. A value:
/// copies are cheap, and a Language stays where it is as long as one copy lives.
class Languages {
public:
    /// Those of grammar/languages, which are part of the program.
    static Languages built_in();

    /// One more, from the text of a .notation file; one with the same code is replaced. The result is the language.
    Expected<const Language*, LanguageFault> add_text(std::string_view text);
    /// The same from a file; throws InputError when it cannot be read.
    Expected<const Language*, LanguageFault> add_file(const std::string& path);

    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] const Language& operator[](std::size_t i) const { return *list_[i]; }
    [[nodiscard]] const Language& english() const { return *list_.front(); }

    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Language;
        using difference_type = std::ptrdiff_t;
        using pointer = const Language*;
        using reference = const Language&;

        explicit iterator(const std::shared_ptr<const Language>* at) : at_(at) {}
        const Language& operator*() const { return **at_; }
        const Language* operator->() const { return at_->get(); }
        iterator& operator++() { return ++at_, *this; }
        bool operator==(const iterator&) const = default;

    private:
        const std::shared_ptr<const Language>* at_;
    };
    [[nodiscard]] iterator begin() const { return iterator(list_.data()); }
    [[nodiscard]] iterator end() const { return iterator(list_.data() + list_.size()); }

    /// By code, English name or own name, in small or capital letters.
    [[nodiscard]] const Language* find(std::string_view name) const;
    /// The code of the language that an unknown name may have meant; may be empty.
    [[nodiscard]] std::string nearest(std::string_view name) const;

    /// The PGN tag of a header word in any language; nullopt when languages disagree.
    [[nodiscard]] std::optional<std::string_view> find_header(std::string_view word) const;
    [[nodiscard]] std::optional<int> find_month(std::string_view word) const;
    [[nodiscard]] bool is_date_word(std::string_view word) const;
    [[nodiscard]] std::optional<Result> find_result_phrase(std::string_view phrase) const;

private:
    /// Word keys of all languages; a word with two meanings has none.
    struct Words {
        std::unordered_map<std::string, std::optional<std::string>> headers;
        std::unordered_map<std::string, std::optional<int>> months;
        std::unordered_map<std::string, std::optional<Result>> results;
        std::unordered_map<std::string, bool> date_words;
    };
    void insert(std::shared_ptr<const Language> language);
    void collect_words();

    std::vector<std::shared_ptr<const Language>> list_;
    std::shared_ptr<const Words> words_ = std::make_shared<Words>();
};

}  // namespace cofnod::notation
