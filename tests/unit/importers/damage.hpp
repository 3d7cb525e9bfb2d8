#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// The sample games, and damage that files may suffer.
namespace cofnod::testing {

/// Returns every file of sample-data, in PGN and prose and a dozen languages, chess and Camelot.
inline std::vector<std::string> sample_texts() {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(COFNOD_ROOT "/sample-data")) {
        if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

/// Returns a sample with random damage: truncated, bytes flipped, a part lost or doubled, or two files joined.
inline std::string damaged(std::string text, const std::vector<std::string>& others) {
    const auto at = [&] { return *rc::gen::inRange<std::size_t>(0, std::max<std::size_t>(text.size(), 1)); };
    switch (*rc::gen::inRange(0, 5)) {
        case 0: text.resize(at()); break;
        case 1:
            for (int i = 0; i < 8 && !text.empty(); ++i) text[at()] = static_cast<char>(*rc::gen::inRange(0, 256));
            break;
        case 2: text.erase(at(), 200); break;
        case 3: text.insert(at(), text.substr(at(), 300)); break;
        default: text = text.substr(0, at()) + others[*rc::gen::inRange<std::size_t>(0, others.size())]; break;
    }
    return text;
}

}  // namespace cofnod::testing
