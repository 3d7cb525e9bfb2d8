#include "store/content.hpp"

#include <zstd.h>

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

}  // namespace

struct ContentPacker::Contexts {
    ZSTD_CCtx* compress = ZSTD_createCCtx();
    ZSTD_DCtx* decompress = ZSTD_createDCtx();
    Contexts() = default;
    Contexts(const Contexts&) = delete;
    Contexts& operator=(const Contexts&) = delete;
    ~Contexts() {
        ZSTD_freeCCtx(compress);
        ZSTD_freeDCtx(decompress);
    }
};

ContentPacker::ContentPacker() : contexts_(std::make_unique<Contexts>()) {}
ContentPacker::~ContentPacker() = default;

std::string_view ContentPacker::pack(std::string_view content) {
    if (content.size() >= shortest_to_compress) {
        buffer_.resize(1 + ZSTD_compressBound(content.size()));
        buffer_[0] = compressed;
        const std::size_t size = ZSTD_compressCCtx(contexts_->compress, buffer_.data() + 1, buffer_.size() - 1,
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
    const std::size_t got =
        ZSTD_decompressDCtx(contexts_->decompress, result.data(), result.size(), content.data(), content.size());
    if (ZSTD_isError(got) || got != size) throw_damaged();
    return result;
}

}  // namespace cofnod::store
