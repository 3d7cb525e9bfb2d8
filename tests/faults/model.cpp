#include "model.hpp"

#include <algorithm>

namespace cofnod::faults {

namespace {

/// The first place where two texts differ, with what stands there.
std::string difference(const std::string& found, const std::string& expected) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(found.begin(), found.end(), expected.begin(), expected.end()).first - found.begin());
    const std::size_t begin = at < 40 ? 0 : at - 40;
    return "\n  found    ..." + found.substr(begin, 120) + "\n  expected ..." + expected.substr(begin, 120);
}

const StoredGame* find(const StoredFile& file, std::int64_t number) {
    const auto game = file.games.find(number);
    return game == file.games.end() ? nullptr : &game->second;
}

}  // namespace

void Model::may_import(const ModelFile& file, const std::string& citation) {
    Expected& expected = files_[file.hash];
    expected.file = &file;
    if (!citation.empty()) expected.citations.insert(citation);
}

void Model::has_imported(const ModelFile& file, const std::string& citation) {
    Expected& expected = files_[file.hash];
    expected.file = &file;
    expected.is_certain = true;
    if (!citation.empty()) expected.citations = {citation};
}

std::string Model::fault_of(const std::optional<Content>& content) {
    if (!content) {
        for (const auto& [hash, expected] : files_)
            if (expected.is_certain) return "the database is gone";
        return {};
    }
    for (const auto& [hash, stored] : content->files)
        if (std::string fault = fault_of_file(hash, stored); !fault.empty()) return fault;
    for (const auto& [hash, expected] : files_)
        if (expected.is_certain && !content->files.contains(hash)) return "a file that was imported is gone";
    if (std::string fault = fault_of_deleted(*content); !fault.empty()) return fault;
    if (std::string fault = fault_of_ids(*content); !fault.empty()) return fault;
    for (const auto& [spelling, known_as] : content->aliases)
        if (!may_be_known_.contains(spelling)) return spelling + " is known as " + known_as + ", which nobody said";

    // What was uncertain is as it was found.
    last_ = content;
    may_be_retried_ = may_delete_ = retried_ = false;
    for (auto& [hash, expected] : files_) {
        const auto stored = content->files.find(hash);
        if (stored == content->files.end()) {
            expected.citations = {""};
            continue;
        }
        expected.citations = {stored->second.citation};
        if (stored->second.is_done) expected.is_certain = true;
    }
    return {};
}

std::string Model::fault_of_file(const std::string& hash, const StoredFile& stored) const {
    const auto known = files_.find(hash);
    if (known == files_.end()) return "a file that nobody imported: " + stored.bytes;
    const auto& [file, is_certain, citations] = known->second;
    if (is_certain && !stored.is_done) return "a file that was imported is partial again";
    if (!citations.contains(stored.citation)) return "its citation is «" + stored.citation + "»";
    if (stored.is_done && stored.bytes != file->whole.bytes)
        return "the account of a file" + difference(stored.bytes, file->whole.bytes);

    const StoredFile* const before = last_ && last_->files.contains(hash) ? &last_->files.at(hash) : nullptr;
    std::map<std::string, std::int64_t> states = {{"found", 0}, {"complete", 0}, {"incomplete", 0}, {"rejected", 0}};
    for (const auto& [number, game] : stored.games) {
        const StoredGame* const whole = find(file->whole, number);
        if (!whole) return "a game that the file has not: number " + std::to_string(number);
        ++states["found"];
        ++states[game.state];
        const StoredGame* const was = before ? find(*before, number) : nullptr;
        const bool may_be_new = !was || may_be_retried_;
        const bool is_whole = game.text == whole->text;
        const bool is_retried = game.text == find(file->retried, number)->text;
        if (was && retried_ ? is_retried : was && !may_be_new ? game.text == was->text : is_whole || is_retried)
            continue;
        return "game " + std::to_string(number) + " of a file" +
               difference(game.text, was && !may_be_new && !retried_ ? was->text : whole->text);
    }
    const auto last_number = stored.games.empty() ? 0 : stored.games.rbegin()->first;
    std::size_t gone = 0;
    for (const auto& [number, game] : file->whole.games) {
        if (stored.games.contains(number)) continue;
        if (!stored.is_done && number > last_number) continue;
        ++gone;
        const StoredGame* const was = before ? find(*before, number) : nullptr;
        const bool was_gone = before && !was && (before->is_done || number <= before->games.rbegin()->first);
        if (!was_gone && !(was && may_delete_)) return "game " + std::to_string(number) + " of a file is gone";
    }
    if (gone == 0 && states != stored.states) return "a file counts its games otherwise than they are";
    return {};
}

/// A game goes only for another that has all of its moves.
std::string Model::fault_of_deleted(const Content& content) const {
    std::map<std::int64_t, const StoredGame*> now, before;
    const auto list = [](const Content& all, std::map<std::int64_t, const StoredGame*>& games) {
        for (const auto& [hash, file] : all.files)
            for (const auto& [number, game] : file.games) games[game.id] = &game;
    };
    list(content, now);
    if (last_) list(*last_, before);
    std::set<std::int64_t> buried;
    for (const DeletedGame& deleted : content.deleted) {
        buried.insert(deleted.game);
        if (now.contains(deleted.game)) return "a game that was deleted is there: " + std::to_string(deleted.game);
        const auto game = before.find(deleted.game);
        if (game == before.end()) continue;  // looked at before
        const auto kept = now.find(deleted.kept);
        if (kept == now.end()) return "a game was deleted for one that is not there";
        if (game->second->state != "complete") return "a game was deleted that is not complete";
        const bool is_camelot = game->second->text.find("\"camelot\"") != std::string::npos;
        if (!is_camelot && !kept->second->moves.starts_with(game->second->moves))
            return "a game was deleted for one that has not its moves";
    }
    for (const auto& [id, game] : before)
        if (!now.contains(id) && !buried.contains(id)) return "a game is gone without a trace: " + std::to_string(id);
    return {};
}

std::string Model::fault_of_ids(const Content& content) const {
    if (!last_) return {};
    for (const auto& [hash, before] : last_->files) {
        const auto file = content.files.find(hash);
        if (file == content.files.end()) {
            if (before.games.empty()) continue;
            return "a file is gone";
        }
        for (const auto& [number, was] : before.games)
            if (const StoredGame* const game = find(file->second, number); game && game->id != was.id)
                return "game " + std::to_string(was.id) + " has another id: " + std::to_string(game->id);
    }
    return {};
}

}  // namespace cofnod::faults
