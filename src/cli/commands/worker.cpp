#include "cluster/worker.hpp"

#include <iostream>
#include <memory>
#include <ostream>
#include <string>

#include "base/printable.hpp"
#include "cli/program.hpp"
#include "terminal/streams.hpp"

namespace cofnod::cli {

namespace {

struct WorkerOptions {
    std::string program;  ///< print the configuration for it instead
    bool first_ply = false;
};

int run_worker(const WorkerOptions& options, Streams& io) {
    if (!options.program.empty())
        io.out << cluster::worker_configuration(printable(options.program));  // XML is UTF-8
    else
        cluster::work(options.first_ply ? cluster::Function::first_ply : cluster::Function::cql, std::cin, io.out);
    return 0;
}

}  // namespace

void add_worker(Program& program) {
    Command& command = program.add(
        {.name = "worker",
         .summary = "answer CQL inside a server of ClickHouse",
         .examples = "# the configuration, for a server's folder of user_defined_executable_functions_config\n"
                     "cofnod worker --configuration /usr/bin/cofnod > cofnod_function.xml",
         .more = "The server starts it for its function cofnod_cql(script, moves, start, result), which returns the "
                 "plies at which a game matches, and with --first-ply for cofnod_first_ply(script, moves, start), the "
                 "first of them or -1: it reads rows from standard input and writes their answers, as RowBinary. With "
                 "it 'cofnod cql' and searches for part of a position fetch only the games that match."});
    auto options = std::make_shared<WorkerOptions>();
    command.flag("--first-ply", options->first_ply, "answer cofnod_first_ply");
    command.heading("output");
    command.option("--configuration", "FILE", options->program, "print the configuration for this program on a server");
    command.runs(options, run_worker);
}

}  // namespace cofnod::cli
