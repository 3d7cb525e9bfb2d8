#include "importers/documents/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"

namespace cofnod::importers::documents {

namespace {

using namespace std::string_view_literals;

struct PictureLanguage {
    std::string_view language, model, script;
};

#define PICTURE_LANGUAGE(language, model, script) {language, model, script},
constexpr PictureLanguage picture_languages[] = {
#include "importers/documents/picture_languages.def"
};

constexpr std::string_view english = "eng", detection = "osd";

/// Limits per page: CPU seconds, and memory for an image of some hundred million pixels.
constexpr ProgramLimits limits_of_page = {.cpu_seconds = 300, .memory = std::size_t{4} << 30};

std::string package_of(std::string model) {
    std::ranges::replace(model, '_', '-');
    return "tesseract-ocr-" + model;
}

/// A folder that is removed by its destructor.
class TemporaryFolder {
public:
    TemporaryFolder() : path_(made()) {}
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    static std::string made() {
        std::error_code error;
        std::string path = (std::filesystem::temp_directory_path(error) / "cofnod-XXXXXX").string();
        if (error || !mkdtemp(path.data())) throw LimitError(tr("no room for a temporary folder"));
        return path;
    }

    std::string path_;
};

/// Runs tesseract. `folder`: working directory, where it looks for files that accompany its input.
ProgramOutput run_tesseract(const FileHandle& picture, const std::string& name, std::vector<std::string> arguments,
                            const std::string& folder = {}) {
    static constexpr int not_found = 127;
    std::vector<std::string> command = {"env"};
    if (!folder.empty()) command.insert(command.end(), {"-C", folder});
    // One thread: other threads are used by this program.
    command.insert(command.end(), {"OMP_THREAD_LIMIT=1", "tesseract", "stdin", "stdout"});
    command.insert(command.end(), arguments.begin(), arguments.end());
    auto output = run_program(command, fileno(picture.get()), limits_of_page);
    if (!output || output->status == not_found)
        throw InputError(
            tr("{}: is a picture, whose text tesseract recognises, which is not installed", name),
            tr("install it, and the language of the page: apt-get install tesseract-ocr {}", package_of("cym")));
    return *std::move(output);
}

std::vector<std::string> installed_languages(const FileHandle& picture, const std::string& name) {
    const ProgramOutput output = run_tesseract(picture, name, {"--list-langs"});
    const std::vector<std::string_view> lines = words_of(output.text, "\n");  // the first is a heading
    return {lines.begin() + !lines.empty(), lines.end()};
}

bool has(const std::vector<std::string>& installed, std::string_view model) {
    return std::ranges::find(installed, model) != installed.end();
}

/// Returns the language of the locale, "cy"; empty if it has none.
std::string language_of_locale() {
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* const value = std::getenv(name); value && *value) return std::string(value).substr(0, 2);
    return {};
}

/// Returns the script that tesseract detects in an image; empty if it cannot.
std::string script_of(const FileHandle& picture, const std::string& name) {
    static constexpr std::string_view label = "Script: ";
    const ProgramOutput output = run_tesseract(picture, name, {"--psm", "0", "-l", std::string(detection)});
    const std::size_t at = output.text.find(label);
    if (output.status != 0 || at == output.text.npos) return {};
    const std::size_t begin = at + label.size();
    return output.text.substr(begin, output.text.find('\n', begin) - begin);
}

std::string likely_languages(const FileHandle& picture, const std::string& name,
                             const std::vector<std::string>& installed) {
    static constexpr std::size_t most = 3;  // more languages reduce the accuracy of each
    const std::string script = has(installed, detection) ? script_of(picture, name) : "";
    const std::string locale = language_of_locale();
    std::vector<std::string> models;
    for (const PictureLanguage& each : picture_languages) {
        if (!has(installed, each.model) || (!script.empty() && each.script != script)) continue;
        if (each.language == locale) models = {std::string(each.model)};
        if (each.language == locale) break;
        if (models.size() < most) models.emplace_back(each.model);
    }
    if (has(installed, english)) models.emplace_back(english);
    return fmt::format("{}", fmt::join(models, "+"));
}

std::string languages_for(const FileHandle& picture, const std::string& name, const std::string& wanted) {
    const std::vector<std::string> installed = installed_languages(picture, name);
    for (const std::string_view each : words_of(wanted, "+"))
        if (!has(installed, each))
            throw InputError(tr("{}: tesseract cannot recognise «{}»: this language is not installed", name, each),
                             tr("apt-get install {}", package_of(std::string(each))));
    std::string languages = wanted.empty() ? likely_languages(picture, name, installed) : wanted;
    if (languages.empty())
        throw InputError(tr("{}: tesseract has no language to recognise it in", name),
                         tr("install that of the page: apt-get install {}", package_of("cym")));
    return languages;
}

/// Renders a page of a PDF as an image.
FileHandle picture_of_page(const FileHandle& pdf, const std::string& name, std::size_t number) {
    const std::string page = std::to_string(number);
    const auto output = run_program({"pdftoppm", "-r", "300", "-gray", "-png", "-f", page, "-l", page, "-"},
                                    fileno(pdf.get()), limits_of_page);
    if (!output)
        throw InputError(tr("{}: has no text: its pages are pictures, and pdftoppm is not installed", name),
                         tr("install poppler-utils: apt-get install poppler-utils"));
    FileHandle file(std::tmpfile(), [](std::FILE* open) {
        if (open) std::fclose(open);
    });
    if (!file || std::fwrite(output->text.data(), 1, output->text.size(), file.get()) != output->text.size() ||
        std::fflush(file.get()) != 0)
        throw LimitError(tr("{}: no room for a picture of page {}", name, number));
    return file;
}

// Second recognition of a page, one column at a time.

using layout::Word;

double overlap(double begin, double end, double other_begin, double other_end) {
    return std::min(end, other_end) - std::max(begin, other_begin);
}

/// A column: blocks below each other.
struct Column {
    double left, top, right, bottom, line_height;
    std::size_t line_count;

