#pragma once

#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace cofnod::store {

/// Packs and unpacks the contents of game_annotation and game_source:
///
///     1 byte   0: the content follows verbatim; 1: as one zstd frame, where that is shorter
class ContentPacker {
public:
    /// Returns the packed content, valid until the next call.
    std::string_view pack(std::string_view content);
    /// Returns the content; throws StoreError if the bytes are damaged.
    std::string unpack(std::string_view packed);

private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
        void operator()(ZSTD_DCtx_s* context) const;
    };

    // Made when they are needed: they are large, and most readers of games need none.
    std::unique_ptr<ZSTD_CCtx_s, Free> to_compress_;
    std::unique_ptr<ZSTD_DCtx_s, Free> to_decompress_;
    std::string buffer_;
};

}  // namespace cofnod::store
