// Any bytes, read as plain text: every byte is accounted for.

#include <cstdlib>

#include "importers/import.hpp"

using namespace cofnod;

namespace {

struct Account : importers::Sink {
    std::uint64_t bytes = 0;
    void add_game(GameRecord&& game) override { bytes += game.span.end - game.span.begin; }
    void add_separator(const SourceSpan& span) override { bytes += span.end - span.begin; }
    void reached(std::uint64_t) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const notation::Languages languages = notation::Languages::built_in();
    Account account;
    importers::Source source =
        importers::Source::of_text("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    importers::import_source(source, languages, {.format = importers::Format::prose}, account);
    if (account.bytes != size) std::abort();
    return 0;
}
