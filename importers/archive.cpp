#include "importers/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace cofnod::importers {

namespace {

using namespace std::string_view_literals;

constexpr std::array magics = {"\x1F\x8B"sv,
                               "\xFD"
                               "7zXZ\0"sv,
                               "\x28\xB5\x2F\xFD"sv,
                               "PK\x03\x04"sv,
                               "PK\x05\x06"sv,
                               "7z\xBC\xAF\x27\x1C"sv};
constexpr std::size_t tar_magic_at = 257;
constexpr std::size_t read_size = std::size_t{1} << 16;

bool is_bzip2(std::string_view start) {
    return start.size() > 9 && start.starts_with("BZh") &&
           (start.substr(4, 6) == "1AY&SY" || start.substr(4, 6) == "\x17\x72\x45\x38\x50\x90");
}

/// A zstd file may begin with a frame that holds no data.
bool is_skippable_zstd(std::string_view start) {
    return start.size() > 4 && (static_cast<unsigned char>(start[0]) & 0xF0) == 0x50 &&
           start.substr(1, 3) == "\x2A\x4D\x18";
}

struct FreeArchive {
    void operator()(archive* handle) const { archive_read_free(handle); }
};

/// libarchive's sentence, which says more than its number where it has one.
std::string message_of(archive* handle) {
    const char* text = archive_error_string(handle);
    if (text && *text) return text;
    return archive_errno(handle) ? std::strerror(archive_errno(handle)) : "damaged";
}

}  // namespace

bool is_archive(std::string_view start) {
    return std::any_of(magics.begin(), magics.end(),
                       [&](std::string_view magic) { return start.starts_with(magic); }) ||
           is_bzip2(start) || is_skippable_zstd(start) ||
           (start.size() > tar_magic_at && start.substr(tar_magic_at, 5) == "ustar");
}

struct ArchiveReader::State {
    FileHandle file;
    std::string file_name;
    ArchiveLimits limits;
    std::uint64_t file_size = 0;
    std::vector<char> buffer = std::vector<char>(read_size);
    std::unique_ptr<archive, FreeArchive> handle;
    archive_entry* entry = nullptr;
    std::string name;
    std::string_view block;  ///< of the member, not yet asked for
    std::uint64_t bytes = 0, members = 0;

    static la_ssize_t read(archive*, void* self, const void** buffer);
    static la_int64_t seek(archive*, void* self, la_int64_t offset, int whence);

    void open();
    void count(std::size_t more);
    [[noreturn]] void fail() const;
    [[noreturn]] void fail_limit(const std::string& what) const;
    [[nodiscard]] std::string label() const;
};

la_ssize_t ArchiveReader::State::read(archive* handle, void* self, const void** buffer) {
    auto& state = *static_cast<State*>(self);
    const std::size_t got = std::fread(state.buffer.data(), 1, state.buffer.size(), state.file.get());
    if (got == 0 && std::ferror(state.file.get())) {
        archive_set_error(handle, errno, "cannot read it: %s", std::strerror(errno));
        return ARCHIVE_FATAL;
    }
    *buffer = state.buffer.data();
    return static_cast<la_ssize_t>(got);
}

la_int64_t ArchiveReader::State::seek(archive*, void* self, la_int64_t offset, int whence) {
    auto& state = *static_cast<State*>(self);
    if (std::fseek(state.file.get(), static_cast<long>(offset), whence) != 0) return ARCHIVE_FATAL;
    return std::ftell(state.file.get());
}

void ArchiveReader::State::open() {
    std::fseek(file.get(), 0, SEEK_END);
    file_size = static_cast<std::uint64_t>(std::ftell(file.get()));
    std::rewind(file.get());

    handle.reset(archive_read_new());
    archive* const a = handle.get();
    for (const auto support :
         {archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
          archive_read_support_filter_zstd, archive_read_support_format_zip, archive_read_support_format_tar,
          archive_read_support_format_7zip, archive_read_support_format_raw, archive_read_support_format_empty})
        support(a);
    archive_read_set_read_callback(a, read);
    archive_read_set_seek_callback(a, seek);
    archive_read_set_callback_data(a, this);
    if (archive_read_open1(a) < ARCHIVE_WARN) fail();
    if (archive_filter_count(a) > 2)
        fail_limit("is compressed more than once");  // libarchive counts the plain file too
}

