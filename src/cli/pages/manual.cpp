#include "cli/pages/pages.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/config/settings.hpp"
#include "cli/topics.hpp"

namespace cofnod::pages {

namespace {

using cli::Command;
using cli::Option;
using cli::Program;

/// Escapes the roff escape character.
std::string escaped(std::string_view line) {
    std::string result;
    for (const char c : line) {
        switch (c) {
            case '\\': result += "\\e"; break;
            case '-': result += "\\-"; break;
            case '\'': result += "\\(aq"; break;
            case '`': result += "\\(ga"; break;
            case '"': result += "\\(dq"; break;
            default: result += c;
        }
    }
    return result;
}

/// Escapes a line so that it is not interpreted as a request or macro.
std::string text(std::string_view line) { return line.starts_with('.') ? "\\&" + escaped(line) : escaped(line); }

/// Wraps text to lines of at most 80 bytes.
std::string filled(std::string_view sentence) {
    std::string result = cli::wrapped(escaped(sentence), 0);
    for (std::size_t at = 0; at != result.npos; at = result.find('\n', at + 1))
        if (const std::size_t begin = at == 0 ? 0 : at + 1; result[begin] == '.') result.insert(begin, "\\&");
    return result;
}

/// Quotes a macro argument.
std::string in_quotes(std::string_view word) { return fmt::format(R"("\&{}")", escaped(word)); }

/// Begins each sentence on a new line, as mdoc(7) recommends.
std::string paragraph(std::string_view sentences) {
    std::string result;
    while (!sentences.empty()) {
        std::size_t end = sentences.find(". ");
        end = end == sentences.npos ? sentences.size() : end + 1;
        result += filled(sentences.substr(0, end)) + '\n';
        sentences.remove_prefix(std::min(sentences.size(), end + 1));
    }
    return result;
}

std::string section(const char* title) { return fmt::format(".Sh {}\n", translated(title)); }

/// Returns the head of a page. The word NAME is not translated, since apropos(1) finds pages by it.
std::string head(std::string_view name, int section, std::string_view date, std::string_view summary) {
    const std::string title = to_upper(name);
    return fmt::format(".Dd {}\n.Dt {} {}\n.Os\n.Sh NAME\n.Nm {}\n.Nd {}\n", date, title, section, name, text(summary));
}

std::string item(const Option& option) {
    std::string line = ".It ";
    for (std::size_t i = 0; i < option.names.size(); ++i)
        line += fmt::format("{}Sy {}", i > 0 ? " , " : "", in_quotes(option.names[i]));
    if (!option.is_flag() && !option.is_argument()) line += fmt::format(" Ar {}", in_quotes(option.value));
    return line + '\n' + filled(fmt::format("{}.", translated(option.help))) + '\n';
}

std::string options_of(const cli::Arguments& table) {
    std::string result;
    for (const auto& [heading, options] : cli::by_heading(table)) {
        result += fmt::format(".Ss {}\n.Bl -tag -width Ds\n", text(translated(heading)));
        for (const Option* option : options) result += item(*option);
        result += ".El\n";
    }
    return result;
}

std::string arguments_of(const Command& command) {
    std::string items;
    for (const Option& option : command.options())
        if (option.is_argument()) items += item(option);
    return items.empty() ? items : ".Bl -tag -width Ds\n" + items + ".El\n";
}

std::string synopsis_of(const Command& command) {
    std::string result =
        section(phrase("SYNOPSIS")) + fmt::format(".Nm cofnod {}\n.Op Ar options\n", command.text.name);
    for (const Option& option : command.options()) {
        if (!option.is_argument()) continue;
        const std::string dots = option.repeats ? " ..." : "";
        result += fmt::format(".{}Ar {}{}\n", option.required ? "" : "Op ", in_quotes(option.name()), dots);
    }
    return result;
}

/// Formats lines as a literal display.
std::string literal(std::string_view lines) {
    std::string result = ".Bd -literal -offset indent\n";
    for (const std::string_view line : reports::lines_in(lines)) result += text(line) + '\n';
    return result + ".Ed\n";
}

struct Status {
    std::string_view code, meaning;
};
constexpr Status statuses[] = {
    {"0", phrase("Success.")},
    {"1", phrase("Nothing was found, or differences or problems were found.")},
    {"2", phrase("The command line is wrong.")},
    {"3", phrase("Games are incomplete or rejected, and --strict was given; of recover: something was lost.")},
    {"4", phrase("An input could not be read; all others were.")},
    {"5", phrase("The database is missing, locked, damaged, newer or not a cofnod database.")},
    {"6", phrase("A limit was hit, or the disk is full.")},
    {"70", phrase("Internal error.")},
    {"130", phrase("Interrupted by Ctrl-C; 143: by SIGTERM; 129: by SIGHUP.")},
};

std::string examples(std::string_view lines) {
    return section(phrase("EXAMPLES")) + literal(cli::with_translated_remarks(lines));
}

/// Formats the text of a block, with its code and strong words in bold.
std::string marked(std::string_view markdown) {
    std::string result;
    for (const cli::Span& span : cli::spans_of(markdown)) {
        const bool is_bold = span.style == cli::Span::Style::code || span.style == cli::Span::Style::strong;
        const bool is_italic = span.style == cli::Span::Style::emphasis;
        const std::string words = escaped(span.text);
        result += is_bold ? "\\fB" + words + "\\fR" : is_italic ? "\\fI" + words + "\\fR" : words;
    }
    return result;
}

/// Returns true if a marked word ends a sentence, or could be taken for its end.
bool ends_sentence(std::string_view word) {
    for (const std::string_view mark : {"\\fR", ")", "\\(dq", "\\(aq"})
        while (word.ends_with(mark)) word.remove_suffix(mark.size());
    return word.ends_with('.') || word.ends_with('!') || word.ends_with('?');
}

/// Formats the text of a block as lines of at most 80 bytes; each sentence begins a line, as mdoc(7) recommends.
std::string marked_lines(std::string_view markdown) {
    std::string result, sentence;
    const auto end_line = [&] {
        const std::string lines = cli::wrapped(sentence, 0);
        for (const std::string_view line : words_of(lines, "\n"))
            result.append(line.starts_with('.') ? "\\&" : "").append(line) += '\n';
        sentence.clear();
    };
    const std::string words = marked(markdown);
    for (const std::string_view word : words_of(words, " ")) {
        sentence.append(sentence.empty() ? "" : " ").append(word);
        if (ends_sentence(word)) end_line();
    }
    end_line();
    return result;
}

/// Formats the argument of a macro.
std::string marked_argument(std::string_view markdown) { return fmt::format(R"("\&{}")", marked(markdown)); }

/// Formats a table: the first cell of each row as a tag, the others below it with the names of their columns.
std::string rows_of(const cli::Block& table) {
    std::string result = ".Bl -tag -width Ds\n";
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        const auto& row = table.rows[i];
        if (row.empty()) continue;
        result += fmt::format(".It {}\n", marked_argument(row.front()));
        bool is_first = true;
        for (const std::string& cell : cli::described_cells(table, i))
            result += (std::exchange(is_first, false) ? "" : ".br\n") + marked_lines(cell);
    }
    return result + ".El\n";
}

}  // namespace

