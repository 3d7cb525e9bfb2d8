#include "base/catalogue.hpp"

#include <cstring>
#include <stdexcept>

namespace cofnod {

namespace {

constexpr std::uint32_t magic = 0x950412de;

std::size_t welsh_form(std::uint64_t number) {
    if (number <= 3) return static_cast<std::size_t>(number);
    return number == 6 ? 4 : 5;
}

std::size_t arabic_form(std::uint64_t number) {
    if (number <= 2) return static_cast<std::size_t>(number);
    const std::uint64_t last = number % 100;
    if (last >= 3 && last <= 10) return 3;
    return last >= 11 ? 4 : 5;
}

}  // namespace

std::size_t plural_form(std::string_view language, std::uint64_t number) {
    if (language == "cy") return welsh_form(number);
    if (language == "ar") return arabic_form(number);
    return number == 1 ? 1 : 5;
}

Catalogue::Catalogue(std::string_view language, std::string_view bytes) : language_(language), bytes_(bytes) {
    if (word_at(0) != magic) throw std::logic_error("no message catalogue: " + language_);
    count_ = word_at(8);
    messages_ = word_at(12);
    translations_ = word_at(16);
}

std::uint32_t Catalogue::word_at(std::size_t offset) const {
    std::uint32_t word = 0;
    if (offset + sizeof word > bytes_.size()) throw std::logic_error("the message catalogue is cut: " + language_);
    std::memcpy(&word, bytes_.data() + offset, sizeof word);
    return word;
}

std::string_view Catalogue::string_at(std::size_t table, std::size_t index) const {
    const std::size_t entry = table + 8 * index;
    return bytes_.substr(word_at(entry + 4), word_at(entry));
}

std::string_view Catalogue::found(std::string_view message) const {
    std::size_t low = 0, high = count_;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (this->message(middle) < message)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count_ && this->message(low) == message ? translation(low) : std::string_view();
}

std::string_view Catalogue::text(std::string_view english) const {
    if (english.empty()) return english;  // its translation is the header of the catalogue
    const std::string_view own = found(english);
    return own.empty() ? english : own;
}

std::string_view Catalogue::form(std::string_view singular, std::string_view plural, std::uint64_t number) const {
    std::string key(singular);
    key += '\0';
    key += plural;
    std::string_view forms = found(key);
    for (std::size_t skip = plural_form(language_, number); skip > 0; --skip) {
        const std::size_t end = forms.find('\0');
        if (end == forms.npos) return forms;
        forms.remove_prefix(end + 1);
    }
    return forms.substr(0, forms.find('\0'));
}

}  // namespace cofnod
