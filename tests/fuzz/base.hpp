#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "account.hpp"
#include "base/error.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/import.hpp"
#include "importers/text/source.hpp"

namespace cofnod::fuzz {

/// Cuts bytes into the files of a database, which stand in the order of `endings` with two bytes of length before each,
/// and imports it. Every byte of its files belongs to a game or a separator, or it is refused with a sentence.
inline void import_base_of(std::string_view bytes, std::initializer_list<const char*> endings) {
    importers::databases::BaseFiles::Files files;
    for (const char* ending : endings) {
        std::size_t size = 0;
        for (int i = 0; i < 2 && !bytes.empty(); ++i) {
            size = size << 8 | static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
        }
        size = std::min(size, bytes.size());
        files.emplace(ending, importers::databases::bytes_in_memory(std::string(bytes.substr(0, size))));
        bytes.remove_prefix(size);
    }
    const auto base = importers::databases::BaseFiles::of_members("base", std::move(files));
    require(base != nullptr, "the index and the moves are there");
    importers::Source source = importers::Source::of_base(base);
    Account account;
    try {
        importers::import_source(source, languages(), {}, account);
    } catch (const Error&) {  // it is no such database
        return;
    }
    account.settle(source.size());
    for (const GameRecord& game : account.games) require_sound(game);
}

}  // namespace cofnod::fuzz
