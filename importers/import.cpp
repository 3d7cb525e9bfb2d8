#include "importers/import.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/in_order.hpp"
#include "base/utf8.hpp"
#include "grammar/pgn.hpp"
#include "importers/block_reader.hpp"
#include "importers/decoded_sink.hpp"
#include "importers/derived_sink.hpp"
#include "importers/findings.hpp"
#include "importers/limited_sink.hpp"
#include "importers/lists/lists.hpp"
#include "importers/mixed_sink.hpp"
#include "importers/not_text.hpp"
#include "importers/order_signs.hpp"
#include "importers/page/markup.hpp"
#include "importers/pgn/pgn_importer.hpp"
#include "importers/prose/prose_importer.hpp"
#include "importers/rest_sink.hpp"
#include "importers/visual_order.hpp"

namespace cofnod::importers {

namespace {

bool has_tag_line(std::string_view text) {
    static constexpr std::string_view byte_order_mark = "\uFEFF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
        if (grammar::pgn::looks_like_tag(text.substr(begin))) return true;
        text.remove_prefix(std::min(text.find_first_of("\n\r"), text.size() - 1) + 1);
    }
    return false;
}

/// Counts the games that only one notation can read, or that name theirs in a tag.
class NotationCount final : public Sink {
public:
    void add_game(GameRecord&& game) override {
        const Decision how = game.notation.how;
        if (how == Decision::only || how == Decision::given) ++games_[game.notation.code];
    }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}

    /// The code of most games; empty if there is none.
    [[nodiscard]] std::string most() const {
        const auto most = std::max_element(games_.begin(), games_.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == games_.end() ? std::string() : most->first;
    }

private:
    std::map<std::string, std::size_t> games_;
};

/// Counts what can be read.
struct PlayCount final : Sink {
    explicit PlayCount(const notation::Languages& known) : languages(known) {}

    const notation::Languages& languages;
    std::uint64_t plies = 0;
    std::uint64_t complete = 0;       ///< games with moves
    std::uint64_t others = 0;         ///< games that are incomplete or rejected
    std::uint64_t right_to_left = 0;  ///< of the plies, in notations that are written so

    void add_game(GameRecord&& game) override {
        plies += game.ply_count;
        const notation::Language* const language = languages.find(game.notation.code);
        if (language && language->right_to_left()) right_to_left += game.ply_count;
        if (game.state == GameState::complete)
            complete += game.ply_count > 0;
        else
            ++others;
    }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}
};

/// The plies that a score may play in either order, where nothing else tells which it stands in.
constexpr std::uint64_t most_plies_by_chance = 4;

Format text_format(std::string_view text) { return has_tag_line(text) ? Format::pgn : Format::prose; }

/// What is read ahead to find out what notation a source is in, and in what order.
constexpr std::size_t look_ahead_size = std::size_t{16} << 10;
constexpr std::size_t look_ahead_effort = 100'000;

Block start_of(const Block& block) {
    Block start{.text = block.text.substr(0, look_ahead_size), .begin = block.begin, .line = block.line, .bytes = {}};
    start.text.resize(utf8::valid_prefix(start.text));
    return start;
}

}  // namespace

std::string_view name_of(Format format) {
    static constexpr std::array<std::string_view, 7> names = {"auto", "pgn", "prose", "page", "csv", "epd", "uci"};
    return names[static_cast<std::size_t>(format)];
}

Format detect_format(std::string_view start, std::string_view name, const notation::Languages& languages,
                     const Options& options) {
    refuse_what_is_not_text(start, name);
    if (page::begins_as_html(start) || page::begins_as_wikitext(start)) return Format::page;
    const bool has_header = !start.starts_with('[') && sheet::read_header(start, languages, options.columns);
    if (has_header) return Format::sheet;  // a cell may hold a PGN of several lines
    if (has_tag_line(start)) return Format::pgn;
    if (lists::looks_like_positions(start)) return Format::positions;
    if (lists::looks_like_uci(start, name)) return Format::uci;
    return page::looks_like_page(start) ? Format::page : Format::prose;
}

namespace {

/// Learns from the first block of a source what holds for all: its format, the columns of a sheet, the notation that
/// is tried first. Then it reads any other block by itself, in any order and on any thread.
class BlockImporter {
public:
    BlockImporter(const Source& source, const notation::Languages& languages, const Options& options)
        : name_(source.name()),
          languages_(languages),
          options_(options),
          decoding_{options.charset, options.rivals, options.keep_source} {
        set_up_player();
    }

