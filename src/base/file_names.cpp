#include "base/file_names.hpp"

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <iterator>

#include "base/characters.hpp"
#include "base/printable.hpp"

namespace cofnod {

namespace {

constexpr std::size_t longest = 80;  ///< leaves room for a number and the ending
constexpr std::string_view nameless = "unknown";

/// Returns a text without the blanks and dots around it: a leading dot hides a file, a trailing one is lost on Windows.
std::string_view without_edges(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" .");
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(" .") + 1 - first);
}

/// Returns true for the name of a device of Windows, which no file may have with any ending.
bool is_device(std::string_view name) {
    static constexpr std::string_view devices[] = {"con", "prn", "aux", "nul"};
    const std::string word = to_lower(name.substr(0, name.find('.')));
    const bool is_port = word.size() == 4 && (word.starts_with("com") || word.starts_with("lpt")) && is_digit(word[3]);
    return is_port || std::ranges::find(devices, word) != std::end(devices);
}

/// Returns the beginning of a text in whole code points.
std::string_view first_bytes(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return text.substr(0, most);
}

std::string safe_name(std::string_view text) {
    std::string name = printable(text);
    std::ranges::replace_if(
        name, [](char c) { return std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos; }, '_');
    name = without_edges(first_bytes(without_edges(name), longest));
    if (name.empty()) return std::string(nameless);
    return is_device(name) ? '_' + name : name;
}

/// Returns the key of a name: some file systems do not tell names with equal keys apart.
std::string key_of(const std::string& name) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const folding = icu::Normalizer2::getNFKCCasefoldInstance(error);
    if (U_FAILURE(error)) return to_lower(name);
    std::string key;
    icu::StringByteSink<std::string> sink(&key);
    folding->normalizeUTF8(0, name, sink, nullptr, error);
    return U_FAILURE(error) ? to_lower(name) : key;
}

}  // namespace

const std::string& FileNames::of(const std::string& text) {
    const auto [known, is_new] = names_.try_emplace(text);
    if (!is_new) return known->second;
    const std::string stem = safe_name(text);
    std::uint64_t& number = last_number_.try_emplace(key_of(stem), 1).first->second;
    std::string name = stem;
    while (!taken_.insert(key_of(name)).second) name = fmt::format("{}-{}", stem, ++number);
    return known->second = name + ending_;
}

}  // namespace cofnod
