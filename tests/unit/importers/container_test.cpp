#include "importers/container.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "collect.hpp"
#include "importers/not_text.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

struct Member {
    std::string name, text;
};

/// A file that goes with the test.
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
    const TemporaryFile file(packed(ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP,
                                    {{"d/", ""}, {"d/p.png", "\x89PNG\r\n"}, {"d/a.pgn", first}}));
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
        CHECK_FALSE(source.has_changed());  // not read to its end
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
