#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "cluster/server.hpp"
#include "web/serve.hpp"

namespace cofnod::cli {

namespace {

namespace fs = std::filesystem;

/// Returns the user's runtime folder, which is emptied at logout, or the folder for temporary files.
fs::path folder_for_a_while() {
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    std::error_code none;
    return own && fs::is_directory(own, none) ? fs::path(own) : fs::temp_directory_path(none);
}

[[noreturn]] void throw_not_written(const fs::path& path) {
    throw InputError(fmt::format("{}: {}", path.string(), system_message(errno)));
}

/// A page that redirects the user's browser to an address. Program arguments are visible to all users of the computer,
/// so the browser is given the name of a file that only this user can read. Removed on destruction.
class LeadingPage {
public:
    LeadingPage() = default;
    ~LeadingPage() { remove(); }
    LeadingPage(const LeadingPage&) = delete;
    LeadingPage& operator=(const LeadingPage&) = delete;

    /// Writes the page to XDG_RUNTIME_DIR or the folder for temporary files, and returns its path. Throws Error if it
    /// cannot be written.
    const fs::path& write(const std::string& address) {
        std::string folder = folder_for_a_while() / "cofnod-XXXXXX";
        if (!::mkdtemp(folder.data())) throw_not_written(folder);  // creates it with mode 700
        file_ = fs::path(folder) / "open.html";
        const std::string page = fmt::format(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
            "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<title>cofnod</title>\n<a href=\"{0}\">cofnod</a>\n",
            address);
        const Descriptor file(::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!file || !write_all(file, page)) throw_not_written(file_);
        return file_;
    }
    /// Does nothing if the page is already removed.
    void remove() noexcept {
        std::error_code none;
        if (!file_.empty()) fs::remove_all(file_.parent_path(), none);
    }

private:
    fs::path file_;
};

/// Opens a file or an address in the user's browser. Returns false if no program for that is installed.
bool open_in_browser(const std::string& place) {
    std::string program = "xdg-open", argument = place;
    char* const arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return false;
    std::thread([child] {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }).detach();
    return true;
}

struct ServeOptions {
    web::ServeOptions serve;
    bool open = false;   ///< open the page in a browser
    bool check = false;  ///< request every kind of answer once, then exit
};

/// Opens the first page in the user's browser. With a token, `page` redirects to it until the browser has loaded it.
void open(const web::Entrance& entrance, LeadingPage& page, Streams& io) {
    const std::string address = entrance.address([&page] { page.remove(); });
    try {
        if (open_in_browser(entrance.token.empty() ? address : page.write(address).string())) return;
        io.say(tr("no browser could be started: xdg-open is not installed"));
    } catch (const Error& fault) {
        io.say(fault.what());
    }
}

int check(const web::ServeOptions& options, Streams& io) {
    std::size_t answers = 0;
    const bool is_sound = web::check(options, [&](const std::string& address, const std::string& fault) {
        ++answers;
        if (!fault.empty()) io.err << fmt::format("{}: {}\n", address, fault);
    });
    if (!io.quiet)
        io.out << fmt::format("{}: {}\n", printable(options.database),
                              is_sound ? counted(answers, "{} address answers", "{} addresses answer")
                                       : counted(answers, "{} address asked for", "{} addresses asked for"));
    return static_cast<int>(is_sound ? ExitCode::ok : ExitCode::nothing_found);
}

int run_serve(const ServeOptions& options, Streams& io) {
    web::ServeOptions serve = options.serve;
    if (cluster::is_address(serve.database)) {
        if (serve.writes)
            throw UsageError(tr("--write: games on servers cannot be corrected"),
                             tr("correct them in the database, then load that again: cofnod load"));
        serve.open_servers = [database = serve.database] { return open_games(database); };
    }
    if (options.check) return check(serve, io);
    serve.made_by = maker(serve.made_by);
    std::optional<MemoryLimit> limit;
    LeadingPage page;
    web::serve(serve, [&](const web::Entrance& entrance) {
        io.out << entrance.address({}) << '\n';
        if (!entrance.token.empty()) io.out << "Authorization: Bearer " << entrance.token << '\n';
        io.out << std::flush;
        io.remark(tr("Open this address in a browser. Ctrl-C ends it."));
        if (options.open) open(entrance, page, io);
        limit.emplace();  // set after starting the browser, which would inherit it
    });
    return 0;
}

}  // namespace

void add_serve(Program& program) {
    Command& command = program.add(
        {.name = "serve",
         .summary = "show a database as a page in the browser",
         .examples = "cofnod serve games.db --open\n"
                     "# at an address that stays\n"
                     "cofnod serve games.db --port 8080\n"
                     "# correct what was not read as it stands\n"
                     "cofnod serve games.db --write --open\n"
                     "# is everything answered?\n"
                     "cofnod serve games.db --check",
         .more =
             "The page is served to this computer alone, and only reads the database. Its addresses can be kept as "
             "bookmarks if the port is given. Programs find the same answers as JSON below /api/v1/, described in "
             "/api/v1/openapi.json. With --write the page also corrects: at the text of a game, what is typed is read "
             "again at once, and stored when it is kept. It does what correct, set, delete and undo do; 'cofnod "
             "corrections' lists who changed what, and the text as the source has it stays beside it. Where the token "
             "is asked "
             "for, the address that is printed has a code, which is good once and for five minutes, and the line after "
             "it is the header for programs: curl reads it from a file with -H @FILE, so that no list of processes "
             "shows it."});
    auto options = std::make_shared<ServeOptions>();
    add_games(command, options->serve.database);
    command.flag("--open", options->open, "open the page in the browser");
    command.number(
        "--port", "N", {0, 65535},
        [options](std::int64_t port) { options->serve.port = static_cast<std::uint16_t>(port); },
        "listen on this port (default: 0, a free one)");
    command.flag("--token", options->serve.asks_for_token,
                 "answer only those who have the token that is printed: for computers that others use too");
    command.flag("--write", options->serve.writes,
                 "let the page correct games, set their tags, delete and undo; always asks for the token");
    add_made_by(command, options->serve.made_by);
    command.flag("--check", options->check, "ask for every kind of answer once, report what is wrong, and end");
    command.exclude({"--open", "--check"});
    command.exclude({"--write", "--check"});
    command.runs(options, run_serve, Output::data);
}

}  // namespace cofnod::cli
