#include "importers/text/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>
#include <vector>

#include "base/system.hpp"
#include "base/tr.hpp"

namespace cofnod::importers {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t read_size = std::size_t{1} << 16;
constexpr std::string_view gzip_magic = "\x1F\x8B";
constexpr std::string_view xz_magic =
    "\xFD"
    "7zXZ\0"sv;
constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";

bool is_bzip2(std::string_view start) {
    return start.size() > 9 && start.starts_with("BZh") &&
           (start.substr(4, 6) == "1AY&SY" || start.substr(4, 6) == "\x17\x72\x45\x38\x50\x90");
}

/// Returns true for a frame without data, with which a zstd file may begin.
bool is_skippable_zstd(std::string_view start) {
    return start.size() > 4 && (static_cast<unsigned char>(start[0]) & 0xF0) == 0x50 &&
           start.substr(1, 3) == "\x2A\x4D\x18";
}

/// Returns the length of the frames without data at the front.
std::size_t skippable_zstd(std::string_view start) {
    constexpr std::size_t head = 8;
    std::size_t at = 0;
    while (at + head < start.size() && is_skippable_zstd(start.substr(at))) {
        std::uint32_t size = 0;
        for (std::size_t i = head; i-- > 4;) size = size << 8 | static_cast<unsigned char>(start[at + i]);
        at += head + size;
    }
    return at;
}

[[noreturn]] void fail(const std::string& name, std::string_view why, std::string_view way_out) {
    throw InputError(
        tr("{}: cannot be unpacked: {}", name, why),
        way_out.empty() ? tr("it is damaged or was cut short; what came before is read") : std::string(way_out));
}

/// Unpacks gzip with zlib, which verifies its checksums; libarchive does not.
class Gunzip final : public Unpacker {
public:
    Gunzip(FileHandle file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
        constexpr int gzip_only = 16;
        if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
    }
    ~Gunzip() override { inflateEnd(&stream_); }
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    std::size_t read(char* to, std::size_t count) override {
        if (!fault_.empty()) fail(name_, fault_, "");
        count = std::min<std::size_t>(count, std::size_t{1} << 30);  // zlib counts in 32 bits
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = static_cast<uInt>(count);
        while (stream_.avail_out > 0 && fault_.empty() && go_on()) {
        }
        const std::size_t got = count - stream_.avail_out;
        if (got == 0 && !fault_.empty()) fail(name_, fault_, "");
        return got;
    }

private:
    /// Unpacks some more. Returns false at the end of the file.
    bool go_on() {
        if (stream_.avail_in == 0 && !fill()) {
            if (!is_between_members_) fault_ = tr("unexpected end of file");
            return false;
        }
        if (is_between_members_ && !begin_member()) return fault_.empty();
        const int status = inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_STREAM_END)
            is_between_members_ = true;
        else if (status == Z_MEM_ERROR)
            throw std::bad_alloc();
        else if (status != Z_OK && status != Z_BUF_ERROR)
            fault_ = stream_.msg ? stream_.msg : tr("damaged");
        return true;
    }

    bool fill() {
        const std::size_t got = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
        if (got == 0 && std::ferror(file_.get()))
            throw InputError(tr("{}: cannot read it: {}", name_, system_message(errno)));
        stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
        stream_.avail_in = static_cast<uInt>(got);
        return got > 0;
    }

    /// Begins the next member, if any. Members may follow one another, and NULs may follow the last one. Returns false
    /// if more input is needed or anything else follows.
    bool begin_member() {
        if (is_first_) {
            is_first_ = is_between_members_ = false;
            return true;
        }
        while (stream_.avail_in > 0 && *stream_.next_in == 0) {
            is_padded_ = true;
            ++stream_.next_in;
            --stream_.avail_in;
        }
        if (stream_.avail_in == 0) return false;
        if (is_padded_ || *stream_.next_in != static_cast<unsigned char>(gzip_magic[0])) {
            fault_ = tr("what follows the compressed data is not gzip");
            return false;
        }
        inflateReset(&stream_);
        is_between_members_ = false;
        return true;
    }

