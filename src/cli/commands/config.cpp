#include <cstdlib>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/config/settings.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "reports/reference.hpp"

namespace cofnod::cli {

namespace {

struct ConfigOptions {
    const config::Settings* settings;
    std::string key;
    bool show_origin = false;
    OutputFormat format = OutputFormat::automatic;
};

using config::Looked;
using reports::ListedSetting;

/// Names of origins in tables.
constexpr const char* origins[] = {phrase("built in"), phrase("user"), phrase("project"), phrase("environment"),
                                   phrase("flag")};

std::string shown_origin(const std::string& name) {
    for (std::size_t i = 0; i < std::size(origins); ++i)
        if (config::name_of(static_cast<config::Origin>(i)) == name) return std::string(translated(origins[i]));
    return name;
}

/// Sets the value that applies if the key is not set.
void add_default(ListedSetting& row, config::Name name) {
    const auto take_variable = [&](const char* variable) {
        const char* const value = std::getenv(variable);
        if (value) row = {row.key, value, std::string(config::name_of(config::Origin::environment)), variable};
        return value != nullptr;
    };
    switch (name) {
        case config::Name::color:
        case config::Name::bidi: row.value = "auto"; break;
        case config::Name::pager:
            if (!take_variable("PAGER")) row.value = "less";
            break;
        default: break;
    }
}

std::vector<ListedSetting> listed(const ConfigOptions& options) {
    std::vector<ListedSetting> rows;
    for (const config::Key& key : config::keys()) {
        if (!options.key.empty() && key.text != options.key) continue;
        const config::Setting& setting = (*options.settings)[key.name];
        ListedSetting& row = rows.emplace_back(ListedSetting{
            std::string(key.text), setting.value, std::string(config::name_of(setting.origin)), setting.place});
        if (!setting.value) add_default(row, key.name);
    }
    return rows;
}

std::optional<std::string> path_read(const Looked& file) {
    return file.state == Looked::read ? std::optional(file.path) : std::nullopt;
}

/// Returns "~/.config/cofnod/config.toml (does not exist)".
std::string place_of(const Looked& file, const Terminal& terminal) {
    if (file.path.empty()) return tr("none");
    std::string path = shown(file.path, terminal);
    switch (file.state) {
        case Looked::read: return path;
        case Looked::absent: return tr("{} (does not exist)", path);
        case Looked::of_another: return tr("{} (not read: it belongs to another user)", path);
        case Looked::no_file: return tr("{} (not read: it is not a plain file)", path);
    }
    return path;
}

void print_table(const std::vector<ListedSetting>& rows, const ConfigOptions& options, Streams& io) {
    Table table(options.show_origin ? std::vector<Table::Column>{{tr("key")},
                                                                 {tr("value"), Table::left, Table::path},
                                                                 {tr("origin")},
                                                                 {tr("place")}}
                                    : std::vector<Table::Column>{{tr("key")}, {tr("value"), Table::left, Table::path}});
    for (const ListedSetting& row : rows) {
        std::vector<std::string> cells = {row.key, row.value.value_or("")};
        if (options.show_origin) {
            cells.push_back(shown_origin(row.origin));
            cells.push_back(row.place);
        }
        table.add(std::move(cells));
    }
    table.print(io.out, io.out_terminal);
    if (io.quiet) return;
    io.say(tr("your file: {}", place_of(options.settings->user(), io.err_terminal)));
    io.say(tr("file of the project: {}", place_of(options.settings->project(), io.err_terminal)));
}

/// Lists the settings and their origins, or prints the value of one key.
int run_config(const ConfigOptions& options, Streams& io) {
    if (!options.key.empty()) {
        options::Words names;
        for (const config::Key& key : config::keys()) names.emplace_back(key.text);
        options::read_word("KEY", options.key, names);
    }
    const std::vector<ListedSetting> rows = listed(options);
    const config::Settings& settings = *options.settings;
    if (is_for_programs(options.format))
        reports::write_settings(rows, {path_read(settings.user()), path_read(settings.project())},
                                answer_format(options.format), io.data());
    else if (!options.key.empty() && !options.show_origin && options.format == OutputFormat::automatic) {
        if (!rows.front().value) return static_cast<int>(ExitCode::nothing_found);
        io.out << reports::printable_lines(*rows.front().value, io.out_terminal) << '\n';
    } else
        print_table(rows, options, io);
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_config(Program& program) {
    Command& command = program.add(
        {.name = "config",
         .summary = "list the settings: default database, notation, language, colours",
         .examples = "cofnod config --show-origin\n"
                     "# the value of one key\n"
                     "cofnod config database\n"
                     "# a default database, for commands that name none\n"
                     "mkdir -p ~/.config/cofnod && echo 'database = \"~/games.db\"' >> ~/.config/cofnod/config.toml\n"
                     "# another one for this folder, and those below it\n"
                     "echo 'database = \"games.db\"' > .cofnod.toml",
         .more =
             "A setting is taken from the command line, then from its environment variable, then from the file of "
             "the project (.cofnod.toml in this folder or the nearest above it), then from your own file, "
             "~/.config/cofnod/config.toml. With a default database, the first argument of a command is a database "
             "only if it is a file of SQLite, ends in .db, .sqlite or .sqlite3, or is an address of servers. The "
             "default notation is for moves that people read; data for programs and exported PGN are not changed."});
    auto options = std::make_shared<ConfigOptions>();
    options->settings = program.settings;
    command.argument("KEY", options->key, "print the value of this key alone; exit code 1 if it has none");
    command.heading("settings");
    command.flag("--show-origin", options->show_origin,
                 "where each value comes from: flag, environment, project, user or built in");
    add_format(command, options->format);
    command.pages = true;
    command.runs(options, run_config);
}

}  // namespace cofnod::cli
