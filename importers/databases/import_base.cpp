#include "importers/databases/base.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/in_order.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/delivery.hpp"
#include "importers/findings.hpp"
#include "importers/formats/formats.hpp"
#include "importers/formats/pgn/tidy_tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::databases {

namespace {

/// Records [begin, end) of the index, counted from 0.
struct Part {
    std::uint64_t begin, end;
};

constexpr std::uint64_t records_of_part = 500;

class BaseImporter {
public:
    BaseImporter(const BaseFiles& files, const Base& base, const notation::Languages& languages, const Options& options)
        : files_(files),
          languages_(languages),
          options_(options),
          how_{.limits = options.limits, .san = options.keep_san ? &languages.english() : nullptr},
          base_(base),
          shape_(base.shape()) {}

    void import_records(Sink& sink) {
        std::uint64_t next = 0;
        if (options_.begin > shape_.header)
            next = std::min((options_.begin - shape_.header) / shape_.record, shape_.count);
        else
            pass_by({0, shape_.header, 1}, sink);

        SpareFindings spare;
        InOrder<Part, Findings> pipeline;
        pipeline.threads = std::max(options_.threads, 1u);
        pipeline.most_weight = (pipeline.threads + 2) * records_of_part;
        pipeline.next = [&]() -> std::optional<Part> {
            if (next >= shape_.count) return std::nullopt;
            const std::uint64_t begin = std::exchange(next, std::min(next + records_of_part, shape_.count));
            return Part{begin, next};
        };
        pipeline.weigh = [](const Part& part) { return static_cast<std::size_t>(part.end - part.begin); };
        pipeline.work = [&](Part&& part) {
            Findings found = spare.take();
            read(part, found);
            return found;
        };
        pipeline.take = [&](Findings&& found) {
            found.pass_on(sink);
            sink.reached(found.end());
            spare.give_back(std::move(found));
        };
        pipeline.run();
    }

    /// Skips the bytes after the records: the other files of the database, which belong to its games. They are read
    /// again so that changes are detected.
    void pass_by_rest(Source& source, Sink& sink) const {
        source.seek(0);
        source.pass_by_rest();
        source.throw_fault();
        pass_by({std::max(shape_.place_of(shape_.count), options_.begin), source.size(), shape_.count + 1}, sink);
    }

    /// Throws InputError if the database declares more than it contains.
    void require_all() const {
        std::vector<Declared> parts = base_.declared_files();
        const std::uint64_t begun = (files_.index().size() - shape_.header + shape_.record - 1) / shape_.record;
        parts.insert(parts.begin(), {.part = files_.name_of(files_.index_ending()),
                                     .counts = declared::records,
                                     .declared = std::max(shape_.declared, begun),
                                     .found = shape_.count});
        if (const auto fault = fault_of_missing(files_.name(), parts)) std::rethrow_exception(fault);
    }

private:
    void read(const Part& part, Findings& found) const {
        GameRecord game;
        pgn::TagTidier tidier(languages_);
        base_.each_record(files_.index(), part.begin, part.end,
                          [&](std::uint64_t i, std::string_view bytes) { read_record(i, bytes, tidier, game, found); });
        found.reached(shape_.place_of(part.end));
    }

    void read_record(std::uint64_t i, std::string_view bytes, pgn::TagTidier& tidier, GameRecord& game,
                     Findings& found) const {
        game.clear();
        std::string text;
        const Base::Entry entry = base_.read(i, bytes, how_, game, text);
        tidy(game, tidier);
        if (game.ply_count > 0) game.notation = {.code = std::string(coded), .how = Decision::only, .also = {}};
        game.span = {shape_.place_of(i), shape_.place_of(i + 1), i + 1};
        if (entry == Base::Entry::game) {
            limit(game, options_.limits, true);
            for (Problem& problem : game.problems) problem.place = {.line = i + 1, .byte = game.span.begin};
            return found.add_game(std::move(game));
        }
        Separator separator{.span = game.span, .passages = {}};
        if (entry == Base::Entry::deleted_game) text = deleted_text(game);
        if (options_.keep_source && !text.empty())
            separator.passages.push_back({game.span, entry == Base::Entry::text ? "prose" : "deleted", text});
        found.add_separator(separator);
    }

    static void tidy(GameRecord& game, pgn::TagTidier& tidier) {
        std::vector<pgn::TagTidier::Note> notes;
        tidier.tidy(game.tags, notes);
        for (pgn::TagTidier::Note& note : notes)
            game.problems.push_back({.reason = std::move(note.reason), .severity = Severity::note});
    }

    static std::string deleted_text(const GameRecord& game) {
        std::string text;
        for (std::size_t i = 0; i < game.tags.size(); ++i)
            text += '[' + std::string(game.tags[i].name) + " \"" + std::string(game.tags[i].value) + "\"]\n";
        return text + game.san;
    }

    static void pass_by(const SourceSpan& span, Sink& sink) {
        if (span.begin < span.end) sink.add_separator({.span = span, .passages = {}});
        sink.reached(span.end);
    }

    const BaseFiles& files_;
    const notation::Languages& languages_;
    const Options& options_;
    BaseOptions how_;
    const Base& base_;
    Base::Shape shape_;
};

}  // namespace

void Base::each_record(const FileBytes& index, std::uint64_t begin, std::uint64_t end,
                       const std::function<void(std::uint64_t, std::string_view)>& take) const {
    const auto size = static_cast<std::size_t>(shape().record);
    for (; begin < end; begin += std::min(records_of_part, end - begin)) {
        const auto count = static_cast<std::size_t>(std::min(records_of_part, end - begin));
        const std::string records = index.read(shape().place_of(begin), count * size);
        for (std::size_t i = 0; i < count; ++i)
            take(begin + i, std::string_view(records).substr(std::min(i * size, records.size()), size));
    }
}

Format import_base(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    const BaseFiles& files = *source.base();
    const Format format = detect_format({{}, source.name(), languages, options.columns, &files});
    std::shared_ptr<const Base> base = options.base;
    if (!base) base = reader_of(format).open(files, options.charset->is_utf8() ? nullptr : options.charset);
    BaseImporter importer(files, *base, languages, options);
    importer.import_records(sink);
    importer.pass_by_rest(source, sink);
    importer.require_all();
    return format;
}

}  // namespace cofnod::importers::databases
