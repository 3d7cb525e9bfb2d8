#include "importers/import.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/characters.hpp"
#include "base/in_order.hpp"
#include "games/record/record.hpp"
#include "importers/databases/base.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/delivery.hpp"
#include "importers/findings.hpp"
#include "importers/formats/formats.hpp"
#include "importers/sink.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/derived_text.hpp"
#include "importers/text/detect_charset.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// A sink that forwards only what an earlier import, which stopped at byte `begin` inside a block, did not deliver.
class ResumedSink final : public Sink {
public:
    ResumedSink(std::uint64_t begin, Sink& next) : begin_(begin), next_(next) {}

    void add_game(GameRecord&& game) override {
        if (is_new(game.span)) next_.add_game(std::move(game));
    }
    void add_separator(const Separator& separator) override {
        if (is_new(separator.span)) next_.add_separator(separator);
    }
    void reached(std::uint64_t) override {}

    /// Returns true if the byte is inside a game or a separator: the earlier import cut the text differently, and
    /// nothing has been forwarded.
    [[nodiscard]] bool is_inside() const { return is_inside_; }

private:
    bool is_new(const SourceSpan& span) {
        is_inside_ = is_inside_ || (span.begin < begin_ && begin_ < span.end);
        return span.begin >= begin_ && !is_inside_;
    }

    std::uint64_t begin_;
    bool is_inside_ = false;
    Sink& next_;
};

namespace {

/// Counts the games that only one notation can read, or that name their notation in a tag.
class NotationCount final : public Sink {
public:
    void add_game(GameRecord&& game) override {
        const Decision how = game.notation.how;
        if (how == Decision::only || how == Decision::given) ++games_[game.notation.code];
    }
    void add_separator(const Separator&) override {}
    void reached(std::uint64_t) override {}

    /// Returns the code of the most frequent notation; empty if there is none.
    [[nodiscard]] std::string most() const {
        const auto most = std::max_element(games_.begin(), games_.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == games_.end() ? std::string() : most->first;
    }

private:
    std::map<std::string, std::size_t> games_;
};

/// Counts readable games and plies.
struct PlayCount final : Sink {
    explicit PlayCount(const notation::Languages& known) : languages(known) {}

    const notation::Languages& languages;
    std::uint64_t plies = 0;
    std::uint64_t complete = 0;       ///< games with moves
    std::uint64_t others = 0;         ///< games that are incomplete or rejected
    std::uint64_t right_to_left = 0;  ///< plies in right-to-left notations

    void add_game(GameRecord&& game) override {
        plies += game.ply_count;
        const notation::Language* const language = languages.find(game.notation.code);
        if (language && language->right_to_left()) right_to_left += game.ply_count;
        if (game.state == GameState::complete)
            complete += game.ply_count > 0;
        else
            ++others;
    }
    void add_separator(const Separator&) override {}
    void reached(std::uint64_t) override {}
};

/// Maximum number of plies that may be playable by chance in the wrong order.
constexpr std::uint64_t most_plies_by_chance = 4;

/// Bytes read ahead to detect the notation and the order of a source.
constexpr std::size_t look_ahead_size = std::size_t{16} << 10;
constexpr std::size_t look_ahead_effort = 100'000;

std::string_view start_of(std::string_view text) {
    const std::string_view start = text.substr(0, look_ahead_size);
    return start.substr(0, utf8::valid_prefix(start));
}

/// Learns the properties of a source from its first block: its format, the columns of a sheet, the notation to try
/// first. Then reads any other block independently, in any order and on any thread.
class BlockImporter {
public:
    BlockImporter(const Source& source, const notation::Languages& languages, Options options)
        : name_(source.name()), pages_(source.pages()), languages_(languages), options_(std::move(options)) {
        set_up_player();
    }

    [[nodiscard]] Format format() const { return options_.format; }
    [[nodiscard]] std::unique_ptr<EndMarks> end_marks() const { return deriver_ ? deriver_->end_marks() : nullptr; }

    void import_first(const Block& block, Sink& sink) {
        if (options_.format == Format::detect) options_.format = detect_format(start_of_source(block.text));
        if (const auto learn = reader_of(options_.format).learn) deriver_ = learn(start_of_source(block.text));
        if (options_.order == Order::detect) find_order(block);
        import_rest(block, *player_, sink);
    }

    /// Imports another block; import_first() must have been called.
    void import(const Block& block, Sink& sink) const {
        ScorePlayer player = *player_;
        import_rest(block, player, sink);
    }

