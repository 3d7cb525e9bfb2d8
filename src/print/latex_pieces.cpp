#include "print/latex_pieces.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <string_view>

#include "answers/diagram.hpp"

namespace cofnod::print {

namespace {

/// Returns "fill=body,draw=pen" for an element of pieces.svg.
std::string paint_of(const pugi::xml_node& part) {
    const auto color = [&](const char* name, std::string_view usual) {
        const std::string_view value = part.attribute(name).as_string();
        return value.empty() ? usual : value == "none" ? std::string_view() : "mark";
    };
    std::string paint;
    if (const std::string_view fill = color("fill", "body"); !fill.empty()) paint += fmt::format("fill={},", fill);
    if (const std::string_view line = color("stroke", "pen"); !line.empty()) paint += fmt::format("draw={},", line);
    if (const double width = part.attribute("stroke-width").as_double(); width > 0)
        paint += fmt::format("line width={:.2g}\\unit,", width);
    if (!paint.empty()) paint.pop_back();
    return paint;
}

/// Returns what TikZ draws for the parts of a piece. Coordinates of circles are lengths, as those of paths are.
std::string drawing(std::string_view element) {
    pugi::xml_document document;
    document.load_buffer(element.data(), element.size());
    std::string text;
    for (const pugi::xml_node& part : document.first_child()) {
        const std::string_view name = part.name();
        if (name == "use")
            text += drawing(answers::drawing_of(part.attribute("href").as_string() + 1));
        else if (name == "circle")
            text += fmt::format("\\path[{}] ({}pt,{}pt) circle[radius={}pt];", paint_of(part),
                                part.attribute("cx").as_string(), part.attribute("cy").as_string(),
                                part.attribute("r").as_string());
        else
            text += fmt::format(R"(\path[{}] svg "{}";)", paint_of(part), part.attribute("d").as_string());
    }
    return text;
}

}  // namespace

std::string latex_pieces() {
    std::string lines;
    for (const std::string_view symbol : answers::piece_symbols()) {
        const std::string drawn = drawing(answers::drawing_of(symbol));
        lines += fmt::format("\\newpiece{{W{0}}}{{\\whitepiece}}{{{1}}}\n\\newpiece{{B{0}}}{{\\blackpiece}}{{{1}}}\n",
                             symbol, drawn);
    }
    return lines;
}

}  // namespace cofnod::print
