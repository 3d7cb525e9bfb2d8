#include "query_writer.hpp"

namespace cofnod::cql::plain {

std::string QueryWriter::new_name() { return "name" + std::to_string(++names_); }

/// Adds brackets or, occasionally, none: then operator precedence decides.
std::string QueryWriter::enclosed(std::string text) {
    if (one_in(8)) return text;
    return one_in(4) ? "{" + text + "}" : "(" + text + ")";
}

std::string QueryWriter::pieces() {
    static const std::string letters = "PNBRQKpnbrqk";
    switch (below(8)) {
        case 0: return "A";
        case 1: return "a";
        case 2: return "[Aa]";
        case 3: return "_";
        case 4: {
            std::string some = "[";
            for (const char letter : letters + "_Aa")
                if (one_in(3)) some += letter;
            return some.size() > 1 ? some + "]" : "[Pp]";
        }
        default: return {letters[static_cast<std::size_t>(below(12))]};
    }
}

std::string QueryWriter::designator() {
    const auto range = [&](char first) {
        const int low = below(8);
        const int high = low + below(8 - low);
        std::string text(1, static_cast<char>(first + low));
        if (high > low) text += std::string("-") + static_cast<char>(first + high);
        return text;
    };
    switch (below(8)) {
        case 0: return ".";
        case 1: return range('a') + range('1');
        case 2: return pieces() + range('a') + range('1');
        case 3: return pieces() + "[" + range('a') + range('1') + "," + range('a') + range('1') + "]";
        case 4: return one_in(4) ? "[]" : "_";
        default: return pieces();
    }
}

std::string QueryWriter::direction() {
    return one_of({"up", "down", "left", "right", "northeast", "northwest", "southeast", "southwest", "vertical",
                   "horizontal", "orthogonal", "diagonal", "maindiagonal", "offdiagonal", "anydirection"});
}

std::string QueryWriter::directions() {
    std::string text;
    for (int i = below(3); i > 0; --i) text += direction() + " ";
    return text;
}

std::string QueryWriter::sets(int depth, int least, int most) {
    std::string text = "(";
    for (int i = least + below(most - least + 1); i > 0; --i) text += enclosed(set(depth)) + " ";
    return text + ")";
}

std::string QueryWriter::transform() {
    return one_of({"flipcolor ", "flip ", "flipvertical ", "fliphorizontal ", "rotate90 ", "shift ", "shifthorizontal ",
                   "shiftvertical ", "reversecolor "});
}

/// Returns one number or two: `2 `, `2 5 `.
std::string QueryWriter::range(int most) {
    const int low = below(most + 1);
    return std::to_string(low) + " " + (one_in(2) ? std::to_string(low + below(2 * most)) + " " : "");
}

std::string QueryWriter::geometry(int depth) {
    switch (below(9)) {
        case 0: return direction() + " " + enclosed(set(depth));
        case 1: return direction() + " " + std::to_string(below(4)) + " " + enclosed(set(depth));
        case 2: {
            const int low = below(8) - 3;
            return direction() + " " + std::to_string(low) + " " + std::to_string(low + below(4)) + " (" + set(depth) +
                   ")";
        }
        case 3: return "between " + sets(depth, 2, 2);
        case 4: return "ray " + directions() + sets(depth, 2, 4);
        case 5: return one_of({"xray ", "ray attack "}) + directions() + sets(depth, 2, 3);
        case 6: {
            std::string text = "pin";
            if (one_in(3)) text += " from " + enclosed(set(depth));
            if (one_in(3)) text += " through " + enclosed(set(depth));
            if (one_in(3)) text += " to " + enclosed(set(depth));
            return text;
        }
        case 7: return "makesquare((" + number(depth) + ")%8+1 " + std::to_string(1 + below(8)) + ")";
        default: return one_of({"light ", "dark "}) + enclosed(set(depth));
    }
}

std::string QueryWriter::loop(int depth) {
    const std::string name = new_name();
    const bool is_piece = one_in(2);
    std::string text = is_piece ? "piece " : "square ";
    text += name + " in ((" + set(depth) + ")" + (is_piece ? " & [Aa]" : one_in(3) ? "" : " & [AaKk]") + ") {";
    square_names_.push_back(name);
    text += boolean(depth) + "}";
    square_names_.pop_back();
    return text;
}

std::string QueryWriter::move(int depth) {
    std::string text = "move ";
    const int mode = below(6);
    if (mode == 0) text += "previous ";
    if (mode == 1) text += "legal ";
    const bool played = mode != 1;
    const auto part = [&](const std::string& word) { text += word + " " + enclosed(set(depth)) + " "; };
    if (one_in(2)) part("from");
    if (one_in(2)) part("to");
    if (played && one_in(3)) part("capture");
    if (played && one_in(8)) text += "promote " + one_of({"Q", "[QN]", "[Rr]", "n", "A"}) + " ";
    if (one_in(10)) text += one_of({"castle ", "o-o ", "o-o-o ", "enpassant "});
    if (played && one_in(10)) text += one_of({"primary ", "secondary "});
    if (one_in(12)) part("enpassantsquare");
    if (mode != 0 && one_in(8))
        text += ": " + enclosed(one_of({"check", "mate", "A attacks k", "a attacks K", "#(move legal from A)>8",
                                        "R attackedby a", "parent:check"}));
    return text;
}

std::string QueryWriter::dash_ends(int depth) {
    std::string text = one_in(2) ? "(" + set(depth) + ")" : one_in(3) ? designator() : "";
    if (text == "[]") text.clear();
    text += one_in(3) ? "[x]" : "--";
    if (one_in(3)) text += designator();
    if (one_in(12)) text += "=Q";
    return text;
}

std::string QueryWriter::dash(int depth) {
    const std::string ends = dash_ends(depth);
    switch (below(5)) {
        case 0: return ends + "(" + enclosed(boolean(depth)) + " " + enclosed(boolean(depth)) + ")";
        case 1: return one_of({"currentmove ", "previous "}).substr(0, 12) + ends;
        case 2: return ends + "({" + boolean(depth) + "})";
        default: return ends;
    }
}

std::string QueryWriter::constituent(int depth, bool can_group) {
    std::string text = one_in(3) ? "." : "{" + boolean(depth) + "}";
    if (one_in(3)) text = "{" + (one_in(2) ? move(depth) : dash(depth)) + "}";
    if (can_group && one_in(4)) text = "(" + constituent(depth, false) + " --> " + constituent(depth, false) + ")";
    switch (below(8)) {
        case 0: return can_group ? text + "*" : text;
        case 1: return can_group ? text + "+" : text;
        case 2: return can_group ? text + "?" : text;
        case 3: return text + "{" + std::to_string(1 + below(2)) + "," + std::to_string(2 + below(3)) + "}";
        default: return text;
    }
}

std::string QueryWriter::line(int depth) {
    const bool past = one_in(4);
    std::string text = "line ";
    if (one_in(3)) text += range(4);
    if (one_in(6)) text += "singlecolor ";
    if (!past && one_in(6)) text += one_of({"primary ", "secondary "});
    const std::string arrow = past ? " <-- " : " --> ";
    const bool groups = !past;
    for (int i = 1 + below(3); i > 0; --i)
        text += (text.ends_with("} ") ? "" : "") + arrow + constituent(depth, groups);
    return text;
}

std::string QueryWriter::path_constituent(int depth, bool can_group) {
    if (can_group && one_in(4)) {
        std::string text = "(" + path_constituent(depth, false) + " " + path_constituent(depth, false) + ")";
        return text + one_of({"", "", "*", "+", "{1,3}"});
    }
    std::string text = dash_ends(depth);
    if (one_in(2)) text += " {" + boolean(depth) + "}";
    return can_group ? text + one_of({"", "", "", "*", "+", "{1,2}"}) : text;
}

/// Returns a path; without `max` if its end is used, since it is not defined which of two equal maxima is best.
std::string QueryWriter::path(int depth, bool for_its_end) {
    std::string text = "path ";
    if (one_in(3)) text += range(3);
    if (one_in(3))
        text += "focus " + enclosed(set(depth)) + " ";
    else if (one_in(6))
        text += "singlecolor ";
    if (one_in(6)) text += "primary ";
    if (!for_its_end && one_in(5)) text += "max (" + number(depth) + ") ";
    if (one_in(4)) text += "{" + boolean(depth) + "} ";
    text += path_constituent(depth, true);
    if (one_in(2)) text += " " + path_constituent(depth, true);
    return text;
}

std::string QueryWriter::set(int depth) {
    if (depth <= 0 || one_in(5)) {
        if (!square_names_.empty() && one_in(2))
            return square_names_[static_cast<std::size_t>(below(static_cast<int>(square_names_.size())))];
        return designator();
    }
    --depth;
    const auto one = [&] { return enclosed(set(depth)); };
    switch (below(24)) {
        case 0:
        case 1: return one() + " | " + one();
        case 2:
        case 3: return one() + " & " + one();
        case 4: return "~" + one();
        case 5:
        case 6: return one() + " attacks " + one();
        case 7:
        case 8: return one() + " attackedby " + one();
        case 9: return one() + "->" + one() + (one_in(2) ? "->" + one() : "");
        case 10: return one() + "<-" + one() + (one_in(2) ? "<-" + one() : "");
        case 11:
        case 12:
        case 13: return geometry(depth);
        case 14: return one_of({"connectedpawns", "isolatedpawns", "doubledpawns", "passedpawns"});
        case 15: return enclosed(position(depth)) + ":" + enclosed(set(depth));
        case 16: return "if " + enclosed(boolean(depth)) + " then " + one() + " else " + one();
        case 17: return "move " + one_of({"", "previous ", "legal "}) + one_of({"from ", "to "}) + one();
        case 18: return one_in(3) ? loop(depth) : "{" + boolean(depth) + " " + set(depth) + "}";
        case 19: return transform() + "{" + set(depth) + "}";
        case 20:
            return one_in(2) ? "legal " + dash_ends(depth)
                             : dash_ends(depth) + "(" + one_of({"to", "from", "a attackedby A"}) + ")";
        case 21: return one_of({"to", "from"});
        case 22: return "(" + position(depth) + " & " + position(depth) + ")";
        default: return one_in(2) ? "notransform " + one() : loop(depth);
    }
}

std::string QueryWriter::number(int depth) {
    if (depth <= 0 || one_in(6)) {
        if (!number_names_.empty() && one_in(2))
            return number_names_[static_cast<std::size_t>(below(static_cast<int>(number_names_.size())))];
        switch (below(5)) {
            case 0: return std::to_string(below(20));
            case 1:
                return one_of(
                    {"ply", "movenumber", "halfmoveclock", "depth", "positionid", "sidetomove", "white", "black"});
            default: return "#" + designator();
        }
    }
    --depth;
    const auto one = [&] { return enclosed(number(depth)); };
    const auto some = [&] { return enclosed(set(depth)); };
    switch (below(18)) {
        case 0:
        case 1:
        case 2: return "#" + some();
        case 3: return "power " + some();
        case 4: return one() + one_of({" + ", " - ", " * ", " / ", " % "}) + one();
        case 5: return one_of({"rank ", "file ", "type ", "colortype "}) + some();
        case 6: return one_of({"abs ", "sqrt ", "-"}) + one();
        case 7: return one_of({"min", "max"}) + "((" + number(depth) + ") (" + number(depth) + "))";
        case 8: return "find all " + enclosed(boolean(depth));
        case 9: return "find " + one_of({"", "<-- "}) + range(4) + "{" + boolean(depth) + "}";
        case 10: return enclosed(position(depth)) + ":" + one();
        case 11: return "if " + enclosed(boolean(depth)) + " then " + one() + " else " + one();
        case 12:
            return transform() + (one_in(3)   ? "{" + number(depth) + "}"
                                  : one_in(2) ? range(3) + "{" + boolean(depth) + "}"
                                              : "count {" + boolean(depth) + "}");
        case 13: return one_of({"countmoves legal ", "countmoves "}) + dash_ends(depth);
        case 14: return "(" + line(depth) + ")";
        case 15: return "(" + path(depth) + ")";
        case 16: return "distance((" + position(depth) + ") (" + position(depth) + "))";
        default: {
            const std::string name = new_name();
            std::string text = "{" + name + "=" + enclosed(number(depth)) + " ";
            number_names_.push_back(name);
            text += number(depth) + "}";
            number_names_.pop_back();
            return text;
        }
    }
}

std::string QueryWriter::position(int depth) {
    if (!position_names_.empty() && one_in(2))
        return position_names_[static_cast<std::size_t>(below(static_cast<int>(position_names_.size())))];
    if (depth <= 0 || one_in(3)) return one_of({"parent", "child", "currentposition", "initialposition", "child(1)"});
    --depth;
    switch (below(7)) {
        case 0: return "find " + one_of({"", "<-- "}) + enclosed(boolean(depth));
        case 1: return "position " + std::to_string(below(30));
        case 2: return "child((" + number(depth) + "))";
        case 3: return "lca((" + position(depth) + ") (" + position(depth) + "))";
        case 4: return enclosed(position(depth)) + ":" + enclosed(position(depth));
        case 5: return "(" + line(depth).insert(5, "lastposition ") + ")";
        default: return "(" + path(depth, true).insert(5, "lastposition ") + ")";
    }
}

std::string QueryWriter::boolean(int depth) {
    if (depth <= 0 || one_in(8)) {
        if (one_in(2))
            return one_of({"wtm", "btm", "check", "mate", "initial", "terminal", "stalemate", "true", "false",
                           "mainline", "variation", "primary", "secondary", "castle", "o-o", "o-o-o", "enpassant",
                           "try", "virtualmainline"});
        return one_in(2) ? designator()
                         : "#" + designator() + one_of({"==", ">=", "<", "!="}) + std::to_string(below(9));
    }
    --depth;
    const auto one = [&] { return enclosed(boolean(depth)); };
    const auto comparison = [&] { return one_of({" == ", " != ", " < ", " <= ", " > ", " >= "}); };
    switch (below(27)) {
        case 0:
        case 1: return one() + " and " + one();
        case 2:
        case 3: return one() + " or " + one();
        case 4:
        case 5: return "not " + one();
        case 6: return one() + " " + one();
        case 7: return "if " + one() + " then " + one() + (one_in(2) ? "" : " else " + one());
        case 8:
        case 9:
        case 10: return enclosed(number(depth)) + comparison() + enclosed(number(depth));
        case 25: {
            const auto pair = [&](const std::string& left, const std::string& right) {
                return "equal({" + left + "} {" + right + "})";
            };
            switch (below(4)) {
                case 0: return pair(set(depth), set(depth));
                case 1: return pair(number(depth), number(depth));
                case 2: return pair(position(depth), position(depth));
                default: return pair(boolean(depth), boolean(depth));
            }
        }
        case 11: return enclosed(set(depth)) + comparison() + std::to_string(below(9));
        case 12: return enclosed(set(depth)) + one_of({" == ", " != "}) + enclosed(set(depth));
        case 13: return enclosed(set(depth)) + " in " + enclosed(set(depth));
        case 14: return transform() + "{" + boolean(depth) + "}";
        case 15: return enclosed(position(depth)) + ":" + one();
        case 16:
            return enclosed(position(depth)) + one_of({" == ", " != ", " < ", " [<] ", " [<=] ", " [>] ", " [>=] "}) +
                   enclosed(position(depth));
        case 17: return one_of({"ancestor", "descendant"}) + "((" + position(depth) + ") (" + position(depth) + "))";
        case 18: return move(depth);
        case 19: return dash(depth);
        case 20: return line(depth);
        case 21: return "(" + path(depth) + ")";
        case 22: {
            std::string text = loop(depth);
            return text.insert(text.find(' ') + 1, "all ");
        }
        case 23: {
            const std::string x = new_name();
            const std::string y = new_name();
            position_names_.push_back(x);
            position_names_.push_back(y);
            std::string text = "echo(" + x + " " + y + ")" + (one_in(4) ? " in all " : " ") + "{" + boolean(depth - 1) +
                               (one_in(5) ? " distance(" + x + " " + y + ")" : "") + "}";
            position_names_.pop_back();
            position_names_.pop_back();
            return text;
        }
        case 24: {
            const std::string name = new_name();
            const std::string x = new_name();
            std::string text = "{function " + name + "(" + x + "){";
            square_names_.push_back(x);
            text += boolean(depth);
            square_names_.pop_back();
            return text + "} " + name + "(" + enclosed(set(depth)) + ")}";
        }
        default: return set(depth);
    }
}

}  // namespace cofnod::cql::plain
