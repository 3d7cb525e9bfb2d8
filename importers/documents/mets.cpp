#include "importers/documents/document.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/documents/page.hpp"
#include "importers/documents/parts.hpp"

namespace cofnod::importers::documents {

namespace {

/// Returns the path of an address, "file://./alto/1.xml" or "alto/1.xml", relative to the folder of the file; empty if
/// it is outside that folder.
std::string path_of(std::string_view address) {
    static constexpr std::string_view scheme = "file://";
    if (address.starts_with(scheme)) address.remove_prefix(scheme.size());
    if (address.find("://") != address.npos) return {};
    const auto path = std::filesystem::path(with_decoded_bytes(address, '%')).lexically_normal();
    if (path.empty() || path.is_absolute() || path.begin()->string() == "..") return {};
    return path.string();
}

struct File {
    std::string id, path;
};

/// Returns the files in list order.
std::vector<File> files_in(const pugi::xml_node& root) {
    std::vector<File> files;
    each_below(root, "fileSec", [&](const pugi::xml_node& section) {
        each_below(section, "file", [&](const pugi::xml_node& file) {
            std::string path = path_of(attribute(child(file, "FLocat"), "href"));
            if (!path.empty()) files.push_back({std::string(attribute(file, "ID")), std::move(path)});
        });
    });
    return files;
}

/// Calls `take` for each structure whose type contains "PHYSICAL" or "LOGICAL", in any case.
void each_structure(const pugi::xml_node& root, std::string_view type, const auto& take) {
    each_below(root, "structMap", [&](const pugi::xml_node& map) {
        if (to_lower(attribute(map, "TYPE")).find(type) != std::string::npos) take(map);
    });
}

/// An ALTO page that records which of its lines have been taken.
class AltoPage {
public:
    AltoPage(std::size_t number, const std::string& text) : number_(number) {
        const std::string xml = with_entities(text).text;
        is_whole_ = static_cast<bool>(document_.load_buffer(xml.data(), xml.size()));
        is_alto_ = is_whole_ && local_name(document_.document_element()) == "alto";
        if (is_alto_) index(document_, 0);
    }

    [[nodiscard]] bool is_whole() const { return is_whole_; }
    [[nodiscard]] bool is_alto() const { return is_alto_; }

    /// Returns the words of the blocks from `begin` to `end`, except those already returned; `end` may be empty.
    layout::Page take(std::string_view begin, std::string_view end) {
        layout::Page page{.words = {}, .number = number_};
        const auto found = elements_.find(begin);
        if (found == elements_.end()) return page;
        for (pugi::xml_node node = found->second; node; node = node.next_sibling()) {
            take_lines(node, page, 0);
            if (end.empty() || attribute(node, "ID") == end) break;
        }
        return page;
    }
    /// Returns the words not yet returned by any call.
    layout::Page take_rest() {
        layout::Page page{.words = {}, .number = number_};
        take_lines(document_, page, 0);
        return page;
    }

private:
    void index(const pugi::xml_node& node, int depth) {
        if (const std::string_view id = attribute(node, "ID"); !id.empty()) elements_.emplace(id, node);
        if (depth < most_depth)
            for (const pugi::xml_node& each : node.children()) index(each, depth + 1);
    }
    void take_lines(const pugi::xml_node& node, layout::Page& page, int depth) {
        if (local_name(node) == "TextLine") {
            if (taken_.insert(node.hash_value()).second) add_line_of_alto(node, page);
        } else if (depth < most_depth) {
            for (const pugi::xml_node& each : node.children()) take_lines(each, page, depth + 1);
        }
    }

    std::size_t number_;
    pugi::xml_document document_;
    bool is_whole_ = false, is_alto_ = false;
    std::map<std::string_view, pugi::xml_node> elements_;  ///< by ID; the document owns the keys
    std::set<std::size_t> taken_;
};

/// The pages of an issue, opened at their first reference.
class Pages {
public:
    Pages(const pugi::xml_node& root, const Beside& beside) {
        for (File& file : files_in(root)) paths_.emplace(std::move(file.id), std::move(file.path));
        const auto open = [&](std::string_view id) { this->open(id, beside); };
        each_structure(root, "physical", [&](const pugi::xml_node& map) {
            each_below(map, "fptr", [&](const pugi::xml_node& pointer) {
                open(attribute(pointer, "FILEID"));
                each_below(pointer, "area", [&](const pugi::xml_node& area) { open(attribute(area, "FILEID")); });
            });
        });
        each_below(root, "area", [&](const pugi::xml_node& area) { open(attribute(area, "FILEID")); });
    }