    /// Returns the start of the last game in text after the imported blocks; before the first import, in the text at
    /// the beginning of the source.
    [[nodiscard]] std::size_t last_game_start(std::string_view text) const {
        if (deriver_) return deriver_->last_game_start(text, false);
        return reader_of(options_.format).learn(start_of_source(text))->last_game_start(text, true);
    }

private:
    void set_up_player() {
        player_.emplace(languages_, options_.notation, options_.limits);
        if (options_.preferred) player_->prefer(*options_.preferred);
        if (!options_.keep_san) player_->leave_out_san();
        if (!options_.repairs) player_->leave_out_repairs();
    }

    [[nodiscard]] SourceStart start_of_source(std::string_view text) const {
        return {text, name_, languages_, options_.columns};
    }

    /// Returns true if the scores are in the text itself.
    [[nodiscard]] bool is_text() const { return reader_of(options_.format).read != nullptr; }

    /// Reverses lines of Arabic or Hebrew if clearly more moves are playable that way and nothing else in the text
    /// indicates logical order.
    void find_order(const Block& block) {
        options_.order = Order::logical;
        const std::string_view start = start_of(block.text);
        if (!is_text() || !utf8::has_right_to_left(start)) return;
        const PlayCount as_it_is = played(start, options_.format, options_.notation);
        if (as_it_is.complete > 0 && as_it_is.others <= 1) return;  // the last may be truncated
        const OrderSigns words = signs_of_words(start, languages_), numbers = signs_of_numbers(start);
        if (words.is_mostly_logical() || numbers.is_mostly_logical()) return;
        const DerivedText logical = logical_text(start);
        const notation::Language* notation = logical_form(options_.notation, languages_);
        const PlayCount in_order = played(logical.text(), score_format(logical.text()), notation);
        const bool is_confirmed = words.is_mostly_visual() || numbers.is_mostly_visual();
        const std::uint64_t by_chance = is_confirmed ? 0 : most_plies_by_chance;
        // Reversal breaks left-to-right text: a Latin text with a stray Arabic letter is not reversed.
        if (in_order.right_to_left <= as_it_is.plies + by_chance || in_order.complete < as_it_is.complete) return;
        options_.order = Order::visual;
        options_.notation = notation;
        options_.preferred = logical_form(options_.preferred, languages_);
        set_up_player();
    }

    [[nodiscard]] PlayCount played(std::string_view text, Format format, const notation::Language* notation) const {
        ScorePlayer scout(languages_, notation, options_.limits);
        PlayCount count(languages_);
        look_ahead(text, format, scout, count);
        return count;
    }

    /// Reads ahead. If the text is part of a larger one, spends at most the effort left to that.
    void look_ahead(std::string_view text, Format format, ScorePlayer& scout, Sink& sink) const {
        Effort* const all = options_.attempts ? &options_.attempts->effort() : nullptr;
        const std::size_t share = all ? std::min(look_ahead_effort, all->left()) : look_ahead_effort;
        Attempts attempts(share);
        scout.begin_text(&attempts);
        if (!options_.repairs) scout.leave_out_repairs();
        const Block block{.text = std::string(text), .bytes = {}};
        SourcePlaces places(block, Charset::utf8());
        Delivery out(options_, {}, sink);
        reader_of(format).read(TextMap(places), options_, scout, out);
        if (all) all->spend(share - attempts.effort().left());
    }

    /// Imports the part of a block that an earlier import did not deliver.
    void import_rest(const Block& block, ScorePlayer& player, Sink& sink) const {
        if (block.begin >= options_.begin) return import_whole(block, player, sink);
        ResumedSink rest(options_.begin, sink);
        import_whole(block, player, rest);
        if (rest.is_inside()) import_whole(behind(block), player, sink);
    }

    [[nodiscard]] Block behind(const Block& block) const {
        const auto bytes = static_cast<std::size_t>(options_.begin - block.begin);
        const bool is_utf8 = options_.charset->is_utf8();
        const std::size_t text = is_utf8 ? bytes : options_.charset->decoded(block.bytes.substr(0, bytes)).size();
        return {block.text.substr(text), options_.begin,
                block.line + count_line_breaks(std::string_view(block.text).substr(0, text)),
                is_utf8 ? std::string() : block.bytes.substr(bytes)};
    }

    void import_whole(const Block& block, ScorePlayer& player, Sink& sink) const {
        player.begin_text(options_.attempts);
        player.set_recognised(recognised(block));
        SourcePlaces places(block, *options_.charset, pages_.get());
        const TextMap text(places);
        MixedCharsets mixed(languages_, options_, player.attempts());
        const bool is_turned = options_.order == Order::visual;
        Delivery out(options_, {.is_turned = is_turned, .mixed = may_be_mixed(block) ? &mixed : nullptr}, sink);
        if (deriver_)
            import_derived(text, deriver_->derived(block.text, block.begin == options_.first_byte), player, out);
        else if (is_turned)
            import_derived(text, logical_text(block.text), player, out);
        else
            import_text(text, options_.format, player, out);
    }