    [[nodiscard]] Format format() const { return options_.format; }

    void import_first(const Block& block, Sink& sink) {
        if (options_.format == Format::detect) options_.format = detect_format(block.text, name_, languages_, options_);
        if (options_.format == Format::sheet) read_header(block.text);
        if (options_.order == Order::detect) find_order(block);
        import_rest(block, *player_, sink);
    }

    /// To be called after import_first.
    void import(const Block& block, Sink& sink) const {
        ScorePlayer player = *player_;
        import_rest(block, player, sink);
    }

    /// Of rows behind the blocks that have been imported; before the first of them, of those that the sheet begins
    /// with.
    [[nodiscard]] std::size_t last_game_of_sheet(std::string_view rows) const {
        if (header_) return sheet::last_game_start(rows, *header_, false, languages_);
        const auto header = sheet::read_header(rows, languages_, options_.columns);
        return header ? sheet::last_game_start(rows, *header, true, languages_) : 0;
    }

private:
    void set_up_player() {
        player_.emplace(languages_, options_.notation, options_.limits);
        if (options_.preferred) player_->prefer(*options_.preferred);
        if (!options_.keep_san) player_->leave_out_san();
        if (!options_.repairs) player_->leave_out_repairs();
    }

    [[nodiscard]] bool is_text() const { return options_.format == Format::pgn || options_.format == Format::prose; }

    /// Lines of Arabic or Hebrew are turned round where clearly more can be played so, and nothing else of the text
    /// says that it stands in the order in which it is read.
    void find_order(const Block& block) {
        options_.order = Order::logical;
        const Block start = start_of(block);
        if (!is_text() || !utf8::has_right_to_left(start.text)) return;
        const PlayCount as_it_is = played(start, options_.format, options_.notation);
        if (as_it_is.complete > 0 && as_it_is.others <= 1) return;  // the last may be cut
        const OrderSigns words = signs_of_words(start.text, languages_), numbers = signs_of_numbers(start.text);
        if (words.is_mostly_logical() || numbers.is_mostly_logical()) return;
        const DerivedText logical = logical_text(start.text);
        const notation::Language* notation = logical_form(options_.notation, languages_);
        const Block turned{.text = logical.text(), .begin = 0, .line = 1, .bytes = {}};
        const PlayCount in_order = played(turned, text_format(turned.text), notation);
        const bool is_confirmed = words.is_mostly_visual() || numbers.is_mostly_visual();
        const std::uint64_t by_chance = is_confirmed ? 0 : most_plies_by_chance;
        // What is read from left to right, turning has torn: a Latin text with an Arabic letter in it stays as it is.
        if (in_order.right_to_left <= as_it_is.plies + by_chance || in_order.complete < as_it_is.complete) return;
        options_.order = Order::visual;
        options_.notation = notation;
        options_.preferred = logical_form(options_.preferred, languages_);
        set_up_player();
    }

    [[nodiscard]] PlayCount played(const Block& block, Format format, const notation::Language* notation) const {
        ScorePlayer scout(languages_, notation, options_.limits);
        PlayCount count(languages_);
        look_ahead(block, format, scout, count);
        return count;
    }

    /// Within the effort that is left, where this text is part of another that has its own.
    void look_ahead(const Block& block, Format format, ScorePlayer& scout, Sink& sink) const {
        Effort* const all = options_.attempts ? &options_.attempts->effort() : nullptr;
        const std::size_t share = all ? std::min(look_ahead_effort, all->left()) : look_ahead_effort;
        Attempts attempts(share);
        scout.begin_text(&attempts);
        if (!options_.repairs) scout.leave_out_repairs();
        read_text(block, format, scout, sink);
        if (all) all->spend(share - attempts.effort().left());
    }

    /// What an earlier import has not handed over.
    void import_rest(const Block& block, ScorePlayer& player, Sink& sink) const {
        if (block.begin >= options_.begin) return import_whole(block, player, sink);
        RestSink rest(options_.begin, sink);
        try {
            import_whole(block, player, rest);
        } catch (const RestSink::InsideAGame&) {
            import_whole(behind(block), player, sink);
        }
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
        MixedSink mixed(block, languages_, options_, player.attempts(), sink);
        Sink& next = may_be_mixed(block) ? static_cast<Sink&>(mixed) : sink;
        if (options_.charset->is_utf8()) return import_decoded(block, player, next);
        DecodedSink decoded(block, decoding_, next);
        import_decoded(block, player, decoded);
    }

