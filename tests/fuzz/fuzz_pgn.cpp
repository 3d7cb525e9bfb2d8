// Any bytes, read as PGN: every byte is accounted for, and what was read is written and read again as the same.

#include <cstdlib>

#include "importers/import.hpp"
#include "pgn/writer.hpp"

using namespace cofnod;

namespace {

struct Account : importers::Sink {
    std::uint64_t bytes = 0;
    std::string exported;

    void add_game(GameRecord&& game) override {
        bytes += game.span.end - game.span.begin;
        pgn::write(game, {.language = &languages().english()}, exported);
    }
    void add_separator(const SourceSpan& span) override { bytes += span.end - span.begin; }
    void reached(std::uint64_t) override {}

    static const notation::Languages& languages() {
        static const notation::Languages all = notation::Languages::built_in();
        return all;
    }
};

std::string export_of(std::string text) {
    const std::size_t size = text.size();
    Account account;
    importers::Source source = importers::Source::of_text("fuzz", std::move(text));
    importers::import_source(source, Account::languages(), {.format = importers::Format::pgn}, account);
    if (account.bytes != size) std::abort();
    return account.exported;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string exported = export_of(std::string(reinterpret_cast<const char*>(data), size));
    if (export_of(exported) != exported) std::abort();
    return 0;
}
