#include "notation/languages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "notation/described_move.hpp"
#include "notation/embedded.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::notation {

namespace {

template <typename Map, typename Value>
void note(Map& map, std::string_view word, const Value& value) {
    const auto [entry, is_new] = map.try_emplace(word_key(word), value);
    if (!is_new && entry->second != value) entry->second = std::nullopt;
}

template <typename Map>
auto look_up(const Map& map, std::string_view word) -> typename Map::mapped_type {
    const auto found = map.find(word_key(word));
    return found == map.end() ? std::nullopt : found->second;
}

int turn_of(std::string_view code, bool gives_way) { return code == "en" ? 0 : gives_way ? 2 : 1; }

bool is_other(const EmbeddedFile& file) { return file.name.starts_with("grammar/notations/"); }

/// Notations of grammar/notations, parsed on first use.
const std::vector<Language>& built_in_others() {
    static const std::vector<Language> others = [] {
        std::vector<Language> list;
        for (const auto& file : embedded::notation_files) {
            if (!is_other(file)) continue;
            auto language = read_language(file.text);
            if (!language) throw std::logic_error(format_fault(language.error(), file.name));
            list.push_back(*std::move(language));
        }
        return list;
    }();
    return others;
}

/// Returns the code of a language from its file name, so that it can be found without parsing.
std::string_view code_of(std::string_view file_name) {
    const std::string_view name = file_name.substr(file_name.rfind('/') + 1);
    return name.substr(0, name.find('.'));
}

}  // namespace

/// Words of all languages by key, collected on first use; ambiguous words map to nothing.
struct Languages::Words {
    std::once_flag once;
    std::unordered_map<std::string, std::optional<std::string>> headers;
    std::unordered_map<std::string, const Language*> languages_of_headers;  ///< by key and tag
    std::unordered_map<std::string, std::optional<int>> months, numbers;
    std::unordered_map<std::string, std::optional<SaidResult>> results;
    std::unordered_set<std::string> result_begins;  ///< word prefixes of each phrase, including the whole
    std::unordered_map<std::string, bool> date_words;
    std::array<std::unordered_set<std::string>, cue_count> cues;
};

Languages::Entry::Entry(std::string_view file_name, std::string_view text)
    : code_(code_of(file_name)), file_name_(file_name), text_(text) {
    turn_ = turn_of(code_, text.find("\nafter ") != std::string_view::npos);
}

Languages::Entry::Entry(std::unique_ptr<const Language> language)
    : code_(language->code()),
      turn_(turn_of(code_, !language->data().after.empty())),
      language_(std::move(language)),
      read_(language_.get()) {}

Languages::Entry::~Entry() = default;

const Language& Languages::Entry::read() const {
    std::call_once(once_, [this] {
        auto language = read_language(text_);
        if (!language) throw std::logic_error(format_fault(language.error(), file_name_));
        if (language->code() != code_) throw std::logic_error(tr("{} has the code {}", file_name_, language->code()));
        language_ = std::make_unique<const Language>(*std::move(language));
        read_.store(language_.get(), std::memory_order_release);
    });
    return *language_;
}

Languages::Languages() : words_(std::make_shared<Words>()) {}

Languages Languages::built_in() {
    Languages languages;
    for (const auto& file : embedded::notation_files)
        if (!is_other(file)) languages.insert(std::make_shared<const Entry>(file.name, file.text));
    return languages;
}

Expected<const Language*, LanguageFault> Languages::add_text(std::string_view text) {
    auto read = read_language(text);
    if (!read) return Unexpected{read.error()};
    if (!read->is_written()) {
        std::erase_if(added_others_, [&](const auto& known) { return known->code() == read->code(); });
        return added_others_.emplace_back(std::make_shared<const Language>(*std::move(read))).get();
    }
    auto entry = std::make_shared<const Entry>(std::make_unique<const Language>(*std::move(read)));
    const Language* added = &entry->get();
    insert(std::move(entry));
    return added;
}

Expected<const Language*, LanguageFault> Languages::add_file(const std::string& path) {
    refuse_open_database(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(tr("cannot open {}", path), tr("check the path of the notation file"));
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad()) throw InputError("cannot read " + path);
    return add_text(text);
}

void Languages::insert(std::shared_ptr<const Entry> entry) {
    std::erase_if(list_, [&](const auto& known) { return known->code() == entry->code(); });
    list_.push_back(std::move(entry));
    std::sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) {
        return a->turn() != b->turn() ? a->turn() < b->turn() : a->code() < b->code();
    });
    words_ = std::make_shared<Words>();
}

