#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"

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

    // Created on first use: they are large, and most readers of games need none.
    std::unique_ptr<ZSTD_CCtx_s, Free> to_compress_;
    std::unique_ptr<ZSTD_DCtx_s, Free> to_decompress_;
    std::string buffer_;
};

/// A game as it was before a correction.
struct FormerGame {
    GameRecord record;
    std::vector<std::int64_t> witnesses = {};   ///< deleted game only: the games of its work, the fullest first
    std::vector<std::string> collections = {};  ///< deleted game only: the collections that it was in
};

/// Returns the stored form (correction.record, before it is packed). Numbers are varints; a text is its length and its
/// bytes, a list the number of its items and the items:
///
///     1 byte   version of the form: 1
///     numbers  kind, state, result, ply_count, final_check, span.begin, span.end, span.line
///     texts    start, moves, san, annotations (Annotations::to_bytes), unread, source_text, charset
///     text, number, list of texts   notation: code, how, also
///     list     of tags: name and value
///     list     of problems: kind, frame, arguments (JSON), remedy, its arguments, line: texts;
///              severity, place.line, column, byte, ply, caret, width,
///              page, x, y, width, height of its box: numbers
///     lists    witnesses: numbers; collections: texts
std::string to_bytes(const FormerGame& game);

/// Throws StoreError if the bytes are damaged.
FormerGame former_game_from(std::string_view bytes);

}  // namespace cofnod::store
