#include <filesystem>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/embedded.hpp"
#include "cli/program.hpp"
#include "cli/streams.hpp"
#include "options/arguments.hpp"

namespace cofnod::cli {

namespace {

/// Stands in the description for the name of the database, which Datasette takes from the file.
constexpr std::string_view name_of_database = "\"{database}\"";

struct SchemaOptions {
    std::string program;
    std::string database = "games.db";
};

std::string as_json(const std::string& text) {
    std::ostringstream out;
    answers::JsonWriter(out, answers::JsonWriter::line).value(text);
    return out.str();
}

int run_schema(const SchemaOptions& options, Streams& io) {
    options::read_word("PROGRAM", options.program, {"datasette"});
    std::string text(embedded::files.front().text);
    text.replace(text.find(name_of_database), name_of_database.size(),
                 as_json(std::filesystem::path(options.database).stem().string()));
    io.out << text;
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_schema(Program& program) {
    Command& command = program.add(
        {.name = "schema",
         .summary = "describe a database to other programs: tables, columns and queries for Datasette",
         .examples = "cofnod schema datasette games.db > metadata.json\n"
                     "datasette games.db --metadata metadata.json --load-extension=$(cofnod sqlite --path)",
         .more = "For Datasette: the metadata.json with descriptions of tables and columns, and queries for positions, "
                 "pieces, endgames, patterns, players and openings, which use the extension that 'cofnod sqlite' "
                 "prints."});
    auto options = std::make_shared<SchemaOptions>();
    options::Option& program_name = command.argument("PROGRAM", options->program, "datasette");
    program_name.required = true;
    program_name.choices = {"datasette"};
    command.argument("DB", options->database, "the database, for its name alone (default: games.db)");
    command.runs(options, run_schema);
}

}  // namespace cofnod::cli
