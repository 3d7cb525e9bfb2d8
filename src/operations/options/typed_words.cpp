#include "operations/options/typed_words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "notation/fold.hpp"
#include "operations/options/query.hpp"

namespace cofnod::options {

using operations::TextOrigin;

std::vector<TypedWord> split_words(const TextOrigin& origin, const std::string& text) {
    static constexpr std::string_view blanks = " \t\r\n", ends = " \t\r\n'\"";
    std::vector<TypedWord> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(blanks, at)) != text.npos;) {
        TypedWord& word = words.emplace_back();
        word.begin = at;
        while (at < text.size() && blanks.find(text[at]) == blanks.npos) {
            const bool is_quoted = text[at] == '\'' || text[at] == '"';
            const std::size_t from = at + (is_quoted ? 1 : 0);
            const std::size_t to =
                is_quoted ? text.find(text[at], from) : std::min(text.find_first_of(ends, at), text.size());
            if (to == text.npos)
                operations::throw_fault(origin, text, {at, at + 1, tr("this quote has no other one"), {}});
            word.text += text.substr(from, to - from);
            at = to + (is_quoted ? 1 : 0);
        }
        word.end = at;
    }
    return words;
}

namespace {

/// An option with the values given for it.
struct Given {
    const Option* option;
    Words values;
};

/// Reads words one after another, and faults of the text at them.
class Reader {
public:
    Reader(const Arguments& table, const TextOrigin& origin, const std::string& text)
        : table_(table), origin_(origin), text_(text), words_(split_words(origin, text)) {}

    std::vector<Given> read() {
        while (at_ < words_.size()) take_option();
        return std::move(all_);
    }

private:
    void take_option() {
        const TypedWord& word = words_[at_++];
        const std::size_t sign = word.text.find('=');
        const std::string name = word.text.substr(0, sign);
        const Option* const option = table_.find(name);
        if (!option) fail(word, tr("a saved question has no option '{}'", name), did_you_mean(name));
        auto given = std::ranges::find(all_, option, &Given::option);
        if (given != all_.end() && !option->repeats) fail(word, tr("{} may be given only once", name), {});
        if (given == all_.end()) given = all_.insert(all_.end(), {option, {}});
        if (option->is_flag()) {
            if (sign != name.npos) fail(word, tr("{} takes no value", name), {});
            return;
        }
        if (sign == name.npos && at_ == words_.size()) fail(word, tr("{} needs a value: {}", name, option->value), {});
        const std::string value = sign == name.npos ? words_[at_++].text : word.text.substr(sign + 1);
        if (option->is_id_list() && is_in_file(value))
            fail(word, tr("'{}' is not a list of ids", value), tr("write {}", "1,5,9-12"));
        given->values.push_back(value);
    }

    [[nodiscard]] std::string did_you_mean(const std::string& name) const {
        std::vector<std::string_view> known;
        for (const Option& option : table_.options())
            known.insert(known.end(), option.names.begin(), option.names.end());
        const std::string nearest = notation::nearest_word(name, known);
        return nearest.empty() ? tr("it has those of 'cofnod search' on positions, moves, players and events")
                               : tr("did you mean {}?", nearest);
    }

    [[noreturn]] void fail(const TypedWord& word, const std::string& what, const std::string& remedy) const {
        operations::throw_fault(origin_, text_, {word.begin, word.end, what, remedy});
    }

    const Arguments& table_;
    const TextOrigin& origin_;
    const std::string& text_;
    std::vector<TypedWord> words_;
    std::size_t at_ = 0;
    std::vector<Given> all_;
};

void refuse_combinations(const Arguments& table, const std::vector<Given>& all) {
    const auto is_given = [&](const std::string& name) {
        return std::ranges::any_of(all, [&](const Given& given) { return given.option->is_called(name); });
    };
    if (const auto both = table.contradiction(is_given))
        throw UsageError(tr("{} and {} cannot be combined", both->first, both->second), tr("remove one of them"));
}

}  // namespace

void take_words(const Arguments& table, const TextOrigin& origin, const std::string& text) {
    const std::vector<Given> all = Reader(table, origin, text).read();
    refuse_combinations(table, all);
    for (const Option& option : table.options())  // in table order, as on the command line
        if (const auto given = std::ranges::find(all, &option, &Given::option); given != all.end())
            option.give(given->values);
}

}  // namespace cofnod::options
