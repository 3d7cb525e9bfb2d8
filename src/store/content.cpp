#include "store/content.hpp"

#include <zstd.h>

#include <new>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod::store {

namespace {

constexpr char plain = 0, compressed = 1;

/// Minimum size in bytes: shorter contents rarely shrink.
constexpr std::size_t shortest_to_compress = 96;
constexpr int level = 3;
/// Maximum size in bytes, above that of any game: guards against damaged lengths.
constexpr std::size_t longest_content = 256 << 20;

[[noreturn]] void throw_damaged() {
    throw StoreError(say("the text of a game in the database is damaged"), WayOut::Kind::restore_database);
}

/// Returns a context; throws std::bad_alloc where there was no memory for it.
template <typename Context>
Context* made(Context* context) {
    if (!context) throw std::bad_alloc();
    return context;
}

}  // namespace

void ContentPacker::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void ContentPacker::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

std::string_view ContentPacker::pack(std::string_view content) {
    if (content.size() >= shortest_to_compress) {
        buffer_.resize(1 + ZSTD_compressBound(content.size()));
        buffer_[0] = compressed;
        if (!to_compress_) to_compress_.reset(made(ZSTD_createCCtx()));
        const std::size_t size = ZSTD_compressCCtx(to_compress_.get(), buffer_.data() + 1, buffer_.size() - 1,
                                                   content.data(), content.size(), level);
        if (!ZSTD_isError(size) && size < content.size()) return std::string_view(buffer_).substr(0, 1 + size);
    }
    buffer_.assign(1, plain);
    return buffer_ += content;
}

std::string ContentPacker::unpack(std::string_view packed) {
    if (packed.empty()) return {};
    const std::string_view content = packed.substr(1);
    if (packed.front() == plain) return std::string(content);
    if (packed.front() != compressed) throw_damaged();

    const unsigned long long size = ZSTD_getFrameContentSize(content.data(), content.size());
    if (size > longest_content) throw_damaged();  // also both "unknown" values
    std::string result(size, '\0');
    if (!to_decompress_) to_decompress_.reset(made(ZSTD_createDCtx()));
    const std::size_t got =
        ZSTD_decompressDCtx(to_decompress_.get(), result.data(), result.size(), content.data(), content.size());
    if (ZSTD_isError(got) || got != size) throw_damaged();
    return result;
}

}  // namespace cofnod::store
