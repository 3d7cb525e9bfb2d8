#include "importers/text/container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/databases/chessbase/cbv.hpp"
#include "importers/documents/document.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers {

namespace {

using namespace std::string_view_literals;

struct NotText {
    std::string what;
    WayOut way_out;
};

/// Bytes that identify a kind of file, `at` bytes after its start; empty: identified by the ending of its name.
struct Magic {
    std::string_view bytes;
    std::size_t at;
    std::string_view ending;
    NotText found;
};

const NotText image = {phrase("is an image"),
                       phrase("of images, PNG, JPEG and TIFF are recognised: save it as one of them")};
const NotText index = {phrase("is the index of a database of ChessBase or Scid, without its other files"),
                       phrase("name the file itself, .cbh, .si4 or .si5, where the others stand beside it")};
const NotText part = {phrase("is part of a database of ChessBase or Scid"),
                      phrase("name its index, the file that ends in .cbh, .si4 or .si5")};
const NotText encrypted = {phrase("is an encrypted archive of ChessBase"),
                           phrase("unpack it in ChessBase, with its password")};
const NotText unknown_base = {phrase("is a database of ChessBase in a form that is not published"),
                              phrase("save its games as PGN in ChessBase, or copy them to a .cbh database there")};
const NotText office = {phrase("is an office document in a binary form, which is not read"),
                        phrase("save it as .docx, .xlsx or text, for example with soffice --convert-to docx")};

// clang-format off
const std::array<Magic, 21>& magics() {
    static const std::array<Magic, 21> all = {{
        {"SQLite format 3", 0, "", {phrase("is an SQLite database"), WayOut::Kind::query_database}},
        {"\xD0\xCF\x11\xE0", 0, "", office},
        {"GIF8", 0, "", image},
        {"", 0, ".bmp", image},
        {"WEBPVP8", 8, "", image},
        {"ftyphei", 4, "", image},
        {"ftypavif", 4, "", image},
        {"AT&TFORM", 0, "", {phrase("is a scanned book (DjVu)"), phrase("extract its text first, for example with djvutxt; without a text layer it needs OCR")}},
        {"\0\0\x2C\0\x2E\x01"sv, 0, "", index},
        {"\0\0\x24\0\x2E\x01"sv, 0, "", index},
        {"Scid.si", 0, "", index},
        {"Scid.sn", 0, "", part},
        {"", 0, ".cbg", part},
        {"", 0, ".cba", part},
        {"", 0, ".sg4", part},
        {"", 0, ".sg5", part},
        {"", 0, ".cbz", encrypted},
        {"", 0, ".2cbh", unknown_base},
        {"", 0, ".cbf", unknown_base},
        {"Rar!", 0, "", {phrase("is a rar archive"), phrase("unpack it first")}},
        {"\x7F" "ELF", 0, "", {phrase("is a program"), {}}},
    }};
    return all;
}
// clang-format on

const NotText* known_by(std::string_view text, std::string_view name) {
    const auto found = std::ranges::find_if(magics(), [&](const Magic& magic) {
        if (magic.bytes.empty()) return name.ends_with(magic.ending);
        return text.size() > magic.at && text.substr(magic.at).starts_with(magic.bytes);
    });
    return found == magics().end() ? nullptr : &found->found;
}

/// Skips blocks of NULs at the front, left in a file truncated while it was written or copied with gaps.
std::string_view behind_nuls(std::string_view text) {
    static constexpr std::size_t most_in_text = 16;  // more than a character in UTF-16 or UTF-32 has
    const std::size_t first = std::min(text.find_first_not_of('\0'), text.size());
    return first > most_in_text && first < text.size() ? text.substr(first) : text;
}

std::optional<NotText> look(std::string_view text, std::string_view name = {}) {
    text = behind_nuls(text).substr(0, 4096);
    if (const NotText* known = known_by(text, name)) return *known;
    if (is_archive(text)) return NotText{phrase("is an archive in an archive"), phrase("unpack the outer one first")};
    if (Charset::utf16_of(text)) return std::nullopt;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !(c >= '\t' && c <= '\r'); };
    const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
    if (controls > 4 && controls * 20 > text.size())
        return NotText{tr("is not text: {} control bytes in its first {}", controls, text.size()),
                       phrase("cofnod reads PGN and plain text")};
    return std::nullopt;
}

