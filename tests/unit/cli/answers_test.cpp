// Compares the output of every command in every format with the tables of manual/formats.md.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../operations/folder.hpp"
#include "cli/command_line.hpp"

using cofnod::cli::run_command_line;
using cofnod::operations::test::Folder;

namespace {

using Words = std::vector<std::string>;

[[maybe_unused]] const bool synchronized = std::ios::sync_with_stdio(false);

/// Runs the whole program in this process, and returns its standard output.
std::string run(Words words) {
    words.insert(words.begin(), {"cofnod", "--quiet"});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::ostringstream out, err;
    auto* const usual_out = std::cout.rdbuf(out.rdbuf());
    auto* const usual_err = std::cerr.rdbuf(err.rdbuf());
    run_command_line(static_cast<int>(arguments.size()), arguments.data());
    std::cout.rdbuf(usual_out);
    std::cerr.rdbuf(usual_err);
    INFO(err.str());
    CHECK(err.str().find("cofnod:") == std::string::npos);
    return out.str();
}

/// A JSON value, with the details that a schema describes.
struct Json {
    std::string type;  ///< "null", "boolean", "integer", "number", "text", "list", "object"
    std::string text;
    std::vector<std::pair<std::string, Json>> members;
    std::vector<Json> items;

    [[nodiscard]] const Json* member(const std::string& name) const {
        const auto found = std::ranges::find(members, name, [](const auto& each) { return each.first; });
        return found == members.end() ? nullptr : &found->second;
    }
};

/// Parses the output of the program; throws if it is not JSON.
class JsonReader {
public:
    explicit JsonReader(const std::string& text) : text_(text) {}

    Json read() {
        skip_blanks();
        Json value;
        if (take('{')) {
            value.type = "object";
            while (!take('}')) {
                std::string name = read_text();
                expect(':');
                value.members.emplace_back(std::move(name), read());
                if (!take(',')) {
                    expect('}');
                    break;
                }
            }
        } else if (take('[')) {
            value.type = "list";
            while (!take(']')) {
                value.items.push_back(read());
                if (!take(',')) {
                    expect(']');
                    break;
                }
            }
        } else if (peek() == '"') {
            value.type = "text";
            value.text = read_text();
        } else {
            while (at_ < text_.size() && is_of_number(text_[at_])) value.text += text_[at_++];
            if (value.text.empty()) throw std::runtime_error("no JSON at " + text_.substr(at_, 40));
            const bool is_word = value.text == "true" || value.text == "false";
            value.type = is_word                                               ? "boolean"
                         : value.text == "null"                                ? "null"
                         : value.text.find_first_of(".e") == std::string::npos ? "integer"
                                                                               : "number";
        }
        skip_blanks();
        return value;
    }
    [[nodiscard]] bool at_end() {
        skip_blanks();
        return at_ == text_.size();
    }

private:
    static bool is_of_number(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char c) {
        skip_blanks();
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) throw std::runtime_error(std::string("expected ") + c + " at " + text_.substr(at_, 40));
    }
    std::string read_text() {
        expect('"');
        std::string result;
        for (; peek() != '"'; ++at_) {
            if (peek() == '\0') throw std::runtime_error("open text");
            if (peek() == '\\') result += text_[at_++];
            result += text_[at_];
        }
        ++at_;
        return result;
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

struct Member {
    std::string name, type, part;  ///< part: section of the objects of a list
    bool is_optional = false, may_be_null = false, is_unfolded = false;
};
using Schema = std::map<std::string, std::vector<Member>>;  ///< by section

bool take_word(std::string& text, const std::string& word) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) return false;
    text.erase(at, word.size());
    return true;
}