void ArchiveReader::State::fail() const {
    const std::string why = message_of(handle.get());
    const bool is_locked = why.find("assphrase") != std::string::npos || why.find("ncrypt") != std::string::npos;
    throw InputError(fmt::format("{}: cannot be unpacked: {}", name, why),
                     is_locked ? "unpack it with its password first"
                               // libarchive gives whole blocks
                               : "it is damaged or was cut short; what came before is read, but for its last 64 KiB");
}

void ArchiveReader::State::fail_limit(const std::string& what) const {
    throw ArchiveLimitError(fmt::format("{}: {}", name, what),
                            "if it is sound, raise the limit with --limits, or unpack it first");
}

void ArchiveReader::State::count(std::size_t more) {
    bytes += more;
    if (bytes > limits.bytes) fail_limit(fmt::format("unpacks to more than {} bytes", limits.bytes));
    if (bytes > limits.ratio_after && bytes / limits.ratio > file_size)
        fail_limit(fmt::format("unpacks to more than {} times its size", limits.ratio));
}

/// A name is shown, never used as a path.
std::string ArchiveReader::State::label() const {
    const char* text = archive_entry_pathname_utf8(entry);
    if (!text) text = archive_entry_pathname(entry);
    return text && *text ? text : fmt::format("member {}", members);
}

ArchiveReader::ArchiveReader(FileHandle file, std::string name, const ArchiveLimits& limits) : state_(new State) {
    state_->file = std::move(file);
    state_->file_name = name;
    state_->limits = limits;
    state_->name = std::move(name);
    state_->open();
}

ArchiveReader::~ArchiveReader() = default;

bool ArchiveReader::next() {
    State& state = *state_;
    state.block = {};
    const int status = archive_read_next_header(state.handle.get(), &state.entry);
    if (status == ARCHIVE_EOF) return false;
    if (status < ARCHIVE_WARN) state.fail();
    if (++state.members > state.limits.members) {
        state.name = state.file_name;
        state.fail_limit(fmt::format("has more than {} members", state.limits.members));
    }
    if (!is_single())
        state.name = fmt::format("{}:{}", state.file_name, state.label());
    else if (archive_filter_code(state.handle.get(), 0) == ARCHIVE_FILTER_NONE)
        throw InputError(fmt::format("{}: cannot be unpacked", state.name),
                         "it is damaged, or an archive of a kind that cofnod cannot read");
    return true;
}

const std::string& ArchiveReader::name() const { return state_->name; }
bool ArchiveReader::is_regular() const { return is_single() || archive_entry_filetype(state_->entry) == AE_IFREG; }
bool ArchiveReader::is_single() const { return archive_format(state_->handle.get()) == ARCHIVE_FORMAT_RAW; }

/// Not archive_read_data: that loses what it has already copied when a fault comes.
std::size_t ArchiveReader::read(char* to, std::size_t count) {
    State& state = *state_;
    while (state.block.empty()) {
        const void* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;  // only tar has gaps, for files with holes, which texts have not
        const int status = archive_read_data_block(state.handle.get(), &data, &size, &offset);
        if (status == ARCHIVE_EOF) return 0;
        if (status == ARCHIVE_RETRY) continue;
        if (status < ARCHIVE_OK) state.fail();
        state.block = {static_cast<const char*>(data), size};
        state.count(size);
    }
    const std::size_t got = std::min(count, state.block.size());
    std::memcpy(to, state.block.data(), got);
    state.block.remove_prefix(got);
    return got;
}

void ArchiveReader::skip() {
    // A zip can be passed over without unpacking; all else is counted as it goes by.
    if ((archive_format(state_->handle.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP) return;
    std::vector<char> rest(read_size);
    while (read(rest.data(), rest.size())) {
    }
}

}  // namespace cofnod::importers
