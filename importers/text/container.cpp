#include "importers/text/container.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/counted.hpp"
#include "base/open_databases.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"
#include "importers/bases/base_files.hpp"
#include "importers/bases/chessbase/cbv.hpp"
#include "importers/documents/document.hpp"
#include "importers/documents/mets.hpp"
#include "importers/documents/recognised.hpp"
#include "importers/text/not_text.hpp"
#include "importers/text/unpacker.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t chunk_size = 1 << 18;
constexpr std::size_t start_size = 4096;  // enough to determine the type of a file

/// Most bytes of pages that are kept for METS which may follow them in an archive. Then they are sources of their own.
constexpr std::size_t most_kept = std::size_t{256} << 20;

/// Maximum size of a member kept in memory; a longer one goes to an unnamed temporary file.
constexpr std::size_t most_in_memory = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& name, const char* doing) {
    throw InputError(fmt::format("{}: {}: {}", name, translated(doing), system_message(errno)));
}

FileHandle owned(std::FILE* file) {
    return {file, [](std::FILE* open) {
                if (open) std::fclose(open);
            }};
}

FileHandle temporary_file(const std::string& name) {
    FileHandle file = owned(std::tmpfile());
    if (!file) fail(name, phrase("cannot make a temporary file for it"));
    return file;
}

void write(const FileHandle& file, const char* data, std::size_t count, const std::string& name) {
    if (std::fwrite(data, 1, count, file.get()) != count)
        throw LimitError(say("{}: cannot copy it to a temporary file: {}", name, system_message(errno)),
                         say("is the disk full?"));
}

/// Bytes that can be read only once: those of a pipe.
FileHandle copy_of(std::FILE* pipe, const std::string& name) {
    FileHandle spool = temporary_file(name);
    std::string buffer(chunk_size, '\0');
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        write(spool, buffer.data(), count, name);
    if (std::ferror(pipe) || std::fflush(spool.get()) != 0) fail(name, phrase("cannot copy it"));
    std::rewind(spool.get());
    return spool;
}

std::uint64_t size_of(const FileHandle& file, const std::string& name) {
    struct stat status {};
    if (fstat(fileno(file.get()), &status) != 0) fail(name, phrase("cannot look at it"));
    if (S_ISDIR(status.st_mode))
        throw InputError(say("{}: is a directory", name), say("name the files in it, for example {}/*.pgn", name));
    return static_cast<std::uint64_t>(status.st_size);
}

/// A file as it was when it was opened: bytes appended meanwhile do not belong to it.
class FileStream : public ByteStream {
public:
    FileStream(FileHandle file, std::uint64_t size, std::string name)
        : file_(std::move(file)), size_(size), name_(std::move(name)) {}

    std::size_t read(char* to, std::size_t count) override {
        // The system reports a size of 0 for some files until they are read.
        if (size_ > 0) count = std::min<std::uint64_t>(count, size_ - std::min(at_, size_));
        const std::size_t got = std::fread(to, 1, count, file_.get());
        if (got == 0 && std::ferror(file_.get())) fail(name_, phrase("cannot read it"));
        at_ += got;
        return got;
    }
    void seek(std::uint64_t byte) override {
        if (std::fseek(file_.get(), static_cast<long>(byte), SEEK_SET) != 0)
            fail(name_, phrase("cannot go back in it"));
        at_ = byte;
    }
    [[nodiscard]] std::uint64_t size() const override { return size_; }

private:
    FileHandle file_;
    std::uint64_t size_, at_ = 0;
    std::string name_;
};

/// A compressed file: going back means starting again.
class UnpackedStream : public ByteStream {
public:
    UnpackedStream(FileHandle file, std::string name, const ArchiveLimits& limits)
        : file_(std::move(file)), name_(std::move(name)), limits_(limits) {}

    std::size_t read(char* to, std::size_t count) override {
        if (!reader_ || wanted_ < at_) begin_again();
        while (at_ < wanted_)
            if (pass(to, std::min<std::uint64_t>(count, wanted_ - at_)) == 0) return 0;
        const std::size_t got = pass(to, count);
        wanted_ = at_;
        return got;
    }
    void seek(std::uint64_t byte) override { wanted_ = byte; }
    [[nodiscard]] std::uint64_t size() const override { return size_; }

private:
    void begin_again() {
        reader_.reset();
        reader_.emplace(file_, name_, limits_);
        at_ = 0;
        is_empty_ = !reader_->next();
    }
    std::size_t pass(char* to, std::size_t count) {
        if (size_ == 0) size_ = at_;
        const std::size_t got = is_empty_ ? 0 : reader_->read(to, count);
        if (got > 0 && size_ == at_) size_ = 0;  // neither the end nor a fault
        at_ += got;
        return got;
    }

