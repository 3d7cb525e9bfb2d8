#include <map>
#include <string>

#include "importers/documents/parts.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/text/derived_text.hpp"

/// EPUB 3.3: the pages of a book in the order of its spine.
namespace cofnod::importers::documents {

std::string text_of_epub(const Parts& parts) {
    pugi::xml_document container, package;
    parts.read("META-INF/container.xml", container);
    const std::string path(attribute(descendant(container, "rootfile"), "full-path"));
    parts.read(path, package);
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const pugi::xml_node root = package.document_element();
    std::map<std::string, std::string, std::less<>> pages;
    for (const pugi::xml_node& item : child(root, "manifest").children())
        pages.emplace(attribute(item, "id"), folder + std::string(attribute(item, "href")));
    std::string text;
    for (const pugi::xml_node& item : child(root, "spine").children())
        if (const auto page = pages.find(attribute(item, "idref")); page != pages.end())
            text.append(page::text_of_page(parts.find(page->second)).text()) += '\n';
    return text;
}

}  // namespace cofnod::importers::documents
