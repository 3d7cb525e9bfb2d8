#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/tr.hpp"
#include "export/booklet/booklet.hpp"
#include "export/booklet/setter.hpp"
#include "notation/language.hpp"

namespace cofnod::booklet {

namespace {

/// Writes TEI P5: a `div` for each game, with its players as `persName`, its citation among the `bibl` below the head,
/// moves as `seg` and comments as `note`. A diagram is a `figure` with its position in words and as FEN.
class TeiPrinter final : public Setter {
public:
    TeiPrinter(std::ostream& stream, const Booklet& booklet) : Setter(stream, booklet) {
        out() << fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\" xml:lang=\"{}\">\n<teiHeader>\n<fileDesc>\n"
            "<titleStmt><title>{}</title></titleStmt>\n<publicationStmt><p>cofnod</p></publicationStmt>\n"
            "<sourceDesc><p>bibl</p></sourceDesc>\n</fileDesc>\n</teiHeader>\n<text>\n<body>\n",
            people_code(*booklet.language), escaped(booklet.title));
    }

    void finish() override {
        finish_diagrams();
        out() << "</body>\n</text>\n</TEI>\n";
    }

private:
    [[nodiscard]] std::string_view escape(char c) const override { return xml_entity(c); }

    void begin_game(const Heading& heading) override {
        out() << fmt::format(
            "<div type=\"game\" n=\"{}\">\n<head><persName role=\"white\">{}</persName> – <persName "
            "role=\"black\">{}</persName>{}</head>\n",
            ++games_, escaped(heading.white), escaped(heading.black),
            heading.result.empty() ? "" : " " + escaped(heading.result));
        for (const std::string& line : heading.lines) out() << fmt::format("<bibl>{}</bibl>\n", escaped(line));
    }
    void end_game(const std::string& result) override {
        if (!result.empty()) out() << fmt::format("<p><seg type=\"result\">{}</seg></p>\n", escaped(result));
        out() << "</div>\n";
    }

    void begin_paragraph(Paragraph kind) override {
        out() << (kind == Paragraph::moves ? "<p rend=\"moves\">" : "<p rend=\"note\">");
    }
    void end_paragraph(Paragraph) override { out() << "</p>\n"; }

    void figure(const Diagram& diagram, bool, const std::string& caption) override {
        out() << "<figure>\n"
              << (caption.empty() ? "" : fmt::format("<head>{}</head>\n", escaped(caption)))
              << fmt::format("<figDesc>{}: {}; {}: {}</figDesc>\n<ab type=\"position\">{}</ab>\n</figure>\n",
                             translated("White"), escaped(diagram.white), translated("Black"), escaped(diagram.black),
                             escaped(diagram.position));
    }

    void begin_grid(std::uint32_t) override { out() << "<div type=\"diagrams\">\n"; }
    void end_grid() override { out() << "</div>\n"; }
    void begin_cell() override {}
    void end_cell() override {}
    void begin_solutions(const std::string& title) override {
        out() << fmt::format("<head>{}</head>\n", escaped(title));
    }

    void begin_sheet() override {
        out() << fmt::format("<table>\n<row role=\"label\"><cell/><cell>{}</cell><cell>{}</cell></row>\n",
                             translated("White"), translated("Black"));
    }
    void row(const SheetRow& row) override {
        const auto cell = [this](const std::string& text) {
            return text.empty() ? std::string("<cell/>") : fmt::format("<cell>{}</cell>", escaped(text));
        };
        out() << fmt::format("<row><cell role=\"label\">{}</cell>{}{}</row>\n", escaped(row.number), cell(row.white),
                             cell(row.black));
    }
    void begin_row_of_notes() override { out() << "<row><cell cols=\"3\">"; }
    void end_row_of_notes() override { out() << "</cell></row>\n"; }
    void end_sheet() override { out() << "</table>\n"; }

    void move(const std::string& number, const std::string& text) override {
        if (!number.empty()) out() << fmt::format("<num>{}</num> ", escaped(number));
        out() << fmt::format("<seg type=\"move\">{}</seg>", escaped(text));
    }
    void comment(const std::string& text) override { out() << fmt::format("<note>{}</note>", escaped(text)); }
    void unread(const std::string& text) override { out() << fmt::format("<unclear>{}</unclear>", escaped(text)); }
    void sign(const std::string& text) override { out() << escaped(text); }

    std::size_t games_ = 0;
};

}  // namespace

std::unique_ptr<Printer> tei_printer(std::ostream& out, const Booklet& booklet) {
    return std::make_unique<TeiPrinter>(out, booklet);
}

}  // namespace cofnod::booklet