/// Returns the tables of the README.
Schema read_schema() {
    std::ifstream file(std::string(COFNOD_ROOT) + "/manual/formats.md");
    Schema schema;
    std::string section;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) section = line.substr(3);
        if (!line.starts_with("| `")) continue;
        const std::size_t end = line.find('`', 3), type = line.find("| ", end) + 2;
        Member member{.name = line.substr(3, end - 3), .type = line.substr(type, line.find(" |", type) - type)};
        member.is_optional = take_word(member.type, ", optional");
        member.may_be_null = take_word(member.type, " or null");
        member.is_unfolded = member.type.starts_with("rows of ");
        if (const std::size_t of = member.type.find(" of "); of != std::string::npos) {
            member.part = member.type.substr(of + 4);
            member.type = "list";
        }
        schema[section].push_back(member);
    }
    return schema;
}

const Schema& schema() {
    static const Schema read = read_schema();
    return read;
}

void check_no_marks(const std::string& text) {
    CHECK(text != "?");
    CHECK(text.find("????.??.??") == std::string::npos);
}

void check_value(const Json& value, const Member& member);

void check_object(const Json& object, const std::string& section, const Words& options) {
    REQUIRE(object.type == "object");
    std::vector<std::string> names, expected;
    for (const auto& [name, value] : object.members)
        if (name != "schema_version") names.push_back(name);
    for (const Member& member : schema().at(section)) {
        if (member.is_optional && std::ranges::find(options, member.name) == options.end()) continue;
        expected.push_back(member.name);
        const Json* const value = object.member(member.name);
        INFO(section << "." << member.name);
        REQUIRE(value);
        check_value(*value, member);
    }
    CHECK(names == expected);
}

void check_value(const Json& value, const Member& member) {
    if (value.type == "null") {
        CHECK(member.may_be_null);
        return;
    }
    const bool is_number = member.type == "number" && value.type == "integer";
    if (!is_number) CHECK(value.type == member.type);
    check_no_marks(value.text);
    for (const auto& [name, content] : value.members) check_no_marks(content.text);
    for (const Json& item : value.items) {
        check_no_marks(item.text);
        if (member.part == "texts" || member.part == "integers")
            CHECK(item.type == member.part.substr(0, member.part.size() - 1));
        else if (!member.part.empty() && item.type != "null")
            check_object(item, member.part, {});
    }
}

/// Returns the CSV columns.
std::vector<std::string> columns(const std::string& section, const Words& options) {
    std::vector<std::string> names;
    for (const Member& member : schema().at(section)) {
        if (member.is_optional && std::ranges::find(options, member.name) == options.end()) continue;
        if (!member.is_unfolded) {
            names.push_back(member.name);
            continue;
        }
        for (const Member& part : schema().at(member.part)) names.push_back(member.part + '_' + part.name);
    }
    return names;
}

std::vector<std::vector<std::string>> cells_of(const std::string& text, char separator) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    for (const char c : text) {
        if (c == '"' && separator == ',')
            quoted = !quoted;
        else if (c == separator && !quoted)
            row.emplace_back();
        else if (c == '\n' && !quoted)
            rows.push_back(std::exchange(row, std::vector<std::string>(1)));
        else
            row.back() += c;
    }
    return rows;
}

/// A command, the section that describes its answer, and the name of the list; empty: a document.
struct Case {
    std::string section, list;
    Words command, optional = {};
};

std::string run_as(const Case& each, const std::string& format) {
    Words words = each.command;
    words.insert(words.end(), {"--format", format});
    return run(words);
}

void check_json(const Case& each) {
    const std::string text = run_as(each, "json");
    JsonReader reader(text);
    const Json document = reader.read();
    CHECK(reader.at_end());
    REQUIRE(document.member("schema_version"));
    if (each.list.empty()) return check_object(document, each.section, each.optional);
    const Json* const rows = document.member(each.list);
    REQUIRE(rows);
    REQUIRE_FALSE(rows->items.empty());
    for (const Json& row : rows->items) check_object(row, each.section, each.optional);
}

void check_ndjson(const Case& each) {
    std::istringstream lines(run_as(each, "ndjson"));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        JsonReader reader(line);
        const Json row = reader.read();
        CHECK(reader.at_end());
        CHECK(row.member("schema_version"));
        check_object(row, each.section, each.optional);
    }
    CHECK(count > 0);
}