constexpr std::size_t chunk_size = 1 << 18;
constexpr std::size_t start_size = 4096;  // enough to determine the type of a file

/// Maximum size of pages kept for METS that may follow them in an archive. Beyond it, pages become sources of their
/// own.
constexpr std::size_t most_kept = std::size_t{256} << 20;

/// Returns the text of a document, ending in a fault if parts of the document are missing.
Source text_of(PagedText text, const std::string& name) {
    auto bytes = stream_of(std::move(text.text));
    if (auto fault = fault_of_missing(name, text.declared)) bytes = ending_in(std::move(fault), std::move(bytes));
    return {name, std::move(bytes), std::move(text.pages)};
}

/// Returns a source of bytes that begin with `start`; mail is converted to text.
Source source_of(const std::string& name, std::unique_ptr<ByteStream> bytes, std::string_view start,
                 const ArchiveLimits& limits) {
    return {name,
            documents::is_mail(start) ? documents::text_of_mail(std::move(bytes), name, limits) : std::move(bytes)};
}

/// Returns a source, or one that ends at once in the fault if it cannot be read.
Source read_or_fault(const std::string& name, const auto& read) {
    try {
        return read();
    } catch (const Error&) {
        return {name, ending_in(std::current_exception(), stream_of({}))};
    }
}

Source issue_in_folder(const std::string& path, const FileHandle& file) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const auto beside = [&](const std::string& page) -> std::optional<std::string> {
        const FileHandle open = open_to_read((folder / page).string());
        if (!open) return std::nullopt;
        return all_of(*stream_of_file(open, page));
    };
    return text_of(documents::read_mets(all_of(*stream_of_file(file, path)), path, beside), path);
}

}  // namespace

void refuse_what_is_not_text(std::string_view start, std::string_view name) {
    if (const auto found = look(start, name))
        throw InputError(fmt::format("{}: {}", name, translated(found->what)),
                         found->way_out.kind() == WayOutKind::sentence
                             ? WayOut(std::string(translated(found->way_out.sentence())))
                             : found->way_out);
}

bool is_text(std::string_view start) { return !look(start); }

struct Container::State {
    std::string name;
    FileHandle file;
    ArchiveLimits limits;
    std::optional<ArchiveReader> archive;
    std::shared_ptr<const databases::BaseFiles> base;
    std::optional<Source> document;
    std::string first_bytes;
    Skipped skipped;
    bool at_end = false, lacks_checksum = false;
    bool is_read_through = false;  ///< all members of the archive have been read

    struct Member {
        std::string name, bytes;
        bool is_used = false;
    };
    std::optional<Source> next_member() {
        while (true) {
            at_end = true;  // unless all succeeds
            if (is_read_through || kept_bytes > most_kept)
                if (auto source = next_issue()) return source;
            read_on();
            if (is_read_through) {
                if (!issues.empty() || !pages.empty()) continue;
                auto source = next_base();
                if (!source && fault_of_archive) std::rethrow_exception(std::exchange(fault_of_archive, nullptr));
                return source;
            }
            if (archive->is_single()) return single();
            at_end = false;
            if (!archive->is_regular())
                ++skipped.folders;
            else if (!keep_file_of_base())
                if (auto source = read_member()) return source;
        }
    }