    FileHandle file_;
    std::string name_;
    std::vector<char> buffer_ = std::vector<char>(read_size);
    z_stream stream_{};
    std::string fault_;
    bool is_first_ = true, is_between_members_ = true, is_padded_ = false;
};

/// Unpacks bzip2, xz and zstd, whose checksums libarchive verifies.
class Filtered final : public Unpacker {
public:
    Filtered(FileHandle file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
        archive* const a = handle_.get();
        for (const auto support :
             {archive_read_support_filter_bzip2, archive_read_support_filter_xz, archive_read_support_filter_zstd,
              archive_read_support_format_raw, archive_read_support_format_empty})
            support(a);
        archive_read_set_read_callback(a, fill);
        archive_read_set_callback_data(a, this);
        archive_entry* entry = nullptr;
        if (archive_read_open1(a) < ARCHIVE_WARN) fail_unpacking();
        if (archive_filter_count(a) > 2)  // libarchive counts the plain file too
            throw ArchiveLimitError(tr("{}: is compressed more than once", name_),
                                    tr("unpack it first, but for the last time"));
        const int status = archive_read_next_header(a, &entry);
        is_empty_ = status == ARCHIVE_EOF;
        if (!is_empty_ && status < ARCHIVE_WARN) fail_unpacking();
    }

    std::size_t read(char* to, std::size_t count) override {
        while (block_.empty()) {
            const int status = is_empty_ ? ARCHIVE_EOF : read_block(handle_.get(), block_);
            if (status == ARCHIVE_EOF) return 0;
            if (status < ARCHIVE_OK) fail_unpacking();
        }
        return take_front(block_, to, count);
    }

private:
    static la_ssize_t fill(archive* handle, void* self, const void** buffer) {
        auto& unpacker = *static_cast<Filtered*>(self);
        const std::size_t got = std::fread(unpacker.buffer_.data(), 1, unpacker.buffer_.size(), unpacker.file_.get());
        if (got == 0 && std::ferror(unpacker.file_.get())) {
            archive_set_error(handle, errno, "%s: %s", tr("cannot read it").c_str(), system_message(errno).c_str());
            return ARCHIVE_FATAL;
        }
        *buffer = unpacker.buffer_.data();
        return static_cast<la_ssize_t>(got);
    }

    [[noreturn]] void fail_unpacking() const {
        fail(name_, message_of(handle_.get()),  // libarchive returns whole blocks
             tr("it is damaged or was cut short; what came before is read, but for its last 64 KiB"));
    }

    FileHandle file_;
    std::string name_;
    std::vector<char> buffer_ = std::vector<char>(read_size);
    std::unique_ptr<archive, int (*)(archive*)> handle_{archive_read_new(), archive_read_free};
    std::string_view block_;  ///< not yet returned
    bool is_empty_ = false;
};

}  // namespace

bool is_compressed(std::string_view start) {
    return start.starts_with(gzip_magic) || start.starts_with(xz_magic) || start.starts_with(zstd_magic) ||
           is_bzip2(start) || is_skippable_zstd(start);
}

bool lacks_checksum(std::string_view start) {
    constexpr std::size_t xz_flags = 7, zstd_flags = 4;
    constexpr unsigned char xz_check = 0x0F, zstd_check = 0x04;
    if (start.starts_with(xz_magic))
        return start.size() > xz_flags && (static_cast<unsigned char>(start[xz_flags]) & xz_check) == 0;
    start = start.substr(std::min(skippable_zstd(start), start.size()));
    return start.starts_with(zstd_magic) && start.size() > zstd_flags &&
           (static_cast<unsigned char>(start[zstd_flags]) & zstd_check) == 0;
}

std::unique_ptr<Unpacker> Unpacker::of(FileHandle file, const std::string& name) {
    char magic[2] = {};
    std::rewind(file.get());
    const std::size_t got = std::fread(magic, 1, sizeof magic, file.get());
    std::rewind(file.get());
    if (std::string_view(magic, got) == gzip_magic) return std::make_unique<Gunzip>(std::move(file), name);
    return std::make_unique<Filtered>(std::move(file), name);
}

}  // namespace cofnod::importers
