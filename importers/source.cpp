#include "importers/source.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace cofnod::importers {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using Handle = std::unique_ptr<std::FILE, CloseFile>;

constexpr std::size_t chunk_size = 1 << 18;

[[noreturn]] void fail(const std::string& name, const char* doing) {
    throw InputError(fmt::format("{}: cannot {}: {}", name, doing, std::strerror(errno)));
}

Handle spooled_standard_input() {
    Handle spool(std::tmpfile());
    if (!spool) fail("standard input", "make a temporary file for it");
    std::string buffer(chunk_size, '\0');
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin))
        if (std::fwrite(buffer.data(), 1, count, spool.get()) != count) fail("standard input", "copy it");
    if (std::ferror(stdin) || std::fflush(spool.get()) != 0) fail("standard input", "copy it");
    std::rewind(spool.get());
    return spool;
}

std::uint64_t size_of(std::FILE* file, const std::string& name) {
    struct stat status {};
    if (fstat(fileno(file), &status) != 0) fail(name, "look at it");
    if (S_ISDIR(status.st_mode))
        throw InputError(fmt::format("{}: is a directory", name), "name the files in it, for example " + name + "/*.pgn");
    return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

struct Source::File {
    std::string name;
    Handle handle;
    std::string text;  // instead of a handle
    std::uint64_t size = 0;
    std::uint64_t at = 0;
};

Source::Source(std::unique_ptr<File> file) : file_(std::move(file)) {}
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;
Source::~Source() = default;

Source Source::open(const std::string& path) {
    auto file = std::make_unique<File>();
    if (path == "-") {
        file->name = "standard input";
        file->handle = spooled_standard_input();
    } else {
        file->name = path;
        file->handle.reset(std::fopen(path.c_str(), "rb"));
        if (!file->handle) fail(path, "open it");
    }
    std::setvbuf(file->handle.get(), nullptr, _IONBF, 0);
    file->size = size_of(file->handle.get(), file->name);
    return Source(std::move(file));
}

Source Source::of_text(std::string name, std::string text) {
    auto file = std::make_unique<File>();
    file->name = std::move(name);
    file->size = text.size();
    file->text = std::move(text);
    return Source(std::move(file));
}

const std::string& Source::name() const { return file_->name; }
std::uint64_t Source::size() const { return file_->size; }

std::string Source::content_hash() {
    seek(0);
    ContentHasher hasher;
    std::string buffer;
    while (read(buffer, chunk_size)) {
        hasher.add(buffer);
        buffer.clear();
    }
    seek(0);
    return hasher.hex();
}

std::size_t Source::read(std::string& buffer, std::size_t count) {
    const std::size_t before = buffer.size();
    if (!file_->handle) {
        buffer += std::string_view(file_->text).substr(file_->at, count);
    } else {
        buffer.resize(before + count);
        const std::size_t got = std::fread(buffer.data() + before, 1, count, file_->handle.get());
        buffer.resize(before + got);
        if (got == 0 && std::ferror(file_->handle.get())) fail(file_->name, "read it");
    }
    file_->at += buffer.size() - before;
    return buffer.size() - before;
}

void Source::seek(std::uint64_t byte) {
    if (file_->handle && std::fseek(file_->handle.get(), static_cast<long>(byte), SEEK_SET) != 0) fail(file_->name, "go back in it");
    file_->at = byte;
}

}  // namespace cofnod::importers
