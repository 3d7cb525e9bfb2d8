#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cofnod::store {

/// Packs the contents of game_annotation and game_source:
///
///     1 byte   0: the content follows as it is; 1: as one zstd frame, where that is shorter
class ContentPacker {
public:
    ContentPacker();
    ~ContentPacker();
    ContentPacker(const ContentPacker&) = delete;
    ContentPacker& operator=(const ContentPacker&) = delete;

    /// Valid until the next call.
    std::string_view pack(std::string_view content);
    /// Throws StoreError where the bytes are damaged.
    std::string unpack(std::string_view packed);

private:
    struct Contexts;
    std::unique_ptr<Contexts> contexts_;
    std::string buffer_;
};

}  // namespace cofnod::store