    FileHandle file_;
    std::string name_;
    ArchiveLimits limits_;
    std::optional<ArchiveReader> reader_;
    bool is_empty_ = false;
    std::uint64_t at_ = 0, wanted_ = 0, size_ = 0;
};

/// A stream that ends in a fault.
class CutStream : public ByteStream {
public:
    CutStream(std::unique_ptr<ByteStream> bytes, std::exception_ptr fault)
        : bytes_(std::move(bytes)),
          fault_(std::move(fault)) {}  // NOLINT(bugprone-throw-keyword-missing): stored, and thrown at the end

    std::size_t read(char* to, std::size_t count) override {
        const std::size_t got = bytes_->read(to, count);
        if (got == 0 && count > 0) std::rethrow_exception(fault_);
        return got;
    }
    void seek(std::uint64_t byte) override { bytes_->seek(byte); }
    [[nodiscard]] std::uint64_t size() const override { return bytes_->size(); }

private:
    std::unique_ptr<ByteStream> bytes_;
    std::exception_ptr fault_;
};

/// The stored text of a member: an archive is read only once.
class Keeper {
public:
    explicit Keeper(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    void add(const char* data, std::size_t count) {
        size_ += count;
        if (!file_ && text_.size() + count <= most_in_memory) {
            text_.append(data, count);
            return;
        }
        if (!file_) {
            file_ = temporary_file(name_);
            write(file_, text_.data(), text_.size(), name_);
            text_ = {};
        }
        write(file_, data, count, name_);
    }

    std::unique_ptr<ByteStream> take() {
        if (!file_) return stream_of(std::move(text_));
        FileHandle file = take_file();
        return std::make_unique<FileStream>(std::move(file), size_, name_);
    }
    FileHandle take_file() {
        if (!file_) {
            file_ = temporary_file(name_);
            write(file_, text_.data(), text_.size(), name_);
        }
        if (std::fflush(file_.get()) != 0)
            throw LimitError(say("{}: cannot copy it to a temporary file", name_), say("is the disk full?"));
        std::rewind(file_.get());
        return file_;
    }

private:
    std::string name_, text_;
    FileHandle file_;
    std::uint64_t size_ = 0;
};

std::string all_of(ByteStream& bytes) {
    std::string all, buffer(chunk_size, '\0');
    while (const std::size_t got = bytes.read(buffer.data(), buffer.size())) all.append(buffer, 0, got);
    return all;
}

Source text_of(PagedText text, const std::string& name) {
    return {name, stream_of(std::move(text.text)), std::move(text.pages)};
}

/// Returns a source; where it cannot be read, one that ends at once in the fault.
template <typename Read>
Source read_or_fault(const std::string& name, const Read& read) {
    try {
        return read();
    } catch (const Error&) {
        return {name, std::make_unique<CutStream>(stream_of({}), std::current_exception())};
    }
}

/// Returns the text of an issue, which ends in a fault if pages are missing.
Source source_of_issue(const std::string& mets, const std::string& name, const documents::Beside& beside) {
    documents::Issue issue = documents::read_mets(mets, name, beside);
    auto bytes = stream_of(std::move(issue.text.text));
    if (!issue.missing.empty())
        bytes = std::make_unique<CutStream>(
            std::move(bytes),
            std::make_exception_ptr(
                InputError(fmt::format("{}: {}: {}", name,
                                       counted(issue.missing.size(), "{} page is not there", "{} pages are not there"),
                                       issue.missing.front()),
                           say("put the pages where it names them"))));
    return {name, std::move(bytes), std::move(issue.text.pages)};
}

Source issue_in_folder(const std::string& path, const FileHandle& file) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    FileStream mets(file, size_of(file, path), path);
    return source_of_issue(all_of(mets), path, [&](const std::string& page) -> std::optional<std::string> {
        const FileHandle open = owned(std::fopen((folder / page).c_str(), "rb"));
        if (!open) return std::nullopt;
        FileStream bytes(open, size_of(open, page), page);
        return all_of(bytes);
    });
}

}  // namespace

struct Container::State {
    std::string name;
    FileHandle file;
    ArchiveLimits limits;
    std::optional<ArchiveReader> archive;
    std::shared_ptr<const bases::BaseFiles> base;
    std::optional<Source> document;
    Skipped skipped;
    bool at_end = false, lacks_checksum = false;
    bool is_read_through = false;  ///< all members of the archive have been read

