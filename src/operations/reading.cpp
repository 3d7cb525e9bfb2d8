#include "operations/reading.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "operations/input_files.hpp"
#include "operations/notation_choice.hpp"
#include "store/partial_date.hpp"
#include "store/stored_values.hpp"

namespace cofnod::operations {

namespace {

const importers::Charset* charset_named(const std::string& name) {
    if (name.empty()) return nullptr;
    if (const importers::Charset* charset = importers::Charset::find(name)) return charset;
    throw UsageError(tr("unknown character set '{}'", name),
                     tr("for example utf-8, utf-16le, windows-1252, iso-8859-14, windows-1256, koi8-r, MacArabic"));
}

/// Returns the options that affect reading.
std::string options_text(const ReadingOptions& options) {
    std::string text = fmt::format("--from {}", importers::name_of(options.from));
    if (!options.from_notation.empty()) text += " --from-notation " + options.from_notation;
    if (!options.prefer_notation.empty()) text += " --prefer-notation " + options.prefer_notation;
    for (const auto& [tag, name] : options.columns) text += fmt::format(" --map '{}={}'", tag, name);
    if (!options.charset.empty()) text += " --charset " + options.charset;
    if (!options.ocr.empty()) text += " --ocr " + options.ocr;
    for (const std::string& file : options.notation_files) text += " --notation-file " + file;
    return text;
}

}  // namespace

ReadingSetup::ReadingSetup(const ReadingOptions& options) : languages(known_languages(options.notation_files)) {
    if (!options.from_notation.empty()) how.notation = &language_named(languages, options.from_notation);
    if (!options.prefer_notation.empty()) how.preferred = &language_named(languages, options.prefer_notation);
    charset = charset_named(options.charset);
    text = options_text(options);
    how.format = options.from;
    how.columns = options.columns;
    how.limits = options.limits;
    how.limits.archive.ocr = options.ocr;
    how.keep_source = false;
    how.keep_san = false;
}

namespace {

void read_source(Input input, const ReadingSetup& reading, SourcesSink& sink, Tally& total, bool keep_going,
                 const Host& host) {
    const std::string name = input.source.name();
    host.progress.begin_file(name, input.source.size(), 0);
    sink.begin_source(name, *input.charset.charset);
    Tally tally;
    CountingSink counting(tally, total, &sink, host);
    const auto finish = [&] {
        host.progress.end_file();
        total += tally;
        sink.end_source(name, tally);
    };
    try {
        if (!input.empty)
            importers::import_source(input.source, reading.languages, input.options(reading.how), counting);
    } catch (const Error&) {
        if (keep_going) finish();
        throw;
    }
    finish();
}

}  // namespace

std::optional<InputError> import_into(SourcesSink& sink, const std::string& path, const ReadingSetup& reading,
                                      const Host& host) {
    importers::Container container = importers::Container::open(path, reading.how.limits.archive);
    Tally total;
    read_sources(container, reading, sink, total, false, host);
    return unread_members(container);
}

void read_sources(importers::Container& container, const ReadingSetup& reading, SourcesSink& sink, Tally& total,
                  bool keep_going, const Host& host) {
    while (auto source = container.next()) {
        try {
            read_source(look_into(std::move(*source), reading.how, reading), reading, sink, total, keep_going, host);
        } catch (const InputError& error) {
            if (!keep_going) throw;
            host.reporter.error(error);
        }
    }
}

store::GameHeader header_of(const GameRecord& record) {
    const auto tag = [&](std::string_view name) { return std::string(record.tags.find(name).value_or("")); };
    const auto elo = [&](std::string_view name) { return store::plain_number(record.tags.find(name).value_or("")); };
    store::GameHeader header;
    header.kind = record.kind;
    header.state = record.state;
    header.result = record.result;
    header.white = tag("White");
    header.black = tag("Black");
    header.event = tag("Event");
    header.site = tag("Site");
    header.date = store::date_of_tag(tag("Date"));
    header.round = tag("Round");
    header.white_elo = elo("WhiteElo");
    header.black_elo = elo("BlackElo");
    header.eco = tag("ECO");
    header.ply_count = record.ply_count;
    header.notation = record.notation.code;
    return header;
}

store::GameHeader header_in_place_of(const store::GameHeader& stored, const GameRecord& record) {
    store::GameHeader header = header_of(record);
    header.id = stored.id;
    header.source = stored.source;
    header.number = stored.number;
    header.line = stored.line;
    header.charset = record.charset.empty() ? stored.charset : record.charset;
    return header;
}

}  // namespace cofnod::operations
