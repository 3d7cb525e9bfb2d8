#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/databases/record.hpp"
#include "importers/databases/scid/index.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::databases {

namespace {

using namespace scid;

class ScidBase final : public Base {
public:
    ScidBase(const BaseFiles& files, const Charset* charset)
        : files_(files),
          version_(version_of(files.index_ending())),
          shape_(shape_in(files)),
          fallback_(charset ? *charset : *Charset::find("windows-1252")),
          names_(version_, files.all_of(ending_of_names()), fallback_),
          games_(*files.find(ending_of_games())) {}

    [[nodiscard]] const Shape& shape() const override { return shape_; }
    [[nodiscard]] const Charset& charset() const override { return names_.are_utf8() ? Charset::utf8() : fallback_; }

    Entry read(std::uint64_t, std::string_view bytes, const BaseOptions& options, GameRecord& game,
               std::string&) const override {
        const IndexEntry entry = read_entry(version_, bytes);
        add_tags(entry, names_, game.tags);
        static constexpr std::array results = {Result::unknown, Result::white_wins, Result::black_wins, Result::draw};
        game.result = results[entry.result & 3];
        if (entry.length == 0 || entry.offset + entry.length > games_.size()) {
            reject(game, {ProblemKind::moves_not_there});
        } else {
            std::string buffer;
            read_game(games_.view(entry.offset, entry.length, buffer), fallback_, options, game);
        }
        return entry.is_deleted() ? Entry::deleted_game : Entry::game;
    }

    [[nodiscard]] std::vector<Declared> declared_files() const override {
        std::uint64_t end_of_games = 0;
        std::array<std::uint64_t, name_kinds> names = names_.declared();
        const auto refer_to = [&](NameKind kind, std::uint32_t id) {
            std::uint64_t& count = names[static_cast<std::size_t>(kind)];
            count = std::max(count, std::uint64_t{id} + 1);
        };
        each_record(files_.index(), 0, shape_.count, [&](std::uint64_t, std::string_view record) {
            const IndexEntry entry = read_entry(version_, record);
            end_of_games = std::max(end_of_games, entry.offset + entry.length);
            for (const std::uint32_t id : {entry.white, entry.black}) refer_to(NameKind::player, id);
            refer_to(NameKind::event, entry.event);
            refer_to(NameKind::site, entry.site);
            refer_to(NameKind::round, entry.round);
        });
        const std::string games = files_.name_of(ending_of_games()), file_of_names = files_.name_of(ending_of_names());
        std::vector<Declared> files = {
            {.part = games, .counts = declared::bytes, .declared = end_of_games, .found = games_.size()}};
        if (version_ == 5)  // its index has no record count; the last game saved ends at the end of this file
            files.push_back({.part = games,
                             .counts = declared::bytes_of_records,
                             .declared = games_.size(),
                             .found = end_of_games});
        for (std::size_t kind = 0; kind < name_kinds; ++kind)
            files.push_back({.part = file_of_names,
                             .counts = declared::names,
                             .declared = names[kind],
                             .found = names_.count(static_cast<NameKind>(kind))});
        return files;
    }

private:
    [[nodiscard]] std::string ending_of_games() const { return fmt::format(".sg{}", version_); }
    [[nodiscard]] std::string ending_of_names() const { return fmt::format(".sn{}", version_); }

    [[nodiscard]] Shape shape_in(const BaseFiles& files) const {
        static constexpr std::size_t longest_header = 182;
        const auto shape = shape_of(version_, files.index().read(0, longest_header), files.index().size());
        if (!shape)
            throw InputError(tr("{}: is no index of Scid {}, though its name says so", files.name(), version_),
                             tr("see that it was copied whole"));
        return *shape;
    }

    const BaseFiles& files_;
    int version_;
    Shape shape_;
    const Charset& fallback_;  ///< for texts that are not UTF-8
    Names names_;
    const FileBytes& games_;
};

}  // namespace

std::unique_ptr<Base> open_scid(const BaseFiles& files, const Charset* charset) {
    return std::make_unique<ScidBase>(files, charset);
}

}  // namespace cofnod::importers::databases
