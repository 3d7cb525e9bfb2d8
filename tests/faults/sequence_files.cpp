#include "sequence_files.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace cofnod::faults {

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<fs::path> files_of(const fs::path& samples) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(samples))
        if (entry.path().extension() == ".pgn" || entry.path().extension() == ".txt") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string damaged(std::string text, std::mt19937& random) {
    for (auto left = 1 + random() % 8; left > 0 && !text.empty(); --left) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
            case 0: text.erase(at, 1 + random() % 40); break;
            case 1: text.insert(at, text, random() % text.size(), random() % 200); break;
            default: text[at] = "{}()[]\"\n1x*"[random() % 11]; break;
        }
    }
    return text;
}

/// The same games many times, no two alike in their tags.
std::string repeated(const std::string& text, std::mt19937& random) {
    std::string all;
    for (auto i = 20 + random() % 200; i > 0; --i) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("[Event \"")) line.insert(8, std::to_string(i) + " ");
            all += line + '\n';
        }
    }
    return all;
}

}  // namespace

std::vector<std::string> write_files(const fs::path& samples, const fs::path& folder, std::mt19937& random) {
    const std::vector<fs::path> sources = files_of(samples);
    std::vector<std::string> files;
    for (auto left = 3 + random() % 5; left > 0; --left) {
        const fs::path& source = sources[random() % sources.size()];
        std::string text = read_file(source);
        switch (random() % 6) {
            case 0: text += '\n' + read_file(sources[random() % sources.size()]); break;
            case 1: text = damaged(std::move(text), random); break;
            case 2:
                if (!files.empty()) text = read_file(files[random() % files.size()]);
                break;
            case 3: text = repeated(text, random); break;
            case 4: text.resize(text.size() / 2); break;
            default: break;
        }
        files.push_back(folder / (std::to_string(files.size()) + source.extension().string()));
        std::ofstream(files.back(), std::ios::binary) << text;
    }
    return files;
}

}  // namespace cofnod::faults
