#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/databases/chessbase/annotate.hpp"
#include "importers/databases/chessbase/moves.hpp"
#include "importers/databases/chessbase/tags.hpp"
#include "importers/databases/record.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::databases {

namespace {

using namespace chessbase;

/// Returns a sample of a database's texts, names and the first notes, for guessing their character set.
std::string sample_of(const BaseFiles& files, const Names& names) {
    static constexpr std::size_t most_notes = std::size_t{1} << 20, most_names = 10'000;
    std::string sample;
    const auto add_all = [&](const Entities& entities, std::initializer_list<std::size_t> fields) {
        for (std::uint64_t id = 0; id < std::min<std::uint64_t>(entities.count(), most_names); ++id)
            for (const std::size_t field : fields)
                sample.append(entities.find(static_cast<std::int64_t>(id)).text(field, 30)) += '\n';
    };
    add_all(names.players, {0, 30});
    add_all(names.tournaments, {0, 40});
    const FileBytes* const file = files.find(".cba");
    const std::string blocks = file ? file->read(0, most_notes) : std::string();
    const Bytes bytes(blocks);
    for (std::size_t at = bytes.big(0, 2); at < blocks.size();) {
        const auto length = static_cast<std::size_t>(bytes.big(at + 10, 4));
        if (length == 0) break;
        for (const Note& note : read_notes(bytes.part(at, length)).all)
            if (note.kind == Note::Kind::text_after || note.kind == Note::Kind::text_before)
                sample.append(note.data.part(2)) += '\n';
        at += length;
    }
    return sample;
}

Names names_in(const BaseFiles& files) {
    return {.players = Entities(files.all_of(".cbp")),
            .tournaments = Entities(files.all_of(".cbt")),
            .annotators = Entities(files.all_of(".cbc")),
            .sources = Entities(files.all_of(".cbs")),
            .teams = Entities(files.all_of(".cbe"))};
}

class ChessBase final : public Base {
public:
    ChessBase(const BaseFiles& files, const Charset* charset)
        : files_(files),
          names_(names_in(files)),
          texts_(charset ? *charset : likely_charset(sample_of(files, names_))),
          index_(files.index()),
          moves_(*files.find(".cbg")),
          notes_(files.find(".cba")),
          more_(files.find(".cbj")) {
        static constexpr std::size_t known_from = 1;
        const std::string head = index_.read(0, header_size);
        if (head.size() < header_size || head[0] != '\0' || Bytes(head).big(3, 2) != header_size)
            throw InputError(tr("{}: is no index of ChessBase, though its name says so", files.name()),
                             tr("see that it was copied whole"));
        shape_ = {.header = header_size,
                  .record = header_size,
                  .count = index_.size() / header_size - known_from,
                  .declared = std::max<std::uint64_t>(Bytes(head).big(6, 4), known_from) - known_from};
        if (!more_) return;
        const std::string head_of_more = more_->read(0, more_header);
        more_size_ = static_cast<std::size_t>(Bytes(head_of_more).little(4, 4));
        more_count_ = Bytes(head_of_more).little(8, 4);
    }

    [[nodiscard]] const Shape& shape() const override { return shape_; }
    [[nodiscard]] const Charset& charset() const override { return texts_.charset(); }

    Entry read(std::uint64_t number, std::string_view bytes, const BaseOptions& options, GameRecord& game,
               std::string& text) const override {
        std::string buffer;
        Header header = read_header(bytes);
        add_more(number, header, buffer);
        if (header.is_text) {
            text = guiding_text(record_of_moves(header.moves, buffer), texts_);
            return Entry::text;
        }
        add_tags(header, names_, texts_, game);
        const std::string_view moves = record_of_moves(header.moves, buffer);
        RecordedMoves played;
        if (moves.empty())
            reject(game, {ProblemKind::moves_not_there});
        else
            read_moves(moves, options, game, played);
        std::string notes;
        annotate(played, header.notes == 0 ? Notes() : read_notes(block_of_notes(header.notes, notes)), header, texts_,
                 options.limits, game);
        if (!game.start.empty()) {
            game.tags.add("SetUp", "1");
            game.tags.add("FEN", game.start);
        }
        return header.is_deleted ? Entry::deleted_game : Entry::game;
    }

    [[nodiscard]] std::vector<Declared> declared_files() const override {
        const References needed = references();
        std::vector<Declared> files = {file_of_blocks(".cbg", needed.end_of_moves),
                                       file_of_blocks(".cba", needed.end_of_notes),
                                       {.part = files_.name_of(".cbj"),
                                        .counts = declared::records,
                                        .declared = more_count_,
                                        .found = more_ ? whole_records_of_more() : 0}};
        if (more_ && more_->size() < more_header)
            files.push_back({.part = files_.name_of(".cbj"),
                             .counts = declared::bytes,
                             .declared = more_header,
                             .found = more_->size()});
        for (const auto& [ending, entities, count] : {std::tuple{".cbp", &names_.players, needed.players},
                                                      {".cbt", &names_.tournaments, needed.tournaments},
                                                      {".cbc", &names_.annotators, needed.annotators},
                                                      {".cbs", &names_.sources, needed.sources},
                                                      {".cbe", &names_.teams, needed.teams}})
            files.push_back({.part = files_.name_of(ending),
                             .counts = declared::names,
                             .declared = std::max(entities->declared(), count),
                             .found = entities->count()});
        return files;
    }

private:
    /// End of the data in other files to which index records refer: in bytes, and in numbers of entities.
    struct References {
        std::uint64_t end_of_moves = 0, end_of_notes = 0;
        std::uint64_t players = 0, tournaments = 0, annotators = 0, sources = 0, teams = 0;
    };