std::string manual(const Program& program, std::string_view date) {
    std::string page = head("cofnod", 1, date, tr("import, search and export game scores in many notations"));
    page += section("SYNOPSIS") + ".Nm\n.Ar command\n.Op Ar options\n.Ar ...\n" + section(phrase("DESCRIPTION"));
    page += paragraph(fmt::format("{}.", translated(program.summary)));
    page += tr("The commands are:") + "\n.Bl -tag -width Ds\n";
    for (const Command& command : program.commands)
        page += fmt::format(".It Xr cofnod-{} 1\n{}.\n", command.text.name, text(translated(command.text.summary)));
    page += ".El\n" + section(phrase("OPTIONS")) + options_of(program.common) + section(phrase("EXIT STATUS")) +
            ".Bl -tag -width Ds\n";
    for (const auto& [code, meaning] : statuses) page += fmt::format(".It {}\n{}\n", code, filled(translated(meaning)));
    page += ".El\n" + section(phrase("SEE ALSO")) + ".Xr sqlite3 1 ,\n.Xr cofnod 5 ,\n.Xr cofnod-config 5";
    for (const cli::Topic& topic : cli::topics()) page += fmt::format(" ,\n.Xr cofnod-{} 7", topic.name);
    return page + '\n';
}

std::string manual(const Program&, const Command& command, std::string_view date) {
    const cli::CommandText& about = command.text;
    std::string page = head("cofnod-" + about.name, 1, date, translated(about.summary)) + synopsis_of(command);
    page += section("DESCRIPTION") + (about.more.empty() ? filled(fmt::format("{}.", translated(about.summary))) + '\n'
                                                         : paragraph(translated(about.more)));
    page += arguments_of(command) + section("OPTIONS") + tr("Options of all commands are described in") +
            "\n.Xr cofnod 1 .\n";
    return page + options_of(command) + examples(about.examples) + section("SEE ALSO") +
           ".Xr cofnod 1 ,\n.Xr cofnod 5\n";
}

