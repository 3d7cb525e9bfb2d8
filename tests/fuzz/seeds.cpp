#include "seeds.hpp"
#include "games/record/record.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "account.hpp"

namespace cofnod::fuzz {

namespace {

constexpr std::size_t longest_piece = 1024;

using Seeds = std::vector<std::string>;

Seeds pieces_of(std::string_view text) {
    Seeds pieces;
    while (!text.empty()) {
        std::size_t end = text.size();
        if (end > longest_piece) end = text.rfind('\n', longest_piece - 1) + 1;
        if (end == 0) end = longest_piece;
        pieces.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return pieces;
}

Seeds lines_of(std::string_view text) {
    Seeds lines;
    for (Cutter input(text); !input.empty();) {
        std::string_view line = input.line();
        if (line.starts_with("> ")) line.remove_prefix(2);
        line = line.substr(0, std::min(line.find('\t'), line.find(" ;")));
        lines.emplace_back(line);
    }
    return lines;
}

Seeds words_of(std::string_view text) {
    std::istringstream input{std::string(text)};
    Seeds words;
    for (std::string word; input >> word;) words.push_back(word);
    return words;
}

Seeds packed_of(std::string_view text) {
    Seeds packed;
    for (const GameRecord& game : games_of(std::string(text), {})) {
        packed.push_back(game.start + '\n' + game.moves);
        if (!game.annotations.empty()) packed.push_back('\n' + game.annotations.to_bytes());
    }
    return packed;
}

Seeds cut(std::string_view how, std::string_view text) {
    static constexpr std::string_view numbered = "numbered-";
    if (how.starts_with(numbered)) how.remove_prefix(numbered.size());
    static const std::map<std::string_view, Seeds (*)(std::string_view)> ways = {
        {"whole", [](std::string_view whole) { return Seeds{std::string(whole)}; }},
        {"pieces", pieces_of},
        {"lines", lines_of},
        {"words", words_of},
        {"packed", packed_of}};
    return ways.at(how)(text);
}

std::string contents_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// The file, or the files of the folder.
std::set<std::filesystem::path> files_of(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(path)) return {path};
    std::set<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path))
        if (entry.is_regular_file() && entry.path().extension() != ".md" && entry.path().filename() != ".gitattributes")
            files.insert(entry.path());
    return files;
}

}  // namespace

std::vector<std::string> seeds_of(std::string_view target) {
    const std::filesystem::path root = COFNOD_ROOT;
    Seeds seeds;
    std::set<std::string> known;
    std::ifstream table(root / "tests/fuzz/seeds.txt");
    for (std::string line; std::getline(table, line);) {
        std::istringstream fields(line);
        std::string name, how;
        fields >> name >> how;
        if (name != target) continue;
        for (std::string path; fields >> path;)
            for (const auto& file : files_of(root / path))
                for (std::string& seed : cut(how, contents_of(file))) {
                    if (!known.insert(seed).second) continue;
                    if (how.starts_with("numbered")) seed.insert(0, 1, static_cast<char>(known.size()));
                    seeds.push_back(std::move(seed));
                }
    }
    if (seeds.empty()) throw std::runtime_error("seeds.txt has no line for " + std::string(target));
    return seeds;
}

}  // namespace cofnod::fuzz
