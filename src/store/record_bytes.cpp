#include "store/record_bytes.hpp"

#include <zstd.h>

#include <new>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

namespace {

constexpr char plain = 0, compressed = 1;

/// Minimum size in bytes: shorter contents rarely shrink.
constexpr std::size_t shortest_to_compress = 96;
constexpr int level = 3;
/// Maximum size in bytes, above that of any game: guards against damaged lengths.
constexpr std::size_t longest_content = 256 << 20;

[[noreturn]] void throw_damaged() {
    throw StoreError(tr("the text of a game in the database is damaged"), WayOut::Kind::restore_database);
}

/// Returns a context; throws std::bad_alloc if it is null.
template <typename Context>
Context* made(Context* context) {
    if (!context) throw std::bad_alloc();
    return context;
}

}  // namespace

void ContentPacker::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void ContentPacker::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

std::string_view ContentPacker::pack(std::string_view content) {
    if (content.size() >= shortest_to_compress) {
        buffer_.resize(1 + ZSTD_compressBound(content.size()));
        buffer_[0] = compressed;
        if (!to_compress_) to_compress_.reset(made(ZSTD_createCCtx()));
        const std::size_t size = ZSTD_compressCCtx(to_compress_.get(), buffer_.data() + 1, buffer_.size() - 1,
                                                   content.data(), content.size(), level);
        if (!ZSTD_isError(size) && size < content.size()) return std::string_view(buffer_).substr(0, 1 + size);
    }
    buffer_.assign(1, plain);
    return buffer_ += content;
}

std::string ContentPacker::unpack(std::string_view packed) {
    if (packed.empty()) return {};
    const std::string_view content = packed.substr(1);
    if (packed.front() == plain) return std::string(content);
    if (packed.front() != compressed) throw_damaged();

    const unsigned long long size = ZSTD_getFrameContentSize(content.data(), content.size());
    if (size > longest_content) throw_damaged();  // also both "unknown" values
    std::string result(size, '\0');
    if (!to_decompress_) to_decompress_.reset(made(ZSTD_createDCtx()));
    const std::size_t got =
        ZSTD_decompressDCtx(to_decompress_.get(), result.data(), result.size(), content.data(), content.size());
    if (ZSTD_isError(got) || got != size) throw_damaged();
    return result;
}

namespace {

constexpr char version = 1;

class Output {
public:
    Output() : bytes_(1, version) {}

