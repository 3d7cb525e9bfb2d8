#include "games/pgn/writer.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/characters.hpp"
#include "games/record/record.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::pgn {

namespace {

constexpr std::array<std::string_view, 7> seven_tags = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
constexpr std::size_t others_begin = seven_tags.size();

std::size_t place_among_seven(std::string_view name) {
    return static_cast<std::size_t>(std::find(seven_tags.begin(), seven_tags.end(), name) - seven_tags.begin());
}

/// True for names that the importer accepts as tags in heading lines, `Name: value`.
bool is_heading_name(std::string_view name) {
    return name.size() > 2 && is_upper(name[0]) && is_portable_tag_name(name) &&
           name.find('_') == std::string_view::npos;
}

class TagList {
public:
    TagList(const GameRecord& record, const WriteOptions& options) : record_(record), options_(options) {
        found_.pairs.resize(seven_tags.size());
        found_.pairs.reserve(seven_tags.size() + record.tags.size() + 3);
    }

    ExportTags list() {
        for (std::size_t i = 0; i < record_.tags.size(); ++i) add(record_.tags[i]);
        for (const Tags::Tag& tag : unportable_) add_unportable(tag);
        add_what_must_be_there();
        const auto by_name = [](const Tags::Tag& a, const Tags::Tag& b) { return a.name < b.name; };
        std::stable_sort(found_.pairs.begin() + others_begin, found_.pairs.end(), by_name);
        std::stable_sort(found_.in_comments.begin(), found_.in_comments.end(), by_name);
        return std::move(found_);
    }

private:
    void add(const Tags::Tag& tag) {
        const std::size_t place = place_among_seven(tag.name);
        if (place < seven_tags.size() && !is_there_[place]) {
            found_.pairs[place] = tag;
            is_there_[place] = true;
        } else if (is_unportable(tag.name)) {
            unportable_.push_back(tag);
        } else if (tag.name == "FEN") {
            add_start(tag);
        } else if ((!options_.reduced || tag.name == "GameType") && !names_language(tag, options_.known_languages())) {
            has_game_ = has_game_ || tag.name == "GameType";
            const bool is_first = place == seven_tags.size() && names_.insert(tag.name).second;
            const auto is_same = [&](const Tags::Tag& pair) {
                return pair.name == tag.name && pair.value == tag.value;
            };
            if (!is_first && std::ranges::any_of(found_.pairs, is_same)) return;
            (is_first ? found_.pairs : found_.in_comments).push_back(tag);
        }
    }

    /// Adds the position as read: `[FEN "?"]` is dropped, and a FEN of four fields completed. A game that was rejected
    /// because of its FEN keeps it.
    void add_start(const Tags::Tag& tag) {
        if (record_.start.empty() && record_.state != GameState::rejected) return;
        if (std::exchange(has_fen_, true)) {
            if (!options_.reduced) found_.in_comments.push_back(tag);
            return;
        }
        found_.pairs.push_back({tag.name, record_.start.empty() ? tag.value : record_.start});
    }

    /// True if neither a tag pair nor, in columns, a heading line can have this name.
    [[nodiscard]] bool is_unportable(std::string_view name) const {
        return options_.layout == Layout::columns ? !is_heading_name(name) : !is_portable_tag_name(name);
    }

    void add_unportable(const Tags::Tag& tag) {
        const auto known = is_portable_tag_name(tag.name) ? std::nullopt : known_name(tag.name);
        const bool is_free = known && !record_.tags.find(*known) && !is_listed(*known);
        const std::size_t place = is_free ? place_among_seven(*known) : seven_tags.size();
        if (place < seven_tags.size()) {
            found_.pairs[place] = {*known, tag.value};
            is_there_[place] = true;
        } else if (!options_.reduced) {
            (is_free ? found_.pairs : found_.in_comments).push_back({is_free ? *known : tag.name, tag.value});
        }
    }

    /// Returns the tag that a word denotes in some language. (Sheet columns have `_` for blanks.)
    [[nodiscard]] std::optional<std::string_view> known_name(std::string_view name) const {
        std::string words(name);
        std::replace(words.begin(), words.end(), '_', ' ');
        const auto known = options_.known_languages().find_header(words);
        return known == "Result" ? std::nullopt : known;  // the record's result is written instead
    }

    [[nodiscard]] bool is_listed(std::string_view name) const {
        return std::any_of(found_.pairs.begin(), found_.pairs.end(),
                           [&](const Tags::Tag& tag) { return tag.name == name; });
    }

    void add_what_must_be_there() {
        const auto others = found_.pairs.begin() + others_begin;
        found_.pairs.erase(
            std::remove_if(others, found_.pairs.end(),
                           [&](const Tags::Tag& tag) { return tag.name == "SetUp" && (has_fen_ || tag.value == "1"); }),
            found_.pairs.end());
        if (has_fen_) found_.pairs.push_back({"SetUp", "1"});
        if (record_.kind != GameKind::chess && !has_game_)
            found_.pairs.push_back({"GameType", with_game(record_.kind, [&](auto game) {
                                        return decltype(game)::title_of(record_.start);
                                    })});
        const bool is_in_letters = record_.kind == GameKind::chess && options_.style == MoveStyle::standard;
        if (is_in_letters && options_.language->code() != english_code)
            found_.pairs.push_back({move_language_tag, options_.language->code()});
        for (std::size_t i = 0; i < seven_tags.size(); ++i)
            if (!is_there_[i]) found_.pairs[i] = {seven_tags[i], unknown_value(seven_tags[i])};
        found_.pairs[others_begin - 1].value = to_text(record_.result);
    }

    static constexpr std::string_view english_code = "en";

    const GameRecord& record_;
    const WriteOptions& options_;
    ExportTags found_;
    std::vector<Tags::Tag> unportable_;
    std::unordered_set<std::string_view> names_;  ///< beyond the seven; PGN has no name twice
    std::array<bool, seven_tags.size()> is_there_{};
    bool has_fen_ = false, has_game_ = false;
};

}  // namespace

ExportTags tags_to_write(const GameRecord& record, const WriteOptions& options) {
    return TagList(record, options).list();
}

bool names_language(const Tags::Tag& tag, const notation::Languages& languages) {
    return tag.name == move_language_tag && languages.find(tag.value);
}

}  // namespace cofnod::pgn