    /// Returns true for a block below of at most about this width and in the same place, rather than a heading over
    /// several columns.
    [[nodiscard]] bool goes_on_in(const Column& below) const {
        static constexpr double least_share = 0.7;
        const double width = right - left, other = below.right - below.left;
        return other * least_share <= width &&
               overlap(left, right, below.left, below.right) >= least_share * std::min(width, other);
    }
    void take(const Column& other) {
        left = std::min(left, other.left), top = std::min(top, other.top);
        right = std::max(right, other.right), bottom = std::max(bottom, other.bottom);
        line_count += other.line_count;
    }
};

Column column_of(const layout::Block& block) {
    const Word& first = *block.front().front();
    Column column{first.left, first.top, first.right, first.bottom, first.height(), 0};
    for (const layout::Line& line : block) {
        for (const Word* word : line)
            column.take({word->left, word->top, word->right, word->bottom, word->height(), 0});
        ++column.line_count;
    }
    return column;
}

/// Returns true for readings of the same word; the parts of a word that only one reading splits do not match.
bool is_same_place(const Word& one, const Word& other) {
    static constexpr double least_width = 0.7, least_height = 0.3;  // shares of the wider and of the lower box
    const double width = std::max(one.right - one.left, other.right - other.left);
    return overlap(one.left, one.right, other.left, other.right) > least_width * width &&
           overlap(one.top, one.bottom, other.top, other.bottom) >
               least_height * std::min(one.height(), other.height());
}

/// Returns true if enough words with digits have low confidence to justify a second pass.
bool leaves_doubt(const layout::Page& page) {
    static constexpr double unsure = 0.6;
    static constexpr std::size_t one_in = 20;
    std::size_t count = 0, unsure_count = 0;
    for (const Word& word : page.words) {
        if (std::ranges::none_of(word.text, is_digit)) continue;
        ++count;
        unsure_count += word.confidence >= 0 && word.confidence < unsure;
    }
    return one_in * unsure_count > count;
}

/// A rectangle of an image, in pixels from its upper left corner.
struct Zone {
    long left, top, width, height;
};

/// Returns the zones of a page that contain several lines with no other column beside them, in reading order.
std::vector<Zone> zones_of(layout::Page page) {
    static constexpr std::size_t least_lines = 3;
    static constexpr double margin = 0.4;  // in line heights
    std::vector<Column> columns;
    for (const layout::Block& block : layout::blocks_of(page, false)) {
        const Column column = column_of(block);
        if (!columns.empty() && columns.back().goes_on_in(column))
            columns.back().take(column);
        else
            columns.push_back(column);
    }
    std::vector<Zone> zones;
    for (const Column& column : columns) {
        if (column.line_count < least_lines) continue;
        const double more = margin * column.line_height;
        const double left = std::max(column.left - more, 0.0), top = std::max(column.top - more, 0.0);
        zones.push_back({std::lround(left), std::lround(top), std::lround(column.right + more - left),
                         std::lround(column.bottom + more - top)});
    }
    return zones;
}

/// Adds the readings of `other`, a second pass over the same page, as alternatives of words.
void add_alternatives(layout::Page& page, const layout::Page& other) {
    for (Word& word : page.words)
        for (const Word& again : other.words)
            if (again.text != word.text && is_same_place(word, again)) word.alternatives.push_back(again.text);
}

/// Recognises each column of a page alone if the first pass is unsure of many words, and adds differing readings as
/// alternatives.
void read_again(layout::Page& page, const FileHandle& file, const std::string& name, const std::string& models) {
    if (!leaves_doubt(page)) return;
    const std::vector<Zone> zones = zones_of(page);
    if (zones.empty()) return;
    const TemporaryFolder folder;
    {
        std::ofstream list(folder.path() +
                           "/stdin.uzn");  // tesseract reads this zone list because it is named after the input
        for (const Zone& zone : zones)
            list << zone.left << ' ' << zone.top << ' ' << zone.width << ' ' << zone.height << " Text\n";
    }
    const ProgramOutput output = run_tesseract(file, name, {"-l", models, "--psm", "4", "tsv"}, folder.path());
    if (output.status != 0) return;
    for (const layout::Page& again : pages_of_table(output.text)) add_alternatives(page, again);
}

}  // namespace

