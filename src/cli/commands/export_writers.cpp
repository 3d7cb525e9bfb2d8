#include "cli/commands/export_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <ostream>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/report.hpp"
#include "export/booklet/movetext.hpp"
#include "export/polyglot.hpp"
#include "export/references.hpp"
#include "games/record/diagram.hpp"
#include "notation/languages.hpp"
#include "search/ply_conditions.hpp"

namespace cofnod::cli {

namespace {

using reports::FoundRecord;
using reports::RecordWriter;
using reports::Rows;

/// Writes games as bibliographic data: an entry a game, or one JSON document.
class ReferenceExport : public RecordWriter {
public:
    ReferenceExport(OutputFormat format, const notation::Language& language, std::ostream& out)
        : is_json_(format == OutputFormat::jsonld), language_(language), out_(out) {
        if (is_json_) out_ << R"({"@context":"https://schema.org","@graph":[)";
    }
    void add(const FoundRecord& game) override {
        const references::Reference reference{.id = game.hit.game,
                                              .record = game.record,
                                              .moves = reports::main_line_text(game.record, language_),
                                              .citation = game.origin.citation,
                                              .source = game.origin.source};
        std::string text;
        if (!is_json_) references::append_bibtex(reference, text);
        if (is_json_) references::append_jsonld(reference, text += std::exchange(is_first_, false) ? "\n" : ",\n");
        out_ << text;
    }
    void finish() override {
        if (is_json_) out_ << "\n]}\n";
    }

private:
    bool is_json_, is_first_ = true;
    const notation::Language& language_;
    std::ostream& out_;
};

booklet::BookletFormat booklet_format(OutputFormat format) {
    return format == OutputFormat::html  ? booklet::BookletFormat::html
           : format == OutputFormat::tei ? booklet::BookletFormat::tei
                                         : booklet::BookletFormat::latex;
}

/// Writes a booklet of games.
class PrintedExport : public RecordWriter {
public:
    PrintedExport(const ExportOptions& options, const notation::Language& language, std::ostream& out)
        : diagrams_(options.diagrams),
          printer_(booklet::printer(
              booklet_format(options.format), out,
              {.title = options.title.empty() ? tr("Games") : options.title,
               .language = &language,
               .layout = options.layout == pgn::Layout::columns ? booklet::Layout::columns : booklet::Layout::text})) {}

    void add(const FoundRecord& game) override {
        const std::vector<GamePlace> places = diagrams_.in(game.record, game.hits);
        const auto drawn = places.empty() ? std::nullopt : std::optional(with_diagrams(game.record, places));
        printer_->add(booklet::GameToPrint{.record = drawn ? *drawn : game.record, .citation = game.origin.citation});
    }
    void finish() override { printer_->finish(); }

private:
    const DiagramPlaces& diagrams_;
    std::unique_ptr<booklet::Printer> printer_;
};

/// Returns a caption with the values of a game in place of the words in braces.
std::string caption_of(std::string text, std::int64_t id, const GameRecord& record, const std::string& move) {
    const auto value = [&](std::string_view name) -> std::optional<std::string> {
        const auto tag = [&](std::string_view of) { return std::string(record.tags.find(of).value_or("?")); };
        if (name == "white") return tag("White");
        if (name == "black") return tag("Black");
        if (name == "event") return tag("Event");
        if (name == "site") return tag("Site");
        if (name == "date") return tag("Date");
        if (name == "year") return tag("Date").substr(0, 4);
        if (name == "result") return std::string(to_text(record.result));
        if (name == "id") return std::to_string(id);
        if (name == "move") return move;
        return std::nullopt;
    };
    for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at)) {
        const std::size_t end = text.find('}', at);
        const std::string name = end == text.npos ? text.substr(at + 1) : text.substr(at + 1, end - at - 1);
        const auto known = end == text.npos ? std::nullopt : value(name);
        if (!known)
            throw UsageError(tr("--caption: there is no '{}'", name),
                             tr("words in braces are white, black, event, site, date, year, result, id, move"));
        text.replace(at, end + 1 - at, *known);
        at += known->size();
    }
    return text;
}

/// Writes the positions found as sheets of diagrams.
class SheetExport : public RecordWriter {
public:
    SheetExport(const ExportOptions& options, const notation::Language& language, std::ostream& out)
        : options_(options), language_(language), sheet_(*options.sheet) {
        sheet_.solutions = options.solutions;
        printer_ = booklet::printer(
            booklet_format(options.format), out,
            {.title = options.title.empty() ? tr("Positions") : options.title, .language = &language, .sheet = sheet_});
    }

