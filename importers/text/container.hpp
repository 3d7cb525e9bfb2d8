#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "importers/text/archive.hpp"
#include "importers/text/source.hpp"

namespace cofnod::importers {

/// A file on disk, or standard input, and the sources in it: one, or the members of an archive. Its type is determined
/// by content, not by name.
class Container {
public:
    /// Opens a file; `-` is standard input. A pipe is first copied to an unnamed temporary file, so that its content
    /// can be hashed like that of any file. Throws InputError if the file does not exist, is a directory, cannot be
    /// read or is damaged.
    static Container open(const std::string& path, const ArchiveLimits& limits = {});

    Container(Container&&) noexcept;
    Container& operator=(Container&&) noexcept;
    ~Container();

    /// Returns the next source; nullopt at the end. Read each source before requesting the next. Throws InputError and
    /// ArchiveLimitError if an archive cannot be read further.
    std::optional<Source> next();

    [[nodiscard]] const std::string& name() const;
    /// Skipped members: folders, links and files that are not text.
    struct Skipped {
        std::uint64_t folders = 0, not_text = 0;
        std::vector<std::string> names;  ///< names in the archive of the first files that are not text
        static constexpr std::size_t most_names = 1000;
    };
    [[nodiscard]] const Skipped& skipped() const;
    /// True if the file is compressed without a checksum of its content: damage may go undetected.
    [[nodiscard]] bool lacks_checksum() const;

private:
    struct State;
    explicit Container(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::importers
