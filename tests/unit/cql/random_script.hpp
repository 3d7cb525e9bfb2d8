#pragma once

#include <random>
#include <string>
#include <vector>

namespace cofnod::search::test {

/// Generates random scripts of filters that bounds analyse and of others that they must not misread.
class RandomScript {
public:
    explicit RandomScript(unsigned seed) : random_(seed) {}

    std::string filter(int depth) {
        if (depth == 0) return one_of({set(0), set(0) + ">=2", "check", "wtm", "#Q==1", "[Aa]<=26", "P<8"});
        const auto inner = [&] { return filter(depth - 1); };
        switch (random_() % 23) {
            case 0: return "{" + inner() + " " + inner() + "}";
            case 1: return "{" + inner() + " or " + inner() + "}";
            case 2: return "{" + inner() + " and " + inner() + "}";
            case 3: return "{not " + inner() + "}";
            case 4: return "{flipcolor {" + inner() + "}}";
            case 5:
                return "{" + one_of({"flip", "shifthorizontal", "rotate90", "shift"}) + " {" + set(1) + " " + set(1) +
                       "}}";
            case 6: return "{find {" + inner() + "}}";
            case 7:
                return "{" + one_of({"parent", "child", "initialposition", "currentposition"}) + ":{" + inner() + "}}";
            case 8: return "{if {" + inner() + "} {" + inner() + "} else {" + inner() + "}}";
            case 9: return "{line --> {" + inner() + "} --> .* --> {" + inner() + "}}";
            case 10: return "{move from (" + set(1) + ") to (" + set(1) + ")}";
            case 11: return "{(" + set(1) + ")--(" + inner() + ")}";
            case 12: return "{square s_" + std::to_string(++names_) + " in (" + set(1) + ") {" + inner() + "}}";
            case 13: return "{find " + one_of({"2", "0", "1 4", "<-- 2"}) + " {" + inner() + "}}";
            case 14: {
                const std::string number = std::to_string(++names_);
                return "{echo (x_" + number + " y_" + number + ") {x_" + number + ":" + inner() + " y_" + number + ":" +
                       inner() + " " + inner() + "}}";
            }
            case 15:
                return "{" + one_of({"rank", "file", "rank ", "file "}) + "(" + set(1) + ")" + comparison() +
                       one_of({"1", "3", "8"}) + "}";
            case 16: return "{" + one_of({"ply", "movenumber"}) + comparison() + one_of({"0", "17", "30", "41"}) + "}";
            case 17:
                return one_of({"--=N", "--=q", "move promote [QN]", "o-o-o", "move previous o-o-o", "child(1):check",
                               "secondary", "try", "originalcomment"});
            case 18:
                return one_of({"enpassant", "move enpassant", "move previous enpassant", "move from P to a-h4-8",
                               "move from [Kk] to [e3,f4,d6] capture .", "move from p to _a-h1", "--=n", "P--a-h6",
                               "move previous from [Nn] to c-f3-6 capture A", "[Nn][x]c-f3-6", "[Pp][x]a-h4-5",
                               "move from [Pp] to a-h3-6 capture [Pp]", "move legal from P to a-h8", "A--g1",
                               "initialposition:rank Q==1", "initialposition:{P<8}"});
            case 19: {
                const std::string name = "v_" + std::to_string(++names_);
                return "{" + name + "=" + one_of({"#", "rank ", "power ", "initialposition:file "}) + "(" + set(1) +
                       ") " + name + comparison() + one_of({"0", "1", "3"}) + "}";
            }
            default: return "{#(" + set(depth) + ")" + comparison() + one_of({"0", "1", "2", "7"}) + "}";
        }
    }

    std::string set(int depth) {
        if (depth <= 0)
            return one_of({"", "", "Q", "k", "P", "[RB]", "[Aa]", "a", "n", "_", "A"}) +
                   one_of({"e4", "a-h3", "[a5,h5]", "d-e4-5", "h8", "a1", "b6"});
        const auto inner = [&] { return "(" + set(depth - 1) + ")"; };
        switch (random_() % 10) {
            case 0: return inner() + "|" + inner();
            case 1: return inner() + "&" + inner();
            case 2: return "~" + inner();
            case 3: return inner() + " attacks " + inner();
            case 4: return inner() + " attackedby " + inner();
            case 5: return one_of({"up 1 ", "diagonal ", "light ", "right -1 1 "}) + inner();
            case 6: return "flipcolor " + inner();
            case 7: return one_of({"Q", "q", "[Qq]", "R", "p", "A", "a", "[Aa]", "."});
            case 8: return "{" + one_of({"check", "Q", "wtm"}) + " " + inner() + "}";
            default: return inner();
        }
    }

