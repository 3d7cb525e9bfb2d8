#pragma once

#include <string>
#include <string_view>

/// How mail writes other bytes in ASCII: RFC 2045 section 6, RFC 2047.
namespace cofnod::importers::documents::mail_codes {

/// Decodes a line of quoted-printable, `=E9` and others; a `=` at its end takes the line break away. What is no code
/// stays as it is.
std::string decode_quoted_printable(std::string_view line);

/// Decodes base64 up to its end or first padding; signs of other kinds are passed over.
std::string decode_base64(std::string_view text);

/// Decodes words such as `=?utf-8?Q?caf=C3=A9?=` in a field of a header. Those in a set of characters that is not
/// known stay as they are.
std::string with_decoded_words(std::string_view field);

}  // namespace cofnod::importers::documents::mail_codes
