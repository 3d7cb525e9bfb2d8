#include "jobs/reading.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/say.hpp"
#include "jobs/notation_choice.hpp"

namespace cofnod::jobs {

namespace {

const importers::Charset* charset_named(const std::string& name) {
    if (name.empty()) return nullptr;
    if (const importers::Charset* charset = importers::Charset::find(name)) return charset;
    throw UsageError(say("unknown character set '{}'", name),
                     say("for example utf-8, utf-16le, windows-1252, iso-8859-14, windows-1256, koi8-r, MacArabic"));
}

/// Returns the options that affect what is read.
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

}  // namespace cofnod::jobs