    [[nodiscard]] References references() const {
        References all;
        const auto refer_to = [](std::uint64_t& count, std::int64_t id) {
            static constexpr std::int64_t none = 0xFFFFFF;
            if (id >= 0 && id < none) count = std::max(count, static_cast<std::uint64_t>(id) + 1);
        };
        std::string buffer;
        each_record(index_, 0, shape_.count, [&](std::uint64_t number, std::string_view bytes) {
            Header header = read_header(bytes);
            add_more(number, header, buffer);
            if (header.is_deleted) return;
            all.end_of_moves = std::max(all.end_of_moves, header.moves + head_of_moves);
            if (header.notes > 0) all.end_of_notes = std::max(all.end_of_notes, header.notes + head_of_notes);
            for (const std::int64_t id : {header.white, header.black}) refer_to(all.players, id);
            refer_to(all.tournaments, header.tournament);
            refer_to(all.annotators, header.annotator);
            refer_to(all.sources, header.source);
            for (const std::int64_t id : {header.white_team, header.black_team}) refer_to(all.teams, id);
        });
        return all;
    }

    /// Describes the file of moves or notes by the size in its header, in 4 bytes, or in 8 if the header is long
    /// enough.
    [[nodiscard]] Declared file_of_blocks(std::string_view ending, std::uint64_t end) const {
        static constexpr std::size_t long_head = 26;
        const FileBytes* const file = files_.find(ending);
        const std::string head = file ? file->read(0, long_head) : std::string();
        const Bytes bytes(head);
        const std::uint64_t size = bytes.big(0, 2) < long_head ? bytes.big(2, 4) : bytes.big(10, 8);
        return {.part = files_.name_of(ending),
                .counts = declared::bytes,
                .declared = std::max(size, end),
                .found = file ? file->size() : 0};
    }

    [[nodiscard]] std::uint64_t whole_records_of_more() const {
        const std::uint64_t size = more_->size();
        return size < more_header || more_size_ == 0 ? 0 : (size - more_header) / more_size_;
    }

    static constexpr std::size_t head_of_moves = 4, head_of_notes = 14;
    static constexpr std::size_t more_header = 32;

    /// Reads data that does not fit the index: 64-bit offsets and teams.
    void add_more(std::uint64_t number, Header& header, std::string& buffer) const {
        if (!more_) return;
        static constexpr std::size_t most = 256;
        const Bytes bytes(more_->view(more_header + number * more_size_, std::min(more_size_, most), buffer));
        const auto offset = [&](std::size_t at, std::uint64_t& to) {
            if (at + 8 <= bytes.size() && bytes.big(at, 8) != 0) to = bytes.big(at, 8);
        };
        offset(12, header.notes);
        offset(30, header.moves);
        if (bytes.size() < 8) return;
        header.white_team = static_cast<std::int32_t>(bytes.big(0, 4));
        header.black_team = static_cast<std::int32_t>(bytes.big(4, 4));
    }

    /// Returns a record of the file of moves, which begins with its length; empty if it is missing.
    [[nodiscard]] std::string_view record_of_moves(std::uint64_t at, std::string& buffer) const {
        static constexpr std::size_t usual = 512;
        const std::string_view record = moves_.view(at, usual, buffer);
        if (record.size() < head_of_moves) return {};
        const auto length = static_cast<std::size_t>(Bytes(record).big(1, 3));
        if (length < head_of_moves) return {};
        if (length <= usual) return record.substr(0, length);
        return moves_.view(at, length, buffer);
    }

    /// Returns the available part of a block of notes.
    [[nodiscard]] std::string_view block_of_notes(std::uint64_t at, std::string& buffer) const {
        static constexpr std::size_t most = std::size_t{64} << 20;
        const std::string_view head = notes_ ? notes_->view(at, head_of_notes, buffer) : std::string_view();
        const auto length = static_cast<std::size_t>(Bytes(head).big(10, 4));
        return length < head_of_notes || length > most ? std::string_view() : notes_->view(at, length, buffer);
    }

    const BaseFiles& files_;
    Names names_;
    Texts texts_;
    const FileBytes& index_;
    const FileBytes& moves_;
    const FileBytes* notes_;
    const FileBytes* more_;
    std::size_t more_size_ = 0;
    std::uint64_t more_count_ = 0;
    Shape shape_;
};

}  // namespace

std::unique_ptr<Base> open_chessbase(const BaseFiles& files, const Charset* charset) {
    return std::make_unique<ChessBase>(files, charset);
}

}  // namespace cofnod::importers::databases
