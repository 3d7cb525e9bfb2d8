#include "importers/text/container.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t chunk_size = 1 << 18;

/// Maximum size of a member kept in memory; a longer one goes to an unnamed temporary file.
constexpr std::size_t most_in_memory = std::size_t{16} << 20;

FileHandle owned(std::FILE* file) {
    return {file, [](std::FILE* open) {
                if (open) std::fclose(open);
            }};
}

FileHandle temporary_file(const std::string& name) {
    FileHandle file = owned(std::tmpfile());
    if (!file) throw_failed(name, phrase("cannot make a temporary file for it"));
    return file;
}

void write(const FileHandle& file, const char* data, std::size_t count, const std::string& name) {
    if (std::fwrite(data, 1, count, file.get()) != count)
        throw LimitError(tr("{}: cannot copy it to a temporary file: {}", name, system_message(errno)),
                         tr("is the disk full?"));
}

/// A file as of its opening: bytes appended later are ignored.
class FileStream : public ByteStream {
public:
    FileStream(FileHandle file, std::uint64_t size, std::string name)
        : file_(std::move(file)), size_(size), name_(std::move(name)) {}

    std::size_t read(char* to, std::size_t count) override {
        // The system reports a size of 0 for some files until they are read.
        if (size_ > 0) count = std::min<std::uint64_t>(count, size_ - std::min(at_, size_));
        const std::size_t got = std::fread(to, 1, count, file_.get());
        if (got == 0 && std::ferror(file_.get())) throw_failed(name_, phrase("cannot read it"));
        at_ += got;
        return got;
    }
    void seek(std::uint64_t byte) override {
        if (std::fseek(file_.get(), static_cast<long>(byte), SEEK_SET) != 0)
            throw_failed(name_, phrase("cannot go back in it"));
        at_ = byte;
    }
    [[nodiscard]] std::uint64_t size() const override { return size_; }

private:
    FileHandle file_;
    std::uint64_t size_, at_ = 0;
    std::string name_;
};

/// The content of a compressed file.
class UnpackedStream : public ForwardStream {
public:
    UnpackedStream(FileHandle file, std::string name, ArchiveLimits limits)
        : file_(std::move(file)), name_(std::move(name)), limits_(std::move(limits)) {}

private:
    void begin() override {
        reader_.reset();
        reader_.emplace(file_, name_, limits_);
        is_empty_ = !reader_->next();
    }
    std::size_t next(char* to, std::size_t count) override { return is_empty_ ? 0 : reader_->read(to, count); }

    FileHandle file_;
    std::string name_;
    ArchiveLimits limits_;
    std::optional<ArchiveReader> reader_;
    bool is_empty_ = false;
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

}  // namespace

void throw_failed(const std::string& name, const char* doing) {
    throw InputError(fmt::format("{}: {}: {}", name, translated(doing), system_message(errno)));
}

FileHandle open_to_read(const std::string& path) {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    return file ? owned(file) : nullptr;
}

FileHandle copy_of(std::FILE* pipe, const std::string& name) {
    FileHandle spool = temporary_file(name);
    std::string buffer(chunk_size, '\0');
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        write(spool, buffer.data(), count, name);
    if (std::ferror(pipe) || std::fflush(spool.get()) != 0) throw_failed(name, phrase("cannot copy it"));
    std::rewind(spool.get());
    return spool;
}

std::uint64_t size_of(const FileHandle& file, const std::string& name) {
    struct stat status {};
    if (fstat(fileno(file.get()), &status) != 0) throw_failed(name, phrase("cannot look at it"));
    if (S_ISDIR(status.st_mode))
        throw InputError(tr("{}: is a directory", name), tr("name the files in it, for example {}/*.pgn", name));
    return static_cast<std::uint64_t>(status.st_size);
}

std::unique_ptr<ByteStream> stream_of_file(FileHandle file, const std::string& name) {
    const std::uint64_t size = size_of(file, name);
    return std::make_unique<FileStream>(std::move(file), size, name);
}

std::unique_ptr<ByteStream> stream_of_compressed(FileHandle file, const std::string& name,
                                                 const ArchiveLimits& limits) {
    return std::make_unique<UnpackedStream>(std::move(file), name, limits);
}

std::unique_ptr<ByteStream> ending_in(std::exception_ptr fault, std::unique_ptr<ByteStream> bytes) {
    return std::make_unique<CutStream>(std::move(bytes), std::move(fault));
}

std::string all_of(ByteStream& bytes) {
    std::string all, buffer(chunk_size, '\0');
    while (const std::size_t got = bytes.read(buffer.data(), buffer.size())) all.append(buffer, 0, got);
    return all;
}

void KeptMember::add(const char* data, std::size_t count) {
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

void KeptMember::add_rest(ArchiveReader& archive) {
    std::string chunk(chunk_size, '\0');
    while (const std::size_t got = archive.read(chunk.data(), chunk.size())) add(chunk.data(), got);
}

std::unique_ptr<ByteStream> KeptMember::take() {
    if (!file_) return stream_of(std::move(text_));
    FileHandle file = take_file();
    return std::make_unique<FileStream>(std::move(file), size_, name_);
}

FileHandle KeptMember::take_file() {
    if (!file_) {
        file_ = temporary_file(name_);
        write(file_, text_.data(), text_.size(), name_);
    }
    if (std::fflush(file_.get()) != 0)
        throw LimitError(tr("{}: cannot copy it to a temporary file", name_), tr("is the disk full?"));
    std::rewind(file_.get());
    return file_;
}

}  // namespace cofnod::importers
