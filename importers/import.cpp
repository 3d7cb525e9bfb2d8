#include "importers/import.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "grammar/pgn.hpp"
#include "importers/block_reader.hpp"
#include "importers/decoded_sink.hpp"
#include "importers/derived_sink.hpp"
#include "importers/lists/lists.hpp"
#include "importers/mixed_sink.hpp"
#include "importers/not_text.hpp"
#include "importers/page/markup.hpp"
#include "importers/pgn/pgn_importer.hpp"
#include "importers/prose/prose_importer.hpp"
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

/// Counts the games that only one notation can read.
class NotationCount final : public Sink {
public:
    void add_game(GameRecord&& game) override {
        if (game.notation.how == Decision::only) ++games_[game.notation.code];
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
    std::uint64_t plies = 0, complete = 0, others = 0;

    void add_game(GameRecord&& game) override {
        plies += game.ply_count;
        ++(game.state == GameState::complete ? complete : others);
    }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}
};

Format text_format(std::string_view text) { return has_tag_line(text) ? Format::pgn : Format::prose; }

/// What is read ahead to find out what notation a source is in, and in what order.
constexpr std::size_t look_ahead_size = std::size_t{32} << 10;

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
    if (lists::looks_like_uci(start)) return Format::uci;
    return page::looks_like_page(start) ? Format::page : Format::prose;
}

namespace {

/// Reads the blocks of one source.
class BlockImporter {
public:
    BlockImporter(Source& source, const notation::Languages& languages, const Options& options)
        : source_(source),
          languages_(languages),
          options_(options),
          player_(std::in_place, languages, options.notation, options.depth_limit) {
        if (options.begin > 0 && options.format == Format::sheet) read_header(first_text(longest_row));
        if (options.begin > 0 && is_text()) find_order({first_text(look_ahead_size), 0, 1, {}});
        if (options.preferred) player_->prefer(*options.preferred);
        if (!options.keep_san) player_->leave_out_san();
    }

    [[nodiscard]] const Options& options() const { return options_; }

    /// Rows and lines of lists cannot be read again by themselves; nor is UTF-16 mixed with anything.
    [[nodiscard]] bool may_be_mixed(const Block& block) {
        find_format(block);
        if (!options_.mixed || !is_text()) return false;
        return options_.charset->is_utf8() ? !utf8::is_valid(block.text) : options_.charset->is_one_byte();
    }

    void import(const Block& block, Sink& sink) {
        find_format(block);
        switch (options_.format) {
            case Format::page: return import_derived(block, page::text_of_page(block.text), sink);
            case Format::sheet: return import_sheet(block, sink);
            case Format::positions: return import_derived(block, lists::pgn_of_positions(block.text), sink);
            case Format::uci: return import_derived(block, lists::pgn_of_uci(block.text), sink);
            default: break;
        }
        if (options_.order != Order::visual) return import_text(block, options_.format, sink);
        TurnedSink turned(sink);
        import_derived(block, logical_text(block.text), turned);
    }

private:
    void find_format(const Block& block) {
        if (options_.format == Format::detect)
            options_.format = detect_format(block.text, source_.name(), languages_, options_);
        if (options_.order == Order::detect) find_order(block);
    }

    [[nodiscard]] bool is_text() const { return options_.format == Format::pgn || options_.format == Format::prose; }

    /// Lines of Arabic or Hebrew are turned round where more can be played so.
    void find_order(const Block& block) {
        options_.order = Order::logical;
        const Block start = start_of(block);
        if (!is_text() || !utf8::has_right_to_left(start.text)) return;
        const PlayCount as_it_is = played(start, options_.format, options_.notation);
        if (as_it_is.complete > 0 && as_it_is.others <= 1) return;  // the last may be cut
        const DerivedText logical = logical_text(start.text);
        const notation::Language* notation = logical_form(options_.notation, languages_);
        const Block turned{.text = logical.text(), .begin = 0, .line = 1, .bytes = {}};
        const PlayCount in_order = played(turned, text_format(turned.text), notation);
        if (in_order.plies <= as_it_is.plies || in_order.complete < as_it_is.complete) return;
        options_.order = Order::visual;
        options_.notation = notation;
        options_.preferred = logical_form(options_.preferred, languages_);
        player_.emplace(languages_, notation, options_.depth_limit);
        if (options_.preferred) player_->prefer(*options_.preferred);
    }

    [[nodiscard]] PlayCount played(const Block& block, Format format, const notation::Language* notation) {
        ScorePlayer scout(languages_, notation, options_.depth_limit);
        PlayCount count;
        read_text(block, format, scout, count);
        return count;
    }

    void import_text(const Block& block, Format format, Sink& sink) {
        player_->look_ahead_by([&] {
            ScorePlayer scout(languages_, nullptr, options_.depth_limit);
            NotationCount count;
            read_text(start_of(block), format, scout, count);
            return languages_.find(count.most());
        });
        read_text(block, format, *player_, sink);
        player_->look_ahead_by(nullptr);
    }

    void read_text(const Block& block, Format format, ScorePlayer& player, Sink& sink) {
        if (format == Format::pgn)
            pgn::import_block(block, options_, player, sink);
        else
            prose::import_block(block, options_, languages_, player, sink);
    }

    void import_derived(const Block& block, const DerivedText& derived, Sink& sink) {
        const Block text{derived.text(), block.begin, block.line, {}};
        const bool may_be_prose = options_.format == Format::page || is_text();
        const Format format = may_be_prose ? text_format(text.text) : Format::pgn;
        DerivedSink to(block, derived, options_.keep_source, sink);
        import_text(text, format, to);
        to.finish();
    }

    void import_sheet(const Block& block, Sink& sink) {
        const bool has_header = block.begin == 0;
        if (has_header) read_header(block.text);
        import_derived(block, sheet::pgn_of_sheet(block.text, *header_, has_header, languages_), sink);
    }

    void read_header(std::string_view start) {
        header_ = sheet::read_header(start, languages_, options_.columns);
        if (!header_)
            throw InputError(source_.name() + ": the first row does not say which columns hold moves",
                             "name them: --map 'White=Gwyn,Black=Du,Moves=Symudiadau'");
    }

    static constexpr std::size_t longest_row = std::size_t{64} << 10;

    /// How the source begins, where the import goes on further down.
    std::string first_text(std::size_t size) {
        std::string bytes;
        source_.seek(0);
        source_.read(bytes, size);
        return options_.charset->is_utf8() ? bytes : options_.charset->decoded(bytes);
    }

    Source& source_;
    const notation::Languages& languages_;
    Options options_;  ///< with the format, once it is known
    std::optional<ScorePlayer> player_;
    std::optional<sheet::Header> header_;
};

}  // namespace

Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    BlockImporter importer(source, languages, options);
    BlockReader blocks(source, options.begin, options.begin_line, BlockReader::default_block_size,
                       BlockReader::default_limit, *options.charset);
    const DecodedSink::What decoding{options.charset, options.rivals, options.keep_source};
    while (const auto block = blocks.next()) {
        MixedSink mixed(*block, languages, importer.options(), sink);
        Sink& next = importer.may_be_mixed(*block) ? static_cast<Sink&>(mixed) : sink;
        if (options.charset->is_utf8()) {
            importer.import(*block, next);
            sink.reached(block->begin + block->text.size());
        } else {
            DecodedSink decoded(*block, decoding, next);
            importer.import(*block, decoded);
            sink.reached(block->begin + block->bytes.size());
        }
    }
    source.throw_fault();
    return importer.options().format;
}

}  // namespace cofnod::importers
