// compare_fens [--exceptions FILE --name DATA] OURS TRUTH
//
// Two files with the final FEN of each game, a line a game, in the same order; "-" in TRUTH: not known, not compared.
// Tools write the same position differently, so three fields are compared by what they mean:
//   castling    KQkq, Shredder (HAha) or mixed: as the files of the rooks that may still castle
//   en passant  TRUTH names the square after every double push, we only where a capture is legal: compared if ours is
//   not "-" counters    as numbers
// FILE excepts games, one a line: DATA, number of the game, reason, separated by tabs. An exception that is not
// needed is as wrong as a difference, and more than five for one DATA are not exceptions.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t most_exceptions = 5;
constexpr std::size_t most_shown = 10;

struct Exception {
    std::string reason;
    bool used = false;
};
using Exceptions = std::map<std::size_t, Exception>;  // by number of the game

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

Lines read_lines(const std::string& name) {
    std::ifstream in{name};
    if (!in) throw std::runtime_error("cannot read " + name);
    Lines lines;
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(std::move(line));
    }
    return lines;
}

std::optional<std::size_t> to_number(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

Exceptions read_exceptions(const std::string& file, std::string_view data) {
    Exceptions exceptions;
    for (const std::string& line : read_lines(file)) {
        if (line.empty() || line.starts_with('#')) continue;
        const auto columns = split(line, '\t');
        if (columns.size() != 3 || !to_number(columns[1]) || columns[2].empty())
            throw std::runtime_error(fmt::format("{}: not \"data, game, reason\" with tabs between: {}", file, line));
        if (columns[0] == data) exceptions[*to_number(columns[1])] = {std::string{columns[2]}};
    }
    if (exceptions.size() > most_exceptions)
        throw std::runtime_error(
            fmt::format("{}: {} exceptions for {}, at most {}", file, exceptions.size(), data, most_exceptions));
    return exceptions;
}

/// The eight squares of a rank of a placement, '.' where empty.
std::string squares(std::string_view rank) {
    std::string result;
    for (const char c : rank) {
        if (std::isdigit(static_cast<unsigned char>(c)))
            result.append(static_cast<std::size_t>(c - '0'), '.');
        else
            result += c;
    }
    return result;
}

/// K or Q as X-FEN means it, the outermost rook on that side of the king: as the letter of its file.
char rook_file(std::string_view rank, char right) {
    const bool white = right == 'K' || right == 'Q', king_side = right == 'K' || right == 'k';
    const std::size_t king = rank.find(white ? 'K' : 'k');
    const std::size_t rook = king_side ? rank.rfind(white ? 'R' : 'r') : rank.find(white ? 'R' : 'r');
    if (king == std::string_view::npos || rook == std::string_view::npos || (rook > king) != king_side) return right;
    return static_cast<char>((white ? 'A' : 'a') + rook);
}

std::string castling_files(std::string_view placement, std::string_view castling) {
    const auto ranks = split(placement, '/');
    std::string files;
    for (const char right : castling) {
        if (right == '-') continue;
        const bool by_side = std::string_view{"KQkq"}.find(right) != std::string_view::npos;
        const std::string rank =
            squares(std::isupper(static_cast<unsigned char>(right)) ? ranks.back() : ranks.front());
        files += by_side ? rook_file(rank, right) : right;
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

/// The first thing in which two FENs differ; empty if they mean the same.
std::string_view difference(std::string_view ours, std::string_view truth) {
    const auto a = split(ours, ' '), b = split(truth, ' ');
    if (a.size() != 6 || b.size() != 6) return "number of fields";
    if (a[0] != b[0]) return "placement";
    if (a[1] != b[1]) return "side to move";
    if (castling_files(a[0], a[2]) != castling_files(b[0], b[2])) return "castling";
    if (a[3] != "-" && a[3] != b[3]) return "en passant";
    if (!to_number(a[4]) || to_number(a[4]) != to_number(b[4])) return "halfmove clock";
    if (!to_number(a[5]) || to_number(a[5]) != to_number(b[5])) return "move number";
    return {};
}

class Comparison {
public:
    explicit Comparison(Exceptions exceptions) : exceptions_(std::move(exceptions)) {}

    void game(std::size_t number, std::string_view ours, std::string_view truth) {
        if (truth == "-") return;
        ++compared_;
        const std::string_view what = difference(ours, truth);
        if (what.empty()) return;
        const auto exception = exceptions_.find(number);
        if (exception != exceptions_.end()) {
            exception->second.used = true;
            return;
        }
        if (++different_ <= most_shown)
            fmt::print("game {}: {}\n  ours  {}\n  truth {}\n", number, what, ours, truth);
        else
            not_shown_ += fmt::format(" {}", number);
    }

    /// Prints the sums; whether all is as it should be.
    bool finish(std::size_t our_games, std::size_t their_games) {
        if (!not_shown_.empty()) fmt::print("and games{}\n", not_shown_);
        std::size_t needless = 0;
        for (const auto& [number, exception] : exceptions_) {
            if (exception.used) continue;
            ++needless;
            fmt::print("game {}: the exception is not needed ({})\n", number, exception.reason);
        }
        if (our_games != their_games) fmt::print("{} games, should be {}\n", our_games, their_games);
        fmt::print("{} games, {} compared, {} different, {} excepted\n", our_games, compared_, different_,
                   exceptions_.size() - needless);
        return different_ == 0 && needless == 0 && our_games == their_games;
    }

private:
    Exceptions exceptions_;
    std::size_t compared_ = 0;
    std::size_t different_ = 0;
    std::string not_shown_;
};

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<std::string> words(argv + 1, argv + argc);
        Exceptions exceptions;
        if (words.size() == 6 && words[0] == "--exceptions" && words[2] == "--name") {
            exceptions = read_exceptions(words[1], words[3]);
            words.erase(words.begin(), words.begin() + 4);
        }
        if (words.size() != 2) throw std::runtime_error("compare_fens [--exceptions FILE --name DATA] OURS TRUTH");

        const Lines ours = read_lines(words[0]), truth = read_lines(words[1]);
        Comparison comparison{std::move(exceptions)};
        for (std::size_t i = 0; i < std::min(ours.size(), truth.size()); ++i) comparison.game(i + 1, ours[i], truth[i]);
        return comparison.finish(ours.size(), truth.size()) ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "compare_fens: {}\n", error.what());
        return 2;
    }
}
