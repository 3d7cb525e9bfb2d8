#include "importers/text/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>  // NOLINT(modernize-deprecated-headers): uselocale is of POSIX

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers {

namespace {

using namespace std::string_view_literals;

constexpr std::array magics = {"PK\x03\x04"sv, "PK\x05\x06"sv, "7z\xBC\xAF\x27\x1C"sv};
constexpr std::size_t tar_block = 512, tar_magic_at = 257;
constexpr std::size_t start_size = 4096;  // enough to determine the type of a file
constexpr std::size_t read_size = std::size_t{1} << 16;

bool is_nul(char c) { return c == '\0'; }
bool is_all_nul(std::string_view text) { return std::all_of(text.begin(), text.end(), is_nul); }

/// Recognises the oldest kind of tar, whose header has no magic, by its checksum: the sum of its bytes, with blanks in
/// place of the checksum.
bool is_old_tar(std::string_view start) {
    constexpr std::size_t checksum_at = 148, checksum_size = 8;
    if (start.size() < tar_block || is_nul(start[0])) return false;
    unsigned sum = 0, written = 0;
    for (std::size_t i = 0; i < tar_block; ++i)
        sum += i - checksum_at < checksum_size ? ' ' : static_cast<unsigned char>(start[i]);
    const std::size_t first = start.find_first_not_of(' ', checksum_at);
    for (std::size_t i = first; i < checksum_at + checksum_size && start[i] >= '0' && start[i] <= '7'; ++i)
        written = written * 8 + static_cast<unsigned>(start[i] - '0');
    return sum == written;
}

/// Returns true if the content of a compressed file is an archive rather than text. A tar without members is all NULs.
bool holds_archive(std::string_view start) {
    return is_archive(start) || is_old_tar(start) || (start.size() >= tar_block && is_all_nul(start));
}

struct FreeArchive {
    void operator()(archive* handle) const { archive_read_free(handle); }
};

/// A UTF-8 locale for this thread, which libarchive needs to return non-ASCII names.
class Utf8Names {
public:
    Utf8Names() : before_(uselocale(utf8())) {}
    ~Utf8Names() { uselocale(before_); }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;

private:
    static locale_t utf8() {
        static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);  // nullptr, if it fails: no change
        return made;
    }
    locale_t before_;
};

}  // namespace

/// Returns the message of an error, or else the text of its number.
std::string message_of(archive* handle) {
    const char* text = archive_error_string(handle);
    if (text && *text) return text;
    return archive_errno(handle) ? system_message(archive_errno(handle)) : tr("damaged");
}

int read_block(archive* handle, std::string_view& block) {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;  // only a tar has gaps, for sparse files
    int status = ARCHIVE_RETRY;
    while (status == ARCHIVE_RETRY) status = archive_read_data_block(handle, &data, &size, &offset);
    if (status == ARCHIVE_OK) block = {static_cast<const char*>(data), size};
    return status;
}

std::size_t take_front(std::string_view& block, char* to, std::size_t count) {
    const std::size_t got = block.copy(to, count);
    block.remove_prefix(got);
    return got;
}

bool is_archive(std::string_view start) {
    return std::ranges::any_of(magics, [&](std::string_view magic) { return start.starts_with(magic); }) ||
           is_compressed(start) || (start.size() > tar_magic_at && start.substr(tar_magic_at, 5) == "ustar");
}

struct ArchiveReader::State {
    FileHandle file;
    std::string file_name;
    ArchiveLimits limits;
    std::uint64_t file_size = 0;
    std::unique_ptr<Unpacker> unpacker;  ///< nullptr: the file is not compressed
    std::string head;                    ///< the start of the content
    std::size_t head_at = 0;             ///< bytes of it taken
    std::exception_ptr fault;            ///< the fault that ends the content
    bool single = false, at_end = false;
    std::vector<char> buffer = std::vector<char>(read_size);
    std::string_view given;          ///< last buffer given to libarchive
    std::uint64_t end_of_given = 0;  ///< its end in the content
    std::size_t nuls_at_end = 0;     ///< at the end of the content taken so far
    std::unique_ptr<archive, FreeArchive> handle;
    archive_entry* entry = nullptr;
    std::string name;
    std::string_view block;  ///< data of the member not yet returned
    std::uint64_t bytes = 0, members = 0;