    /// Reads the current member. Returns nullopt if it is not text, or is kept for other members. A fault ends the
    /// member early, and with it the archive.
    std::optional<Source> read_member() {
        KeptMember kept(archive->name());
        std::exception_ptr fault;
        bool is_document = false;
        std::string start;
        try {
            std::string chunk(chunk_size, '\0');
            while (const std::size_t got = archive->read(chunk.data(), chunk.size())) {
                if (start.size() < start_size) start.append(chunk, 0, std::min(got, start_size - start.size()));
                is_document = is_document || (kept.is_empty() && documents::is_document(start, archive->name()));
                if (is_document) {
                    kept.add(chunk.data(), got);
                    continue;
                }
                if (is_archive(start)) {  // refused when it is opened
                    kept.add(start.data(), start.size());
                    archive->skip();
                    break;
                }
                if (!is_text(start)) {
                    skip_member(archive->name());
                    archive->skip();
                    return std::nullopt;
                }
                kept.add(chunk.data(), got);
            }
        } catch (const Error&) {
            fault = std::current_exception();
            is_read_through = true;
        }
        if (is_document && !fault && documents::is_mets(start)) return keep(issues, kept);
        if (is_document && !fault && kept_bytes <= most_kept && documents::is_alto(start)) return keep(pages, kept);
        if (is_document && !fault)
            return read_or_fault(archive->name(), [&] {
                return text_of(documents::text_of_document(kept.take_file(), archive->name(), limits), archive->name());
            });
        auto bytes = kept.take();
        if (fault) bytes = ending_in(fault, std::move(bytes));
        return source_of(archive->name(), std::move(bytes), start, limits);
    }

    /// Returns the content of a compressed file, unpacking it again if it is text.
    std::optional<Source> single() {
        std::string start(start_size, '\0');
        start.resize(archive->read(start.data(), start.size()));
        if (!documents::is_document(start, name))
            return source_of(name, stream_of_compressed(file, name, limits), start, limits);
        archive.emplace(file, name, limits);
        archive->next();
        auto source = read_member();
        is_read_through = true;
        return source ? std::move(source) : next_issue();
    }

    /// Keeps a file of another program's database, which is read when all of its files are present.
    bool keep_file_of_base() {
        const std::filesystem::path member(archive->name());
        const std::string ending = to_lower(member.extension().string());
        const std::string index(databases::index_of(ending));
        if (index.empty()) return false;
        KeptMember kept(archive->name());
        kept.add_rest(*archive);
        bases[{std::filesystem::path(member).replace_extension().string(), index}].emplace(
            ending, databases::bytes_of(kept.take_file(), archive->name()));
        return true;
    }

    std::optional<Source> next_base() {
        while (!bases.empty()) {
            auto files = bases.extract(bases.begin());
            std::vector<std::string> names;
            const std::string& stem = files.key().first;
            for (const auto& [ending, bytes] : files.mapped()) names.push_back(stem + ending);
            if (auto found = databases::BaseFiles::of_members(stem, std::move(files.mapped()))) {
                at_end = false;
                skipped.not_text -= std::erase_if(skipped.names, [&](const std::string& other) {
                    return name + ':' + std::filesystem::path(other).replace_extension().string() == stem;
                });
                return Source::of_base(std::move(found));
            }
            for (const std::string& each : names) skip_member(each);
        }
        return std::nullopt;
    }

    /// Returns the next METS issue, or a page that belongs to none; nullopt if none are kept.
    std::optional<Source> next_issue() {
        if (issues.empty()) return next_page();
        const Member issue = std::move(issues.front());
        issues.pop_front();
        at_end = false;
        const std::size_t member = std::min(name.size() + 1, issue.name.size());  // "a.zip:", then its folders
        const std::size_t slash = issue.name.substr(member).rfind('/');
        const std::string folder = issue.name.substr(0, slash == std::string::npos ? member : member + slash + 1);
        return read_or_fault(issue.name, [&] {
            const auto beside = [&](const std::string& path) -> std::optional<std::string> {
                const auto page = std::ranges::find(pages, folder + path, &Member::name);
                if (page == pages.end()) return std::nullopt;
                page->is_used = true;
                return page->bytes;
            };
            return text_of(documents::read_mets(issue.bytes, issue.name, beside), issue.name);
        });
    }