    struct Member {
        std::string name, bytes;
        bool is_used = false;
    };
    std::optional<Source> next_member();
    std::optional<Source> read_member();
    std::optional<Source> single();
    bool keep_file_of_base();
    std::optional<Source> next_base();
    std::optional<Source> next_issue();
    void read_on();
    std::optional<Source> next_page();
    std::nullopt_t keep(std::deque<Member>& members, Keeper& kept);
    void skip_member(const std::string& member);

    /// METS, which is read when all of its pages are there, and pages that may be of it.
    std::deque<Member> issues, pages;
    std::size_t kept_bytes = 0;
    std::exception_ptr fault_of_archive;

    /// Files of databases of other programs, by their names without the ending, and the ending of their index.
    std::map<std::pair<std::string, std::string>, bases::BaseFiles::Files> bases;
};

Container::Container(std::unique_ptr<State> state) : state_(std::move(state)) {}
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;
Container::~Container() = default;

Container Container::open(const std::string& path, const ArchiveLimits& limits) {
    auto state = std::make_unique<State>();
    state->limits = limits;
    if (path == "-") {
        state->name = say("standard input");
        state->file = copy_of(stdin, state->name);
    } else {
        state->name = path;
        refuse_open_database(path);
        state->file = owned(std::fopen(path.c_str(), "rb"));
        if (!state->file) fail(path, phrase("cannot open it"));
        size_of(state->file, path);
        if (std::fseek(state->file.get(), 0, SEEK_CUR) != 0) state->file = copy_of(state->file.get(), path);
    }
    std::setvbuf(state->file.get(), nullptr, _IONBF, 0);

    std::string start(start_size, '\0');
    start.resize(std::fread(start.data(), 1, start.size(), state->file.get()));
    std::rewind(state->file.get());
    const std::string ending = to_lower(std::filesystem::path(path).extension().string());
    if (bases::is_index(ending)) state->base = bases::BaseFiles::open(path);
    if (bases::chessbase::is_archive(ending)) state->base = bases::chessbase::open_archive(path, limits);
    state->lacks_checksum = importers::lacks_checksum(start);
    if (documents::is_document(start, path)) {
        state->document = documents::is_mets(start)
                              ? issue_in_folder(path, state->file)
                              : text_of(documents::text_of_document(state->file, path, limits), state->name);
        return Container(std::move(state));
    }
    if (is_archive(start)) state->archive.emplace(state->file, state->name, limits);
    return Container(std::move(state));
}

const std::string& Container::name() const { return state_->name; }
const Container::Skipped& Container::skipped() const { return state_->skipped; }
bool Container::lacks_checksum() const { return state_->lacks_checksum; }

std::optional<Source> Container::next() {
    State& state = *state_;
    if (state.at_end) return std::nullopt;
    if (state.archive) return state.next_member();
    state.at_end = true;
    if (state.base) return Source::of_base(state.base);
    if (state.document) return std::move(state.document);
    return Source(state.name, std::make_unique<FileStream>(state.file, size_of(state.file, state.name), state.name));
}

std::optional<Source> Container::State::next_member() {
    while (true) {
        at_end = true;  // unless all succeeds
        if (is_read_through || kept_bytes > most_kept)
            if (auto source = next_issue()) return source;
        read_on();
        if (is_read_through) {
            if (!issues.empty() || !pages.empty()) continue;
            auto source = next_base();
            if (!source && fault_of_archive) std::rethrow_exception(std::exchange(fault_of_archive, nullptr));
            return source;
        }
        if (archive->is_single()) return single();
        at_end = false;
        if (!archive->is_regular())
            ++skipped.folders;
        else if (!keep_file_of_base())
            if (auto source = read_member()) return source;
    }
}

/// Moves to the next member. A fault waits for what has been kept before it.
void Container::State::read_on() {
    if (is_read_through) return;
    try {
        is_read_through = !archive->next();
    } catch (const Error&) {
        fault_of_archive = std::current_exception();
        is_read_through = true;
    }
}

/// Keeps a file of a database of another program: it is read when all of its files are there.
bool Container::State::keep_file_of_base() {
    const std::filesystem::path member(archive->name());
    const std::string ending = to_lower(member.extension().string());
    const std::string index(bases::index_of(ending));
    if (index.empty()) return false;
    Keeper kept(archive->name());
    std::string piece(chunk_size, '\0');
    while (const std::size_t got = archive->read(piece.data(), piece.size())) kept.add(piece.data(), got);
    bases[{std::filesystem::path(member).replace_extension().string(), index}].emplace(
        ending, bases::bytes_of(kept.take_file(), archive->name()));
    return true;
}

