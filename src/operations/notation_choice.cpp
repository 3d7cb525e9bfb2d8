#include "operations/notation_choice.hpp"

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/with_game.hpp"
#include "importers/databases/base.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::operations {

notation::Languages known_languages(const std::vector<std::string>& files) {
    notation::Languages languages = notation::Languages::built_in();
    for (const std::string& path : files) {
        const auto added = languages.add_file(path);
        if (added) continue;
        std::string fault = notation::format_fault(added.error(), path);
        while (fault.ends_with('\n')) fault.pop_back();
        throw InputError(fault, WayOut(WayOut::Kind::check_notation_file, {path}));
    }
    return languages;
}

const notation::Language& language_named(const notation::Languages& languages, std::string_view name) {
    if (const notation::Language* language = languages.find(name)) return *language;
    const std::string nearest = languages.nearest(name);
    const notation::Language* meant = nearest.empty() ? nullptr : languages.find(nearest);
    throw UsageError(tr("unknown notation '{}'", name),
                     meant ? WayOut(WayOut::Kind::did_you_mean_notation, {meant->name(), meant->code()})
                           : WayOut(WayOut::Kind::list_notations));
}

const notation::Language& language_to_write(const notation::Languages& languages, std::string_view name) {
    if (name.empty()) return languages.english();
    const notation::Language& language = language_named(languages, name);
    if (!language.is_written())
        throw UsageError(tr("{} ({}) is read, but not written", translated(language.name()), language.code()),
                         WayOut::Kind::leave_out_notation);
    return language;
}

const notation::Language& language_to_show(const notation::Languages& languages, std::string_view code) {
    const notation::Language* own = languages.find(code);
    return own && own->is_written() ? *own : languages.english();
}

pgn::WriteOptions how_to_write(const notation::Languages& languages, std::string_view name) {
    pgn::WriteOptions how{.language = &languages.english(), .languages = &languages};
    if (name == "uci")
        how.style = pgn::MoveStyle::uci;
    else if (name == "lan")
        how.style = pgn::MoveStyle::long_algebraic;
    else
        how.language = &language_to_write(languages, name);
    return how;
}

std::string notation_title(const notation::Languages& languages, std::string_view code) {
    if (code.empty()) return tr("no moves");
    if (code == importers::databases::coded) return tr("coded moves");
    std::string title;
    each_game([&](auto game) {
        if (code == game.name) title = game.title_of("");
    });
    if (!title.empty()) return title;
    const notation::Language* language = languages.find(code);
    return language ? std::string(translated(language->name())) : std::string(code);
}

std::string notation_titles(const notation::Languages& languages, std::string_view codes) {
    std::string titles;
    for (std::size_t begin = 0, end = 0; end != codes.npos; begin = end + 1) {
        end = codes.find('/', begin);
        titles += titles.empty() ? "" : tr(" or ");
        titles += notation_title(languages, codes.substr(begin, end - begin));
    }
    return titles;
}

}  // namespace cofnod::operations