namespace {
std::string header_key(std::string word_key, std::string_view tag) {
    return std::move(word_key.append(1, '\0').append(tag));
}
}  // namespace

const Languages::Words& Languages::words() const {
    std::call_once(words_->once, [this] { collect(*words_); });
    return *words_;
}

void Languages::collect(Words& words) const {
    for (const Language& language : *this) {
        const LanguageData& data = language.data();
        std::unordered_set<std::string> known_here;
        for (const auto& [tag, word] : data.headers) {
            note(words.headers, word, tag);
            std::string key = word_key(word);
            if (!known_here.insert(key).second) continue;
            key = header_key(std::move(key), tag);
            const auto [known, is_new] = words.languages_of_headers.try_emplace(std::move(key), &language);
            if (!is_new) known->second = nullptr;
        }
        for (const auto& [result, phrase] : data.results) note(words.results, phrase, result);
        for (std::size_t month = 0; month < data.months.size(); ++month)
            for (const auto& name : data.months[month]) note(words.months, name, static_cast<int>(month) + 1);
        for (std::size_t number = 0; number < data.numbers.size(); ++number)
            for (const auto& word : data.numbers[number]) note(words.numbers, word, static_cast<int>(number) + 1);
        for (const auto& [result, phrase] : data.results) {
            const std::string key = word_key(phrase);
            for (std::size_t end = key.find(' '); end != key.npos; end = key.find(' ', end + 1))
                words.result_begins.insert(key.substr(0, end));
            words.result_begins.insert(key);
        }
        for (const auto& word : data.date_words) words.date_words[word_key(word)] = true;
        for (std::size_t cue = 0; cue < data.cues.size(); ++cue)
            for (const auto& word : data.cues[cue]) words.cues[cue].insert(word_key(word));
    }
}

const Language* Languages::find(std::string_view name) const {
    for (const auto& entry : list_)
        if (entry->code() == name) return &entry->get();
    const std::string key = word_key(name);
    for (const auto& entry : list_)  // codes first, which requires no parsing
        if (word_key(entry->code()) == key) return &entry->get();
    if (const Language* other = find_other(key)) return other;
    for (const Language& language : *this)
        if (word_key(language.name()) == key || word_key(language.own_name()) == key) return &language;
    return nullptr;
}

std::vector<const Language*> Languages::others() const {
    std::vector<const Language*> others;
    for (const auto& language : added_others_) others.push_back(language.get());
    for (const Language& language : built_in_others()) {
        const auto replaced = [&](const auto& added) { return added->code() == language.code(); };
        if (std::none_of(added_others_.begin(), added_others_.end(), replaced)) others.push_back(&language);
    }
    return others;
}

const Language* Languages::find_other(std::string_view key) const {
    for (const Language* language : others())
        for (const std::string_view known : {std::string_view(language->code()), std::string_view(language->name()),
                                             std::string_view(language->own_name())})
            if (word_key(known) == key) return language;
    return nullptr;
}

std::string Languages::nearest(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const Language& language : *this) {
        names.push_back(language.name());
        names.push_back(language.own_name());
        names.push_back(language.code());
    }
    const std::string nearest = nearest_word(name, names);
    const Language* language = nearest.empty() ? nullptr : find(nearest);
    return language ? language->code() : std::string{};
}

std::optional<std::string_view> Languages::find_header(std::string_view word) const {
    const auto found = words().headers.find(word_key(word));
    if (found == words().headers.end() || !found->second) return std::nullopt;
    return std::string_view(*found->second);
}

const Language* Languages::language_of_header(std::string_view word, std::string_view tag) const {
    const auto found = words().languages_of_headers.find(header_key(word_key(word), tag));
    return found == words().languages_of_headers.end() ? nullptr : found->second;
}

std::optional<int> Languages::find_month(std::string_view word) const { return look_up(words().months, word); }

std::optional<int> Languages::find_number(std::string_view word) const { return look_up(words().numbers, word); }

std::optional<SaidResult> Languages::find_result_phrase(std::string_view phrase) const {
    return look_up(words().results, phrase);
}

bool Languages::begins_result_phrase(std::string_view text) const {
    const std::string key = word_key(text);
    return key.empty() || words().result_begins.contains(key);
}

bool Languages::is_date_word(std::string_view word) const { return words().date_words.contains(word_key(word)); }

