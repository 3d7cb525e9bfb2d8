#include "run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "cli/command_line.hpp"

namespace cofnod::faults {

namespace {

[[noreturn]] void become_cofnod(std::vector<std::string> arguments, const std::function<void()>& before,
                                const std::function<void()>& after, int error_pipe) {
    ::dup2(error_pipe, STDERR_FILENO);
    ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    std::vector<char*> argv;
    std::string name = "cofnod";
    argv.push_back(name.data());
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    std::ios::sync_with_stdio(false);  // the library's own buffers, before any fault
    if (before) before();
    const int code = cli::run_command_line(static_cast<int>(argv.size()) - 1, argv.data());
    std::cerr.flush();
    if (after) after();
    ::_exit(code);
}

/// All rows of a statement, a line each; its error message where it fails.
std::string rows(sqlite3* db, const char* sql) {
    std::string text;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) != SQLITE_OK) return sqlite3_errmsg(db);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const auto* value = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
            text.append(value ? value : "NULL").push_back('|');
        }
        text += '\n';
    }
    if (sqlite3_finalize(statement) != SQLITE_OK) text += sqlite3_errmsg(db);
    return text;
}

bool has_tables(sqlite3* db) { return rows(db, "SELECT 1 FROM sqlite_schema WHERE name = 'game'") == "1|\n"; }

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close_v2)>;

Database open(const std::string& path) {
    sqlite3* db = nullptr;
    sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr);
    return {db, sqlite3_close_v2};
}

}  // namespace

Started::Started(const std::vector<std::string>& arguments, const std::function<void()>& before,
                 const std::function<void()>& after) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) become_cofnod(arguments, before, after, ends[1]);
    ::close(ends[1]);
    error_pipe_ = ends[0];
}

void Started::kill() const { send(SIGKILL); }

void Started::send(int signal) const { ::kill(process_, signal); }

Run Started::finish() {
    Run run;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(error_pipe_, buffer.data(), buffer.size())) > 0;)
        run.said.append(buffer.data(), static_cast<std::size_t>(size));
    ::close(error_pipe_);
    int status = 0;
    ::waitpid(process_, &status, 0);
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    run.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return run;
}

Run run_program(const std::vector<std::string>& arguments, const std::function<void()>& before,
                const std::function<void()>& after) {
    return Started(arguments, before, after).finish();
}

std::vector<std::vector<std::string>> rows_of(const std::string& path, const std::string& sql) {
    const Database db = open(path);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(db.get(), sql.c_str(), -1, &statement, nullptr);
    std::vector<std::vector<std::string>> rows;
    while (statement && sqlite3_step(statement) == SQLITE_ROW) {
        std::vector<std::string> row;
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
            row.emplace_back(text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, i)));
        }
        rows.push_back(std::move(row));
    }
    const int code = statement ? sqlite3_finalize(statement) : SQLITE_ERROR;
    if (code != SQLITE_OK) throw std::runtime_error(path + ": " + sqlite3_errmsg(db.get()) + ": " + sql);
    return rows;
}

std::string content_of(const std::string& path) {
    if (!std::filesystem::exists(path) || std::filesystem::file_size(path) == 0) return {};
    const Database db = open(path);
    if (const std::string sound = rows(db.get(), "PRAGMA integrity_check"); sound != "ok|\n")
        return "damaged: " + sound;
    if (!has_tables(db.get())) return {};
    std::string content;
    for (const char* sql :
         {"SELECT * FROM games_view", "SELECT * FROM tags_view", "SELECT * FROM problems_view",
          "SELECT id, hex(moves), hex(final_check) FROM game",
          "SELECT state, found, complete, incomplete, rejected, bytes, separators, separator_bytes, bytes_unaccounted "
          "FROM sources_view",
          "SELECT * FROM _counts WHERE \"table\" IN ('game', 'player', 'event', 'site', 'form', 'source_run', "
          "'game_tag', 'problem')"})
        content += rows(db.get(), sql);
    return content;
}

std::string fault_of(const Run& run) {
    if (run.signal != 0) return "it was ended by signal " + std::to_string(run.signal);
    if (run.code == 0) return {};
    if (run.code != 4 && run.code != 5 && run.code != 6)
        return "it ended with exit code " + std::to_string(run.code) + ": " + run.said;
    return run.said.empty() ? "it failed without a word" : "";
}

std::string fault_after(const std::string& database, const std::vector<std::string>& import,
                        const std::string& expected) {
    const std::string left = content_of(database);
    if (left.starts_with("damaged")) return left;
    if (!left.empty())
        if (const Run check = run_program({"check", "--quiet", database}); check.code != 0 || check.signal != 0)
            return "check finds a fault: " + check.said;
    if (const Run again = run_program(import); again.code != 0 || again.signal != 0)
        return "the import does not go on: " + again.said;
    return content_of(database) == expected ? "" : "the import that went on ended with something else";
}

}  // namespace cofnod::faults