    void numbers(std::initializer_list<std::uint64_t> values) {
        for (const std::uint64_t value : values) varint::put(bytes_, value);
    }
    void texts(std::initializer_list<std::string_view> texts) {
        for (const std::string_view text : texts) {
            varint::put(bytes_, text.size());
            bytes_ += text;
        }
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Input {
public:
    explicit Input(std::string_view bytes) : rest_(bytes) {
        if (!rest_.starts_with(version)) throw_damaged();
        rest_.remove_prefix(1);
    }

    [[noreturn]] static void throw_damaged() {
        throw StoreError(tr("the record of a game before its correction is damaged"), WayOutKind::check_all_bytes);
    }
    std::uint64_t number() {
        const auto value = varint::take(rest_);
        if (!value) throw_damaged();
        return *value;
    }
    std::uint32_t small() { return static_cast<std::uint32_t>(number()); }
    std::string text() {
        const std::uint64_t size = number();
        if (size > rest_.size()) throw_damaged();
        std::string text(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return text;
    }
    template <typename Each>
    void list(Each each) {
        const std::uint64_t size = number();
        if (size > rest_.size()) throw_damaged();  // an item has at least one byte
        for (std::uint64_t i = 0; i < size; ++i) each();
    }
    void finish() const {
        if (!rest_.empty()) throw_damaged();
    }

private:
    std::string_view rest_;
};

Problem read_problem(Input& in) {
    Problem problem;
    problem.reason.kind = known_problem_kind(in.text());
    problem.reason.frame = known_frame(in.text());
    problem.reason.arguments = arguments_in(in.text());
    problem.advice.remedy = known_remedy(in.text());
    problem.advice.arguments = arguments_in(in.text());
    problem.line = in.text();
    problem.severity = in.number() == 0 ? Severity::note : Severity::fault;
    problem.place = {.line = in.number(), .column = in.number(), .byte = in.number()};
    problem.ply = in.small();
    problem.caret = in.small();
    problem.width = in.small();
    problem.box = {.page = in.small(), .x = in.small(), .y = in.small(), .width = in.small(), .height = in.small()};
    return problem;
}

}  // namespace

std::string to_bytes(const FormerGame& game) {
    const GameRecord& record = game.record;
    Output out;
    out.numbers({static_cast<std::uint64_t>(record.kind), static_cast<std::uint64_t>(record.state),
                 static_cast<std::uint64_t>(record.result), record.ply_count, record.final_check, record.span.begin,
                 record.span.end, record.span.line});
    out.texts({record.start, record.moves, record.san, record.annotations.to_bytes(), record.unread, record.source_text,
               record.charset, record.notation.code});
    out.numbers({static_cast<std::uint64_t>(record.notation.how), record.notation.also.size()});
    for (const std::string& code : record.notation.also) out.texts({code});
    out.numbers({record.tags.size()});
    for (std::size_t i = 0; i < record.tags.size(); ++i) out.texts({record.tags[i].name, record.tags[i].value});
    out.numbers({record.problems.size()});
    for (const Problem& problem : record.problems) {
        out.texts({cofnod::name_of(problem.reason.kind), cofnod::name_of(problem.reason.frame),
                   to_json(problem.reason.arguments), cofnod::name_of(problem.advice.remedy),
                   to_json(problem.advice.arguments), problem.line});
        out.numbers({problem.severity == Severity::note ? 0U : 1U, problem.place.line, problem.place.column,
                     problem.place.byte, problem.ply, problem.caret, problem.width, problem.box.page, problem.box.x,
                     problem.box.y, problem.box.width, problem.box.height});
    }
    out.numbers({game.witnesses.size()});
    for (const std::int64_t witness : game.witnesses) out.numbers({static_cast<std::uint64_t>(witness)});
    out.numbers({game.collections.size()});
    for (const std::string& name : game.collections) out.texts({name});
    return out.take();
}

FormerGame former_game_from(std::string_view bytes) {
    Input in(bytes);
    FormerGame game;
    GameRecord& record = game.record;
    record.kind = kind_of(static_cast<std::int64_t>(in.number()));
    record.state = state_of(static_cast<std::int64_t>(in.number()));
    record.result = result_of(static_cast<std::int64_t>(in.number()));
    record.ply_count = in.small();
    record.final_check = static_cast<std::uint16_t>(in.number());
    record.span = {.begin = in.number(), .end = in.number(), .line = in.number()};
    record.start = in.text();
    record.moves = in.text();
    record.san = in.text();
    auto annotations = Annotations::from_bytes(in.text());
    if (!annotations) Input::throw_damaged();
    record.annotations = *std::move(annotations);
    record.unread = in.text();
    record.source_text = in.text();
    record.charset = in.text();
    record.notation.code = in.text();
    const std::uint64_t how = in.number();
    if (how > static_cast<std::uint64_t>(Decision::preferred)) Input::throw_damaged();
    record.notation.how = static_cast<Decision>(how);
    in.list([&] { record.notation.also.push_back(in.text()); });
    in.list([&] {
        const std::string name = in.text(), value = in.text();
        record.tags.add(name, value);
    });
    in.list([&] { record.problems.push_back(read_problem(in)); });
    in.list([&] { game.witnesses.push_back(static_cast<std::int64_t>(in.number())); });
    in.list([&] { game.collections.push_back(in.text()); });
    in.finish();
    return game;
}

}  // namespace cofnod::store
