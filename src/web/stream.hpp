#pragma once

#include <ostream>
#include <streambuf>
#include <string>

#include "web/listener.hpp"

namespace cofnod::web {

/// The body of a response that is sent while it is written. Head and first bytes are sent together, so that an error
/// before them can still be answered as one. Fails, as streams do, when the client has gone.
class ReplyStream : private std::streambuf, public std::ostream {
public:
    ReplyStream(Reply& reply, Response head)
        : std::ostream(static_cast<std::streambuf*>(this)), reply_(reply), head_(std::move(head)) {}

    [[nodiscard]] bool has_begun() const { return has_begun_; }
    /// Sends what has not been sent yet, and the end.
    void end();

private:
    std::streambuf::int_type overflow(std::streambuf::int_type byte) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;
    bool send();

    Reply& reply_;
    Response head_;
    std::string text_;
    bool has_begun_ = false;
};

}  // namespace cofnod::web
