#include "importers/databases/base_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/container.hpp"

namespace cofnod::importers::databases {

namespace {

namespace fs = std::filesystem;

/// The endings of the files of a database.
struct Kind {
    std::string_view index;   ///< the file with a record for each game
    std::string_view moves;   ///< the file without which there are no games
    std::string_view others;  ///< the optional files

    [[nodiscard]] bool has(std::string_view ending) const {
        const auto is_among = [&](std::string_view endings) {
            return fmt::format(" {} ", endings).find(fmt::format(" {} ", ending)) != std::string::npos;
        };
        return is_among(index) || is_among(moves) || is_among(others);
    }
};

constexpr auto kinds = std::to_array<Kind>({
    {".cbh", ".cbg", ".cba .cbp .cbt .cbc .cbs .cbe .cbl .cbj"},
    {".si3", ".sg3", ".sn3"},
    {".si4", ".sg4", ".sn4"},
    {".si5", ".sg5", ".sn5"},
});

const Kind* kind_of(std::string_view index) {
    const auto* const found = std::ranges::find(kinds, index, &Kind::index);
    return found == kinds.end() ? nullptr : found;
}

std::string ending_of(const fs::path& path) { return to_lower(path.extension().string()); }

class DiskFile final : public FileBytes {
public:
    DiskFile(std::shared_ptr<std::FILE> file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
        struct stat status {};
        if (!file_ || fstat(fileno(file_.get()), &status) != 0) throw_failed(name_, phrase("cannot open it"));
        size_ = static_cast<std::uint64_t>(status.st_size);
    }

    [[nodiscard]] std::uint64_t size() const override { return size_; }
    std::size_t read(std::uint64_t at, char* to, std::size_t count) const override {
        count = at < size_ ? static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - at)) : 0;
        std::size_t done = 0;
        while (done < count) {
            const ssize_t got = pread(fileno(file_.get()), to + done, count - done, static_cast<off_t>(at + done));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw_failed(name_, phrase("cannot read it"));
            if (got == 0) break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

private:
    std::shared_ptr<std::FILE> file_;
    std::string name_;
    std::uint64_t size_ = 0;
};

class MemoryFile final : public FileBytes {
public:
    explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    std::string_view view(std::uint64_t at, std::size_t count, std::string&) const override {
        return at < bytes_.size() ? std::string_view(bytes_).substr(static_cast<std::size_t>(at), count)
                                  : std::string_view();
    }
    std::size_t read(std::uint64_t at, char* to, std::size_t count) const override {
        return at < bytes_.size() ? bytes_.copy(to, count, static_cast<std::size_t>(at)) : 0;
    }

private:
    std::string bytes_;
};

}  // namespace

std::unique_ptr<FileBytes> bytes_in_memory(std::string bytes) { return std::make_unique<MemoryFile>(std::move(bytes)); }

std::unique_ptr<FileBytes> bytes_of(std::shared_ptr<std::FILE> file, std::string name) {
    return std::make_unique<DiskFile>(std::move(file), std::move(name));
}

std::unique_ptr<FileBytes> open_file(const std::string& path) {
    std::shared_ptr<std::FILE> file(std::fopen(path.c_str(), "rbe"), [](std::FILE* open) {
        if (open) std::fclose(open);
    });
    return bytes_of(std::move(file), path);
}

bool is_index(std::string_view ending) { return kind_of(ending) != nullptr; }

std::string_view index_of(std::string_view ending) {
    const auto* const found = std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.has(ending); });
    return found == kinds.end() ? std::string_view() : found->index;
}

std::shared_ptr<const BaseFiles> BaseFiles::open(const std::string& path) {
    const fs::path index(path);
    const std::string ending = ending_of(index);
    Files files;
    files.emplace(ending, open_file(path));
    std::error_code error;
    const fs::path folder = index.has_parent_path() ? index.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const fs::path& other = entry->path();
        const std::string kind = ending_of(other);
        if (other.stem() == index.stem() && kind != ending && index_of(kind) == ending)
            files.emplace(kind, open_file(other.string()));
    }
    const std::string_view moves = kind_of(ending)->moves;
    if (!files.contains(moves))
        throw InputError(tr("{}: {} is missing, which holds its moves", path,
                            fs::path(index).replace_extension(moves).filename().string()),
                         tr("a database is several files of one name: copy all of them"));
    return std::make_shared<const BaseFiles>(path, ending, std::move(files));
}

std::shared_ptr<const BaseFiles> BaseFiles::of_members(const std::string& name, Files files) {
    const auto index = std::ranges::find_if(files, [](const auto& file) { return is_index(file.first); });
    if (index == files.end()) return nullptr;
    std::string ending = index->first;
    if (!files.contains(kind_of(ending)->moves)) return nullptr;
    return std::make_shared<const BaseFiles>(name + ending, ending, std::move(files));
}

const FileBytes* BaseFiles::find(std::string_view ending) const {
    const auto found = files_.find(ending);
    return found == files_.end() ? nullptr : found->second.get();
}

std::string BaseFiles::name_of(std::string_view ending) const {
    return fs::path(name_).filename().replace_extension(ending).string();
}

std::string BaseFiles::all_of(std::string_view ending) const {
    static constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const FileBytes* const file = find(ending);
    if (!file) return {};
    if (file->size() > most)
        throw ArchiveLimitError(
            tr("{}: its {} file has {} bytes, more than are read ({})", name_, ending, file->size(), most));
    return file->read(0, static_cast<std::size_t>(file->size()));
}

/// Concatenates the files: the index, then the others sorted by extension.
class JoinedFiles final : public ByteStream {
public:
    explicit JoinedFiles(std::shared_ptr<const BaseFiles> files) : files_(std::move(files)) {
        parts_.push_back(&files_->index());
        for (const auto& [ending, file] : files_->files_)
            if (ending != files_->index_ending()) parts_.push_back(file.get());
        for (const FileBytes* part : parts_) size_ += part->size();
    }

    std::size_t read(char* to, std::size_t count) override {
        std::uint64_t before = 0;
        for (const FileBytes* part : parts_) {
            if (at_ < before + part->size()) {
                const std::size_t got = part->read(at_ - before, to, count);
                at_ += got;
                return got;
            }
            before += part->size();
        }
        return 0;
    }
    void seek(std::uint64_t byte) override { at_ = byte; }
    [[nodiscard]] std::uint64_t size() const override { return size_; }

private:
    std::shared_ptr<const BaseFiles> files_;
    std::vector<const FileBytes*> parts_;
    std::uint64_t at_ = 0, size_ = 0;
};

std::unique_ptr<ByteStream> joined(std::shared_ptr<const BaseFiles> files) {
    return std::make_unique<JoinedFiles>(std::move(files));
}

}  // namespace cofnod::importers::databases
