#include "importers/text/container.hpp"
#include "games/record/record.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/error.hpp"
#include "collect.hpp"
#include "importers/text/archive.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

struct Member {
    std::string name, text;
};

/// A file that is removed after the test.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& content = {})
        : path_(std::filesystem::temp_directory_path() /
                ("cofnod_container_" + std::to_string(++made_) + std::to_string(::getpid()))) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    static inline int made_ = 0;
    std::filesystem::path path_;
};

std::string packed(int format, int filter, const std::vector<Member>& members) {
    std::string bytes(8 << 20, '\0');
    std::size_t used = 0;
    archive* out = archive_write_new();
    archive_write_set_format(out, format);
    archive_write_add_filter(out, filter);
    archive_write_set_bytes_in_last_block(out, 1);
    REQUIRE(archive_write_open_memory(out, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
    for (const Member& member : members) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, member.name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(member.text.size()));
        archive_entry_set_filetype(entry, member.name.ends_with('/') ? AE_IFDIR : AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        REQUIRE(archive_write_header(out, entry) == ARCHIVE_OK);
        archive_write_data(out, member.text.data(), member.text.size());
        archive_entry_free(entry);
    }
    REQUIRE(archive_write_close(out) == ARCHIVE_OK);
    archive_write_free(out);
    bytes.resize(used);
    return bytes;
}

std::string text_of(Source& source) {
    std::string text;
    while (source.read(text, 1000)) {
    }
    return text;
}

std::vector<Member> unpacked(const std::string& content, const ArchiveLimits& limits = {}) {
    const TemporaryFile file(content);
    std::vector<Member> members;
    Container container = Container::open(file.path(), limits);
    while (auto source = container.next()) {
        const std::string name = source->name().substr(file.path().size());
        members.push_back({name, text_of(*source)});
        source->throw_fault();
    }
    return members;
}

const std::string first = "[Event \"a\"]\n\n1. e4 e5 1-0\n", second = "1. d4 d5 0-1\n";

std::string games(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += "[Event \"" + std::to_string(i * 7919) + "\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    return text;
}

}  // namespace

TEST_CASE("every kind of archive gives the texts in it", "[importers][archive]") {
    for (const int format : {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_7ZIP}) {
        const auto members =
            unpacked(packed(format, ARCHIVE_FILTER_NONE, {{"a.pgn", first}, {"d/../../b.pgn", second}}));
        REQUIRE(members.size() == 2);
        CHECK(members[0].name == ":a.pgn");
        CHECK(members[0].text == first);
        CHECK(members[1].name == ":d/../../b.pgn");
        CHECK(members[1].text == second);
    }
}

TEST_CASE("a compressed file is one source with the name of the file", "[importers][archive]") {
    for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD}) {
        const std::string once = packed(ARCHIVE_FORMAT_RAW, filter, {{"", first}});
        const auto members = unpacked(once + once);
        REQUIRE(members.size() == 1);
        CHECK(members[0].name.empty());
        CHECK(members[0].text == first + first);
    }
}

