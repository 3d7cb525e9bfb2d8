#include "importers/documents/pdf.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/run_program.hpp"
#include "base/say.hpp"
#include "importers/documents/parts.hpp"
#include "importers/documents/pdf_figurines.hpp"
#include "importers/documents/picture.hpp"
#include "importers/layout/page.hpp"

namespace cofnod::importers::documents {

namespace {

void add_words(const pugi::xml_node& node, layout::Page& page, int depth) {
    if (depth > most_depth) return;
    for (const pugi::xml_node& each : node.children()) {
        if (local_name(each) != "word") {
            add_words(each, page, depth + 1);
            continue;
        }
        page.words.push_back({.text = text_below(each),
                              .left = each.attribute("xMin").as_double(),
                              .top = each.attribute("yMin").as_double(),
                              .right = each.attribute("xMax").as_double(),
                              .bottom = each.attribute("yMax").as_double()});
    }
}

bool has_text(const layout::Page& page) {
    return !std::ranges::all_of(page.words, &std::string::empty, &layout::Word::text);
}

/// Returns what a PDF declares of its length: its bytes if it is linearised, and that it has an end.
std::vector<Declared> declared_length(const FileHandle& file) {
    static constexpr std::size_t looked_at = 1024;
    static constexpr std::string_view linearised = "/Linearized", length = "/L ", end = "%%EOF";
    std::fseek(file.get(), 0, SEEK_END);
    const long size = std::ftell(file.get());
    const auto bytes_from = [&](long at) {
        std::string bytes(looked_at, '\0');
        std::fseek(file.get(), at, SEEK_SET);
        bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
        return bytes;
    };
    const std::string last = bytes_from(std::max(size - static_cast<long>(looked_at), 0L));
    std::vector<Declared> all = {
        {.part = {}, .counts = declared::end_marks, .declared = 1, .found = last.find(end) != last.npos}};
    const std::string first = bytes_from(0);
    const std::size_t at = first.find(linearised) == first.npos ? first.npos : first.find(length);
    if (at != first.npos)
        all.push_back({.part = {},
                       .counts = declared::bytes,
                       .declared = number_of(std::string_view(first).substr(at + length.size()), 0),
                       .found = static_cast<std::uint64_t>(size)});
    return all;
}

PagedText text_of_pages(std::vector<layout::Page> pages, const FileHandle& file, const std::string& name,
                        const std::string& languages) {
    if (std::ranges::none_of(pages, has_text))
        return layout::text_of(pages_of_pictures_in_pdf(file, name, pages.size(), languages), layout::Letters::logical);
    read_figurines(pages, file);
    return layout::text_of(std::move(pages), layout::Letters::visual);
}

}  // namespace

std::optional<std::vector<layout::Page>> pages_of_words(const std::string& xml) {
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size())) return std::nullopt;
    std::vector<layout::Page> pages;
    for (const pugi::xpath_node& each : document.select_nodes("//page"))
        add_words(each.node(), pages.emplace_back(), 0);
    return pages;
}

PagedText text_of_pdf(const FileHandle& file, const std::string& name, const std::string& languages) {
    std::rewind(file.get());
    const auto output = run_program({"pdftotext", "-enc", "UTF-8", "-bbox-layout", "-", "-"}, fileno(file.get()));
    if (!output)
        throw InputError(say("{}: is a PDF, whose text pdftotext extracts, which is not installed", name),
                         say("install poppler-utils: apt-get install poppler-utils"));
    auto pages = output->status == 0 ? pages_of_words(output->text) : std::nullopt;
    if (!pages)
        throw InputError(say("{}: pdftotext cannot read it", name),
                         say("it may be damaged, or need a password: open it in a viewer, and print it to a new file"));
    PagedText text = text_of_pages(*std::move(pages), file, name, languages);
    text.declared = declared_length(file);
    return text;
}

}  // namespace cofnod::importers::documents
