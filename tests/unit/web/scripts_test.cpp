#include "web/pages.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>

namespace cofnod::web {

namespace {

const std::map<std::string, std::string, std::less<>> modules = {
    {"main.js", "// The page.\nimport { say } from \"./words.js\";\n\nsay(\"hello\");\nimport(\"./game.js\");\n"},
    {"words.js", "const own = 1;\n/** Says it. */\nexport function say(text) {\n    log(text, own);\n}\n"},
    {"board.js", "import { say } from \"./words.js\";\nexport class Board {\n}\nexport const own = 2;\n"},
    {"game.js",
     "import { Board, own as number } from \"./board.js\";\nimport { say } from \"./words.js\";\n"
     "export async function show(context) {\n    /* as\n       long */\n    say(number);\n}\n"},
    {"split.js", "import {\n    say,\n} from \"./words.js\";\n"},
    {"one.js", "import { b } from \"./two.js\";\n"},
    {"two.js", "import { a } from \"./one.js\";\n"},
};

std::string joined(std::string_view name) {
    return joined_script(name, [](std::string_view wanted) -> std::string_view {
        const auto found = modules.find(wanted);
        if (found == modules.end()) throw std::logic_error("no such file");
        return found->second;
    });
}

}  // namespace

TEST_CASE("scripts: the first one has what it imports, in scopes of their own") {
    CHECK(joined("main.js") ==
          "const $words = (() => {\nconst own = 1;\nfunction say(text) {\nlog(text, own);\n}\nreturn { say };\n})();\n"
          "const $main = (() => {\nconst { say } = $words;\nsay(\"hello\");\nimport(\"./game.js\");\nreturn {  "
          "};\n})();\n"
          "export { $words, $main };\n");
}

TEST_CASE("scripts: the others take from the first one what that has") {
    CHECK(joined("game.js") ==
          "import { $words, $main } from \"./main.js\";\n"
          "const $board = (() => {\nconst { say } = $words;\nclass Board {\n}\nconst own = 2;\nreturn { Board, own "
          "};\n})();\n"
          "const $game = (() => {\nconst { Board, own: number } = $board;\nconst { say } = $words;\n"
          "async function show(context) {\nsay(number);\n}\nreturn { show };\n})();\n"
          "export const { show } = $game;\n");
}

TEST_CASE("scripts: what cannot be joined is refused") {
    CHECK_THROWS_AS(joined("split.js"), std::logic_error);
    CHECK_THROWS_AS(joined("one.js"), std::logic_error);
    CHECK_THROWS_AS(joined("nothing.js"), std::logic_error);
}

}  // namespace cofnod::web
