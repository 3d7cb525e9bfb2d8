#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cofnod::store {

/// Packs and unpacks the contents of game_annotation and game_source:
///
///     1 byte   0: the content follows verbatim; 1: as one zstd frame, where that is shorter
class ContentPacker {
public:
    ContentPacker();
    ~ContentPacker();
    ContentPacker(const ContentPacker&) = delete;
    ContentPacker& operator=(const ContentPacker&) = delete;

    /// Returns the packed content, valid until the next call.
    std::string_view pack(std::string_view content);
    /// Returns the content; throws StoreError if the bytes are damaged.
    std::string unpack(std::string_view packed);

private:
    struct Contexts;
    std::unique_ptr<Contexts> contexts_;
    std::string buffer_;
};

}  // namespace cofnod::store
