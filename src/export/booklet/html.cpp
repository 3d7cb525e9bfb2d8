#include <fmt/format.h>

#include <vector>

#include "base/printable.hpp"
#include "base/tr.hpp"
#include "export/booklet/booklet.hpp"
#include "export/booklet/setter.hpp"
#include "export/embedded.hpp"
#include "notation/language.hpp"

namespace cofnod::booklet {

namespace {

class HtmlPrinter final : public Setter {
public:
    HtmlPrinter(std::ostream& stream, const Booklet& booklet) : Setter(stream, booklet) {
        out() << fmt::format(
            "<!DOCTYPE html>\n<html lang=\"{}\"{}>\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{}"
            "</style>\n</head>\n<body>\n",
            people_code(*booklet.language), booklet.language->right_to_left() ? " dir=\"rtl\"" : "",
            escaped(booklet.title), text_of(embedded::export_files, "src/export/booklet/page.css"));
        if (!booklet.is_one_game) out() << fmt::format("<h1>{}</h1>\n", escaped(booklet.title));
        out() << svg_pieces();
    }

    void finish() override {
        finish_diagrams();
        if (games_.size() > 1) {
            out() << "<nav>\n<ol>\n";
            for (std::size_t i = 0; i < games_.size(); ++i)
                out() << fmt::format("<li><a href=\"#game{}\">{}</a></li>\n", i + 1, games_[i]);
            out() << "</ol>\n</nav>\n";
        }
        out() << "</body>\n</html>\n";
    }

private:
    [[nodiscard]] std::string_view escape(char c) const override { return xml_entity(c); }

    void begin_game(const Heading& heading) override {
        const std::string players =
            fmt::format("<bdi>{}</bdi> – <bdi>{}</bdi>", escaped(heading.white), escaped(heading.black));
        if (!booklet().is_one_game) games_.push_back(players);
        out() << fmt::format(
            "<article{}>\n<h2>{}{}</h2>\n", booklet().is_one_game ? "" : fmt::format(" id=\"game{}\"", games_.size()),
            players,
            heading.result.empty() ? "" : fmt::format(" <span class=\"result\"><bdi>{}</bdi></span>", heading.result));
        for (const std::string& line : heading.lines)
            out() << fmt::format("<p class=\"of\"><bdi>{}</bdi></p>\n", escaped(line));
    }
    void end_game(const std::string& result) override {
        if (!result.empty()) out() << fmt::format("<p class=\"moves\"><bdi>{}</bdi></p>\n", result);
        out() << "</article>\n";
    }

    void begin_paragraph(Paragraph kind) override {
        out() << (kind == Paragraph::moves ? "<p class=\"moves\">" : "<p class=\"note\">");
    }
    void end_paragraph(Paragraph) override { out() << "</p>\n"; }

    void figure(const Diagram& diagram, bool is_flipped, const std::string& caption) override {
        out() << "<figure>\n"
              << svg_of(diagram, {.flip = is_flipped, .has_pieces = false})
              << (caption.empty() ? "" : fmt::format("<figcaption><bdi>{}</bdi></figcaption>\n", escaped(caption)))
              << "</figure>\n";
    }

    void begin_grid(std::uint32_t columns) override {
        out() << fmt::format("<section class=\"diagrams\" style=\"--columns: {}\">\n", columns);
    }
    void end_grid() override { out() << "</section>\n"; }
    void begin_cell() override { out() << "<div>\n"; }
    void end_cell() override { out() << "</div>\n"; }
    void begin_solutions(const std::string& title) override { out() << fmt::format("<h2>{}</h2>\n", escaped(title)); }

    void begin_sheet() override {
        out() << fmt::format(
            "<table class=\"sheet\">\n<thead><tr><td></td><th scope=\"col\">{}</th><th "
            "scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
            translated("White"), translated("Black"));
    }
    void row(const SheetRow& row) override {
        const auto cell = [this](const std::string& text) {
            return text.empty() ? std::string("<td></td>") : fmt::format("<td><bdi>{}</bdi></td>", escaped(text));
        };
        out() << fmt::format("<tr><th scope=\"row\">{}</th>{}{}</tr>\n", escaped(row.number), cell(row.white),
                             cell(row.black));
    }
    void begin_row_of_notes() override { out() << "<tr><td colspan=\"3\">"; }
    void end_row_of_notes() override { out() << "</td></tr>\n"; }
    void end_sheet() override { out() << "</tbody>\n</table>\n"; }

    void move(const std::string& number, const std::string& text) override {
        out() << "<span class=\"move\">"
              << (number.empty() ? "" : fmt::format("<span class=\"number\">{}</span> ", escaped(number)))
              << fmt::format("<bdi>{}</bdi></span>", escaped(text));
    }
    void comment(const std::string& text) override { out() << fmt::format("<bdi>{}</bdi>", escaped(text)); }
    void unread(const std::string& text) override {
        out() << fmt::format("<bdi class=\"unread\">{}</bdi>", escaped(text));
    }
    void sign(const std::string& text) override { out() << escaped(text); }

    std::vector<std::string> games_;  ///< for the list at the end
};

}  // namespace

std::unique_ptr<Printer> html_printer(std::ostream& out, const Booklet& booklet) {
    return std::make_unique<HtmlPrinter>(out, booklet);
}

}  // namespace cofnod::booklet
