#include "games/record/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/replay.hpp"

namespace cofnod {

bool is_portable_tag_name(std::string_view name) {
    static constexpr std::size_t longest = 255;
    return !name.empty() && name.size() <= longest &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_alphanumeric(c) || c == '_'; });
}

void Tags::add(std::string_view name, std::string_view value) {
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += name;
    const auto middle = static_cast<std::uint32_t>(text_.size());
    text_ += value;
    spans_.push_back({begin, middle, static_cast<std::uint32_t>(text_.size())});
}

void Tags::clear() {
    text_.clear();
    spans_.clear();
}

std::optional<std::string_view> Tags::find(std::string_view name) const {
    for (std::size_t i = 0; i < size(); ++i)
        if (const Tag tag = (*this)[i]; tag.name == name) return tag.value;
    return std::nullopt;
}

namespace {

void append_quoted(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
        const bool is_control = static_cast<unsigned char>(c) < ' ' || c == '\x7F';
        if (is_control || c == '{' || c == '}') {
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        } else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    out += '"';
}

}  // namespace

std::string tag_comment(std::string_view name, std::string_view value) {
    std::string text = "[%tag ";
    append_quoted(name, text);
    text += ' ';
    append_quoted(value, text);
    return text + "]";
}

std::string_view name_of(GameState state) {
    static constexpr std::array<std::string_view, 3> names = {phrase("complete"), phrase("incomplete"),
                                                              phrase("rejected")};
    return names[static_cast<std::size_t>(state)];
}

std::string_view name_of(Decision decision) {
    static constexpr std::array<std::string_view, 8> names = {"given",   "only",     "tied",       "best",
                                                              "nothing", "disputed", "neighbours", "preferred"};
    return names[static_cast<std::size_t>(decision)];
}

std::size_t memory_of(const GameRecord& record) {
    std::size_t bytes = sizeof record + record.tags.memory() + record.annotations.memory();
    for (const std::string* text : {&record.start, &record.moves, &record.san, &record.unread, &record.source_text})
        bytes += text->capacity();
    for (const Problem& problem : record.problems)
        bytes += sizeof problem + problem.line.capacity() + memory_of(problem.reason.arguments) +
                 memory_of(problem.advice.arguments);
    return bytes;
}

void GameRecord::clear() {
    constexpr std::size_t most_kept = 4096;  // bytes: few games are larger, and their memory is released
    const auto keep = [](std::string& memory, std::string& into) {
        if (memory.capacity() > most_kept) return;
        into = std::move(memory);
        into.clear();
    };
    GameRecord fresh;
    keep(moves, fresh.moves);
    keep(san, fresh.san);
    if (tags.capacity() <= most_kept) {
        fresh.tags = std::move(tags);
        fresh.tags.clear();
    }
    fresh.notation.also = std::move(notation.also);
    fresh.notation.also.clear();
    *this = std::move(fresh);
}

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError(tr("a stored game is damaged: {}", what), WayOut::Kind::check_database);
}

}  // namespace

void throw_damaged_moves() { damaged(tr("its moves cannot be read")); }
void throw_damaged_start(const std::string& fault) { damaged(fault); }

}  // namespace cofnod
