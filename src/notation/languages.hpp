#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/result.hpp"

namespace cofnod::notation {

class Language;

/// An error in a .notation file and its place.
struct LanguageFault {
    Place place;
    std::string message;  ///< "B is the letter of the queen already"
    std::string remedy;   ///< may be empty
    std::string line;     ///< the line of the file; caret and width in code points
    std::uint32_t caret = 0;
    std::uint32_t width = 0;
};

/// Parses a language from the text of its file. Examples are stored, not tested: see check_language.
Expected<Language, LanguageFault> read_language(std::string_view text);

/// Formats a fault for display: place, message, line, caret, remedy.
std::string format_fault(const LanguageFault& fault, std::string_view file_name);

/// Tests the examples of a language: each must be read, and written, as the file states. `english` reads the right-hand
/// sides. Returns an empty list if all pass.
std::vector<LanguageFault> check_language(const Language& language, const Language& english);

enum class Cue : std::uint8_t;

/// The languages known to the program: English first, those that yield to others (`after`) last, otherwise by code;
/// among languages that share their letters, the most likely one comes first. Copies are cheap, and a Language has a
/// stable address while any copy lives. Built-in languages are parsed individually on first use, thread-safely.
class Languages {
    class Entry;

public:
    /// Creates an empty list, to be assigned to.
    Languages();
    /// Returns the languages of grammar/languages, embedded in the program.
    static Languages built_in();

    /// Adds, or replaces by code, a language from the text of a .notation file, and returns it.
    Expected<const Language*, LanguageFault> add_text(std::string_view text);
    /// Calls add_text() with the content of a file; throws InputError if it cannot be read.
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

    /// Returns the non-algebraic notations: descriptive, coordinates. A game is tried in them if no language reads it
    /// to its end.
    [[nodiscard]] std::vector<const Language*> others() const;

    /// Finds a language by code, English name or own name, case-insensitively; nullptr if unknown.
    [[nodiscard]] const Language* find(std::string_view name) const;
    /// Returns the code of the language most similar to an unknown name; may be empty.
    [[nodiscard]] std::string nearest(std::string_view name) const;

    /// Returns the PGN tag of a header word in any language; nullopt if languages disagree.
    [[nodiscard]] std::optional<std::string_view> find_header(std::string_view word) const;
    /// Returns the only language in which a header word denotes a tag; nullptr if there are several or none.
    [[nodiscard]] const Language* language_of_header(std::string_view word, std::string_view tag) const;
    /// Returns a number from 1 to 12.
    [[nodiscard]] std::optional<int> find_month(std::string_view word) const;
    /// Returns a number from 1 to 12 that a word denotes.
    [[nodiscard]] std::optional<int> find_number(std::string_view word) const;
    [[nodiscard]] bool is_date_word(std::string_view word) const;
    /// True if the words have this use in any language.
    [[nodiscard]] bool is_cue(Cue cue, std::string_view words) const;
    [[nodiscard]] std::optional<SaidResult> find_result_phrase(std::string_view phrase) const;
    /// True if the text is a prefix, in whole words, of a result phrase.
    [[nodiscard]] bool begins_result_phrase(std::string_view text) const;

private:
    /// A language, or the embedded file from which it will be parsed.
    class Entry {
    public:
        Entry(std::string_view file_name, std::string_view text);
        explicit Entry(std::unique_ptr<const Language> language);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

        [[nodiscard]] const std::string& code() const { return code_; }
        /// Rank in the order: 0 English, 2 languages that yield to another, 1 others.
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
        mutable std::unique_ptr<const Language> language_;
        mutable std::atomic<const Language*> read_ = nullptr;
    };

    struct Words;
    void insert(std::shared_ptr<const Entry> entry);
    [[nodiscard]] const Words& words() const;
    void collect(Words& words) const;
    [[nodiscard]] const Language* find_other(std::string_view key) const;

    std::vector<std::shared_ptr<const Entry>> list_;
    std::vector<std::shared_ptr<const Language>> added_others_;  ///< in addition to grammar/notations
    std::shared_ptr<Words> words_;                               ///< words of this list; shared by its copies
};

}  // namespace cofnod::notation
