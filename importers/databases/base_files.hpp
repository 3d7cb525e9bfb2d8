#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/text/source.hpp"

/// Databases of other programs: one index and other files of the same name.
namespace cofnod::importers::databases {

/// The bytes of a file, at any place. Thread-safe.
class FileBytes {
public:
    virtual ~FileBytes() = default;

    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Returns the bytes from `at`, `count` of them or as many as there are. Throws InputError if they cannot be read.
    [[nodiscard]] std::string read(std::uint64_t at, std::size_t count) const {
        std::string buffer;
        read_into(buffer, at, count);
        return buffer;
    }
    /// Does so without a copy of bytes that are in memory; others are read into `buffer`.
    virtual std::string_view view(std::uint64_t at, std::size_t count, std::string& buffer) const {
        read_into(buffer, at, count);
        return buffer;
    }
    /// Does so into memory; returns how many bytes there were.
    virtual std::size_t read(std::uint64_t at, char* to, std::size_t count) const = 0;

private:
    void read_into(std::string& buffer, std::uint64_t at, std::size_t count) const {
        buffer.resize(at < size() ? static_cast<std::size_t>(std::min<std::uint64_t>(count, size() - at)) : 0);
        buffer.resize(read(at, buffer.data(), buffer.size()));
    }
};

/// Opens a file on disk. Throws InputError.
std::unique_ptr<FileBytes> open_file(const std::string& path);

/// Returns bytes in memory as a file.
std::unique_ptr<FileBytes> bytes_in_memory(std::string bytes);

/// Returns the bytes of an open file, for example a temporary one.
std::unique_ptr<FileBytes> bytes_of(std::shared_ptr<std::FILE> file, std::string name);

/// The files of one database, by their endings: ".cbh".
class BaseFiles {
public:
    using Files = std::map<std::string, std::unique_ptr<FileBytes>, std::less<>>;

    BaseFiles(std::string name, std::string index, Files files)
        : name_(std::move(name)), index_(std::move(index)), files_(std::move(files)) {}

    /// Opens the files on disk that belong to an index, whatever the case of their endings. Throws InputError if the
    /// index, or a file that holds the moves, is not there.
    static std::shared_ptr<const BaseFiles> open(const std::string& path);

    /// Returns the database of files in an archive; nullptr if its index, or the file that holds the moves, is missing.
    static std::shared_ptr<const BaseFiles> of_members(const std::string& name, Files files);

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the ending of the index.
    [[nodiscard]] const std::string& index_ending() const { return index_; }
    [[nodiscard]] const FileBytes& index() const { return *files_.find(index_)->second; }
    /// Returns the name of the file with this ending, without folders: "archif.sg4".
    [[nodiscard]] std::string name_of(std::string_view ending) const;
    /// Returns the size of the file with this ending; 0 if there is none.
    [[nodiscard]] std::uint64_t size_of(std::string_view ending) const;
    /// Returns the file with this ending; nullptr if there is none.
    [[nodiscard]] const FileBytes* find(std::string_view ending) const;
    /// Returns all bytes of a file; empty if there is none. Throws LimitError for one of more than 1 GiB.
    [[nodiscard]] std::string all_of(std::string_view ending) const;

private:
    std::string name_, index_;
    Files files_;
    friend class JoinedFiles;
};

/// True for the ending of the index of a database that is read: ".cbh".
bool is_index(std::string_view ending);

/// Returns the index that a file with this ending belongs to, ".cbh" for ".cbg"; empty if there is none.
std::string_view index_of(std::string_view ending);

/// All bytes of a database, those of the index first: what its content hash is made of.
std::unique_ptr<ByteStream> joined(std::shared_ptr<const BaseFiles> files);

}  // namespace cofnod::importers::databases
