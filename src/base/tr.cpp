#include "base/tr.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/printable.hpp"

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
    if (english.empty()) return english;  // the empty message is the catalogue header
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

namespace {

std::atomic<const Catalogue*> everywhere = nullptr;
thread_local const Catalogue* here = nullptr;
thread_local bool is_set_here = false;

/// Returns a translation in the form that terminals support, cached.
std::string_view remembered(std::string_view translation) {
    static std::mutex lock;
    static std::map<std::pair<const char*, bool>, std::string> texts;
    const std::lock_guard guard(lock);
    const auto [text, is_new] = texts.try_emplace({translation.data(), are_isolates_kept()});
    if (is_new) text->second = as_spoken(translation);
    return text->second;
}

}  // namespace

std::string_view translated(std::string_view english) {
    const Catalogue* const catalogue = spoken();
    if (!catalogue) return english;
    const std::string_view text = catalogue->text(english);
    return catalogue->is_right_to_left() && text.data() != english.data() ? remembered(text) : text;
}

Speaking::Speaking(const Catalogue* catalogue) : before_(here), was_set_(is_set_here) {
    here = catalogue;
    is_set_here = true;
}

Speaking::~Speaking() {
    here = before_;
    is_set_here = was_set_;
}

void speak_everywhere(const Catalogue* catalogue) { everywhere = catalogue; }

const Catalogue* spoken() { return is_set_here ? here : everywhere.load(std::memory_order_relaxed); }

bool is_spoken_right_to_left() { return spoken() && spoken()->is_right_to_left(); }

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    std::string_view form = spoken() ? spoken()->form(one, many, number) : std::string_view();
    if (form.empty()) form = number == 1 ? one : many;
    const std::string text = is_spoken_right_to_left() ? as_spoken(form) : std::string(form);
    return fmt::format(fmt::runtime(text), grouped(number));
}

}  // namespace cofnod