    /// Returns conditions on headers, material, both, or the ends of games, and occasionally on squares.
    std::string of_games(int depth) {
        if (depth == 0) return of_game();
        const auto inner = [&] { return of_games(depth - 1); };
        switch (random_() % 8) {
            case 0: return "{" + inner() + " " + inner() + "}";
            case 1: return "{" + inner() + " or " + inner() + "}";
            case 2: return "{" + inner() + " and " + inner() + "}";
            case 3: return "{not " + inner() + "}";
            case 4: return "{flipcolor {" + inner() + "}}";
            case 5: return "{if {" + inner() + "} {" + inner() + "} else {" + inner() + "}}";
            default: return inner();
        }
    }

    /// Returns conditions on the sizes of sets that may have no value.
    std::string of_sizes(int depth) {
        if (depth > 1 && random_() % 2 == 0) {
            const auto inner = [&] { return of_sizes(depth - 1); };
            switch (random_() % 5) {
                case 0: return "{" + inner() + " " + inner() + "}";
                case 1: return "{" + inner() + " or " + inner() + "}";
                case 2: return "{not " + inner() + "}";
                case 3: return "{if {" + inner() + "} {" + inner() + "} else {" + inner() + "}}";
                default: return "{flipcolor {" + inner() + "}}";
            }
        }
        if (random_() % 4 == 0) return "(" + set_or_nothing(depth) + ")";
        return "{" + number_or_nothing(depth) + comparison() + one_of({"0", "1", "2", "8", "16", "64", "#A"}) + "}";
    }

    std::string number_or_nothing(int depth) {
        const auto size = [&] { return "#(" + set_or_nothing(depth) + ")"; };
        switch (random_() % 10) {
            case 8: return "(" + size() + "/" + size() + ")";
            case 9:
                return "#(" + one_of({"up ", "vertical ", "diagonal 2 3 ", "horizontal -1 2 ", "anydirection 1 "}) +
                       "(" + set_or_nothing(depth) + "))";
            case 0: return "power(" + set_or_nothing(depth) + ")";
            case 1: return "max(" + size() + " " + size() + ")";
            case 2: return "(" + size() + "-" + size() + ")";
            case 3: return "abs(" + size() + ")";
            default: return size();
        }
    }

    std::string set_or_nothing(int depth) {
        if (depth <= 0)
            return one_of({"Q", "A", "a", "[Aa]", ".", "_", "r", "{check K}", "(A==a)", "(A!=a)", "(r==q)", "parent:A",
                           "child:n", "pin", "{Q R}", "{r p}", "{wtm [Aa]}"});
        const auto inner = [&] { return "(" + set_or_nothing(depth - 1) + ")"; };
        switch (random_() % 9) {
            case 0: return inner() + "|" + inner();
            case 1: return inner() + "&" + inner();
            case 2: return "~" + inner();
            case 3: return inner() + " attacks " + inner();
            case 4: return "flipcolor {" + inner() + "}";
            case 5: return "light " + inner();
            case 6: return "if " + inner() + " then " + inner() + " else " + inner();
            default: return set_or_nothing(0);
        }
    }

private:
    std::string of_game() {
        switch (random_() % 4) {
            case 0:
                return one_of({"result 1-0", "result \"1/2-1/2\"", "gamenumber<=50", "gamenumber>200", "year==1950",
                               "year>=1900", "year", "elo>2400", "elo white>=2500", "elo black<2400", "elo",
                               "elo white>elo black", "elo==5000"});
            case 1:
                return one_of({"player \"Evans\"",
                               "player white \"Evans\"",
                               "player black \"Hughes\"",
                               "player \"?\"",
                               "player ~~ \"^Ev.*s$\"",
                               "player white == \"Evans, A\"",
                               "player white == \"?\"",
                               "event \"Cup\"",
                               "event == \"\"",
                               "event == \"?\"",
                               "site ~~ \"[PC]a\"",
                               "date ~~ \"^19\"",
                               "date \"1950\"",
                               "date == \"1950.??.??\"",
                               "date == \"????.??.??\"",
                               "eventdate ~~ \"[?]\"",
                               "eco \"B9\"",
                               "eco",
                               "not eco",
                               "tag \"Annotator\" \"Rees\"",
                               "tag \"Annotator\"",
                               "tag \"Round\" \"1\"",
                               "tag \"Nobody\"",
                               "tag \"Date\" ~~ \"-\"",
                               "\"Open\" in event",
                               "player white < player black",
                               "lowercase site == \"paris\"",
                               "tag \"FEN\" \"8\"",
                               "tag \"PlyCount\"",
                               "tag \"Result\" \"1-0\""});
            case 2:
                return one_of({"[Aa]==32", "[Aa]<=4", "Q==1", "not Q", "power A > power a", "P>=7", "#[Rr]==4",
                               "[Aa]==31 Q==1", "true", "false", "R==2 or P==0", "Q", "n"});
            default:
                return one_of({"mate", "stalemate", "puremate", "find mate", "check", "Ke1", "initial", "terminal",
                               "wtm", "movenumber==3", "variation", "ply==2", "secondary"});
        }
    }

    std::string comparison() { return one_of({"==", ">=", "<=", "<", ">", "!="}); }

    std::string one_of(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }

    std::mt19937 random_;
    int names_ = 0;
};

}  // namespace cofnod::search::test
