#include "importers/text/source.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "importers/databases/base_files.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t chunk_size = 1 << 18;

class TextStream : public ByteStream {
public:
    explicit TextStream(std::string text) : text_(std::move(text)) {}

    std::size_t read(char* to, std::size_t count) override {
        const std::string_view part = std::string_view(text_).substr(std::min(at_, text_.size()), count);
        std::memcpy(to, part.data(), part.size());
        at_ += part.size();
        return part.size();
    }
    void seek(std::uint64_t byte) override { at_ = static_cast<std::size_t>(byte); }
    [[nodiscard]] std::uint64_t size() const override { return text_.size(); }

private:
    std::string text_;
    std::size_t at_ = 0;
};

}  // namespace

std::size_t ForwardStream::read(char* to, std::size_t count) {
    if (!has_begun_ || wanted_ < at_) {
        has_begun_ = false;
        at_ = 0;
        begin();
        has_begun_ = true;
    }
    while (at_ < wanted_)
        if (pass(to, std::min<std::uint64_t>(count, wanted_ - at_)) == 0) return 0;
    const std::size_t got = pass(to, count);
    wanted_ = at_;
    return got;
}

std::size_t ForwardStream::pass(char* to, std::size_t count) {
    if (size_ == 0) size_ = at_;
    const std::size_t got = next(to, count);
    if (got > 0 && size_ == at_) size_ = 0;  // neither the end nor a fault
    at_ += got;
    return got;
}

std::unique_ptr<ByteStream> stream_of(std::string text) { return std::make_unique<TextStream>(std::move(text)); }

Source Source::of_text(std::string name, std::string text) { return {std::move(name), stream_of(std::move(text))}; }

Source Source::of_recognised_text(std::string name, std::string text) {
    PageMap pages;
    pages.set_recognition(Recognition({}));
    return {std::move(name), stream_of(std::move(text)), std::make_shared<const PageMap>(std::move(pages))};
}

Source Source::of_base(std::shared_ptr<const databases::BaseFiles> files) {
    Source source(files->name(), databases::joined(files));
    source.base_ = std::move(files);
    return source;
}

Source::Source(std::string name, std::unique_ptr<ByteStream> bytes, std::shared_ptr<const PageMap> pages)
    : name_(std::move(name)), bytes_(std::move(bytes)), pages_(std::move(pages)) {}

std::string Source::content_hash() {
    seek(0);
    hasher_ = std::make_unique<ContentHasher>();
    pass_by_rest();
    content_hash_ = hasher_->hex();
    fault_of_hash_ = fault_;
    seek(0);
    return content_hash_;
}

std::string Source::hash_of_first(std::uint64_t bytes) {
    seek(0);
    ContentHasher hasher;
    std::string buffer(chunk_size, '\0');
    while (bytes > 0) {
        const std::size_t got =
            read(buffer.data(), static_cast<std::size_t>(std::min<std::uint64_t>(bytes, chunk_size)));
        if (got == 0) break;
        hasher.add({buffer.data(), got});
        bytes -= got;
    }
    seek(0);
    return hasher.hex();
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