    /// Rows and lines of lists cannot be read again by themselves; nor is UTF-16 mixed with anything.
    [[nodiscard]] bool may_be_mixed(const Block& block) const {
        if (!options_.mixed || !is_text()) return false;
        return options_.charset->is_utf8() ? !utf8::is_valid(block.text) : options_.charset->is_one_byte();
    }

    void import_decoded(const Block& block, ScorePlayer& player, Sink& sink) const {
        switch (options_.format) {
            case Format::page: return import_derived(block, page::text_of_page(block.text), player, sink);
            case Format::sheet:
                return import_derived(block, sheet::pgn_of_sheet(block.text, *header_, block.begin == 0, languages_),
                                      player, sink);
            case Format::positions: return import_derived(block, lists::pgn_of_positions(block.text), player, sink);
            case Format::uci: return import_derived(block, lists::pgn_of_uci(block.text), player, sink);
            default: break;
        }
        if (options_.order != Order::visual) return import_text(block, options_.format, player, sink);
        TurnedSink turned(sink);
        import_derived(block, logical_text(block.text), player, turned);
    }

    void import_text(const Block& block, Format format, ScorePlayer& player, Sink& sink) const {
        player.look_ahead_by([&] {
            ScorePlayer scout(languages_, nullptr, options_.limits);
            scout.leave_out_san();
            NotationCount count;
            look_ahead(start_of(block), format, scout, count);
            return languages_.find(count.most());
        });
        read_text(block, format, player, sink);
        player.look_ahead_by(nullptr);
    }

    void read_text(const Block& block, Format format, ScorePlayer& player, Sink& sink) const {
        LimitedSink limited(block, options_.limits, options_.keep_source, sink);
        if (format == Format::pgn)
            pgn::import_block(block, options_, player, limited);
        else
            prose::import_block(block, options_, languages_, player, limited);
    }

    void import_derived(const Block& block, const DerivedText& derived, ScorePlayer& player, Sink& sink) const {
        const Block text{derived.text(), block.begin, block.line, {}};
        const bool may_be_prose = options_.format == Format::page || is_text();
        const Format format = may_be_prose ? text_format(text.text) : Format::pgn;
        DerivedSink to(block, derived, options_.keep_source, sink);
        import_text(text, format, player, to);
        to.finish();
    }

    void read_header(std::string_view start) {
        header_ = sheet::read_header(start, languages_, options_.columns);
        if (!header_)
            throw InputError(name_ + ": the first row does not say which columns hold moves",
                             "name them: --map 'White=Gwyn,Black=Du,Moves=Symudiadau'");
    }

    const std::string& name_;
    const notation::Languages& languages_;
    Options options_;                    ///< with the format, once it is known
    std::optional<ScorePlayer> player_;  ///< as the first block leaves it
    const DecodedSink::What decoding_;
    std::optional<sheet::Header> header_;
};

std::uint64_t end_of(const Block& block) {
    return block.begin + (block.bytes.empty() ? block.text.size() : block.bytes.size());
}

/// The blocks after the first.
void import_blocks(BlockReader& blocks, const BlockImporter& importer, const Options& options, Sink& sink) {
    const auto next = [&] {
        std::optional<Block> block = blocks.next();
        while (block && end_of(*block) <= options.begin) block = blocks.next();
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
    // What a huge block gives would be held all at once: it goes straight into the sink.
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
        }
        spare.give_back(std::move(read.found));
    };
    pipeline.run();
}

}  // namespace

Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    BlockImporter importer(source, languages, options);
    BlockReader blocks(source, 0, options.first_line, options.block_size, options.limits.game, *options.charset);
    if (options.format == Format::sheet)
        blocks.cut_as_sheet([&](std::string_view rows) { return importer.last_game_of_sheet(rows); });
    if (const auto first = blocks.next()) {
        importer.import_first(*first, sink);
        sink.reached(end_of(*first));
        import_blocks(blocks, importer, options, sink);
    }
    source.throw_fault();
    return importer.format();
}

}  // namespace cofnod::importers