void check_rows(const Case& each, const std::string& format) {
    const auto rows = cells_of(run_as(each, format), format == "csv" ? ',' : '\t');
    REQUIRE(rows.size() > 1);
    CHECK(rows.front() == columns(each.section, each.optional));
    for (const auto& row : rows) {
        CHECK(row.size() == rows.front().size());
        for (const std::string& cell : row) check_no_marks(cell);
    }
}

}  // namespace

TEST_CASE("every answer is as its schema says, in every format", "[answers]") {
    const Folder folder;
    const std::string games = folder.file("games.db"), samples = std::string(COFNOD_ROOT) + "/sample-data";
    const std::string twins = folder.file("twins.pgn"), twins_db = folder.file("twins.db");
    const std::string players = "[White \"A\"]\n[Black \"B\"]\n[Date \"1999.01.01\"]\n\n";
    std::ofstream(twins) << players << "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n"
                         << players << "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0\n\n"
                         << "[White \"?\"]\n\n1. e4 f6 2. Qh5+ g6 3. Qxg6+ hxg6 *\n\n"
                         << "[White \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    run({"import", games, samples + "/chess", samples + "/camelot"});
    run({"import", twins_db, twins});
    const std::string unread = folder.file("unread.pgn"), unread_db = folder.file("unread.db");
    const std::string notation = folder.file("y.notation");
    std::ofstream(unread) << "[White \"?\"]\n\n1. e4 e5 2. Yf3 Yc6 *\n";
    run({"import", unread_db, unread});
    std::ofstream(notation) << "code y\nname Ysgol\npieces K=K Q=Q R=R B=B N=Y\nexample Yf3 = Nf3\n";
    const std::string spelt = folder.file("spelt.pgn"), spelt_db = folder.file("spelt.db");
    std::ofstream(spelt) << "[White \"Hughes, Siân\"]\n[Date \"1985.??.??\"]\n[WhiteElo \"2100\"]\n\n1. e4 *\n\n"
                         << "[White \"HUGHES, Sian\"]\n\n1. d4 *\n\n";
    run({"import", spelt_db, spelt});
    const std::string script = folder.file("mate.cql");
    std::ofstream(script) << "cql() mate";
    run({"set", games, "16", "Round=3", "--by", "Nia"});
    const std::vector<Case> cases = {
        {"import", "files", {"import", games, samples + "/chess", "--dry-run"}},
        {"count", "", {"search", games, "--count"}},
        {"count", "", {"cql", script, games, "--count", "--positions"}, {"positions"}},
        {"filters", "filters", {"cql", "--filters"}},
        {"settings", "settings", {"config"}},
        {"games", "games", {"search", games}},
        {"games", "games", {"search", games, "--after", "1. e4", "--lines", "all"}, {"variation"}},
        {"games", "games", {"cql", script, games}, {"matching_plies"}},
        {"games", "games", {"cql", script, games, twins_db, twins}, {"matching_plies", "database"}},
        {"export", "games", {"export", games}},
        {"export", "games", {"export", games, "--after", "1. e4"}, {"ply", "move"}},
        {"position", "positions", {"export", games, "--rows", "plies"}},
        {"game", "", {"show", games, "1"}},
        {"game source", "", {"show", games, "1", "--source"}},
        {"file problem", "problems", {"check", samples + "/chess/mistakes"}},
        {"rejects", "games", {"rejects", games, "--all"}},
        {"rejects", "games", {"rejects", games, "--kind", "illegal_move"}},
        {"rejects", "", {"rejects", games, "16"}, {"text"}},
        {"retried", "games", {"rejects", unread_db, "--retry", "--dry-run", "--notation-file", notation}},
        {"correction", "corrections", {"set", games, "16", "Round=4", "--dry-run"}},
        {"correction", "corrections", {"correct", games, "1", "4د 6و", "4د 5د", "--dry-run"}},
        {"correction", "corrections", {"corrections", games}},
        {"passage", "passages", {"passages", games}},
        {"deleted game", "games", {"delete", games, "2", "--dry-run"}},
        {"correction", "corrections", {"undo", games, "16", "--dry-run"}},
        {"players", "players", {"players", games}},
        {"player pairs", "pairs", {"players", spelt_db, "--suggest"}},
        {"duplicates", "games", {"dedupe", twins_db, "--min-plies", "4"}},
        {"comparison", "moves", {"compare", twins_db, "1", "2"}},
        {"tree", "moves", {"tree", games, "--game", "chess"}},
        {"tree", "moves", {"tree", games, "--game", "camelot"}},
        {"overview", "", {"stats", games}},
        {"event table", "standings", {"table", games, "--player", "troyka", "--together"}},
        {"notations", "notations", {"languages"}},
    };
    for (const Case& each : cases) {
        std::string command;
        for (const std::string& word : each.command) command += word + ' ';
        INFO(command);
        check_json(each);
        check_ndjson(each);
        check_rows(each, "csv");
        check_rows(each, "tsv");
    }
}

