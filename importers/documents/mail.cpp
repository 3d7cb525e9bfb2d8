#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "grammar/pgn.hpp"
#include "importers/documents/document.hpp"
#include "importers/documents/parts.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/charset.hpp"
#include "importers/text/container.hpp"

namespace cofnod::importers::documents {

namespace {

// Encodings of bytes as ASCII: RFC 2045 section 6, RFC 2047.

/// RFC 2047 allows 75 bytes; some programs write more.
constexpr std::size_t longest_word = 1000;

/// Returns the value of a base64 character; 64 for any other.
std::uint32_t value_of(char c) {
    if (is_upper(c)) return static_cast<std::uint32_t>(c - 'A');
    if (is_lower(c)) return static_cast<std::uint32_t>(c - 'a') + 26;
    if (is_digit(c)) return static_cast<std::uint32_t>(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/// Decodes base64 up to its end or first padding; other characters are skipped.
std::string decode_base64(std::string_view text) {
    std::string decoded;
    std::uint32_t bits = 0, count = 0;
    for (const char c : text) {
        if (c == '=') break;
        const std::uint32_t value = value_of(c);
        if (value == 64) continue;
        bits = bits << 6 | value;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        decoded += static_cast<char>(bits >> count & 0xFF);
    }
    return decoded;
}

/// Decodes a word `=?charset?Q?text?=`, given without its delimiters `=?` and `?=`.
std::optional<std::string> decoded_word(std::string_view word) {
    const std::size_t first = word.find('?');
    if (first == word.npos || first + 2 >= word.size() || word[first + 2] != '?') return std::nullopt;
    const std::string set = to_lower(word.substr(0, word.find('*')).substr(0, first));
    std::string text(word.substr(first + 3));
    const char code = to_lower(word[first + 1]);
    if (code == 'q') {
        std::ranges::replace(text, '_', ' ');
        text = with_decoded_bytes(text, '=');
    } else if (code == 'b') {
        text = decode_base64(text);
    } else {
        return std::nullopt;
    }
    if (set == "utf-8" || set == "us-ascii") return text;
    const Charset* const charset = Charset::find(set);
    return charset && charset->is_one_byte() ? std::optional(charset->decoded(text)) : std::nullopt;
}

/// Decodes a line of quoted-printable, such as `=E9`; a `=` at its end removes the line break. Invalid codes are
/// unchanged.
std::string decode_quoted_printable(std::string_view line) {
    const std::size_t end = line.find_last_not_of(" \t\r\n");
    const bool goes_on = end != line.npos && line[end] == '=' && line.ends_with('\n');
    return with_decoded_bytes(goes_on ? line.substr(0, end) : line, '=');
}

/// Decodes words such as `=?utf-8?Q?caf=C3=A9?=` in a header field. Words in an unknown character set are unchanged.
std::string with_decoded_words(std::string_view field) {
    std::string decoded;
    std::size_t at = 0;
    bool follows_word = false;
    for (std::size_t begin = field.find("=?"); begin != field.npos; begin = field.find("=?", begin)) {
        const std::string_view rest = field.substr(begin + 2, longest_word);
        const std::size_t text = std::min(rest.find('?'), rest.size()) + 3;  // after the encoding
        const std::size_t size = rest.find("?=", text);
        const auto word = size == rest.npos ? std::nullopt : decoded_word(rest.substr(0, size));
        if (!word) {
            begin += 2;
            continue;
        }
        const std::string_view between = field.substr(at, begin - at);
        if (!follows_word || !trimmed(between).empty()) decoded += between;
        decoded += *word;
        follows_word = true;
        begin = at = begin + size + 4;
    }
    return decoded.append(field.substr(at));
}

std::string_view without_end(std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// Returns the name of a field in lower case, `content-type`; empty if the line is not a field.
std::string name_of_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, std::min(colon, line.size()));
    const bool is_name = colon != line.npos && !name.empty() &&
                         std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
    return is_name ? to_lower(name) : std::string();
}

/// Returns a parameter of a field, such as the boundary of `multipart/mixed; boundary="x"`; empty if there is none.
std::string parameter_of(std::string_view field, std::string_view name) {
    const std::string small = to_lower(field);
    for (std::size_t at = small.find(name); at != small.npos; at = small.find(name, at + 1)) {
        const std::size_t equals = small.find_first_not_of(" \t", at + name.size());
        const bool begins = at > 0 && (small[at - 1] == ';' || is_blank_or_control(small[at - 1]));
        if (!begins || equals == small.npos || small[equals] != '=') continue;
        const std::string_view value = trimmed(field.substr(equals + 1));
        if (value.starts_with('"')) return std::string(value.substr(1, value.find('"', 1) - 1));
        return std::string(value.substr(0, value.find_first_of("; \t\r\n")));
    }
    return {};
}

/// Returns a line without its quote marks: `> > 1. e4`.
std::string_view unquoted(std::string_view line) {
    while (line.starts_with('>')) {
        line.remove_prefix(1);
        if (line.starts_with(' ')) line.remove_prefix(1);
    }
    return line;
}

/// Properties of a body, from the header of a message or part.
struct Header {
    std::string type = "text/plain", encoding{}, charset{}, boundary{};

    void take(std::string_view name, std::string_view value) {
        if (name == "content-transfer-encoding") encoding = to_lower(trimmed(value));
        if (name != "content-type") return;
        type = to_lower(trimmed(value.substr(0, value.find(';'))));
        charset = parameter_of(value, "charset");
        boundary = parameter_of(value, "boundary");
    }
};

/// Decodes messages, line by line.
class Messages {
public:
    Messages(std::string name, const ArchiveLimits& limits) : name_(std::move(name)), limits_(limits) {}

    /// Returns the fault of the first unreadable attachment, otherwise of truncated messages.
    [[nodiscard]] std::exception_ptr fault() const {
        return fault_ ? fault_
                      : fault_of_missing(name_, {{.counts = declared::end_marks,
                                                  .declared = begun_,
                                                  .found = begun_ - unended_ - parts_.size()}});
    }

    /// Appends the decoded text of a line.
    void take(std::string_view line, std::string& text) {
        const bool is_postmark = line.starts_with("From ");
        if (std::exchange(is_first_, false)) is_mailbox_ = is_postmark;
        const bool begins = is_mailbox_ && is_postmark && was_blank_;
        was_blank_ = without_end(line).empty();
        if (begins) {
            finish(text);
            unended_ += parts_.size();
            parts_.clear();
            begin_header();
            text += line;
        } else if (!take_boundary(line, text)) {
            is_header_ ? take_header(line, text) : take_body(line, text);
        }
    }

    /// Appends text that was held until the end of a header or body.
    void finish(std::string& text) {
        end_field(text);
        end_body(text);
    }

private:
    /// A message or part with parts of its own.
    struct Multipart {
        std::string boundary;
        bool is_alternative;    ///< its parts are alternatives
        bool has_text = false;  ///< plain text has been read
    };

    void begin_header() {
        header_ = {};
        is_header_ = true;
    }

    /// Processes `--boundary`, which ends a part, and `--boundary--`, which ends all parts of a message.
    bool take_boundary(std::string_view line, std::string& text) {
        if (!line.starts_with("--")) return false;
        const std::string_view written = trimmed(line.substr(2));
        const auto is_of = [&](const Multipart& each) {
            return written == each.boundary || written == each.boundary + "--";
        };
        const auto found = std::find_if(parts_.rbegin(), parts_.rend(), is_of);
        if (found == parts_.rend()) return false;
        finish(text);
        const bool ends = written != found->boundary;
        parts_.erase(found.base() - ends, parts_.end());
        begin_header();
        is_header_ = !ends;
        text += line;
        return true;
    }

    void take_header(std::string_view line, std::string& text) {
        if (was_blank_) {
            end_field(text);
            text += line;
            return begin_body();
        }
        const bool goes_on = line.starts_with(' ') || line.starts_with('\t');
        if (!goes_on || field_.size() > longest_field) end_field(text);
        field_ += line;
    }

    void end_field(std::string& text) {
        if (field_.empty()) return;
        const std::string field = std::exchange(field_, {});
        header_.take(name_of_field(field), std::string_view(field).substr(field.find(':') + 1));
        text += with_decoded_words(field);
    }

    void begin_body() {
        is_header_ = false;
        if (header_.type == "message/rfc822") return begin_header();
        if (header_.type.starts_with("multipart/") && !header_.boundary.empty() && parts_.size() < most_depth) {
            parts_.push_back({header_.boundary, header_.type == "multipart/alternative"});
            ++begun_;
        }
        const bool is_text = header_.type.starts_with("text/") || header_.type.starts_with("multipart/") ||
                             header_.type.find("pgn") != std::string::npos;
        quotes_pgn_ = false;
        begins_line_ = true;
        waits_for_end_ = header_.encoding == "base64" || header_.type == "text/html" || !is_text;
        charset_ = header_.charset.empty() ? nullptr : Charset::find(header_.charset);
        if (header_.type == "text/plain" && !parts_.empty()) parts_.back().has_text = true;
    }

    void take_body(std::string_view line, std::string& text) {
        const std::string decoded =
            header_.encoding == "quoted-printable" ? decode_quoted_printable(line) : std::string(line);
        if (!waits_for_end_) {
            const std::string_view bare = begins_line_ ? unquoted(decoded) : std::string_view(decoded);
            begins_line_ = decoded.ends_with('\n');
            quotes_pgn_ = quotes_pgn_ || (bare.size() < decoded.size() && grammar::pgn::looks_like_tag(bare));
            return void(text += in_utf8(quotes_pgn_ ? bare : decoded));
        }
        body_ += decoded;
        if (body_.size() > most_kept) read_body(text);
    }

    void end_body(std::string& text) {
        if (!body_.empty()) read_body(text);
        waits_for_end_ = false;
    }

    /// Reads a body that was held until its end.
    void read_body(std::string& text) {
        std::string body = std::exchange(body_, {});
        if (header_.encoding == "base64") body = decode_base64(body);
        const bool is_page = header_.type == "text/html";
        const bool is_known = is_page && std::ranges::any_of(parts_, [](const Multipart& each) {
                                  return each.is_alternative && each.has_text;
                              });
        if (is_known) return;
        try {
            const PagedText read = text_of(body, is_page);
            text += read.text;
            if (!fault_) fault_ = fault_of_missing(name_, read.declared);
        } catch (const Error&) {
            if (!fault_) fault_ = std::current_exception();
        }
        if (!text.ends_with('\n')) text += '\n';
    }

    /// Returns the text of a decoded body. Throws InputError if it cannot be read.
    [[nodiscard]] PagedText text_of(const std::string& body, bool is_page) const {
        const std::string_view start = std::string_view(body).substr(0, most_looked_at);
        if (is_picture(start)) return {};
        if (is_document(start, {})) {
            KeptMember kept(name_);
            kept.add(body.data(), body.size());
            return text_of_document(kept.take_file(), name_, limits_);
        }
        if (is_archive(start))
            throw InputError(tr("{}: an archive that is attached is not read", name_),
                             tr("save it as a file, and import that"));
        if (!is_text(start)) return {};
        std::string read = in_utf8(body);
        return {is_page ? page::text_of_page(read).text() : std::move(read)};
    }

    [[nodiscard]] std::string in_utf8(std::string_view bytes) const {
        return charset_ && charset_->is_one_byte() && !is_ascii(bytes) ? charset_->decoded(bytes) : std::string(bytes);
    }

    static constexpr std::size_t most_depth = 20;
    static constexpr std::size_t longest_field = std::size_t{64} << 10;
    static constexpr std::size_t most_kept = std::size_t{64} << 20;
    static constexpr std::size_t most_looked_at = 4096;

    bool is_first_ = true, is_mailbox_ = false, was_blank_ = true;
    bool is_header_ = true;
    bool waits_for_end_ = false;  ///< the body is decoded as a whole
    bool begins_line_ = true;     ///< the next line does not continue another
    bool quotes_pgn_ = false;     ///< a quoted tag has been read: quote marks are removed from there on
    std::string field_{};         ///< current header field, including its continuation lines
    Header header_{};
    const Charset* charset_ = nullptr;
    std::vector<Multipart> parts_{};  ///< enclosing parts, innermost last
    std::uint64_t begun_ = 0;         ///< number of messages and parts that have parts
    std::uint64_t unended_ = 0;       ///< number of these in earlier messages that lack a final boundary
    std::string body_{};
    std::string name_;
    ArchiveLimits limits_;
    std::exception_ptr fault_{};
};

class MailStream : public ForwardStream {
public:
    MailStream(std::unique_ptr<ByteStream> mail, Messages messages)
        : mail_(std::move(mail)), unread_(std::move(messages)) {}

private:
    void begin() override {
        mail_->seek(0);
        messages_ = unread_;
        pending_.clear();
        text_.clear();
        at_ = 0;
        is_at_end_ = false;
        fault_ = nullptr;
    }

    std::size_t next(char* to, std::size_t count) override {
        while (text_.size() == at_ && !is_at_end_) read_on();
        const std::size_t got = std::min(count, text_.size() - at_);
        std::copy_n(text_.data() + at_, got, to);
        at_ += got;
        if (fault_ && got == 0 && count > 0) std::rethrow_exception(fault_);
        return got;
    }

    /// Reads the next lines.
    void read_on() {
        at_ = 0;
        text_.clear();
        const std::size_t begin = pending_.size();
        pending_.resize(begin + chunk_size);
        const std::size_t got = read_chunk(pending_.data() + begin);
        pending_.resize(begin + got);
        std::size_t line = 0;
        for (std::size_t end = pending_.find('\n', begin); end != pending_.npos; end = pending_.find('\n', line)) {
            messages_.take(std::string_view(pending_).substr(line, end + 1 - line), text_);
            line = end + 1;
        }
        pending_.erase(0, line);
        if (got > 0 && pending_.size() < longest_line) return;
        if (!pending_.empty()) messages_.take(std::exchange(pending_, {}), text_);
        is_at_end_ = got == 0;
        if (!is_at_end_) return;
        messages_.finish(text_);
        if (!fault_) fault_ = messages_.fault();
    }

    /// Reads a chunk; a fault ends the mail after the text before it.
    std::size_t read_chunk(char* to) {
        try {
            return mail_->read(to, chunk_size);
        } catch (const Error&) {
            fault_ = std::current_exception();
            return 0;
        }
    }

    static constexpr std::size_t chunk_size = 1 << 18;
    static constexpr std::size_t longest_line = std::size_t{16} << 20;

    std::unique_ptr<ByteStream> mail_;
    Messages unread_;  ///< initial state
    Messages messages_ = unread_;
    std::string pending_{};  ///< incomplete line
    std::string text_{};     ///< decoded text, of which at_ bytes have been read
    std::size_t at_ = 0;
    bool is_at_end_ = false;
    std::exception_ptr fault_{};
};

}  // namespace

bool is_mail(std::string_view start) {
    static constexpr std::array<std::string_view, 12> known = {
        "from",        "to",           "subject",    "date",         "received",     "message-id",
        "return-path", "delivered-to", "newsgroups", "mime-version", "content-type", "content-transfer-encoding"};
    const bool is_mailbox = start.starts_with("From ");
    std::size_t count = 0;
    bool has_parts = is_mailbox, is_whole = false;
    for (std::size_t at = is_mailbox ? start.find('\n') + 1 : 0; at < start.size();) {
        const std::size_t end = std::min(start.find('\n', at), start.size() - 1) + 1;
        const std::string_view line = start.substr(at, end - at);
        at = end;
        is_whole = without_end(line).empty();
        if (is_whole) break;
        if (line.starts_with(' ') || line.starts_with('\t')) continue;
        const std::string name = name_of_field(line);
        if (name.empty() && end < start.size()) return false;
        count += std::ranges::find(known, name) != known.end();
        has_parts = has_parts || name == "mime-version" || name.starts_with("content-t");
    }
    return count > 1 && (has_parts || !is_whole);
}

std::unique_ptr<ByteStream> text_of_mail(std::unique_ptr<ByteStream> mail, std::string name,
                                         const ArchiveLimits& limits) {
    return std::make_unique<MailStream>(std::move(mail), Messages(std::move(name), limits));
}

}  // namespace cofnod::importers::documents
