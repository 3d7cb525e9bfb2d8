#include "importers/bases/chessbase/cbv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "importers/bases/bytes.hpp"
#include "importers/bases/chessbase/unpack.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/archive_limit.hpp"

namespace cofnod::importers::bases::chessbase {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t head_size = 8, name_size = 132, least_entry = 140;

struct Entry {
    std::string stem, ending;
    std::size_t packed, size;
};

class Archive {
public:
    Archive(const std::string& path, ArchiveLimits limits)
        : path_(path), limits_(std::move(limits)), bytes_(all_bytes(path)) {
        const Bytes head(bytes_);
        const std::size_t count = head.little(2, 2), entry_size = head.at(4);
        if (head.little(0, 2) != head_size || entry_size < least_entry ||
            bytes_.size() < head_size + count * entry_size)
            damaged(say("its directory cannot be read"));
        for (std::size_t i = 0; i < count; ++i) read_entry(Bytes(head.part(head_size + i * entry_size, entry_size)));
        at_ = head_size + count * entry_size;
    }

    /// Unpacks the database: the files that have the name of the first index.
    std::shared_ptr<const BaseFiles> open() {
        const auto index = std::ranges::find_if(entries_, [](const Entry& entry) { return is_index(entry.ending); });
        if (index == entries_.end()) damaged(say("it holds no .cbh file"));
        BaseFiles::Files files;
        for (const Entry& entry : entries_) {
            const std::string_view packed = Bytes(bytes_).part(at_, entry.packed);
            at_ += entry.packed;
            if (packed.size() < entry.packed) damaged(say("it ends in the middle of a file"));
            if (entry.stem == index->stem && index_of(entry.ending) == index->ending)
                files.emplace(entry.ending, bytes_in_memory(unpacked(entry, packed)));
        }
        if (!files.contains(".cbg")) damaged(say("it holds no .cbg file"));
        return std::make_shared<const BaseFiles>(fmt::format("{}:{}{}", path_, index->stem, index->ending),
                                                 index->ending, std::move(files));
    }

private:
    [[noreturn]] void damaged(std::string_view how) const {
        throw InputError(say("{}: cannot be unpacked: {}", path_, how), say("copy it again from where it came from"));
    }

    static std::string all_bytes(const std::string& path) {
        const auto file = open_file(path);
        static constexpr std::uint64_t most = std::uint64_t{1} << 30;
        if (file->size() > most)
            throw ArchiveLimitError(say("{}: has more than {} bytes", path, most), say("unpack it in ChessBase"));
        return file->read(0, static_cast<std::size_t>(file->size()));
    }

    /// Nothing is written under the name of a member, so that it may be any.
    void read_entry(const Bytes& entry) {
        std::string name(entry.text(0, name_size));
        std::ranges::replace(name, '\\', '/');
        const fs::path file = fs::path(name).filename();
        entries_.push_back({.stem = file.stem().string(),
                            .ending = to_lower(file.extension().string()),
                            .packed = static_cast<std::size_t>(entry.little(name_size, 4)),
                            .size = static_cast<std::size_t>(entry.little(name_size + 4, 4))});
        total_ += entries_.back().size;
        const std::uint64_t most = std::min(limits_.bytes, std::uint64_t{4} << 30);
        if (total_ > most || (total_ > limits_.ratio_after && total_ > limits_.ratio * bytes_.size()))
            throw ArchiveLimitError(say("{}: unpacks to more than the limits allow", path_),
                                    say("unpack it in ChessBase"));
    }

    [[nodiscard]] std::string unpacked(const Entry& entry, std::string_view packed) const {
        std::string file;
        const Bytes bytes(packed);
        for (std::size_t at = 0; at < packed.size();) {
            static constexpr std::size_t block_head = 4;
            const std::size_t length = bytes.little(at, 2);
            const auto block = unpack_block(bytes.part(at + block_head, length));
            if (length == 0 || !block || file.size() + block->size() > entry.size)
                damaged(say("a block of its {} file is damaged", entry.ending));
            file += *block;
            at += block_head + length;
        }
        if (file.size() != entry.size) damaged(say("its {} file is incomplete", entry.ending));
        return file;
    }

    std::string path_;
    ArchiveLimits limits_;
    std::string bytes_;
    std::vector<Entry> entries_;
    std::uint64_t total_ = 0;
    std::size_t at_ = 0;
};

}  // namespace

bool is_archive(std::string_view ending) { return ending == ".cbv"; }

std::shared_ptr<const BaseFiles> open_archive(const std::string& path, const ArchiveLimits& limits) {
    return Archive(path, limits).open();
}

}  // namespace cofnod::importers::bases::chessbase
