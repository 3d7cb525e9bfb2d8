#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "importers/text/archive.hpp"
#include "importers/text/source.hpp"

namespace cofnod::importers {

/// A file as it lies on the disk, or standard input, and the sources in it: one, or those of an archive. What it is,
/// its content says, not its name.
class Container {
public:
    /// `-` is standard input. Like any pipe it is copied to a nameless temporary file first, so that its content is
    /// known by its hash like that of any file. Throws InputError: no such file, a directory, not readable, damaged.
    static Container open(const std::string& path, const ArchiveLimits& limits = {});

    Container(Container&&) noexcept;
    Container& operator=(Container&&) noexcept;
    ~Container();

    /// nullopt at the end. A source is to be read before the next is asked for. Throws InputError and
    /// ArchiveLimitError where an archive cannot be read on.
    std::optional<Source> next();

    [[nodiscard]] const std::string& name() const;
    /// Members that were passed over: folders and links, and what is no text.
    struct Skipped {
        std::uint64_t folders = 0, not_text = 0;
        std::vector<std::string> names;  ///< of what is no text, the first of them, as the archive has them
        static constexpr std::size_t most_names = 1000;
    };
    [[nodiscard]] const Skipped& skipped() const;
    /// Compressed, without a checksum of what is in it: damage may go undetected.
    [[nodiscard]] bool lacks_checksum() const;

private:
    struct State;
    explicit Container(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::importers