    void add(const FoundRecord& found) override {
        reports::with_line_of(found.hit, found.record, [&](const GameRecord& line) {
            if (line.state == GameState::rejected) return;
            const std::uint32_t ply = options_.at.value_or(reports::LinePlace()).in(found.hit, line.ply_count);
            const reports::LineText text =
                reports::line_text(line, ply, end_of_solution(found.hit, line, ply), language_);
            const std::string usual = fmt::format("{} – {}, {}", "{white}", "{black}", "{year}");
            std::string caption =
                caption_of(options_.caption.empty() ? usual : options_.caption, found.hit.game, line, text.before);
            if (options_.caption.empty()) caption += fmt::format(" · {}", translated(text.standing));
            const bool is_flipped =
                options_.side == Side::black || (options_.side == Side::mover && !text.is_white_to_move);
            printer_->add(booklet::DiagramToPrint{
                .record = line, .ply = ply, .is_flipped = is_flipped, .caption = caption, .solution = text.moves});
        });
    }
    void finish() override { printer_->finish(); }

private:
    /// Returns the ply at which the solution of a diagram ends: that of --part, the place found if it comes later, or
    /// some moves on.
    [[nodiscard]] std::uint32_t end_of_solution(const search::Hit& hit, const GameRecord& line,
                                                std::uint32_t ply) const {
        static constexpr std::uint32_t usual = 10;
        if (options_.part) return options_.part->to.in(hit, line.ply_count);
        return hit.ply && *hit.ply > ply ? *hit.ply : std::min(ply + usual, line.ply_count);
    }

    const ExportOptions& options_;
    const notation::Language& language_;
    booklet::Sheet sheet_;
    std::unique_ptr<booklet::Printer> printer_;
};

std::string picture_of(const FoundRecord& found, const ExportOptions& options, const notation::Language& language) {
    std::string svg;
    reports::with_line_of(found.hit, found.record, [&](const GameRecord& line) {
        if (line.state == GameState::rejected) return;
        const std::uint32_t ply = options.at.value_or(reports::LinePlace()).in(found.hit, line.ply_count);
        const bool is_white_to_move = reports::line_text(line, ply, ply, language).is_white_to_move;
        svg = svg_of(booklet::diagram_after(line, language, ply),
                     {.flip = options.side == Side::black || (options.side == Side::mover && !is_white_to_move)});
    });
    return svg;
}

/// Writes one picture into a file, or one a position into a folder, `game-17-ply-42.svg`.
class PictureExport : public RecordWriter {
public:
    PictureExport(const ExportOptions& options, const notation::Language& language, std::ostream& out)
        : options_(options), language_(language), out_(out), is_into_folder_(is_folder(options.output)) {
        if (is_into_folder_) make_folder(options.output);
    }

    void add(const FoundRecord& found) override {
        if (!is_into_folder_ && std::exchange(has_one_, true))
            throw UsageError(tr("a file holds one picture, and there are several positions"),
                             tr("write them into a folder, -o pictures/, or add --limit 1"), "output");
        const std::string svg = picture_of(found, options_, language_);
        if (!is_into_folder_) out_ << svg;
        if (!is_into_folder_ || svg.empty()) return;
        std::string name = fmt::format("game-{}", found.hit.game);
        if (found.hit.line > 0) name += fmt::format("-variation-{}", found.hit.line);
        if (found.hit.ply) name += fmt::format("-ply-{}", *found.hit.ply);
        const std::filesystem::path path = std::filesystem::path(options_.output) / (name + ".svg");
        OutputFile file(path.string(), options_.overwrite, std::cout);
        file.stream() << svg;
        file.finish();
    }

private:
    const ExportOptions& options_;
    const notation::Language& language_;
    std::ostream& out_;
    bool is_into_folder_, has_one_ = false;
};

/// Writes all games as one with variations.
class MergedExport : public RecordWriter {
public:
    MergedExport(const ExportOptions& options, const pgn::WriteOptions& how, std::ostream& out)
        : how_(how), out_(out), games_(options.merging) {}

    void add(const FoundRecord& found) override {
        if (!games_.add(found.record)) ++left_out;
    }
    void finish() override {
        GameRecord record = games_.merged();
        // In English in every language, as data are.
        record.tags.add("Event", fmt::format("{} game{}", games_.games(), games_.games() == 1 ? "" : "s"));
        std::string text;
        pgn::write(record, how_, text);
        out_ << text;
    }

private:
    pgn::WriteOptions how_;
    std::ostream& out_;
    MergedGames games_;
};

