// Any bytes as a mailbox, and as one message.

#include <array>

#include "account.hpp"
#include "base/error.hpp"
#include "importers/documents/document.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

std::string rest_of(importers::ByteStream& stream) {
    std::string all;
    std::array<char, 7> some;
    try {
        while (const std::size_t got = stream.read(some.data(), some.size())) all.append(some.data(), got);
    } catch (const InputError&) {  // an end mark is missing, which is reported after all text
    }
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = text_of(data, size);
    (void)importers::documents::is_mail(bytes);
    for (const std::string_view postmark : {"", "From a@b.c Wed Mar  4 10:11:12 1998\n"}) {
        const auto mail =
            importers::documents::text_of_mail(importers::stream_of(std::string(postmark).append(bytes)), "mail", {});
        const std::string text = rest_of(*mail);
        require(text.size() <= 16 * (size + 64), "mail says no more than it has");
        const std::size_t middle = text.size() / 2;
        mail->seek(middle);
        require(rest_of(*mail) == text.substr(middle), "it says the same again");
    }
    return 0;
}