std::optional<Source> Container::State::next_base() {
    while (!bases.empty()) {
        auto files = bases.extract(bases.begin());
        std::vector<std::string> names;
        const std::string& stem = files.key().first;
        for (const auto& [ending, bytes] : files.mapped()) names.push_back(stem + ending);
        if (auto found = bases::BaseFiles::of_members(stem, std::move(files.mapped()))) {
            at_end = false;
            skipped.not_text -= std::erase_if(skipped.names, [&](const std::string& other) {
                return name + ':' + std::filesystem::path(other).replace_extension().string() == stem;
            });
            return Source::of_base(std::move(found));
        }
        for (const std::string& each : names) skip_member(each);
    }
    return std::nullopt;
}

void Container::State::skip_member(const std::string& member) {
    ++skipped.not_text;
    if (skipped.names.size() < Skipped::most_names) skipped.names.push_back(member.substr(name.size() + 1));
}

/// Returns the content of a compressed file, which is unpacked again if it is text.
std::optional<Source> Container::State::single() {
    std::string start(start_size, '\0');
    start.resize(archive->read(start.data(), start.size()));
    if (!documents::is_document(start, name)) return Source(name, std::make_unique<UnpackedStream>(file, name, limits));
    archive.emplace(file, name, limits);
    archive->next();
    auto source = read_member();
    is_read_through = true;
    return source ? std::move(source) : next_issue();
}

/// Returns the next issue of METS, or page of none; nullopt if no more are kept.
std::optional<Source> Container::State::next_issue() {
    if (issues.empty()) return next_page();
    const Member issue = std::move(issues.front());
    issues.pop_front();
    at_end = false;
    const std::size_t member = std::min(name.size() + 1, issue.name.size());  // "a.zip:", then its folders
    const std::size_t slash = issue.name.substr(member).rfind('/');
    const std::string folder = issue.name.substr(0, slash == std::string::npos ? member : member + slash + 1);
    return read_or_fault(issue.name, [&] {
        return source_of_issue(issue.bytes, issue.name, [&](const std::string& path) -> std::optional<std::string> {
            const auto page = std::ranges::find(pages, folder + path, &Member::name);
            if (page == pages.end()) return std::nullopt;
            page->is_used = true;
            return page->bytes;
        });
    });
}

std::optional<Source> Container::State::next_page() {
    while (!pages.empty()) {
        const Member page = std::move(pages.front());
        pages.pop_front();
        if (page.is_used) continue;
        at_end = false;
        return read_or_fault(page.name,
                             [&] { return text_of(documents::text_of_recognised(page.bytes, page.name), page.name); });
    }
    return std::nullopt;
}

std::nullopt_t Container::State::keep(std::deque<Member>& members, Keeper& kept) {
    members.push_back({archive->name(), all_of(*kept.take())});
    kept_bytes += members.back().bytes.size();
    return std::nullopt;
}

/// Returns nullopt for a member that is not text, or waits for others. A fault ends the member early, and with it the
/// archive.
std::optional<Source> Container::State::read_member() {
    Keeper kept(archive->name());
    std::exception_ptr fault;
    bool is_document = false;
    std::string start;
    try {
        std::string piece(chunk_size, '\0');
        while (const std::size_t got = archive->read(piece.data(), piece.size())) {
            if (start.size() < start_size) start.append(piece, 0, std::min(got, start_size - start.size()));
            is_document = is_document || (kept.is_empty() && documents::is_document(start, archive->name()));
            if (is_document) {
                kept.add(piece.data(), got);
                continue;
            }
            if (is_archive(start)) {  // refused when it is opened
                kept.add(start.data(), start.size());
                archive->skip();
                break;
            }
            if (!is_text(start)) {
                skip_member(archive->name());
                archive->skip();
                return std::nullopt;
            }
            kept.add(piece.data(), got);
        }
    } catch (const Error&) {
        fault = std::current_exception();
        is_read_through = true;
    }
    if (is_document && !fault && documents::is_mets(start)) return keep(issues, kept);
    if (is_document && !fault && kept_bytes <= most_kept && documents::is_alto(start)) return keep(pages, kept);
    if (is_document && !fault)
        return read_or_fault(archive->name(), [&] {
            return text_of(documents::text_of_document(kept.take_file(), archive->name(), limits), archive->name());
        });
    auto bytes = kept.take();
    if (fault) bytes = std::make_unique<CutStream>(std::move(bytes), fault);
    return Source(archive->name(), std::move(bytes));
}

}  // namespace cofnod::importers