    AltoPage* find(std::string_view id) {
        const auto found = pages_.find(id);
        return found == pages_.end() ? nullptr : found->second.get();
    }
    /// Returns the IDs of the readable pages, in page order.
    [[nodiscard]] const std::vector<std::string>& order() const { return order_; }
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

private:
    /// Opens a file. Pages are numbered in order of first reference, including missing ones.
    void open(std::string_view id, const Beside& beside) {
        const auto path = paths_.find(id);
        if (path == paths_.end() || !may_be_alto(path->second)) return;
        const std::string file = path->second;
        paths_.erase(path);
        const auto text = beside(file);
        auto page = std::make_unique<AltoPage>(count_ + 1, text.value_or(""));
        if (page->is_whole() && !page->is_alto()) return;
        ++count_;
        if (!page->is_alto()) return missing_.push_back(file);
        order_.emplace_back(id);
        pages_.emplace(id, std::move(page));
    }
    static bool may_be_alto(const std::string& path) {
        const std::string plain = to_lower(path);
        return plain.ends_with(".xml") || plain.ends_with(".alto");
    }

    std::map<std::string, std::string, std::less<>> paths_;  ///< paths of unopened files, by ID
    std::map<std::string, std::unique_ptr<AltoPage>, std::less<>> pages_;
    std::vector<std::string> order_, missing_;
    std::size_t count_ = 0;
};

/// Collects the words of articles, area by area.
class Articles {
public:
    explicit Articles(Pages& pages) : pages_(pages) {}

    void add(const pugi::xml_node& node, int depth = 0) {
        const bool is_article = to_lower(attribute(node, "TYPE")).find("article") != std::string::npos;
        begins_ = begins_ || is_article;
        if (local_name(node) == "area") add_area(node);
        if (depth < most_depth)
            for (const pugi::xml_node& each : node.children()) add(each, depth + 1);
        begins_ = begins_ || is_article;
    }
    /// Adds the text that is not in any article, page by page.
    void add_rest() {
        for (const std::string& id : pages_.order()) {
            begins_ = true;
            add_part(pages_.find(id)->take_rest());
        }
    }
    std::vector<layout::Page> take() { return std::move(parts_); }

private:
    void add_area(const pugi::xml_node& area) {
        const std::string_view begin = attribute(area, "BEGIN");
        AltoPage* const page = begin.empty() ? nullptr : pages_.find(attribute(area, "FILEID"));
        if (page) add_part(page->take(begin, attribute(area, "END")));
    }
    void add_part(layout::Page part) {
        if (part.words.empty()) return;
        part.is_apart = std::exchange(begins_, false);
        parts_.push_back(std::move(part));
    }

    Pages& pages_;
    std::vector<layout::Page> parts_;
    bool begins_ = false;  ///< the next area begins an article
};

}  // namespace

bool is_mets(std::string_view start) {
    const std::size_t first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == start.npos || start[first] != '<') return false;
    return start.find("<mets") != start.npos || start.find(":mets") != start.npos;
}

std::vector<std::string> pages_of_issue(const std::string& path) {
    const auto start_of = [](const std::filesystem::path& file) {
        std::string start(4096, '\0');
        std::ifstream stream(file, std::ios::binary);
        start.resize(
            static_cast<std::size_t>(stream.read(start.data(), static_cast<std::streamsize>(start.size())).gcount()));
        return start;
    };
    std::vector<std::string> paths;
    pugi::xml_document document;
    if (!is_mets(start_of(path)) || !document.load_file(path.c_str())) return paths;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (File& file : files_in(document))
        if (is_alto(start_of(folder / file.path))) paths.push_back(std::move(file.path));
    return paths;
}

PagedText read_mets(const std::string& mets, const std::string& name, const Beside& beside) {
    pugi::xml_document document;
    const auto result = document.load_buffer(mets.data(), mets.size());
    if (!result)
        throw InputError(tr("{}: is damaged, at byte {}: {}", name, result.offset, result.description()),
                         tr("copy it again, or read its pages alone"));
    Pages pages(document, beside);
    if (pages.order().empty())
        throw InputError(pages.missing().empty()
                             ? tr("{}: is METS, and names no pages of ALTO", name)
                             : tr("{}: is METS, and none of its pages is there: {}", name, pages.missing().front()),
                         tr("put the pages where it names them, or read them alone"));
    Articles articles(pages);
    each_structure(document, "logical", [&](const pugi::xml_node& map) { articles.add(map); });
    articles.add_rest();
    PagedText text = layout::text_of(articles.take(), layout::Letters::logical);
    if (!pages.missing().empty())
        text.declared.push_back({.part = pages.missing().front(),
                                 .counts = declared::pages,
                                 .declared = pages.order().size() + pages.missing().size(),
                                 .found = pages.order().size()});
    return text;
}

}  // namespace cofnod::importers::documents
