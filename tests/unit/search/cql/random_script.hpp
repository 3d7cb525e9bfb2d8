#pragma once

#include <random>
#include <string>
#include <vector>

namespace cofnod::search::test {

/// Scripts made at random, of what bounds know something about and of what they must not misread.
class RandomScript {
public:
    explicit RandomScript(unsigned seed) : random_(seed) {}

    std::string filter(int depth) {
        if (depth == 0) return one_of({set(0), set(0) + ">=2", "check", "wtm", "#Q==1", "[Aa]<=26", "P<8"});
        const auto inner = [&] { return filter(depth - 1); };
        switch (random_() % 16) {
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
            case 13: return "{find 2 {" + inner() + "}}";
            default:
                return "{#(" + set(depth) + ")" + one_of({"==", ">=", "<=", "<", ">", "!="}) +
                       one_of({"0", "1", "2", "7"}) + "}";
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

private:
    std::string one_of(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }

    std::mt19937 random_;
    int names_ = 0;
};

}  // namespace cofnod::search::test