std::string config_manual(std::string_view date) {
    std::string page =
        head("cofnod-config", 5, date, tr("configuration files of cofnod")) + section("DESCRIPTION") +
        paragraph(translated(phrase(
            "A configuration file is TOML, a line KEY = \"VALUE\" for each key; a line that begins with # is a "
            "comment. Each value is a text in quotes. A file with a fault, an unknown key among them, is refused "
            "with its line."))) +
        ".Pp\n" +
        paragraph(translated(phrase(
            "A value is taken from the command line, then from the environment variable of its key, then from the "
            "file of the project, then from the file of the user. An empty value hides those of later places. "
            "'cofnod config --show-origin' lists all values and where they come from."))) +
        section(phrase("KEYS")) + ".Bl -tag -width Ds\n";
    for (const config::Key& key : config::keys()) {
        page += fmt::format(".It Sy {} = {}\n", in_quotes(key.text), in_quotes(fmt::format("\"{}\"", key.example)));
        page += filled(fmt::format("{}.", translated(key.help))) + '\n';
        page += filled(key.option.empty() ? tr("Variable {}.", key.variable)
                                          : tr("Variable {}, option {}.", key.variable, key.option)) +
                '\n';
        if (key.scope == config::Scope::personal) page += filled(tr("Not in the file of a project.")) + '\n';
    }
    page += ".El\n" + section(phrase("THE DEFAULT DATABASE"));
    page += paragraph(translated(phrase(
        "With a default database, the first argument of a command that takes a database is that database only if it "
        "is an existing file of SQLite, ends in .db, .sqlite or .sqlite3, or is an address. Otherwise the default "
        "database is meant, and that argument is the one after it: 'cofnod show 5' shows game 5 of it.")));
    page += section(phrase("FILES")) + ".Bl -tag -width Ds\n.It Pa ~/.config/cofnod/config.toml\n";
    page += paragraph(translated(phrase(
        "The file of the user; below XDG_CONFIG_HOME where that is set. COFNOD_CONFIG names another file; if it is "
        "empty, no configuration file is read, that of a project neither.")));
    page += ".It Pa .cofnod.toml\n";
    page += paragraph(translated(phrase(
        "The file of a project: in the current folder, or the nearest one above it, as far as the home folder. It "
        "may have come with a stranger's archive: it is read only if it is a plain file of the user who runs "
        "cofnod, it can run no program, and its database is a file in its folder, links followed.")));
    return page + ".El\n" + section("SEE ALSO") + ".Xr cofnod 1 ,\n.Xr cofnod-config 1\n";
}

std::string topic_manual(const cli::Topic& topic, std::string_view date) {
    using Kind = cli::Block::Kind;
    std::string page = head(fmt::format("cofnod-{}", topic.name), 7, date, topic.summary) + section("DESCRIPTION");
    std::uint32_t depth = 0;  // depth of lists
    const auto end_lists = [&](std::uint32_t kept) {
        for (; depth > kept; --depth) page += ".El\n";
    };
    bool is_first = true;  // after a heading, where a paragraph needs no space
    for (const cli::Block& block : cli::blocks_of(topic)) {
        if (block.kind != Kind::item) end_lists(block.kind == Kind::code || block.kind == Kind::table ? depth : 0);
        switch (block.kind) {
            case Kind::heading:
                if (block.level > 1)
                    page += fmt::format("{} {}\n", block.level == 2 ? ".Sh" : ".Ss",
                                        marked_argument(block.level == 2 ? to_upper(block.text) : block.text));
                is_first = true;
                continue;
            case Kind::paragraph: page += (is_first ? "" : ".Pp\n") + marked_lines(block.text); break;
            case Kind::item:
                end_lists(block.level);
                for (; depth < block.level; ++depth) page += ".Bl -bullet -width Ds\n";
                page += ".It\n" + marked_lines(block.text);
                break;
            case Kind::table: page += rows_of(block); break;
            case Kind::code: page += literal(block.text); break;
        }
        is_first = false;
    }
    end_lists(0);
    return page + section("SEE ALSO") + ".Xr cofnod 1\n";
}

std::string database_manual(std::string_view schema_readme, std::string_view date) {
    std::string page = head("cofnod", 5, date, "database of game scores") + section("DESCRIPTION") +
                       paragraph(
                           "A cofnod database is an ordinary SQLite database, in one file. The views are for "
                           "people; the tables are for cofnod and may change with its version.") +
                       ".Sh VIEWS\n.Bl -tag -width Ds\n";
    std::string queries;
    bool in_queries = false;
    for (const std::string_view line : reports::lines_in(schema_readme)) {
        if (line.starts_with("```"))
            in_queries = line == "```sql";
        else if (in_queries)
            queries += fmt::format("{}\n", line);
        if (const std::size_t name_end = line.find("_view` | "); line.starts_with("| `") && name_end != line.npos) {
            std::string what(line.substr(name_end + 9));
            what.erase(what.find_last_not_of(" |") + 1);
            std::erase(what, '`');
            page += fmt::format(".It Sy {}\nEach row is {}.\n", line.substr(3, name_end + 2), text(what));
        }
    }
    return page + ".El\n" + examples(queries) + section("SEE ALSO") + ".Xr cofnod 1 ,\n.Xr sqlite3 1\n";
}

}  // namespace cofnod::pages
