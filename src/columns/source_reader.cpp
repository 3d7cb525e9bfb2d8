#include "columns/source_reader.hpp"

#include "pgn/writer.hpp"
#include "store/aliases.hpp"
#include "store/name_match.hpp"
#include "store/record_bytes.hpp"

namespace cofnod::columns {

namespace {

/// Spellings that are kept: those of a few games come again soon.
constexpr std::size_t most_spellings = 1 << 16;

}  // namespace

SourceReader::SourceReader(store::Store& store, const Choice& choice, std::int64_t base)
    : choice_(choice), base_(base), reader_(store), citations_(store) {
    for (const store::Spelling& spelling : store::aliases(store)) {
        known_as_[spelling.name] = spelling.known_as;
        aliases_[spelling.known_as].push_back(spelling.name);
    }
    for (store::OpeningRow& opening : store::openings(store)) openings_[opening.id] = std::move(opening);
    for (const std::int64_t copy : store::copies(store)) {
        const auto witnesses = store::witnesses_of(store, copy);
        if (!witnesses.empty()) works_[copy] = works_[witnesses.front()] = witnesses.front();
    }
}

const SourceReader::Person& SourceReader::person(const std::string& name) {
    const auto [place, is_new] = persons_.try_emplace(name);
    Person& person = place->second;
    if (!is_new) return person;
    const auto alias = known_as_.find(name);
    person.name = alias == known_as_.end() ? name : alias->second;
    person.keys = store::name_key(person.name);
    if (const auto others = aliases_.find(person.name); others != aliases_.end())
        for (const std::string& other : others->second) person.keys.append(1, '\n').append(store::name_key(other));
    return person;
}

void SourceReader::read_record(std::int64_t id) {
    extras_.pgn.clear();
    const auto record = reader_.read(id);
    if (!record) return;
    if (take_record_) take_record_(id, *record);
    if (choice_.has(TableId::record)) pgn::write(*record, {.language = &languages_.english()}, extras_.pgn);
    if (!choice_.has(TableId::whole)) return;
    extras_.is_annotated = !record->annotations.empty();
    extras_.databases = citations_.databases_of(id);
    extras_.record = store::to_bytes({.record = *record});
}

std::optional<SourceGame> SourceReader::read(std::int64_t id) {
    auto header = reader_.header(id);
    if (!header) return std::nullopt;  // deleted meanwhile
    header_ = *std::move(header);
    if (take_record_ || choice_.has(TableId::record) || choice_.has(TableId::whole)) read_record(id);
    const auto moves = reader_.moves(id);
    if (!moves) return std::nullopt;
    if (persons_.size() > most_spellings) persons_.clear();
    const Person& white = person(header_.white);
    const Person& black = person(header_.black);
    const auto work = works_.find(id);
    extras_.work = work == works_.end() ? 0 : work->second + base_;
    extras_.citation = citations_.of(id);
    header_.id += base_;
    const store::OpeningRow& opening = openings_[header_.opening.value_or(0)];
    return SourceGame{header_,    *moves,      white.name,   black.name, white.keys,
                      black.keys, opening.eco, opening.name, extras_};
}

}  // namespace cofnod::columns
