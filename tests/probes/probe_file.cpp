#include "probe_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string_view>

namespace {

/// Reads the lines of one file. What follows a keyword at the start of a line is its value; any other line is input.
class ProbeReader {
public:
    explicit ProbeReader(const std::string& path)
        : file_(path), name_(std::filesystem::path(path).filename().string()) {
        if (!file_) throw std::runtime_error("cannot open " + path);
    }

    std::vector<Probe> read() {
        for (std::string line; std::getline(file_, line);) {
            ++line_number_;
            take(line);
        }
        return std::move(probes_);
    }

private:
    void take(std::string_view line) {
        if (takes(line, "== ")) return begin_probe(line);
        if (takes(line, "define ")) return define(line);
        if (probes_.empty()) return;  // what stands before the first probe is a comment
        if (takes(line, "-> ")) return expect(line);
        if (takes(line, "   note: ")) return game().notes.push_back(std::string(line));
        if (takes(line, "   tag: ")) return game().tags.push_back(std::string(line));
        if (takes(line, "!! ")) return set_mark(line);
        if (!probes_.back().games.empty() && line.empty()) return;
        if (!probes_.back().games.empty()) fail("input after what is expected");
        add_input(line);
    }

    static bool takes(std::string_view& line, std::string_view keyword) {
        if (!line.starts_with(keyword)) return false;
        line.remove_prefix(keyword.size());
        return true;
    }

    void begin_probe(std::string_view line) {
        Probe probe;
        probe.place = fmt::format("{}:{}", name_, line_number_);
        const std::size_t bracket = line.rfind(" [");
        if (bracket != line.npos && line.ends_with("]")) {
            probe.charset = line.substr(bracket + 2, line.size() - bracket - 3);
            line = line.substr(0, bracket);
        }
        probe.name = line;
        probes_.push_back(std::move(probe));
    }

    /// `define final = 8/8/...`: `$final` stands for it where moves are expected.
    void define(std::string_view line) {
        const std::size_t sign = line.find(" = ");
        if (sign == line.npos) fail("expected define NAME = TEXT");
        defined_[std::string(line.substr(0, sign))] = line.substr(sign + 3);
    }

    /// `-> complete 5 1.e4 d5 ...`
    void expect(std::string_view line) {
        ExpectedGame game;
        const std::size_t blank = line.find(' ');
        if (blank == line.npos) fail("expected -> STATE PLIES");
        game.state = line.substr(0, blank);
        line.remove_prefix(blank + 1);
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), game.plies);
        if (error != std::errc{}) fail("expected a number of plies");
        line.remove_prefix(static_cast<std::size_t>(end - line.data()));
        if (takes(line, " ")) game.moves = line.starts_with('$') ? meaning_of(line.substr(1)) : std::string(line);
        probes_.back().games.push_back(std::move(game));
    }

    std::string meaning_of(std::string_view name) {
        const auto found = defined_.find(std::string(name));
        if (found == defined_.end()) fail("not defined");
        return found->second;
    }

    void set_mark(std::string_view line) {
        Probe& probe = probes_.back();
        if (takes(line, "ambiguous: "))
            probe.mark = Probe::Mark::ambiguous;
        else if (takes(line, "unread: "))
            probe.mark = Probe::Mark::unread;
        else
            fail("expected !! ambiguous: or !! unread: and a reason");
        probe.reason = line;
    }

    ExpectedGame& game() {
        if (probes_.back().games.empty()) fail("a note before its game");
        return probes_.back().games.back();
    }

    /// A line of input; `\` at its end joins it to the next.
    void add_input(std::string_view line) {
        std::string& input = probes_.back().input;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != '\\')
                input += line[i];
            else if (++i == line.size())
                return;
            else
                i = add_escape(line, i, input);
        }
        input += '\n';
    }

    /// The last byte of the escape whose letter stands at `i`.
    std::size_t add_escape(std::string_view line, std::size_t i, std::string& input) {
        switch (line[i]) {
            case 'r': input += '\r'; return i;
            case 't': input += '\t'; return i;
            case '\\': input += '\\'; return i;
            case 'x': {  // \xE9
                input += static_cast<char>(number(line.substr(i + 1, 2), 16));
                return i + 2;
            }
            case '*': {  // \*70000;a
                const std::size_t end = line.find(';', i);
                if (end == line.npos || end + 1 == line.size()) fail("expected \\*COUNT;CHARACTER");
                input.append(number(line.substr(i + 1, end - i - 1), 10), line[end + 1]);
                return end + 1;
            }
            default: fail("not an escape");
        }
    }

    std::size_t number(std::string_view digits, int base) {
        std::size_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
        if (digits.empty() || read.ptr != digits.data() + digits.size()) fail("not a number");
        return value;
    }

    [[noreturn]] void fail(std::string_view what) const {
        throw std::runtime_error(fmt::format("{}:{}: {}", name_, line_number_, what));
    }

    std::ifstream file_;
    std::string name_;
    std::size_t line_number_ = 0;
    std::map<std::string, std::string> defined_;
    std::vector<Probe> probes_;
};

}  // namespace

std::vector<Probe> read_probes(const std::string& path) { return ProbeReader(path).read(); }
