#include "importers/documents/pdf.hpp"

#include <algorithm>
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
    if (std::ranges::none_of(*pages, has_text))
        return layout::text_of(pages_of_pictures_in_pdf(file, name, pages->size(), languages),
                               layout::Letters::logical);
    read_figurines(*pages, file);
    return layout::text_of(*std::move(pages), layout::Letters::visual);
}

}  // namespace cofnod::importers::documents
