#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>

#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "web/serve.hpp"

namespace cofnod::cli {

namespace {

int run_serve(const web::ServeOptions& options, Streams& io) {
    web::serve(options, [&](const std::string& address) {
        io.out << address << std::endl;
        if (!io.quiet) io.err << "Open this address in a browser. Ctrl-C ends it.\n";
    });
    return 0;
}

}  // namespace

void add_serve(Program& program) {
    Command& command = program.add(
        {.name = "serve",
         .summary = "show a database as a page in the browser",
         .examples = "cofnod serve games.db\n"
                     "# at an address that stays\n"
                     "cofnod serve games.db --port 8080",
         .more = "The page is served to this computer alone, and only reads the database. Its addresses can be kept as "
                 "bookmarks if the port is given. Programs find the same answers as JSON below /api/v1/."});
    auto options = std::make_shared<web::ServeOptions>();
    add_database(command, options->database);
    command.number(
        "--port", "N", {1, 65535}, [options](std::int64_t port) { options->port = static_cast<std::uint16_t>(port); },
        "listen on this port (default: a free one)");
    command.flag("--token", options->asks_for_token,
                 "answer only those who have the token in the address that is printed: for computers that others use "
                 "too");
    command.runs(options, run_serve, Output::data);
}

}  // namespace cofnod::cli
