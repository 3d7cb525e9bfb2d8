#include "base/say.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "base/catalogue.hpp"
#include "base/isolates.hpp"

namespace cofnod {

namespace {

std::atomic<const Catalogue*> everywhere = nullptr;
thread_local const Catalogue* here = nullptr;
thread_local bool is_set_here = false;

/// Returns a translation as terminals take it, made once.
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

}  // namespace cofnod