TEST_CASE("a compressed text has the hash of the text, and can be read from any byte", "[importers][archive]") {
    const std::string text = games(20'000);
    const TemporaryFile file(packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD, {{"", text}}));
    Source source = *Container::open(file.path()).next();
    CHECK(source.content_hash() == Source::of_text("", text).content_hash());
    CHECK(source.size() == text.size());
    for (const std::size_t at : {std::size_t{500'000}, std::size_t{17}, text.size(), text.size() - 5}) {
        source.seek(at);
        CHECK(text_of(source) == text.substr(at));
    }
}

TEST_CASE("a long member waits on the disk", "[importers][archive]") {
    const std::string text = games(400'000);
    REQUIRE(text.size() > (std::size_t{16} << 20));
    const auto members =
        unpacked(packed(ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, {{"long.pgn", text}, {"b.pgn", second}}));
    REQUIRE(members.size() == 2);
    CHECK(members[0].text == text);
    CHECK(members[1].text == second);
}

TEST_CASE("folders and what is no text are passed over and counted", "[importers][archive]") {
    const TemporaryFile file(
        packed(ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, {{"d/", ""}, {"d/p.gif", "GIF89a"}, {"d/a.pgn", first}}));
    Container container = Container::open(file.path());
    CHECK(container.next()->name() == file.path() + ":d/a.pgn");
    CHECK(!container.next());
    CHECK(container.skipped().folders == 1);
    CHECK(container.skipped().not_text == 1);
}

TEST_CASE("an archive in an archive is not passed over: whoever looks into it is told", "[importers][archive]") {
    const std::string inner = packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", first}});
    const TemporaryFile file(packed(ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, {{"i.gz", inner}, {"a.pgn", first}}));
    Container container = Container::open(file.path());
    Source nested = *container.next();
    CHECK(nested.name() == file.path() + ":i.gz");
    std::string start;
    nested.read(start, 4096);
    CHECK_THROWS_AS(refuse_what_is_not_text(start, nested.name()), InputError);
    CHECK(container.next()->name() == file.path() + ":a.pgn");
    CHECK(container.skipped().not_text == 0);
}

TEST_CASE("a file that is written to while it is read", "[importers]") {
    const std::string text = games(20'000);
    const TemporaryFile file(text);
    Source source = *Container::open(file.path()).next();
    source.content_hash();
    Collected found;
    SECTION("is as long as it was when it was opened") {
        std::ofstream(file.path(), std::ios::app) << text;
        import_source(source, languages(), {}, found);
        CHECK(found.games.size() == 20'000);
        CHECK_FALSE(source.has_changed());
    }
    SECTION("is not taken for what it was, if it is cut") {
        std::filesystem::resize_file(file.path(), text.size() / 2);
        import_source(source, languages(), {}, found);
        CHECK(source.has_changed());
    }
    SECTION("or if it has become another") {
        std::ofstream(file.path(), std::ios::in).seekp(100'000) << "other words";
        import_source(source, languages(), {}, found);
        CHECK(source.has_changed());
        source.seek(0);
        CHECK_FALSE(source.has_changed());  // not yet read to its end
    }
}

TEST_CASE("what comes before a cut is read, then the fault is told", "[importers][archive]") {
    const std::string text = games(20'000);
    for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD}) {
        const std::string whole = packed(ARCHIVE_FORMAT_RAW, filter, {{"", text}});
        const TemporaryFile file(whole.substr(0, whole.size() * 2 / 3));
        Source source = *Container::open(file.path()).next();
        Collected found;
        CHECK_THROWS_AS(import_source(source, languages(), {}, found), InputError);
        CHECK(found.games.size() > 1000);
        source.content_hash();
        std::uint64_t bytes = 0;
        for (const GameRecord& game : found.games) bytes += game.span.end - game.span.begin;
        for (const SourceSpan& span : found.separators) bytes += span.end - span.begin;
        CHECK(bytes == source.size());
    }
}

TEST_CASE("an archive cannot unpack to more than its limits", "[importers][archive]") {
    const std::string blank(1'000'000, ' ');
    const std::string gzip = packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", blank}});
    CHECK(unpacked(gzip).size() == 1);
    CHECK_THROWS_AS(unpacked(gzip, {.bytes = 999'999}), ArchiveLimitError);
    CHECK_THROWS_AS(unpacked(gzip, {.ratio = 100, .ratio_after = 500'000}), ArchiveLimitError);
    CHECK_THROWS_AS(unpacked(packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", gzip}})), ArchiveLimitError);
    const std::string zip =
        packed(ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, {{"a", first}, {"b", second}, {"c", first}});
    CHECK_THROWS_AS(unpacked(zip, {.members = 2}), ArchiveLimitError);
}

namespace {

/// Texts read from a file, and whether any fault or omission was reported.
struct Unpacked {
    std::vector<std::string> texts;
    bool is_told = false;
};

Unpacked unpacked_aloud(const std::string& content) {
    const TemporaryFile file(content);
    Unpacked result;
    try {
        Container container = Container::open(file.path());
        while (auto source = container.next()) {
            result.texts.push_back(text_of(*source));
            result.is_told = result.is_told || !is_text(result.texts.back());
            source->throw_fault();
        }
        result.is_told = result.is_told || container.skipped().not_text > 0 || container.skipped().folders > 0 ||
                         container.lacks_checksum();
    } catch (const Error&) {
        result.is_told = true;
    }
    return result;
}

std::string bytes_of(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

/// A few games as written by the programs zstd and xz.
const std::string zstd_with_checksum = bytes_of(
    "28b52ffd0468150300e2851111a03de5c15178d8319fcecec049a31a3c026749ff13f5435e5f7dd5b7990d73e92eda5efafb8d1b656fe73d7c"
    "5a012042d3b094ec528ecd6e595a0e056085d7f790f0b588540ca810e6f0feefb03307108e84ff8fc47e422884341e614ea6eca41979");
const std::string xz_without_checksum = bytes_of(
    "fd377a585a000000ff12d9410200210116000000742fe5a301000c312e20653420653520312d300a0000000000011d0d8aa55ba106729e7a01"
    "0000000000595a");

}  // namespace

TEST_CASE("no flipped bit of a compressed file or an archive goes unnoticed", "[importers][archive][property]") {
    const auto packed_as = [](int format, int filter) {
        std::vector<Member> members = {{"a.pgn", first}, {"b.pgn", second}};
        if (format == ARCHIVE_FORMAT_RAW) members = {{"", first + second}};
        return packed(format, filter, members);
    };
    std::vector<std::string> files = {
        packed_as(ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE),
        packed_as(ARCHIVE_FORMAT_7ZIP, ARCHIVE_FILTER_NONE),
        zstd_with_checksum,
    };
    for (const int format : {ARCHIVE_FORMAT_RAW, ARCHIVE_FORMAT_TAR_USTAR})
        for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ})
            files.push_back(packed_as(format, filter));
    const std::string gzip = packed_as(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP);
    files.push_back(gzip + gzip);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Unpacked whole = unpacked_aloud(files[i]);
        REQUIRE_FALSE(whole.is_told);
        for (std::size_t bit = 0; bit < files[i].size() * 8; ++bit) {
            std::string damaged = files[i];
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            const Unpacked read = unpacked_aloud(damaged);
            if (read.is_told || read.texts == whole.texts) continue;
            INFO("file " << i << ", byte " << bit / 8 << " of " << damaged.size() << ", bit " << bit % 8);
            CHECK(read.texts == whole.texts);
        }
    }
}

TEST_CASE("of a file that is compressed without a checksum, that is known", "[importers][archive]") {
    const auto lacks = [](const std::string& content) {
        const TemporaryFile file(content);
        return Container::open(file.path()).lacks_checksum();
    };
    CHECK(lacks(packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD, {{"", first}})));
    CHECK(lacks(bytes_of("502a4d1802000000abcd") + packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD, {{"", first}})));
    CHECK(lacks(xz_without_checksum));
    CHECK_FALSE(lacks(zstd_with_checksum));
    CHECK_FALSE(lacks(bytes_of("502a4d1802000000abcd") + zstd_with_checksum));
    for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ})
        CHECK_FALSE(lacks(packed(ARCHIVE_FORMAT_RAW, filter, {{"", first}})));
}

TEST_CASE("what is wrong with a gzip file is told after all that can be read of it", "[importers][archive]") {
    const std::string text = games(5'000), sound = packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", text}});
    const auto read = [](const std::string& content) {
        const TemporaryFile file(content);
        Source source = *Container::open(file.path()).next();
        const std::string unpacked = text_of(source);
        std::string fault;
        try {
            source.throw_fault();
        } catch (const InputError& error) {
            fault = std::string(error.what()).substr(file.path().size());
        }
        return std::pair(unpacked, fault);
    };
    CHECK(read(sound) == std::pair(text, std::string()));
    CHECK(read(sound + std::string(1000, '\0')) == std::pair(text, std::string()));  // padding on a tape
    CHECK(read(sound + "1. e4 e5") ==
          std::pair(text, std::string(": cannot be unpacked: what follows the compressed data is not gzip")));
    CHECK(read(sound.substr(0, sound.size() - 1)) ==
          std::pair(text, std::string(": cannot be unpacked: unexpected end of file")));
    std::string wrong_sum = sound, wrong_length = sound;
    wrong_sum[sound.size() - 8] = static_cast<char>(sound[sound.size() - 8] ^ 1);
    wrong_length[sound.size() - 1] = static_cast<char>(sound[sound.size() - 1] ^ 1);
    CHECK(read(wrong_sum) == std::pair(text, std::string(": cannot be unpacked: incorrect data check")));
    CHECK(read(wrong_length) == std::pair(text, std::string(": cannot be unpacked: incorrect length check")));
}

TEST_CASE("NULs before a text are no empty archive", "[importers][archive]") {
    const std::string text = std::string(512, '\0') + first;
    for (const int filter : {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ}) {
        const auto members = unpacked(packed(ARCHIVE_FORMAT_RAW, filter, {{"", text}}));
        REQUIRE(members.size() == 1);
        CHECK(members[0].text == text);
    }
    CHECK(is_text(text));
    CHECK(read_text(text).games.size() == 1);
    CHECK_FALSE(is_text(std::string(512, '\0')));
    CHECK(unpacked(packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", std::string(10'240, '\0')}})).empty());
}

TEST_CASE("what stands behind the end of a tar is not passed over", "[importers][archive]") {
    for (const int filter : {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2}) {
        const auto tar = [&](const std::string& name) {
            return packed(ARCHIVE_FORMAT_TAR_USTAR, filter, {{name, first}});
        };
        CHECK(unpacked(tar("a.pgn")).size() == 1);
        CHECK_THROWS_AS(unpacked(tar("a.pgn") + tar("b.pgn")), InputError);
    }
}
