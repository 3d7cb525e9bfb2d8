#include "importers/source.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"

namespace cofnod::importers {

namespace {
constexpr std::size_t chunk_size = 1 << 18;
}

Source Source::of_text(std::string name, std::string text) { return {std::move(name), stream_of(std::move(text))}; }

std::string Source::content_hash() {
    seek(0);
    ContentHasher hasher;
    std::string buffer;
    while (read(buffer, chunk_size)) {
        hasher.add(buffer);
        buffer.clear();
    }
    seek(0);
    return hasher.hex();
}

std::size_t Source::read(std::string& buffer, std::size_t count) {
    const std::size_t before = buffer.size();
    std::size_t got = 0;
    buffer.resize(before + count);
    try {
        if (!fault_) got = bytes_->read(buffer.data() + before, count);
    } catch (const Error&) {
        fault_ = std::current_exception();
    }
    buffer.resize(before + got);
    return got;
}

void Source::seek(std::uint64_t byte) {
    bytes_->seek(byte);
    fault_ = nullptr;
}

void Source::throw_fault() const {
    if (fault_) std::rethrow_exception(fault_);
}

}  // namespace cofnod::importers