/// Writes an opening book.
class BookExport : public RecordWriter {
public:
    BookExport(const ExportOptions& options, std::ostream& out)
        : out_(out), least_games_(options.merging.least_games), book_(options.merging.plies) {}

    void add(const FoundRecord& found) override {
        if (!book_.add(found.record)) ++left_out;
    }
    void finish() override { book_.write(out_, least_games_); }

private:
    std::ostream& out_;
    std::uint32_t least_games_;
    polyglot::Book book_;
};

}  // namespace

bool DiagramPlaces::are_of_hits() const {
    return std::ranges::any_of(
        places, [](const reports::LinePlace& place) { return place.from == reports::LinePlace::From::found; });
}

std::vector<GamePlace> DiagramPlaces::in(const GameRecord& record, std::span<const search::Hit> hits) const {
    std::vector<GamePlace> result;
    if (record.state == GameState::rejected) return result;
    for (const reports::LinePlace& place : places) {
        if (place.from != reports::LinePlace::From::found) {
            result.push_back({0, place.in({}, record.ply_count)});
            continue;
        }
        const std::vector<GamePlace> found = reports::places_of(hits, record, place);
        result.insert(result.end(), found.begin(), found.end());
    }
    if (nags.empty()) return result;
    for (const std::uint32_t ply : search::PlyConditions{.nags = nags}.plies_in(record)) result.push_back({0, ply});
    return result;
}

bool ExportOptions::has_tables() const {
    return format == OutputFormat::parquet && !to_lower(output).ends_with(".parquet");
}

bool is_printed(OutputFormat format) {
    using enum OutputFormat;
    return format == html || format == latex || format == tei;
}

bool is_reference(OutputFormat format) { return format == OutputFormat::bibtex || format == OutputFormat::jsonld; }

bool is_data(OutputFormat format) {
    using enum OutputFormat;
    return format == json || format == ndjson || format == csv || format == csv_with_bom || format == tsv ||
           format == parquet;
}

bool is_of_positions(OutputFormat format) {
    return format == OutputFormat::fen || format == OutputFormat::epd || format == OutputFormat::svg;
}

bool is_folder(const std::string& path) { return path.ends_with('/') || std::filesystem::is_directory(path); }

void make_folder(const std::string& path) {
    std::error_code fault;
    std::filesystem::create_directories(path, fault);
    if (fault) throw InputError(fmt::format("{}: {}", path, fault.message()), tr("name another folder"));
}

std::unique_ptr<RecordWriter> make_export(const ExportOptions& options, bool with_ply, const pgn::WriteOptions& how,
                                          const notation::Languages& languages, std::ostream& out) {
    const notation::Language& language = *how.language;
    const reports::LinePlace at = options.at.value_or(reports::LinePlace());
    if (options.rows || is_data(options.format)) {
        const auto format = options.format == OutputFormat::automatic ? OutputFormat::csv : options.format;
        return reports::data_writer(
            {.rows = options.rows.value_or(Rows::games),
             .columns = options.columns_listed,
             .with_ply = with_ply,
             .at = at},
            format == OutputFormat::parquet ? parquet_rows(out) : reports::writers_of(answer_format(format), {out}),
            language);
    }
    if (options.merge) return std::make_unique<MergedExport>(options, how, out);
    if (options.format == OutputFormat::polyglot) return std::make_unique<BookExport>(options, out);
    if (options.sheet) return std::make_unique<SheetExport>(options, language, out);
    if (is_printed(options.format)) return std::make_unique<PrintedExport>(options, language, out);
    if (is_reference(options.format)) return std::make_unique<ReferenceExport>(options.format, language, out);
    switch (options.format) {
        case OutputFormat::fen: return reports::text_writer(out, options.threads, reports::append_as_fen(at));
        case OutputFormat::epd:
            return reports::text_writer(out, options.threads, reports::append_as_epd(at, languages.english()));
        case OutputFormat::uci: return reports::text_writer(out, options.threads, reports::append_as_uci(language));
        case OutputFormat::svg: return std::make_unique<PictureExport>(options, language, out);
        default: return reports::text_writer(out, options.threads, reports::append_as_pgn(how));
    }
}

}  // namespace cofnod::cli
