#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "importers/limits.hpp"
#include "importers/text/byte_stream.hpp"

/// Mail and news: messages (RFC 5322) with parts (RFC 2045, 2046) and encoded words (RFC 2047), alone or in a mailbox
/// (mbox, RFC 4155).
namespace cofnod::importers::documents {

/// Returns true if a text begins with the header of a message that may have encoded parts, or with a mailbox.
bool is_mail(std::string_view start);

/// Returns the text of messages line by line: what is quoted-printable or base64 is decoded, texts in character sets
/// that they declare become UTF-8; HTML becomes text where the same text does not stand before it, and so do documents
/// that are attached; marks of quotes are taken away from quoted PGN. All other lines stay as they are. Pictures are
/// left out; an attachment that cannot be read is a fault at the end. `name`: of the file, for messages.
std::unique_ptr<ByteStream> text_of_mail(std::unique_ptr<ByteStream> mail, std::string name,
                                         const ArchiveLimits& limits);

}  // namespace cofnod::importers::documents
