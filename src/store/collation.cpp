#include "store/collation.hpp"

#include <dlfcn.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include <cstdint>
#include <cstdlib>

#include "store/name_match.hpp"

#define COFNOD_TEXT_OF(name) COFNOD_TEXT_OF_EXPANDED(name)
#define COFNOD_TEXT_OF_EXPANDED(name) #name

namespace cofnod::store {

/// libicui18n, loaded on first use: linking it would add 0.3 ms to every start of the program. ICU appends its version
/// to function names (ucol_open_72), hence the macros.
struct Collation::Library {
    explicit Library(const std::string& locale)
        : handle(dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_LAZY | RTLD_LOCAL)) {
        if (!handle) return;
        find(open, COFNOD_TEXT_OF(ucol_open));
        find(close, COFNOD_TEXT_OF(ucol_close));
        find(sort_key, COFNOD_TEXT_OF(ucol_getSortKey));
        UErrorCode error = U_ZERO_ERROR;
        if (open && close && sort_key) collator = open(locale.c_str(), &error);
    }
    ~Library() {
        if (collator) close(collator);
        if (handle) dlclose(handle);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    template <typename Function>
    void find(Function*& function, const char* name) {
        function = reinterpret_cast<Function*>(dlsym(handle, name));
    }

    void* handle;
    decltype(ucol_open)* open = nullptr;
    decltype(ucol_close)* close = nullptr;
    decltype(ucol_getSortKey)* sort_key = nullptr;
    UCollator* collator = nullptr;
};

Collation Collation::of_environment() {
    for (const char* name : {"LC_ALL", "LC_COLLATE", "LANG"})
        if (const char* value = std::getenv(name); value && *value) return of_locale(value);
    return of_locale("");
}

Collation Collation::of_locale(const std::string& locale) {
    std::string code = locale.substr(0, locale.find_first_of(".@"));
    if (code == "C" || code == "POSIX") code.clear();  // the root collation
    return Collation(std::make_shared<const Library>(code));
}

std::string Collation::key(std::string_view name) const {
    if (!library_->collator) return name_key(name) + '\0' + std::string(name);
    std::u16string text;
    UErrorCode error = U_ZERO_ERROR;
    text.resize(name.size());
    std::int32_t length = 0;
    u_strFromUTF8WithSub(text.data(), static_cast<std::int32_t>(text.size()), &length, name.data(),
                         static_cast<std::int32_t>(name.size()), 0xFFFD, nullptr, &error);
    std::string key(name.size() * 4 + 16, '\0');
    const auto write = [&] {
        return static_cast<std::size_t>(library_->sort_key(library_->collator, text.data(), length,
                                                           reinterpret_cast<std::uint8_t*>(key.data()),
                                                           static_cast<std::int32_t>(key.size())));
    };
    if (const std::size_t size = write(); size > key.size()) {
        key.resize(size);
        write();
    } else {
        key.resize(size);
    }
    return key;
}

}  // namespace cofnod::store
