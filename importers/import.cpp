#include "importers/import.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/utf8.hpp"
#include "grammar/pgn.hpp"
#include "importers/block_reader.hpp"
#include "importers/decoded_sink.hpp"
#include "importers/not_text.hpp"
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
    static constexpr std::array<std::string_view, 3> names = {"auto", "pgn", "prose"};
    return names[static_cast<std::size_t>(format)];
}

Format detect_format(std::string_view start_of_text, std::string_view name) {
    refuse_what_is_not_text(start_of_text, name);
    return has_tag_line(start_of_text) ? Format::pgn : Format::prose;
}

Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    BlockReader blocks(source, options.begin, options.begin_line, BlockReader::default_block_size,
                       BlockReader::default_limit, *options.charset);
    ScorePlayer player(languages, options.notation, options.depth_limit);
    Format format = options.format;
    if (options.preferred) player.prefer(*options.preferred);
    const auto read_block = [&](const Block& block, ScorePlayer& by, Sink& to) {
        if (format == Format::pgn)
            pgn::import_block(block, options, by, to);
        else
            prose::import_block(block, options, languages, by, to);
    };
    const auto import_block = [&](const Block& block, Sink& to) {
        if (format == Format::detect) format = detect_format(block.text, source.name());
        player.look_ahead_by([&] {
            ScorePlayer scout(languages, nullptr, options.depth_limit);
            NotationCount count;
            read_block(start_of(block), scout, count);
            return languages.find(count.most());
        });
        read_block(block, player, to);
        player.look_ahead_by(nullptr);
    };
    const DecodedSink::What decoding{options.charset, options.rivals, options.keep_source};
    while (const auto block = blocks.next()) {
        if (options.charset->is_utf8()) {
            import_block(*block, sink);
            sink.reached(block->begin + block->text.size());
        } else {
            DecodedSink decoded(*block, decoding, sink);
            import_block(*block, decoded);
            sink.reached(block->begin + block->bytes.size());
        }
    }
    source.throw_fault();
    return format;
}

}  // namespace cofnod::importers
