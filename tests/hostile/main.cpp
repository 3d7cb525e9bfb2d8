// Texts that nobody wrote in good faith, made as they are read: cofnod must end, in bounded memory, with every byte
// accounted for. Usage: hostile [MEGABYTES [CASE]]; see tests/README.md.

#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "child.hpp"
#include "pace.hpp"

namespace {

/// Writes to a pipe; when nobody reads any longer, all further text goes nowhere.
class Pen {
public:
    explicit Pen(int end) : end_(end) {}
    ~Pen() { flush(); }

    Pen& operator<<(std::string_view text) {
        buffer_ += text;
        written_ += text.size();
        if (buffer_.size() >= 1 << 16) flush();
        return *this;
    }

    /// The text again and again, until `bytes` are written.
    void fill(std::string_view text, std::uint64_t bytes) {
        for (const std::uint64_t end = written_ + bytes; written_ < end;) *this << text;
    }

    [[nodiscard]] std::uint64_t written() const { return written_; }

private:
    void flush() {
        for (std::size_t done = 0; done < buffer_.size();) {
            const ssize_t size = ::write(end_, buffer_.data() + done, buffer_.size() - done);
            if (size <= 0) break;
            done += static_cast<std::size_t>(size);
        }
        buffer_.clear();
    }

    int end_;
    std::string buffer_;
    std::uint64_t written_ = 0;
};

struct Case {
    std::string_view name;
    std::function<void(Pen&, std::uint64_t bytes)> write;
};

constexpr std::string_view head = "[Event \"hostile\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n";

/// `bytes` of characters that `next` makes, in lines of 80 if `lines`.
void noise(Pen& pen, std::uint64_t bytes, const std::function<char(std::mt19937&)>& next, bool lines) {
    std::mt19937 random(7);
    std::string line(80, ' ');
    for (const std::uint64_t end = pen.written() + bytes; pen.written() < end;) {
        for (char& c : line) c = next(random);
        if (lines) line.back() = '\n';
        pen << line;
    }
}

/// Games that can be played only from right to left, then a line of such a text.
void visual_line(Pen& pen, std::string_view text, std::uint64_t bytes) {
    for (int i = 0; i < 3; ++i) pen << head << "ج6ح ج3ح .2 د5 د4 .1\n\n";
    pen << head, pen.fill(text, bytes), pen << " .1\n";
}

const std::vector<Case> cases{
    {"variations in variations",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("(1. d4 ", bytes); }},
    {"closing brackets", [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill(") ", bytes); }},
    {"one game of knights going to and fro",
     [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("Nf3 Nf6 Ng1 Ng8 ", bytes), pen << "*\n"; }},
    {"one tag value",
     [](Pen& pen, std::uint64_t bytes) { pen << "[Event \"", pen.fill("endless ", bytes), pen << "\"]\n\n1. e4 *\n"; }},
    {"one tag value never closed",
     [](Pen& pen, std::uint64_t bytes) { pen << "[Event \"", pen.fill("endless ", bytes); }},
    {"one game of tags",
     [](Pen& pen, std::uint64_t bytes) {
         for (std::uint64_t i = 0; pen.written() < bytes; ++i) pen << "[T" << std::to_string(i) << " \"x\"]\n";
         pen << "\n1. e4 *\n";
     }},
    {"games of nothing", [](Pen& pen, std::uint64_t bytes) { pen.fill("[Event \"?\"]\n\n*\n\n", bytes / 4); }},
    {"one comment never closed",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 {", pen.fill("and so on ", bytes); }},
    {"comments never closed, many", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("{ 1. e4 \n", bytes); }},
    {"one line", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("word ", bytes); }},
    {"one word", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("e4e4", bytes / 4); }},
    {"one number", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("1", bytes); }},
    {"move numbers", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("1. 2. 3... ", bytes); }},
    {"glyphs", [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("$1 ", bytes); }},
    {"results", [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("1-0 ", bytes / 4); }},
    {"moves that are none", [](Pen& pen, std::uint64_t bytes) { pen << head, pen.fill("Qz9 Kd77 ", bytes); }},
    {"blank lines", [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4\n", pen.fill("\n", bytes); }},
    {"backslashes in quotes",
     [](Pen& pen, std::uint64_t bytes) { pen << "[Event \"", pen.fill("\\\"", bytes), pen << "\"]\n1. e4 *\n"; }},
    {"zeros",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 e5\n", pen.fill(std::string(1 << 12, '\0'), bytes); }},
    {"bytes at random",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head;
         noise(
             pen, bytes / 4, [](std::mt19937& random) { return static_cast<char>(random()); }, false);
     }},
    {"signs at random",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head;
         noise(
             pen, bytes / 4, [](std::mt19937& random) { return "()[]{}<>;%$\"\\=.-+#!?* 18aehKQNx\n"[random() % 33]; },
             true);
     }},
    {"Arabic prose", [](Pen& pen, std::uint64_t bytes) { pen.fill("لعب الأبيض ح3ج ثم و4أ والأسود ف5ب\n", bytes / 4); }},
    {"Welsh prose",
     [](Pen& pen, std::uint64_t bytes) { pen.fill("Yna chwaraeodd Gwyn 1. e4 a Du e5, a Mf3\n", bytes / 4); }},
    {"a sheet of one row", [](Pen& pen, std::uint64_t bytes) { pen << "White,Black,Moves\n", pen.fill("a,", bytes); }},
    {"a sheet of one quote",
     [](Pen& pen, std::uint64_t bytes) { pen << "White,Black,Moves\na,b,\"", pen.fill("1. e4,\n", bytes); }},
    {"a page of open elements",
     [](Pen& pen, std::uint64_t bytes) { pen << "<!DOCTYPE html><html><body>", pen.fill("<div><p>1. e4", bytes); }},
    {"a page of entities",
     [](Pen& pen, std::uint64_t bytes) {
         pen << "<!DOCTYPE html><html><body>1. e4 ", pen.fill("&amp;&#x265E;&nosuch;", bytes);
     }},
    // Stored from left to right, as a page shows them: turning such a line once looked back to its beginning, or ahead
    // to its end, at each of its words.
    {"one line in visual order", [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "8ب ح6ج ", bytes); }},
    {"castlings in visual order, apart", [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "0-0  ", bytes); }},
    {"castlings in visual order, in one", [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "0-", bytes); }},
    {"castlings and letters in visual order", [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "O-Oب", bytes); }},
    {"opening brackets in visual order", [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "x {{", bytes); }},
    {"games in one line in visual order",
     [](Pen& pen, std::uint64_t bytes) { visual_line(pen, "١–٠ 1. e4 e5 ", bytes / 4); }},
    {"direction marks",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("\u202e\u2067\u200f", bytes); }},
    // Parting such a word once took a call for each move, each within the one before.
    {"one word of thirty thousand moves",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head << "1. e4 e5 2. ";
         pen.fill("Nf3!!!!!!!!!!!!!Nf6!!!!!!!!!!!!!Ng1!!!!!!!!!!!!!Ng8!!!!!!!!!!!!!", bytes / 4);
     }},
    // Each of these once took a search through all the text before or behind, at each of its lines, words or signs.
    {"a list of starts", [](Pen& pen, std::uint64_t bytes) { pen.fill("startpos\n", bytes); }},
    {"a list of positions without moves",
     [](Pen& pen, std::uint64_t bytes) {
         pen.fill("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", bytes);
     }},
    {"positions in markup",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head << "1. e4 *\n\n";
         pen.fill("<b>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", bytes);
     }},
    {"positions behind wide blanks",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head << "1. e4 *\n\n";
         pen.fill("\u00A0rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", bytes);
     }},
    {"square brackets", [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("[", bytes); }},
    {"square brackets behind a result",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 1-0 ", pen.fill("[", bytes); }},
    {"a page of equals signs",
     [](Pen& pen, std::uint64_t bytes) {
         pen << "<!DOCTYPE html><html><body>1. e4 a", pen.fill("=", bytes), pen << "x\n";
     }},
    {"closing braces behind moves",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head << "1. ", pen.fill("e4 ", bytes / 2), pen.fill("} ", bytes / 2);
     }},
    {"closing braces behind a comment",
     [](Pen& pen, std::uint64_t bytes) {
         pen << head << "1. e4 {", pen.fill("a", bytes / 2), pen << "{ ", pen.fill("} ", bytes / 2);
     }},
    {"semicolons in prose", [](Pen& pen, std::uint64_t bytes) { pen << "Gwyn: A\n\n", pen.fill("; 1. ", bytes); }},
    {"semicolons in a bracket in prose",
     [](Pen& pen, std::uint64_t bytes) { pen << "Gwyn: A\n\n(2. ", pen.fill("; 1. ", bytes); }},
    {"a square of Camelot and dashes",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "C6 ", pen.fill("- ", bytes); }},
    {"one word of prose below moves",
     [](Pen& pen, std::uint64_t bytes) { pen << "1. e4 e5 2. Nf3 Nc6\n\nText: ", pen.fill("ab(", bytes); }},
    {"variations that cannot be read",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("(1. d4 Zz9) ", bytes / 4); }},
    {"texts that an earlier import could not read",
     [](Pen& pen, std::uint64_t bytes) { pen << head << "1. e4 ", pen.fill("{[%unread x]} ", bytes); }},
    // Each of these games was once tried in all notations, with all misprints, in all character sets: 5 to 100 ms a
    // game.
    {"games that begin with words",
     [](Pen& pen, std::uint64_t bytes) { pen.fill("[White \"a\"]\n\nposition startpos moves *\n\n", bytes); }},
    {"games that begin with words, none twice",
     [](Pen& pen, std::uint64_t bytes) {
         std::mt19937 random(7);
         const auto word = [&] { return std::to_string(random()) + "stapos "; };
         for (const std::uint64_t end = pen.written() + bytes; pen.written() < end;)
             pen << "[White \"a\"]\n\na" << word() << "p" << word() << "*\n\n";
     }},
    {"games in no character set",
     [](Pen& pen, std::uint64_t bytes) {
         pen.fill(
             "1.e4 e5 2.\xEB"
             "f\xD2 \xEB"
             "c6 3(.\xF3"
             "c4 \xEB"
             "d 4.\xEBxe5 \xE6g54\n5 a7?a6 1-0\n",
             bytes);
     }},
    {"games that one character set makes Arabic",
     [](Pen& pen, std::uint64_t bytes) {
         pen << "White: A\nBlack: B\n\n1. e4 e5\n";
         pen.fill("[Result \"1-0\"]\n[Black \"\x01\"]\n\xE6g54 ", bytes / 4);
     }},
    {"one line in no character set below a short one",
     [](Pen& pen, std::uint64_t bytes) {
         pen << "White: A\nBlack: B\n\n1. e4 e5\n";
         pen.fill(
             "-->\xE2\x80\xAE\xEB"
             "f\xD2 ",
             bytes / 4);
     }},
    {"names in no character set",
     [](Pen& pen, std::uint64_t bytes) {
         std::mt19937 random(7);
         const auto byte = [&] { return std::string(1, static_cast<char>(0x80 + random() % 128)); };
         for (const std::uint64_t end = pen.written() + bytes; pen.written() < end;)
             pen << "[White \"" << byte() << "a" << byte() << byte() << "b" << byte() << "\"]\n\n1. e4 e5 *\n\n";
     }},
    {"stray bytes in UTF-8",
     [](Pen& pen, std::uint64_t bytes) {
         for (int i = 0; i < 40; ++i) pen << "[White \"Gŵyn Tŷ Llŷr Siân\"]\n\n1. e4 e5 2. Mf3 *\n\n";
         pen.fill(
             "[White \"\xE9t\xE9\"]\n\n1. e4 Zz5 2. \xCA"
             "f3 *\n\n",
             bytes);
     }},
    {"colons in a header of prose", [](Pen& pen, std::uint64_t bytes) { pen << "Gwyn: ", pen.fill("a:", bytes); }},
};