    /// Returns what is known about the pictures that a block comes from. In derived text, words are in other places.
    [[nodiscard]] RecognisedText recognised(const Block& block) const {
        RecognisedText text{.words = pages_ ? pages_->recognition() : nullptr, .begin = {}};
        if (!deriver_ && options_.order != Order::visual) text.begin = static_cast<std::size_t>(block.begin);
        return text;
    }

    /// Returns true if the block may mix character sets. Rows and lines of lists cannot be reread separately, and
    /// UTF-16 is never mixed with other sets.
    [[nodiscard]] bool may_be_mixed(const Block& block) const {
        if (!options_.mixed || !is_text()) return false;
        return options_.charset->is_utf8() ? !utf8::is_valid(block.text) : options_.charset->is_one_byte();
    }

    void import_derived(const TextMap& block, const DerivedText& derived, ScorePlayer& player, Delivery& out) const {
        const bool may_be_prose = is_text() || reader_of(options_.format).may_be_prose;
        const Format format = may_be_prose ? score_format(derived.text()) : Format::pgn;
        if (derived.text().empty()) return out.add_separator(block, 0, block.text().size());
        import_text(TextMap(block, derived), format, player, out);
    }

    void import_text(const TextMap& text, Format format, ScorePlayer& player, Delivery& out) const {
        player.look_ahead_by([&] {
            ScorePlayer scout(languages_, nullptr, options_.limits);
            scout.leave_out_san();
            NotationCount count;
            look_ahead(start_of(text.text()), format, scout, count);
            return languages_.find(count.most());
        });
        reader_of(format).read(text, options_, player, out);
        player.look_ahead_by(nullptr);
    }

    const std::string& name_;
    const std::shared_ptr<const PageMap> pages_;
    const notation::Languages& languages_;
    Options options_;                    ///< `format` is set once it is detected
    std::optional<ScorePlayer> player_;  ///< copied for each block after the first
    std::unique_ptr<Deriver> deriver_;   ///< for formats that are converted to another text
};

std::uint64_t end_of(const Block& block) {
    return block.begin + (block.bytes.empty() ? block.text.size() : block.bytes.size());
}

/// Imports the blocks after the first. `marks` counts their end marks; nullptr: they have none.
void import_blocks(BlockReader& blocks, const BlockImporter& importer, const Options& options, EndMarks* marks,
                   Sink& sink) {
    const auto next = [&] {
        std::optional<Block> block;
        do {
            block = blocks.next();
            if (block && marks) marks->add(block->text);
        } while (block && end_of(*block) <= options.begin);
        return block;
    };
    if (options.threads <= 1) {
        while (const auto block = next()) {
            importer.import(*block, sink);
            sink.reached(end_of(*block));
        }
        return;
    }
    SpareFindings spare;
    // The findings of a huge block would fill memory, so such a block is read straight into the sink.
    struct Read {
        Findings found;
        std::optional<Block> unread;
    };
    InOrder<Block, Read> pipeline;
    pipeline.threads = options.threads;
    pipeline.most_weight = (options.threads + 2) * options.block_size;
    pipeline.next = next;
    pipeline.weigh = [](const Block& block) { return block.text.size(); };
    const std::size_t huge = 2 * options.block_size;
    pipeline.work = [&](Block&& block) {
        Read read{spare.take(), std::nullopt};
        if (block.text.size() > huge) {
            read.unread.emplace(std::move(block));
        } else {
            importer.import(block, read.found);
            read.found.reached(end_of(block));
        }
        return read;
    };
    pipeline.take = [&](Read&& read) {
        if (read.unread) {
            importer.import(*read.unread, sink);
            sink.reached(end_of(*read.unread));
        } else {
            read.found.pass_on(sink);
            sink.reached(read.found.end());
        }
        spare.give_back(std::move(read.found));
    };
    pipeline.run();
}

}  // namespace

Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    if (source.base()) return databases::import_base(source, languages, options, sink);
    BlockImporter importer(source, languages, options);
    BlockReader blocks(source, options.first_byte, options.first_line, options.block_size, options.limits.game,
                       *options.charset);
    if (options.format != Format::detect && reader_of(options.format).cuts_blocks)
        blocks.cut_as_sheet([&](std::string_view rows) { return importer.last_game_start(rows); });
    std::unique_ptr<EndMarks> marks;
    if (const auto first = blocks.next()) {
        importer.import_first(*first, sink);
        sink.reached(end_of(*first));
        if (options.expects_end) marks = importer.end_marks();
        if (marks) marks->add(first->text);
        import_blocks(blocks, importer, options, marks.get(), sink);
    }
    source.throw_fault();
    if (marks)
        if (const auto missing = fault_of_missing(source.name(), {marks->counted()})) std::rethrow_exception(missing);
    return importer.format();
}

}  // namespace cofnod::importers
