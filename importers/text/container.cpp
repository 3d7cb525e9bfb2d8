#include "importers/text/container.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/open_databases.hpp"
#include "base/say.hpp"
#include "importers/bases/base_files.hpp"
#include "importers/bases/chessbase/cbv.hpp"
#include "importers/documents/document.hpp"
#include "importers/documents/mail.hpp"
#include "importers/documents/mets.hpp"
#include "importers/documents/recognised.hpp"
#include "importers/text/file_streams.hpp"
#include "importers/text/not_text.hpp"
#include "importers/text/unpacker.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t chunk_size = 1 << 18;
constexpr std::size_t start_size = 4096;  // enough to determine the type of a file

/// Most bytes of pages that are kept for METS which may follow them in an archive. Then they are sources of their own.
constexpr std::size_t most_kept = std::size_t{256} << 20;

/// Returns the text of a document; it ends in a fault if parts of the document are missing.
Source text_of(PagedText text, const std::string& name) {
    auto bytes = stream_of(std::move(text.text));
    if (auto fault = fault_of_missing(name, text.declared)) bytes = ending_in(std::move(fault), std::move(bytes));
    return {name, std::move(bytes), std::move(text.pages)};
}

/// Returns a source of bytes that begin so.
Source source_of(const std::string& name, std::unique_ptr<ByteStream> bytes, std::string_view start,
                 const ArchiveLimits& limits) {
    return {name,
            documents::is_mail(start) ? documents::text_of_mail(std::move(bytes), name, limits) : std::move(bytes)};
}

/// Returns a source; where it cannot be read, one that ends at once in the fault.
template <typename Read>
Source read_or_fault(const std::string& name, const Read& read) {
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

struct Container::State {
    std::string name;
    FileHandle file;
    ArchiveLimits limits;
    std::optional<ArchiveReader> archive;
    std::shared_ptr<const bases::BaseFiles> base;
    std::optional<Source> document;
    std::string first_bytes;
    Skipped skipped;
    bool at_end = false, lacks_checksum = false;
    bool is_read_through = false;  ///< all members of the archive have been read

    struct Member {
        std::string name, bytes;
        bool is_used = false;
    };
    std::optional<Source> next_member();
    std::optional<Source> read_member();
    std::optional<Source> single();
    bool keep_file_of_base();
    std::optional<Source> next_base();
    std::optional<Source> next_issue();
    void read_on();
    std::optional<Source> next_page();
    std::nullopt_t keep(std::deque<Member>& members, KeptMember& kept);
    void skip_member(const std::string& member);

    /// METS, which is read when all of its pages are there, and pages that may be of it.
    std::deque<Member> issues, pages;
    std::size_t kept_bytes = 0;
    std::exception_ptr fault_of_archive;

    /// Files of databases of other programs, by their names without the ending, and the ending of their index.
    std::map<std::pair<std::string, std::string>, bases::BaseFiles::Files> bases;
};

Container::Container(std::unique_ptr<State> state) : state_(std::move(state)) {}
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;
Container::~Container() = default;

Container Container::open(const std::string& path, const ArchiveLimits& limits) {
    auto state = std::make_unique<State>();
    state->limits = limits;
    if (path == "-") {
        state->name = say("standard input");
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
    if (bases::is_index(ending)) state->base = bases::BaseFiles::open(path);
    if (bases::chessbase::is_archive(ending)) state->base = bases::chessbase::open_archive(path, limits);
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

std::optional<Source> Container::State::next_member() {
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

/// Moves to the next member. A fault waits for what has been kept before it.
void Container::State::read_on() {
    if (is_read_through) return;
    try {
        is_read_through = !archive->next();
    } catch (const Error&) {
        fault_of_archive = std::current_exception();
        is_read_through = true;
    }
}

/// Keeps a file of a database of another program: it is read when all of its files are there.
bool Container::State::keep_file_of_base() {
    const std::filesystem::path member(archive->name());
    const std::string ending = to_lower(member.extension().string());
    const std::string index(bases::index_of(ending));
    if (index.empty()) return false;
    KeptMember kept(archive->name());
    kept.add_rest(*archive);
    bases[{std::filesystem::path(member).replace_extension().string(), index}].emplace(
        ending, bases::bytes_of(kept.take_file(), archive->name()));
    return true;
}

std::optional<Source> Container::State::next_base() {
    while (!bases.empty()) {
        auto files = bases.extract(bases.begin());
        std::vector<std::string> names;
        const std::string& stem = files.key().first;
        for (const auto& [ending, bytes] : files.mapped()) names.push_back(stem + ending);
        if (auto found = bases::BaseFiles::of_members(stem, std::move(files.mapped()))) {
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

void Container::State::skip_member(const std::string& member) {
    ++skipped.not_text;
    if (skipped.names.size() < Skipped::most_names) skipped.names.push_back(member.substr(name.size() + 1));
}

/// Returns the content of a compressed file, which is unpacked again if it is text.
std::optional<Source> Container::State::single() {
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

/// Returns the next issue of METS, or page of none; nullopt if no more are kept.
std::optional<Source> Container::State::next_issue() {
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

std::optional<Source> Container::State::next_page() {
    while (!pages.empty()) {
        const Member page = std::move(pages.front());
        pages.pop_front();
        if (page.is_used) continue;
        at_end = false;
        return read_or_fault(page.name,
                             [&] { return text_of(documents::text_of_recognised(page.bytes, page.name), page.name); });
    }
    return std::nullopt;
}

std::nullopt_t Container::State::keep(std::deque<Member>& members, KeptMember& kept) {
    members.push_back({archive->name(), all_of(*kept.take())});
    kept_bytes += members.back().bytes.size();
    return std::nullopt;
}

/// Returns nullopt for a member that is not text, or waits for others. A fault ends the member early, and with it the
/// archive.
std::optional<Source> Container::State::read_member() {
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

}  // namespace cofnod::importers
