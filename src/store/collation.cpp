#include "store/collation.hpp"

#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include <cstdint>
#include <cstdlib>

#include "store/name_match.hpp"

namespace cofnod::store {

struct Collation::Collator {
    explicit Collator(const std::string& locale) {
        UErrorCode error = U_ZERO_ERROR;
        handle = ucol_open(locale.c_str(), &error);
    }
    ~Collator() { ucol_close(handle); }
    Collator(const Collator&) = delete;
    Collator& operator=(const Collator&) = delete;

    UCollator* handle;
};

Collation Collation::of_environment() {
    for (const char* name : {"LC_ALL", "LC_COLLATE", "LANG"})
        if (const char* value = std::getenv(name); value && *value) return of_locale(value);
    return of_locale("");
}

Collation Collation::of_locale(const std::string& locale) {
    std::string code = locale.substr(0, locale.find_first_of(".@"));
    if (code == "C" || code == "POSIX") code.clear();  // the root collation
    return Collation(std::make_shared<const Collator>(code));
}

std::string Collation::key(std::string_view name) const {
    if (!collator_->handle) return name_key(name) + '\0' + std::string(name);
    std::u16string text;
    UErrorCode error = U_ZERO_ERROR;
    text.resize(name.size());
    std::int32_t length = 0;
    u_strFromUTF8WithSub(text.data(), static_cast<std::int32_t>(text.size()), &length, name.data(),
                         static_cast<std::int32_t>(name.size()), 0xFFFD, nullptr, &error);
    std::string key(name.size() * 4 + 16, '\0');
    const auto write = [&] {
        return static_cast<std::size_t>(ucol_getSortKey(collator_->handle, text.data(), length,
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