TEST_CASE("parts of documents are as their schemas say", "[answers]") {
    const Folder folder;
    const std::string file = folder.file("twins.pgn"), games = folder.file("twins.db");
    std::ofstream(file) << "[White \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"B\"]\n\n1. e4 e5 2. Nf3 d6 3. Ke6 *\n";
    run({"import", games, file});
    const std::string text = run({"compare", games, "1", "2", "--json"});
    const Json comparison = JsonReader(text).read();
    for (const Json& witness : comparison.member("witnesses")->items) check_object(witness, "witness", {});
    for (const Json& tag : comparison.member("tags")->items) check_object(tag, "tag", {});
}

TEST_CASE("reports are as their schemas say, in every format", "[answers]") {
    const Folder folder;
    const std::string games = folder.file("games.db"), samples = std::string(COFNOD_ROOT) + "/sample-data";
    run({"import", games, samples + "/chess", samples + "/camelot"});
    const std::vector<std::pair<std::string, Words>> reports = {
        {"player report", {"player", games, "Morphy", "--together"}},
        {"player report", {"player", games, "Aronian"}},
        {"player report", {"player", games, "Troyka", "--together"}},
        {"opening report", {"opening", games, "--after", "1. e4 e5"}},
        {"opening report", {"opening", games, "--game", "camelot"}},
        {"novelty", {"novelty", games, "48"}},
        {"novelty", {"novelty", games, "79"}},
        {"repertoire", {"repertoire", games, "--of", games, "--side", "white", "--limit", "20"}},
        {"endgame report", {"endgames", games}},
    };
    for (const auto& [section, command] : reports) {
        INFO(command[0] << ' ' << command.back());
        const Case each{section, "", command};
        check_json(each);
        std::istringstream lines(run_as(each, "ndjson"));
        for (std::string line; std::getline(lines, line);) {
            Json row = JsonReader(line).read();
            const auto& members = schema().at(section);
            REQUIRE(row.member("section"));
            const auto list = std::ranges::find(members, row.member("section")->text, &Member::name);
            REQUIRE(list != members.end());
            std::erase_if(row.members, [](const auto& member) { return member.first == "section"; });
            check_object(row, list->part, {});
        }
        for (const Member& member : schema().at(section)) {
            if (member.type != "list" || member.part == "texts") continue;
            INFO(member.name);
            Words words = command;
            words.insert(words.end(), {"--section", member.name});
            for (const std::string format : {"csv", "tsv"}) {
                const auto rows = cells_of(run_as({member.part, "", words}, format), format == "csv" ? ',' : '\t');
                REQUIRE_FALSE(rows.empty());
                CHECK(rows.front() == columns(member.part, {}));
                for (const auto& row : rows) CHECK(row.size() == rows.front().size());
            }
        }
    }
}
