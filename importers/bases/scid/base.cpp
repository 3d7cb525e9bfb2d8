#include <fmt/format.h>

#include <array>
#include <memory>

#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/say.hpp"
#include "importers/bases/base.hpp"
#include "importers/bases/base_files.hpp"
#include "importers/bases/scid/game.hpp"
#include "importers/bases/scid/index.hpp"
#include "importers/bases/scid/names.hpp"
#include "importers/bases/scid/tags.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::bases {

namespace {

using namespace scid;

class ScidBase final : public Base {
public:
    ScidBase(const BaseFiles& files, const Charset* charset)
        : version_(version_of(files.index_ending())),
          shape_(shape_in(files)),
          fallback_(charset ? *charset : *Charset::find("windows-1252")),
          names_(version_, files.all_of(fmt::format(".sn{}", version_)), fallback_),
          games_(*files.find(fmt::format(".sg{}", version_))) {}

    [[nodiscard]] const Shape& shape() const override { return shape_; }
    [[nodiscard]] const Charset& charset() const override { return names_.are_utf8() ? Charset::utf8() : fallback_; }

    Entry read(std::uint64_t, std::string_view bytes, const BaseOptions& options, GameRecord& game,
               std::string&) const override {
        const IndexEntry entry = read_entry(version_, bytes);
        add_tags(entry, names_, game.tags);
        static constexpr std::array results = {Result::unknown, Result::white_wins, Result::black_wins, Result::draw};
        game.result = results[entry.result & 3];
        if (entry.length == 0 || entry.offset + entry.length > games_.size()) {
            game.state = GameState::rejected;
            game.problems.push_back({.reason = {ProblemKind::moves_not_there}});
        } else {
            std::string buffer;
            read_game(games_.view(entry.offset, entry.length, buffer), fallback_, options, game);
        }
        return entry.is_deleted() ? Entry::deleted_game : Entry::game;
    }

private:
    [[nodiscard]] Shape shape_in(const BaseFiles& files) const {
        static constexpr std::size_t longest_header = 182;
        const auto shape = shape_of(version_, files.index().read(0, longest_header), files.index().size());
        if (!shape)
            throw InputError(say("{}: is no index of Scid {}, though its name says so", files.name(), version_),
                             say("see that it was copied whole"));
        return *shape;
    }

    int version_;
    Shape shape_;
    const Charset& fallback_;  ///< of texts that are not UTF-8
    Names names_;
    const FileBytes& games_;
};

}  // namespace

std::unique_ptr<Base> open_scid(const BaseFiles& files, const Charset* charset) {
    return std::make_unique<ScidBase>(files, charset);
}

}  // namespace cofnod::importers::bases
