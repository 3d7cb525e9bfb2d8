#include "importers/text/byte_stream.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace cofnod::importers {

namespace {

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

}  // namespace cofnod::importers
