#include "importers/text/source.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "importers/bases/base_files.hpp"

namespace cofnod::importers {

namespace {
constexpr std::size_t chunk_size = 1 << 18;
}

Source Source::of_text(std::string name, std::string text) { return {std::move(name), stream_of(std::move(text))}; }

Source Source::of_recognised_text(std::string name, std::string text) {
    PageMap pages;
    pages.set_recognition(Recognition({}));
    return {std::move(name), stream_of(std::move(text)), std::make_shared<const PageMap>(std::move(pages))};
}

Source Source::of_base(std::shared_ptr<const bases::BaseFiles> files) {
    Source source(files->name(), bases::joined(files));
    source.base_ = std::move(files);
    return source;
}

Source::Source(std::string name, std::unique_ptr<ByteStream> bytes, std::shared_ptr<const PageMap> pages)
    : name_(std::move(name)), bytes_(std::move(bytes)), pages_(std::move(pages)) {}
Source::~Source() = default;
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;

std::string Source::content_hash() {
    seek(0);
    hasher_ = std::make_unique<ContentHasher>();
    pass_by_rest();
    content_hash_ = hasher_->hex();
    fault_of_hash_ = fault_;
    seek(0);
    return content_hash_;
}

bool Source::has_changed() const { return hasher_ && at_end_ && hasher_->hex() != content_hash_; }

std::size_t Source::read(std::string& buffer, std::size_t count) {
    const std::size_t before = buffer.size();
    buffer.resize(before + count);
    const std::size_t got = read(buffer.data() + before, count);
    buffer.resize(before + got);
    return got;
}

void Source::pass_by_rest() {
    std::string buffer(chunk_size, '\0');
    while (read(buffer.data(), buffer.size()) > 0) continue;
}

std::size_t Source::read(char* to, std::size_t count) {
    std::size_t got = 0;
    try {
        if (!fault_) got = bytes_->read(to, count);
    } catch (const Error&) {
        fault_ = std::current_exception();
    }
    if (hasher_) hasher_->add({to, got});
    at_end_ = got == 0 && count > 0;
    return got;
}

void Source::seek(std::uint64_t byte) {
    bytes_->seek(byte);
    fault_ = nullptr;
    at_end_ = false;
    hasher_ = byte == 0 && !content_hash_.empty() ? std::make_unique<ContentHasher>() : nullptr;
}

void Source::throw_fault() const {
    if (fault_) std::rethrow_exception(fault_);
}

void Source::throw_fault_of_hash() const {
    if (fault_of_hash_) std::rethrow_exception(fault_of_hash_);
}

}  // namespace cofnod::importers
