#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cofnod::importers {

/// A file, or standard input, read once from front to back.
class Source {
public:
    /// `-` is standard input, which is copied to a nameless temporary file first, so that its content is known
    /// by its hash like that of any file. Throws InputError: no such file, a directory, not readable.
    static Source open(const std::string& path);
    /// Text that is already here; for tests and for `convert`.
    static Source of_text(std::string name, std::string text);

    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    ~Source();

    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] std::uint64_t size() const;
    /// XXH3-128 of the whole content, 32 hex digits; reads it all once and goes back to the start.
    std::string content_hash();

    /// Appends up to `count` bytes to the buffer; returns how many, 0 at the end.
    std::size_t read(std::string& buffer, std::size_t count);
    void seek(std::uint64_t byte);

private:
    struct File;
    explicit Source(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

}  // namespace cofnod::importers
