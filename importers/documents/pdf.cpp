#include "importers/documents/pdf.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/run_program.hpp"
#include "base/say.hpp"
#include "importers/documents/parts.hpp"
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

}  // namespace

PagedText text_of_pdf(const FileHandle& file, const std::string& name) {
    std::rewind(file.get());
    const auto output = run_program({"pdftotext", "-enc", "UTF-8", "-bbox-layout", "-", "-"}, fileno(file.get()));
    if (!output)
        throw InputError(say("{}: is a PDF, whose text pdftotext extracts, which is not installed", name),
                         say("install poppler-utils: apt-get install poppler-utils"));
    pugi::xml_document document;
    if (output->status != 0 || !document.load_buffer(output->text.data(), output->text.size()))
        throw InputError(say("{}: pdftotext cannot read it", name),
                         say("it may be damaged, or need a password: open it in a viewer, and print it to a new file"));
    std::vector<layout::Page> pages;
    bool has_words = false;
    for (const pugi::xpath_node& each : document.select_nodes("//page")) {
        add_words(each.node(), pages.emplace_back(), 0);
        has_words = has_words || !pages.back().words.empty();
    }
    if (!has_words)
        throw InputError(say("{}: has no text: its pages are pictures", name),
                         say("recognise its text first, for example with ocrmypdf"));
    return layout::text_of(std::move(pages), layout::Letters::visual);
}

}  // namespace cofnod::importers::documents