bool Languages::is_cue(Cue cue, std::string_view word) const {
    return words().cues[static_cast<std::size_t>(cue)].contains(word_key(word));
}

namespace {

std::string describe(const Language& english, const Readings& readings) {
    if (readings.empty()) return tr("no move");
    std::string text;
    for (const Reading& reading : readings) {
        if (!text.empty()) text += " | ";
        write_move(english, reading, readings.check, text);
        text += glyph_of(readings.nag);
    }
    return text;
}

bool same_move(Reading a, Reading b) {
    a.loose = b.loose = false;
    return a == b;
}

bool fits(const DescribedMove& described, const Reading& reading) {
    using Kind = DescribedMove::Kind;
    if (reading.kind != Reading::Kind::move) {
        const Kind side =
            reading.kind == Reading::Kind::castle_king_side ? Kind::castle_king_side : Kind::castle_queen_side;
        return described.kind == Kind::castle || described.kind == side;
    }
    const auto squares = [](std::optional<File> file, std::optional<Rank> rank) {
        return (file ? squares_of(*file) : every_square) & (rank ? squares_of(*rank) : every_square);
    };
    return described.kind == Kind::move && (!described.role || described.role == reading.role) &&
           (described.from & squares(reading.from_file, reading.from_rank)) != 0 &&
           (described.to & squares(reading.to_file, reading.to_rank)) != 0 &&
           (!described.capture || described.capture == reading.capture) && described.promotion == reading.promotion;
}

std::string only_read(const Language& language) {
    return tr("moves in {} are only read: this example stands after reads", translated(language.name()));
}

/// Returns the fault of an example in a non-algebraic notation, if any: every reading must fit. Squares are given from
/// White's side.
std::optional<std::string> try_described(const Language& language, const Language& english, const Example& example) {
    const auto read = read_descriptive(language, example.text);
    if (!read) return tr("reads as no move");
    if (read->length != example.text.size())
        return tr("reads as {} and something else", example.text.substr(0, read->length));
    for (const std::string& wanted : example.english) {
        const Readings readings = read_move(english, wanted);
        if (readings.empty()) return tr("{} is not a move in English", wanted);
        if (!fits(read->move, readings[0]) || read->move.check != readings.check)
            return tr("cannot be read as {}", wanted);
    }
    return example.is_written ? std::optional(only_read(language)) : std::nullopt;
}

/// Returns the fault of an example, if any.
std::optional<std::string> try_example(const Language& language, const Language& english, const Example& example) {
    if (const auto result = result_from(example.english.front())) {
        const auto read = read_result(example.text);
        if (read == result) return std::nullopt;
        return tr("reads as {}, not as {}", read ? to_text(*read) : tr("no result"), example.english.front());
    }
    if (language.system() != System::algebraic) return try_described(language, english, example);
    const Readings readings = read_move(language, example.text);
    std::string wanted;
    bool same = readings.size() == example.english.size();
    for (std::size_t i = 0; i < example.english.size(); ++i) {
        const Readings right = read_move(english, example.english[i]);
        if (right.empty()) return tr("{} is not a move in English", example.english[i]);
        same = same && same_move(readings[i], right[0]) && readings.check == right.check && readings.nag == right.nag;
        wanted += (i ? " | " : "") + example.english[i];
    }
    if (!same) return tr("reads as {}, not as {}", describe(english, readings), wanted);
    if (!language.is_written()) return example.is_written ? std::optional(only_read(language)) : std::nullopt;
    const std::string written = write_move(language, readings[0], readings.check) + std::string(glyph_of(readings.nag));
    if (example.is_written && written != example.text)
        return tr("{} is written {}; a spelling that is only read stands after reads", wanted, written);
    return std::nullopt;
}

}  // namespace

std::vector<LanguageFault> check_language(const Language& language, const Language& english) {
    std::vector<LanguageFault> faults;
    for (const Example& example : language.data().examples) {
        const auto message = try_example(language, english, example);
        if (!message) continue;
        const std::string_view keyword = example.is_written ? "example" : "reads";
        LanguageFault fault{example.place,
                            *message,
                            {},
                            fmt::format("{} {} = {}", keyword, example.text, fmt::join(example.english, " | ")),
                            static_cast<std::uint32_t>(keyword.size() + 1),
                            static_cast<std::uint32_t>(utf8::length(example.text))};
        faults.push_back(std::move(fault));
    }
    return faults;
}

}  // namespace cofnod::notation