    /// Moves to the next member. A fault is thrown only after the members kept before it have been read.
    void read_on() {
        if (is_read_through) return;
        try {
            is_read_through = !archive->next();
        } catch (const Error&) {
            fault_of_archive = std::current_exception();
            is_read_through = true;
        }
    }

    std::optional<Source> next_page() {
        while (!pages.empty()) {
            const Member page = std::move(pages.front());
            pages.pop_front();
            if (page.is_used) continue;
            at_end = false;
            return read_or_fault(
                page.name, [&] { return text_of(documents::text_of_recognised(page.bytes, page.name), page.name); });
        }
        return std::nullopt;
    }

    std::nullopt_t keep(std::deque<Member>& members, KeptMember& kept) {
        members.push_back({archive->name(), all_of(*kept.take())});
        kept_bytes += members.back().bytes.size();
        return std::nullopt;
    }

    void skip_member(const std::string& member) {
        ++skipped.not_text;
        if (skipped.names.size() < Skipped::most_names) skipped.names.push_back(member.substr(name.size() + 1));
    }

    /// METS issues, which are read when all of their pages are present, and pages that may belong to them.
    std::deque<Member> issues, pages;
    std::size_t kept_bytes = 0;
    std::exception_ptr fault_of_archive;

    /// Files of databases of other programs, by their names without the ending and the ending of their index.
    std::map<std::pair<std::string, std::string>, databases::BaseFiles::Files> bases;
};

Container::Container(std::unique_ptr<State> state) : state_(std::move(state)) {}
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;
Container::~Container() = default;

Container Container::open(const std::string& path, const ArchiveLimits& limits) {
    auto state = std::make_unique<State>();
    state->limits = limits;
    if (path == "-") {
        state->name = tr("standard input");
        state->file = copy_of(stdin, state->name);
    } else {
        state->name = path;
        refuse_open_database(path);
        state->file = open_to_read(path);
        if (!state->file) throw_failed(path, phrase("cannot open it"));
        size_of(state->file, path);
        if (std::fseek(state->file.get(), 0, SEEK_CUR) != 0) state->file = copy_of(state->file.get(), path);
    }
    std::setvbuf(state->file.get(), nullptr, _IONBF, 0);

    std::string& start = state->first_bytes;
    start.resize(start_size);
    start.resize(std::fread(start.data(), 1, start.size(), state->file.get()));
    std::rewind(state->file.get());
    const std::string ending = to_lower(std::filesystem::path(path).extension().string());
    if (databases::is_index(ending)) state->base = databases::BaseFiles::open(path);
    if (databases::chessbase::is_archive(ending)) state->base = databases::chessbase::open_archive(path, limits);
    state->lacks_checksum = importers::lacks_checksum(start);
    if (documents::is_document(start, path)) {
        state->document = documents::is_mets(start)
                              ? issue_in_folder(path, state->file)
                              : text_of(documents::text_of_document(state->file, path, limits), state->name);
        return Container(std::move(state));
    }
    if (is_archive(start)) state->archive.emplace(state->file, state->name, limits);
    return Container(std::move(state));
}

const std::string& Container::name() const { return state_->name; }
const Container::Skipped& Container::skipped() const { return state_->skipped; }
bool Container::lacks_checksum() const { return state_->lacks_checksum; }

std::optional<Source> Container::next() {
    State& state = *state_;
    if (state.at_end) return std::nullopt;
    if (state.archive) return state.next_member();
    state.at_end = true;
    if (state.base) return Source::of_base(state.base);
    if (state.document) return std::move(state.document);
    return source_of(state.name, stream_of_file(state.file, state.name), state.first_bytes, state.limits);
}

}  // namespace cofnod::importers