    static la_ssize_t read(archive* handle, void* self, const void** buffer) {
        auto& state = *static_cast<State*>(self);
        std::size_t got = 0;
        try {
            got = state.take(state.buffer.data(), state.buffer.size());
        } catch (const Error& error) {  // exceptions must not pass through C
            state.fault = std::current_exception();
            archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
        state.given = {state.buffer.data(), got};
        state.end_of_given =
            state.unpacker ? state.end_of_given + got : static_cast<std::uint64_t>(std::ftell(state.file.get()));
        *buffer = state.buffer.data();
        return static_cast<la_ssize_t>(got);
    }

    static la_int64_t seek(archive*, void* self, la_int64_t offset, int whence) {
        auto& state = *static_cast<State*>(self);
        if (std::fseek(state.file.get(), static_cast<long>(offset), whence) != 0) return ARCHIVE_FATAL;
        return std::ftell(state.file.get());
    }

    void open() {
        std::fseek(file.get(), 0, SEEK_END);
        file_size = static_cast<std::uint64_t>(std::ftell(file.get()));
        std::rewind(file.get());
        look_inside();
        if (!single) open_archive();
    }

    /// Unpacks the start of a compressed file to determine its content.
    void look_inside() {
        std::string start(start_size, '\0');
        start.resize(std::fread(start.data(), 1, start.size(), file.get()));
        std::rewind(file.get());
        if (!is_compressed(start)) {
            head = std::move(start);
            head_at = head.size();
            return;
        }
        unpacker = Unpacker::of(file, name);
        head.resize(read_size);
        std::size_t size = 0;
        try {
            while (size < head.size()) {
                const std::size_t got = unpacker->read(head.data() + size, head.size() - size);
                if (got == 0) break;
                size += got;
            }
        } catch (const InputError&) {
            if (size == 0) throw;
            fault = std::current_exception();
        }
        head.resize(size);
        if (is_compressed(head)) fail_limit(tr("is compressed more than once"));
        single = !holds_archive(head);
    }

    void open_archive() {
        const Utf8Names utf8;
        handle.reset(archive_read_new());
        archive* const a = handle.get();
        for (const auto support :
             {archive_read_support_format_zip, archive_read_support_format_tar, archive_read_support_format_7zip,
              archive_read_support_format_raw, archive_read_support_format_empty})
            support(a);
        archive_read_set_read_callback(a, read);
        if (!unpacker) archive_read_set_seek_callback(a, seek);
        archive_read_set_callback_data(a, this);
        if (archive_read_open1(a) < ARCHIVE_WARN) fail();
    }

    /// Reads bytes of the content and returns their number; 0 at the end. Throws if it is damaged, after everything
    /// before.
    std::size_t take(char* to, std::size_t count) {
        const std::size_t got = take_uncounted(to, count);
        std::size_t nuls = 0;
        while (nuls < got && is_nul(to[got - nuls - 1])) ++nuls;
        nuls_at_end = nuls == got ? nuls_at_end + nuls : nuls;
        return got;
    }

    std::size_t take_uncounted(char* to, std::size_t count) {
        if (head_at < head.size()) {
            const std::size_t got = head.copy(to, count, head_at);
            head_at += got;
            return got;
        }
        if (fault) std::rethrow_exception(fault);
        if (unpacker) return unpacker->read(to, count);
        const std::size_t got = std::fread(to, 1, count, file.get());
        if (got == 0 && std::ferror(file.get()))
            throw InputError(tr("{}: cannot read it: {}", file_name, system_message(errno)));
        return got;
    }

    /// Throws for a damaged zip or 7z whose directory looks like that of an empty archive.
    void check_members() {
        constexpr std::string_view member_of_zip = "PK\x03\x04", begin_of_7z = "7z";
        constexpr std::uint64_t size_of_empty_7z = 32;
        if (members > 0) return;
        if (head.starts_with(member_of_zip) || (head.starts_with(begin_of_7z) && file_size > size_of_empty_7z))
            throw InputError(tr("{}: cannot be unpacked: none of its members is found", file_name),
                             tr("it is damaged or was cut short"));
    }

    /// Checks the data after the last member: a compressed file ends in its checksum and a tar in NULs, and any other
    /// bytes would never be read.
    void check_rest() {
        const int format = archive_format(handle.get()) & ARCHIVE_FORMAT_BASE_MASK;
        const bool is_tar = format == ARCHIVE_FORMAT_TAR;
        if (format == ARCHIVE_FORMAT_ZIP && !unpacker)
            if (const auto missing = fault_of_missing(file_name, {declared_members()})) std::rethrow_exception(missing);
        if (!is_tar && !unpacker) return;
        const auto consumed = static_cast<std::uint64_t>(archive_filter_bytes(handle.get(), 0));
        const std::uint64_t left = end_of_given - std::min(consumed, end_of_given);
        std::string_view rest = given.substr(given.size() - std::min<std::uint64_t>(left, given.size()));
        do {
            if (is_tar && !is_all_nul(rest))
                throw InputError(tr("{}: more follows behind the end of the archive", file_name),
                                 tr("it is damaged, or several archives in one file: unpack it, and import the files"));
            const std::size_t got = take(buffer.data(), buffer.size());
            rest = {buffer.data(), got};
            count(got);
        } while (!rest.empty());
        const Declared end{.part = {}, .counts = declared::end_marks, .declared = 1, .found = nuls_at_end / tar_block};
        if (const auto missing = is_tar ? fault_of_missing(file_name, {end}) : nullptr) std::rethrow_exception(missing);
    }

    /// Returns the number of members that the end of a zip directory declares. Call it after the last member.
    [[nodiscard]] Declared declared_members() const {
        static constexpr std::string_view magic = "PK\x05\x06";
        static constexpr std::size_t size = 22, longest_comment = 0xFFFF, count_at = 10, unknown = 0xFFFF;
        const std::uint64_t length = std::min<std::uint64_t>(file_size, size + longest_comment);
        std::string end(static_cast<std::size_t>(length), '\0');
        std::fseek(file.get(), -static_cast<long>(length), SEEK_END);
        end.resize(std::fread(end.data(), 1, end.size(), file.get()));
        const std::size_t at = end.rfind(magic);
        if (at == end.npos || at + size > end.size())
            return {.part = {}, .counts = declared::end_marks, .declared = 1, .found = 0};
        const std::size_t count = static_cast<unsigned char>(end[at + count_at]) |
                                  std::size_t{static_cast<unsigned char>(end[at + count_at + 1])} << 8;
        return {.part = {}, .counts = declared::members, .declared = count == unknown ? 0 : count, .found = members};
    }

    void count(std::size_t more) {
        bytes += more;
        if (bytes > limits.bytes) fail_limit(tr("unpacks to more than {} bytes", limits.bytes));
        if (bytes > limits.ratio_after && bytes / limits.ratio > file_size)
            fail_limit(tr("unpacks to more than {} times its size", limits.ratio));
    }

    [[noreturn]] void fail() const {
        if (fault) std::rethrow_exception(fault);
        const std::string why = message_of(handle.get());
        const bool is_locked = why.find("assphrase") != std::string::npos || why.find("ncrypt") != std::string::npos;
        throw InputError(tr("{}: cannot be unpacked: {}", name, why),
                         is_locked
                             ? tr("unpack it with its password first")
                             // libarchive returns whole blocks
                             : tr("it is damaged or was cut short; what came before is read, but for its last 64 KiB"));
    }

    [[noreturn]] void fail_limit(const std::string& what) const {
        throw ArchiveLimitError(fmt::format("{}: {}", name, what), WayOut::Kind::raise_limit);
    }

    /// Returns the name of the current member, for display only: it is never used as a path.
    [[nodiscard]] std::string label() const {
        const char* text = archive_entry_pathname_utf8(entry);
        if (!text) text = archive_entry_pathname(entry);
        return text && *text ? text : tr("member {}", members);
    }
};

ArchiveReader::ArchiveReader(FileHandle file, std::string name, const ArchiveLimits& limits) : state_(new State) {
    state_->file = std::move(file);
    state_->file_name = name;
    state_->limits = limits;
    state_->name = std::move(name);
    state_->open();
}

ArchiveReader::~ArchiveReader() = default;

bool ArchiveReader::next() {
    const Utf8Names utf8;
    State& state = *state_;
    state.block = {};
    if (std::exchange(state.at_end, state.single)) return false;
    if (state.single) return !state.head.empty();
    const int status = archive_read_next_header(state.handle.get(), &state.entry);
    if (status == ARCHIVE_EOF) {
        state.at_end = true;
        state.check_members();
        state.check_rest();
        return false;
    }
    if (status < ARCHIVE_WARN || status == ARCHIVE_RETRY) state.fail();
    if (archive_format(state.handle.get()) == ARCHIVE_FORMAT_RAW)
        throw InputError(tr("{}: cannot be unpacked", state.name),
                         tr("it is damaged, or an archive of a kind that cofnod cannot read"));
    if (++state.members > state.limits.members) {
        state.name = state.file_name;
        state.fail_limit(tr("has more than {} members", state.limits.members));
    }
    state.name = fmt::format("{}:{}", state.file_name, state.label());
    return true;
}

const std::string& ArchiveReader::name() const { return state_->name; }
bool ArchiveReader::is_regular() const { return is_single() || archive_entry_filetype(state_->entry) == AE_IFREG; }
bool ArchiveReader::is_single() const { return state_->single; }

std::size_t ArchiveReader::read(char* to, std::size_t count) {
    State& state = *state_;
    if (state.single) {
        const std::size_t got = state.take(to, count);
        state.count(got);
        return got;
    }
    while (state.block.empty()) {
        const int status = read_block(state.handle.get(), state.block);
        if (status == ARCHIVE_EOF) return 0;
        if (status < ARCHIVE_OK) state.fail();
        state.count(state.block.size());
    }
    return take_front(state.block, to, count);
}

void ArchiveReader::skip() {
    // A member of a zip can be skipped without unpacking; other members count as they are read.
    if (!is_single() && (archive_format(state_->handle.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP) return;
    std::vector<char> rest(read_size);
    while (read(rest.data(), rest.size())) {
    }
}

}  // namespace cofnod::importers