bool is_picture(std::string_view start) {
    static constexpr std::string_view signs[] = {"\x89PNG\r\n"sv, "\xFF\xD8\xFF"sv, "II*\0"sv, "MM\0*"sv};
    return std::ranges::any_of(signs, [&](std::string_view sign) { return start.starts_with(sign); });
}

std::vector<layout::Page> pages_of_picture(const FileHandle& file, const std::string& name,
                                           const std::string& languages) {
    std::rewind(file.get());
    const std::string models = languages_for(file, name, languages);
    const ProgramOutput output = run_tesseract(file, name, {"-l", models, "--psm", "3", "tsv"});
    std::vector<layout::Page> pages = pages_of_table(output.text);
    if (output.status != 0 || pages.empty())  // tesseract reports success for a damaged TIFF
        throw InputError(tr("{}: tesseract cannot read this picture", name),
                         tr("it may be damaged, or too large: open it in a viewer, and save it as PNG"));
    if (pages.size() == 1) read_again(pages.front(), file, name, models);
    return pages;
}

std::vector<layout::Page> pages_of_pictures_in_pdf(const FileHandle& file, const std::string& name, std::size_t count,
                                                   const std::string& languages) {
    std::vector<layout::Page> pages;
    for (std::size_t number = 1; number <= count; ++number) {
        const FileHandle picture = picture_of_page(file, name, number);
        for (layout::Page& page : pages_of_picture(picture, name, languages)) pages.push_back(std::move(page));
    }
    return pages;
}

}  // namespace cofnod::importers::documents
