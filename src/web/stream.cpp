#include "web/stream.hpp"

#include <utility>

namespace cofnod::web {

namespace {
constexpr std::size_t enough_to_send = std::size_t{32} << 10;
}

std::streambuf::int_type ReplyStream::overflow(std::streambuf::int_type byte) {
    using Traits = std::streambuf::traits_type;
    if (Traits::eq_int_type(byte, Traits::eof())) return Traits::not_eof(byte);
    const char one = Traits::to_char_type(byte);
    return xsputn(&one, 1) == 1 ? byte : Traits::eof();
}

std::streamsize ReplyStream::xsputn(const char* text, std::streamsize size) {
    text_.append(text, static_cast<std::size_t>(size));
    return text_.size() < enough_to_send || send() ? size : 0;
}

int ReplyStream::sync() { return send() ? 0 : -1; }

bool ReplyStream::send() {
    if (!std::exchange(has_begun_, true)) reply_.begin(std::move(head_));
    const bool is_taken = text_.empty() || reply_.write(text_);
    text_.clear();
    return is_taken;
}

void ReplyStream::end() {
    if (send()) reply_.end();
}

}  // namespace cofnod::web
