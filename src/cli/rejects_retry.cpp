#include "cli/rejects_retry.hpp"

#include <fmt/format.h>

#include <ostream>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/report.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/retry.hpp"

namespace cofnod::cli {

namespace {

using answers::CsvWriter;
using answers::JsonWriter;

class RetryOutput {
public:
    RetryOutput(const jobs::RetryOptions& options, OutputFormat format, const notation::Languages& languages,
                const jobs::RetryReport& report, Streams& io)
        : options_(options), format_(format), languages_(languages), report_(report), io_(io) {}

    void print() const {
        switch (format_) {
            case OutputFormat::json: return print_json();
            case OutputFormat::ndjson: return print_ndjson();
            case OutputFormat::csv: return print_csv(CsvWriter::comma);
            case OutputFormat::tsv: return print_csv(CsvWriter::tab);
            default: return print_table();
        }
    }

    void print_summary() const {
        io_.err << fmt::format("{} of {} can be read further{}\n", report_.gains.size(), counted(report_.tried, "game"),
                               options_.dry_run ? "; nothing was written" : "");
        if (report_.several > 0)
            io_.err << fmt::format("{} would be several games now: 'cofnod rejects {} ID' prints the text to import\n",
                                   counted(report_.several, "text"), options_.database);
        if (report_.without_text > 0) io_.err << no_text_left(report_.without_text);
        if (report_.changed > 0)
            io_.err << fmt::format("{} changed by another program meanwhile: run the command again\n",
                                   counted(report_.changed, "game was", "games were"));
    }

private:
    [[nodiscard]] std::string title_of(const jobs::Gain& gain) const {
        return jobs::notation_title(languages_, gain.now.notation.code);
    }

    void print_table() const {
        if (report_.gains.empty()) return;
        Table table({{"id", Table::right},
                     {"place", Table::left, Table::flexible},
                     {"white", Table::left, Table::flexible},
                     {"black", Table::left, Table::flexible},
                     {"was"},
                     {"plies", Table::right},
                     {"is"},
                     {"plies", Table::right},
                     {"notation"}});
        for (const jobs::Gain& gain : report_.gains) {
            const auto& [header, before, now] = gain;
            table.add({std::to_string(header.id), fmt::format("{}:{}", header.source, header.line), header.white,
                       header.black, std::string(name_of(header.state)), std::to_string(header.ply_count),
                       std::string(name_of(now.state)), std::to_string(now.ply_count), title_of(gain)});
        }
        table.print(io_.out, io_.out_terminal);
    }

    void print_csv(CsvWriter::Separator separator) const {
        CsvWriter csv(io_.out, separator);
        csv.row(
            {"game", "file", "line", "white", "black", "state_before", "plies_before", "state", "plies", "notation"});
        for (const auto& [header, before, now] : report_.gains)
            csv.row({std::to_string(header.id), header.source, std::to_string(header.line), header.white, header.black,
                     std::string(name_of(header.state)), std::to_string(header.ply_count),
                     std::string(name_of(now.state)), std::to_string(now.ply_count), now.notation.code});
    }

    static void write_members(JsonWriter& json, const jobs::Gain& gain) {
        const auto& [header, before, now] = gain;
        json.member("game", header.id)
            .member("file", header.source)
            .member("line", header.line)
            .member("white", header.white)
            .member("black", header.black)
            .member("state_before", name_of(header.state))
            .member("plies_before", header.ply_count)
            .member("state", name_of(now.state))
            .member("plies", now.ply_count)
            .member("notation", now.notation.code);
    }

    void print_json() const {
        JsonWriter json(io_.out, JsonWriter::indented);
        json.begin_document().member("dry_run", options_.dry_run).key("games").begin_array();
        for (const jobs::Gain& gain : report_.gains) {
            write_members(json.begin_object(), gain);
            json.end_object();
        }
        json.end_array().end_object();
    }

    void print_ndjson() const {
        JsonWriter json(io_.out, JsonWriter::line);
        for (const jobs::Gain& gain : report_.gains) {
            write_members(json.begin_document(), gain);
            json.end_object();
        }
    }

    const jobs::RetryOptions& options_;
    OutputFormat format_;
    const notation::Languages& languages_;
    const jobs::RetryReport& report_;
    Streams& io_;
};

}  // namespace

std::string no_text_left(std::uint64_t games) {
    return fmt::format(
        "the text of {} was not kept (import --no-source)\n  to read it again, import the file into a new database: "
        "cofnod import NEW.db FILE\n",
        counted(games, "game"));
}

int retry_rejects(const jobs::RetryOptions& options, const jobs::ReadingOptions& how, OutputFormat format,
                  Streams& io) {
    const jobs::Reading reading(how);
    const jobs::RetryReport report = jobs::retry_rejects(options, reading);
    const RetryOutput output(options, format, reading.languages, report, io);
    output.print();
    if (!io.quiet) output.print_summary();
    return static_cast<int>(report.gains.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace cofnod::cli
