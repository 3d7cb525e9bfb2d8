#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "../importers/random_game.hpp"
#include "notation/languages.hpp"
#include "run.hpp"

using namespace cofnod;
using cofnod::cli::test::run;

namespace {

namespace fs = std::filesystem;

class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("cofnod-data-" + std::to_string(getpid()))) {
        fs::remove_all(path_);
        fs::create_directory(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    /// Returns the path of a file that does not exist.
    [[nodiscard]] std::string file(const std::string& name) const {
        fs::remove(path_ / name);
        return (path_ / name).string();
    }

private:
    fs::path path_;
};

/// Returns lines of NDJSON without the origin of the games.
std::string told(const std::string& lines) {
    static const std::regex origin(R"re("notation":[^,]*,"source":"[^"]*","line":\d+,)re");
    return std::regex_replace(lines, origin, "");
}

}  // namespace

TEST_CASE("games that are exported as data and imported are the same games", "[export][property]") {
    static const notation::Languages languages = notation::Languages::built_in();
    rc::prop("data comes back", [] {
        const Folder folder;
        const std::string pgn = folder.file("a.pgn"), first = folder.file("a.db");
        std::string text;
        for (int games = 0; games < 5; ++games) text += random_game(languages.english());
        std::ofstream(pgn) << text;
        RC_ASSERT(run({"import", "--quiet", first, pgn}).code == 0);
        const std::string games = run({"export", first}).out, data = run({"export", first, "--ndjson"}).out;
        const std::string format = *rc::gen::element<std::string>("ndjson", "json", "csv", "tsv");
        RC_TAG(format);
        const std::string file = folder.file("a." + format), again = folder.file("again.db");
        RC_ASSERT(run({"export", first, "--quiet", "--format", format, "-o", file}).code == 0);
        RC_ASSERT(run({"import", "--quiet", again, file}).code == 0);
        RC_ASSERT(run({"export", again}).out == games);
        RC_ASSERT(told(run({"export", again, "--ndjson"}).out) == told(data));
    });
}
