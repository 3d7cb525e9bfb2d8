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

/// What is read ahead to find out what notation a source is in.
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
    if (page::begins_as_html(start)) return Format::page;
    if (has_tag_line(start)) return Format::pgn;
    if (lists::looks_like_positions(start)) return Format::positions;
    if (lists::looks_like_uci(start)) return Format::uci;
    if (sheet::read_header(start, languages, options.columns)) return Format::sheet;
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
          player_(languages, options.notation, options.depth_limit) {
        if (options.begin > 0 && options.format == Format::sheet) read_first_row();
        if (options.preferred) player_.prefer(*options.preferred);
        if (!options.keep_san) player_.leave_out_san();
    }

    [[nodiscard]] const Options& options() const { return options_; }

    /// Rows and lines of lists cannot be read again by themselves; nor is UTF-16 mixed with anything.
    [[nodiscard]] bool may_be_mixed(const Block& block) {
        find_format(block);
        if (!options_.mixed || (options_.format != Format::pgn && options_.format != Format::prose)) return false;
        return options_.charset->is_utf8() ? !utf8::is_valid(block.text) : options_.charset->is_one_byte();
    }

    void import(const Block& block, Sink& sink) {
        find_format(block);
        switch (options_.format) {
            case Format::page: return import_derived(block, page::text_of_page(block.text), sink);
            case Format::sheet: return import_sheet(block, sink);
            case Format::positions: return import_derived(block, lists::pgn_of_positions(block.text), sink);
            case Format::uci: return import_derived(block, lists::pgn_of_uci(block.text), sink);
            default: return import_text(block, options_.format, sink);
        }
    }

private:
    void find_format(const Block& block) {
        if (options_.format == Format::detect)
            options_.format = detect_format(block.text, source_.name(), languages_, options_);
    }

    void import_text(const Block& block, Format format, Sink& sink) {
        player_.look_ahead_by([&] {
            ScorePlayer scout(languages_, nullptr, options_.depth_limit);
            NotationCount count;
            read_text(start_of(block), format, scout, count);
            return languages_.find(count.most());
        });
        read_text(block, format, player_, sink);
        player_.look_ahead_by(nullptr);
    }

    void read_text(const Block& block, Format format, ScorePlayer& player, Sink& sink) {
        if (format == Format::pgn)
            pgn::import_block(block, options_, player, sink);
        else
            prose::import_block(block, options_, languages_, player, sink);
    }

    void import_derived(const Block& block, const DerivedText& derived, Sink& sink) {
        const Block text{derived.text(), block.begin, block.line, {}};
        const bool is_pgn = options_.format != Format::page || has_tag_line(text.text);
        DerivedSink to(block, derived, options_.keep_source, sink);
        import_text(text, is_pgn ? Format::pgn : Format::prose, to);
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

    /// The first row of a sheet, where the import goes on further down.
    void read_first_row() {
        constexpr std::size_t longest_row = std::size_t{64} << 10;
        std::string bytes;
        source_.seek(0);
        source_.read(bytes, longest_row);
        read_header(options_.charset->decoded(bytes));
    }

    Source& source_;
    const notation::Languages& languages_;
    Options options_;  ///< with the format, once it is known
    ScorePlayer player_;
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
