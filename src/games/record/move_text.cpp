#include "games/record/move_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "games/chess/san.hpp"
#include "notation/written_move.hpp"

namespace cofnod {

std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language) {
    chess::Position after = before;
    after.play(move);
    std::string text;
    append_move(text, before, after, move, language);
    return text;
}

void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language) {
    notation::write_move(language, chess::san_reading(before, move), chess::check_mark(after), out);
}

std::string uci_text(const chess::Position& start, chess::Move move) {
    return chess::write_uci(move, chess::uci_castling(start));
}

std::string MoveNumbers::at(std::uint32_t ply) const {
    return fmt::format("{}{}", first_ + (ply + (black_begins_ ? 1 : 0)) / 2, is_black(ply) ? "..." : ".");
}

std::string move_number(const chess::Position& before) {
    return fmt::format("{}{}", before.fullmove_number(), before.turn() == chess::Color::white ? "." : "...");
}

std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language) {
    return move_number(before) + ' ' + move_text(before, move, language);
}

namespace {

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !(number > -1e9 && number < 1e9)) return {};
    return number;
}

/// Parses 1:05:23.4, 05:23 or 23 into seconds.
std::optional<double> clock_in(std::string_view text) {
    double seconds = 0;
    for (int parts = 0; parts < 3; ++parts) {
        const std::size_t colon = text.find(':');
        const auto part = number_in<double>(text.substr(0, colon));
        if (!part || *part < 0) return {};
        seconds = seconds * 60 + *part;
        if (colon == text.npos) return seconds;
        text.remove_prefix(colon + 1);
    }
    return {};
}

}  // namespace

void read_commands(std::string_view comment, MoveCommands& commands) {
    for (std::size_t begin = comment.find("[%"); begin != comment.npos; begin = comment.find("[%")) {
        const std::size_t end = comment.find(']', begin);
        if (end == comment.npos) return;
        const std::string_view command = comment.substr(begin + 2, end - begin - 2);
        comment.remove_prefix(end + 1);
        const std::size_t blank = command.find(' ');
        if (blank == command.npos) continue;
        const std::string_view name = command.substr(0, blank);
        std::string_view value = command.substr(std::min(command.find_first_not_of(' ', blank), command.size()));
        value = value.substr(0, value.find_first_of(" ,"));  // after a comma comes the depth
        if (name == "clk") {
            if (const auto clock = clock_in(value)) commands.clock = clock;
        } else if (name == "emt") {
            if (const auto elapsed = clock_in(value)) commands.elapsed = elapsed;
        } else if (name == "eval") {
            if (value.starts_with('#'))
                commands.mate = number_in<int>(value.substr(1));
            else if (const auto evaluation = number_in<double>(value))
                commands.evaluation = evaluation;
        }
    }
}

std::vector<MoveCommands> move_commands(const GameRecord& record) {
    std::vector<MoveCommands> found;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        if (item.kind == Annotations::Kind::begin_variation) ++depth;
        if (item.kind == Annotations::Kind::end_variation && depth > 0) --depth;
        if (item.kind != Annotations::Kind::comment || depth > 0 || item.ply == 0 || item.ply > record.ply_count)
            continue;
        if (item.text.find("[%") == item.text.npos) continue;
        MoveCommands commands;
        read_commands(item.text, found.empty() ? commands : found[item.ply - 1]);
        if (!found.empty() || commands.is_empty()) continue;
        found.resize(record.ply_count);
        found[item.ply - 1] = commands;
    }
    return found;
}

}  // namespace cofnod
