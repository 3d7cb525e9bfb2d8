#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "importers/text/source.hpp"

/// Files of another program's database: an index and other files of the same name.
namespace cofnod::importers::databases {

/// Random access to the bytes of a file. Thread-safe.
class FileBytes {
public:
    virtual ~FileBytes() = default;

    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Returns up to `count` bytes from `at`. Throws InputError if they cannot be read.
    [[nodiscard]] std::string read(std::uint64_t at, std::size_t count) const {
        std::string buffer;
        read_into(buffer, at, count);
        return buffer;
    }
    /// Returns these bytes without copying if they are in memory; otherwise reads them into `buffer`.
    virtual std::string_view view(std::uint64_t at, std::size_t count, std::string& buffer) const {
        read_into(buffer, at, count);
        return buffer;
    }
    /// Reads these bytes into memory and returns their number.
    virtual std::size_t read(std::uint64_t at, char* to, std::size_t count) const = 0;

private:
    void read_into(std::string& buffer, std::uint64_t at, std::size_t count) const {
        buffer.resize(at < size() ? static_cast<std::size_t>(std::min<std::uint64_t>(count, size() - at)) : 0);
        buffer.resize(read(at, buffer.data(), buffer.size()));
    }
};

/// Opens a file on disk. Throws InputError.
std::unique_ptr<FileBytes> open_file(const std::string& path);

/// Returns bytes in memory as FileBytes.
std::unique_ptr<FileBytes> bytes_in_memory(std::string bytes);

/// Returns an open file, such as a temporary one, as FileBytes.
std::unique_ptr<FileBytes> bytes_of(std::shared_ptr<std::FILE> file, std::string name);

/// The files of a database by extension: ".cbh".
class BaseFiles {
public:
    using Files = std::map<std::string, std::unique_ptr<FileBytes>, std::less<>>;

    BaseFiles(std::string name, std::string index, Files files)
        : name_(std::move(name)), index_(std::move(index)), files_(std::move(files)) {}

    /// Opens the files on disk that belong to an index, ignoring the case of their extensions. Throws InputError if the
    /// index or the file of moves is missing.
    static std::shared_ptr<const BaseFiles> open(const std::string& path);

    /// Returns the database made of archive members; nullptr if its index or the file of moves is missing.
    static std::shared_ptr<const BaseFiles> of_members(const std::string& name, Files files);

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the extension of the index.
    [[nodiscard]] const std::string& index_ending() const { return index_; }
    [[nodiscard]] const FileBytes& index() const { return *files_.find(index_)->second; }
    /// Returns the name of the file with this extension, without folders: "archif.sg4".
    [[nodiscard]] std::string name_of(std::string_view ending) const;
    /// Returns the file with this extension; nullptr if there is none.
    [[nodiscard]] const FileBytes* find(std::string_view ending) const;
    /// Returns all bytes of a file; empty if there is none. Throws LimitError if it is larger than 1 GiB.
    [[nodiscard]] std::string all_of(std::string_view ending) const;

private:
    std::string name_, index_;
    Files files_;
    friend class JoinedFiles;
};

/// Returns true for the extension of a supported index: ".cbh".
bool is_index(std::string_view ending);

/// Returns the index extension for the extension of a database file, ".cbh" for ".cbg"; empty if there is none.
std::string_view index_of(std::string_view ending);

/// Returns all bytes of a database, the index first, as used for its content hash.
std::unique_ptr<ByteStream> joined(std::shared_ptr<const BaseFiles> files);

}  // namespace cofnod::importers::databases