struct Outcome : ChildOutcome {
    std::string json;
};

Outcome import(const Case& hostile, std::uint64_t bytes) {
    const std::string text = "hostile.txt";
    {
        const int file = ::open(text.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        Pen pen(file);
        hostile.write(pen, bytes);
        ::close(file);
    }
    std::filesystem::remove("hostile.db");
    const pid_t child = ::fork();
    if (child == 0) {
        // Of this processor's time: what is busy beside does not count. Twice what the slowest text takes, 1 s and 1 s a
        // MB, for memory that is slower than pace() says; what once went wrong took fifty times as long.
        const double seconds = static_cast<double>(2 * patience() * (1 + (bytes >> 20))) * pace();
        const rlimit limit{static_cast<rlim_t>(std::ceil(seconds)), RLIM_INFINITY};
        ::setrlimit(RLIMIT_CPU, &limit);
        ::dup2(::open("summary.json", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
        ::dup2(::open("messages.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        ::execlp("cofnod", "cofnod", "import", "--json", "hostile.db", text.c_str(), nullptr);
        ::_exit(127);
    }
    Outcome outcome{{wait_for(child)}, {}};
    std::ifstream json("summary.json");
    outcome.json.assign(std::istreambuf_iterator<char>(json), {});
    return outcome;
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t megabytes = argc > 1 ? std::stoull(argv[1]) : 16;
    const std::string_view only = argc > 2 ? argv[2] : "";
    constexpr long most_kibibytes = (512 + 256) << 10;  // for making the index, and for all else
    bool failed = false;
    for (const Case& hostile : cases) {
        if (!only.empty() && hostile.name.find(only) == std::string_view::npos) continue;
        const Outcome outcome = import(hostile, megabytes << 20);
        std::printf("%-40.*s exit %d  %6.1f s  %4ld MiB\n", static_cast<int>(hostile.name.size()), hostile.name.data(),
                    outcome.code, outcome.seconds, outcome.kibibytes >> 10);
        std::fflush(stdout);
        std::string fault;
        if (outcome.code != 0 && outcome.code != 1 && outcome.code != 4 && outcome.code != 6) fault = "exit code";
        if (outcome.kibibytes > most_kibibytes * static_cast<long>(std::min<rlim_t>(patience(), 3)))
            fault = "too much memory";
        if (outcome.code <= 1 && outcome.json.find("\"bytes_unaccounted\": 0") == std::string::npos)
            fault = "bytes are unaccounted for";
        if (outcome.signal != 0) fault = "ended by signal " + std::to_string(outcome.signal);
        if (outcome.signal == SIGXCPU) fault = "takes too long";
        if (!fault.empty()) std::printf("  FAULT: %s\n", fault.c_str()), failed = true;
    }
    return failed ? 1 : 0;
}
