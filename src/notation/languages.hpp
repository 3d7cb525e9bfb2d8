#pragma once

#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/expected.hpp"
#include "base/result.hpp"
#include "notation/language.hpp"
#include "notation/language_file.hpp"

namespace cofnod::notation {

/// The languages that a run of the program knows: English first, those that give way to others (`after`) last, else in
/// the order of their codes: of languages that share their letters the likeliest comes first. A value:
/// copies are cheap, and a Language stays where it is as long as one copy lives. Those of the program are read when
/// they are first asked for, each by itself; that is safe from several threads.
class Languages {
    class Entry;

public:
    /// Those of grammar/languages, which are part of the program.
    static Languages built_in();

    /// One more, from the text of a .notation file; one with the same code is replaced. The result is the language.
    Expected<const Language*, LanguageFault> add_text(std::string_view text);
    /// The same from a file; throws InputError when it cannot be read.
    Expected<const Language*, LanguageFault> add_file(const std::string& path);

    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] const Language& operator[](std::size_t i) const { return list_[i]->get(); }
    [[nodiscard]] const Language& english() const { return list_.front()->get(); }

    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Language;
        using difference_type = std::ptrdiff_t;
        using pointer = const Language*;
        using reference = const Language&;

        explicit iterator(const std::shared_ptr<const Entry>* at) : at_(at) {}
        const Language& operator*() const { return (*at_)->get(); }
        const Language* operator->() const { return &(*at_)->get(); }
        iterator& operator++() { return ++at_, *this; }
        bool operator==(const iterator&) const = default;

    private:
        const std::shared_ptr<const Entry>* at_;
    };
    [[nodiscard]] iterator begin() const { return iterator(list_.data()); }
    [[nodiscard]] iterator end() const { return iterator(list_.data() + list_.size()); }

    /// Notations that are no letters for algebraic moves but other systems: descriptive, coordinates. A game is tried
    /// in them when no language plays it to its end.
    [[nodiscard]] std::vector<const Language*> others() const;

    /// By code, English name or own name, in small or capital letters.
    [[nodiscard]] const Language* find(std::string_view name) const;
    /// The code of the language that an unknown name may have meant; may be empty.
    [[nodiscard]] std::string nearest(std::string_view name) const;

    /// The PGN tag of a header word in any language; nullopt when languages disagree.
    [[nodiscard]] std::optional<std::string_view> find_header(std::string_view word) const;
    /// The one language in which a header word stands for a tag; nullptr where several have it, or none.
    [[nodiscard]] const Language* language_of_header(std::string_view word, std::string_view tag) const;
    /// 1 to 12.
    [[nodiscard]] std::optional<int> find_month(std::string_view word) const;
    [[nodiscard]] bool is_date_word(std::string_view word) const;
    [[nodiscard]] std::optional<SaidResult> find_result_phrase(std::string_view phrase) const;
    /// True where the words are the first of a result phrase, or all of it.
    [[nodiscard]] bool begins_result_phrase(std::string_view text) const;

private:
    /// A language, or the file of the program that it will be read from.
    class Entry {
    public:
        Entry(std::string_view file_name, std::string_view text);
        explicit Entry(Language language);

        [[nodiscard]] const std::string& code() const { return code_; }
        /// 0 for English, 2 for a language that gives way to another, 1 for the others.
        [[nodiscard]] int turn() const { return turn_; }
        [[nodiscard]] const Language& get() const {
            const Language* language = read_.load(std::memory_order_acquire);
            return language ? *language : read();
        }

    private:
        const Language& read() const;

        std::string code_;
        int turn_;
        std::string_view file_name_, text_;
        mutable std::once_flag once_;
        mutable std::optional<Language> language_;
        mutable std::atomic<const Language*> read_ = nullptr;
    };

    /// Word keys of all languages; a word with two meanings has none. Collected when they are first asked for.
    struct Words {
        std::once_flag once;
        std::unordered_map<std::string, std::optional<std::string>> headers;
        std::unordered_map<std::string, const Language*> languages_of_headers;  ///< by key and tag
        std::unordered_map<std::string, std::optional<int>> months;
        std::unordered_map<std::string, std::optional<SaidResult>> results;
        std::unordered_set<std::string> result_begins;  ///< the first words of each, and all
        std::unordered_map<std::string, bool> date_words;
    };
    void insert(std::shared_ptr<const Entry> entry);
    [[nodiscard]] const Words& words() const;
    void collect(Words& words) const;
    [[nodiscard]] const Language* find_other(std::string_view key) const;

    std::vector<std::shared_ptr<const Entry>> list_;
    std::vector<std::shared_ptr<const Language>> added_others_;  ///< besides those of grammar/notations
    std::shared_ptr<Words> words_ = std::make_shared<Words>();   ///< of this list; shared by copies of it
};

}  // namespace cofnod::notation
