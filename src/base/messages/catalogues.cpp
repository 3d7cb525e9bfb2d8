#include "base/messages/catalogues.hpp"

#include <algorithm>
#include <cstdlib>

// Embeds the bytes of a file, from `NAME_begin` to `NAME_end`.
#define EMBED(name, file)        \
    __asm__(                     \
        ".pushsection .rodata\n" \
        ".balign 8\n"            \
        ".hidden cofnod_" #name  \
        "_begin\n"               \
        ".hidden cofnod_" #name  \
        "_end\n"                 \
        ".global cofnod_" #name  \
        "_begin\n"               \
        ".global cofnod_" #name  \
        "_end\n"                 \
        "cofnod_" #name          \
        "_begin:\n"              \
        ".incbin \"" file        \
        "\"\n"                   \
        "cofnod_" #name          \
        "_end:\n"                \
        ".popsection\n");        \
    extern "C" __attribute__((visibility("hidden"))) const char cofnod_##name##_begin[], cofnod_##name##_end[];

EMBED(cy, COFNOD_CATALOGUES "/cy.mo")
EMBED(ar, COFNOD_CATALOGUES "/ar.mo")

namespace cofnod::messages {

const std::vector<std::string>& languages() {
    static const std::vector<std::string> codes{"en", "cy", "ar"};
    return codes;
}

const Catalogue* catalogue_of(std::string_view language) {
    static const Catalogue welsh("cy", {cofnod_cy_begin, cofnod_cy_end});
    static const Catalogue arabic("ar", {cofnod_ar_begin, cofnod_ar_end});
    if (language == "cy") return &welsh;
    return language == "ar" ? &arabic : nullptr;
}

std::string language_of_environment() {
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(name);
        if (!value || !*value) continue;
        const std::string_view locale(value);
        const std::string code(locale.substr(0, locale.find_first_of("_.@")));
        return catalogue_of(code) ? code : "en";
    }
    return "en";
}

}  // namespace cofnod::messages
