#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "games/record/record.hpp"
#include "games/record/with_game.hpp"
#include "notation/fold.hpp"
#include "store/connection.hpp"
#include "store/full_text.hpp"
#include "store/game_writer.hpp"
#include "store/game_writer_state.hpp"
#include "store/name_match.hpp"
#include "store/partial_date.hpp"
#include "store/rows.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

namespace {

/// Cache size in bytes above which it is cleared; simpler than LRU, and a common name costs one SELECT to restore.
constexpr std::size_t most_known_bytes = 48 << 20;

}  // namespace

std::optional<std::int64_t> TextIds::find(std::string_view text) const {
    const std::uint64_t hash = hash64(text);
    for (std::size_t place = hash & (slots_.size() - 1); slots_[place].size != Slot::empty;
         place = place_after(place)) {
        const Slot& slot = slots_[place];
        if (slot.hash == hash && std::string_view(texts_).substr(slot.begin, slot.size) == text) return slot.id;
    }
    return std::nullopt;
}

void TextIds::add(std::string_view text, std::int64_t id) {
    if (2 * ++count_ > slots_.size()) grow();
    const std::uint64_t hash = hash64(text);
    slots_[empty_place(hash)] = {hash, id, static_cast<std::uint32_t>(texts_.size()),
                                 static_cast<std::uint32_t>(text.size())};
    texts_ += text;
}

void TextIds::clear() { *this = {}; }

std::size_t TextIds::empty_place(std::uint64_t hash) const {
    std::size_t place = hash & (slots_.size() - 1);
    while (slots_[place].size != Slot::empty) place = place_after(place);
    return place;
}

void TextIds::grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : before)
        if (slot.size != Slot::empty) slots_[empty_place(slot.hash)] = slot;
}

Interner::Interner(Connection& connection, Sql find, Sql insert)
    : connection_(connection), find_(connection, find), insert_(connection, insert) {}

std::int64_t Interner::id_of(std::string_view text) {
    if (const auto found = known_.find(text)) return *found;

    // Nearly every text that is not cached is new, so the insert comes first.
    std::int64_t id = 0;
    insert_.with(text).run();
    if (connection_.changed_rows() == 1) {
        id = connection_.last_insert_id();
        ++new_count_;
    } else {
        id = find_.with(text).first_integer().value_or(0);
    }

    if (known_.bytes() > most_known_bytes) known_.clear();
    known_.add(text, id);
    return id;
}

std::int64_t Interner::take_new_count() { return std::exchange(new_count_, 0); }

void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view, std::int64_t)>& deleted) {
    constexpr std::array<std::pair<Sql, std::string_view>, 7> tables = {{{Sql::delete_tags, "game_tag"},
                                                                         {Sql::delete_movetext, "game_movetext"},
                                                                         {Sql::delete_unread, "game_unread"},
                                                                         {Sql::delete_annotation, "game_annotation"},
                                                                         {Sql::delete_source, "game_source"},
                                                                         {Sql::delete_charset, "game_charset"},
                                                                         {Sql::delete_problems, "problem"}}};
    Statement(connection, Sql::note_changed_game).with(game).run();
    for (const auto& [query_name, table] : tables) {
        Statement(connection, query_name).with(game).run();
        if (const std::int64_t rows = connection.changed_rows(); rows > 0) deleted(table, rows);
    }
}

// Writing of the rows of a game: form, tags, texts and problems.

namespace {

/// Maximum number of cached forms, of which real archives have dozens.
constexpr std::size_t most_known_forms = 20'000;

std::optional<std::string_view> text_or_null(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

/// Returns the last position as text; nullopt if no move could be played, or if the moves are damaged.
std::optional<std::string> final_position(const GameRecord& record) {
    if (!record.has_final_check()) return std::nullopt;
    return with_game(record.kind, [&](auto rules) -> std::optional<std::string> {
        using G = decltype(rules);
        const auto start = G::read_start(record.start);
        if (!start) return std::nullopt;
        typename G::Unpacker game(*start, record.moves);
        while (game.next()) {
        }
        return game.is_damaged() ? std::nullopt : std::optional(G::write_position(game.position()));
    });
}

}  // namespace

const GameWriter::State::Form& GameWriter::State::form_of(const GameRecord& record) {
    form_key = record.notation.code;
    form_key += '\0';
    form_key += static_cast<char>(record.kind);
    form_key += static_cast<char>(record.notation.how);
    for (const std::string& code : record.notation.also) (form_key += code) += ' ';
    for (std::size_t i = 0; i < record.tags.size(); ++i) (form_key += '\0') += record.tags[i].name;
    if (last_form && form_key == last_form_key) return *last_form;

    auto found = forms.find(form_key);
    if (found == forms.end()) {
        if (forms.size() >= most_known_forms) forms.clear();
        found = forms.emplace(form_key, make_form(record)).first;
    }
    last_form_key = form_key;
    last_form = &found->second;
    return *last_form;
}

GameWriter::State::Form GameWriter::State::make_form(const GameRecord& record) {
    std::vector<std::string> kept(record.tags.size());
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < record.tags.size(); ++i) names.push_back(clean(record.tags[i].name, kept[i]));
    std::string also;
    for (const std::string& code : record.notation.also) (also += also.empty() ? "" : " ") += code;
    std::string code_buffer, also_buffer;
    const std::string json = to_json_array(names);
    const std::string_view code = clean(record.notation.code, code_buffer);
    const std::string_view how = name_of(record.notation.how);
    const std::string_view others = clean(also, also_buffer);
    const auto kind = static_cast<int>(record.kind);

    Form form;
    form.columns = columns_of(names);
    form.white_ids = id_tags_of("White", names);
    form.black_ids = id_tags_of("Black", names);
    if (const auto id = Statement(connection, Sql::find_form).with(json, code, how, others, kind).first_integer()) {
        form.id = *id;
    } else {
        Statement(connection, Sql::insert_form).with(json, code, how, others, kind).run();
        form.id = connection.last_insert_id();
        count("form");
    }
    return form;
}

void GameWriter::State::read_tags(std::int64_t id, const GameRecord& record, const Form& form) {
    columns.clear();
    for (std::size_t i = 0; i < record.tags.size(); ++i) {
        const std::string_view value = clean(record.tags[i].value, buffer);
        if (put_in_column(form.columns[i], value, record, form)) continue;
        insert_tag.with(id, i, value).run();
        count("game_tag");
    }
}

/// Stores a tag value in its column; returns false if the column cannot represent it exactly.
bool GameWriter::State::put_in_column(TagColumn column, std::string_view value, const GameRecord& record,
                                      const Form& form) {
    const auto intern = [&](std::optional<std::int64_t>& id, Interner& names) {
        if (!value.empty()) id = names.id_of(value);
        return true;
    };
    const auto elo = [&](std::optional<std::int64_t>& number) {
        static constexpr std::size_t longest = 4;  // digits of a rating
        if (value.size() <= longest) number = plain_number(value);
        return number || value.empty();
    };
    switch (column) {
        case TagColumn::none: return false;
        case TagColumn::event: return intern(columns.event, events);
        case TagColumn::site: return intern(columns.site, sites);
        case TagColumn::white: return put_player(columns.white, value, record, form.white_ids, form.black_ids);
        case TagColumn::black: return put_player(columns.black, value, record, form.black_ids, form.white_ids);
        case TagColumn::white_elo: return elo(columns.white_elo);
        case TagColumn::black_elo: return elo(columns.black_elo);
        case TagColumn::eco: columns.eco = value; return true;
        case TagColumn::round:
            columns.round_number = plain_number(value);
            columns.round = value;
            if (columns.round_number || is_ascii(value)) return true;
            columns.round_number = plain_number(notation::folded_text(value));  // e.g. ٢; the tag keeps its digits
            return !columns.round_number;
        case TagColumn::date: {
            const auto date = date_of_tag(value);  // a date of another calendar is kept as text too
            if (date) columns.date = date->number();
            return date ? date->to_text() == value : value.empty();
        }
        case TagColumn::result: return value == to_text(record.result);
        case TagColumn::start: return value == record.start;
        case TagColumn::set_up: return value == "1";
        case TagColumn::ply_count: return value == std::to_string(record.ply_count);
    }
    return false;
}

/// Stores the player of one side, who is known by the ids in tags if there are any; returns false if the row of the
/// player has another name.
bool GameWriter::State::put_player(std::optional<std::int64_t>& column, std::string_view name, const GameRecord& record,
                                   const std::vector<IdTag>& tags, const std::vector<IdTag>& tags_of_other) {
    if (name.empty()) return true;
    const auto value = [&](const IdTag& tag) { return std::string_view(record.tags[tag.ordinal].value); };
    std::vector<PlayerId> ids;
    for (const IdTag& tag : tags) {
        const bool is_of_other = std::ranges::any_of(tags_of_other, [&](const IdTag& other) {
            return other.authority == tag.authority && value(other) == value(tag);
        });
        if (is_player_id(value(tag)) && !is_of_other) ids.push_back({tag.authority, value(tag)});
    }
    if (ids.empty() || is_placeholder(name)) {
        column = players.id_of(name);
        return true;
    }
    const PlayerIds::Named named = player_ids.player_of(name, ids);
    column = named.player;
    return named.is_to_the_letter;
}

std::optional<std::int64_t> GameWriter::State::opening_of(const GameRecord& record,
                                                          std::span<const std::uint64_t> keys) {
    if (record.kind != GameKind::chess || record.moves.empty()) return std::nullopt;
    const chess::Replayer* const from = keys.empty() ? start.from(record.start) : nullptr;
    const Opening* const opening = from ? cofnod::opening_of(*from, record.moves) : cofnod::opening_of(keys);
    if (!opening) return std::nullopt;
    if (const auto known = openings.find(opening); known != openings.end()) return known->second;
    std::int64_t& entry = openings[opening];
    if (const auto id = find_opening.with(opening->eco, opening->english).first_integer()) return entry = *id;
    insert_opening.with(opening->eco, opening->english).run();
    count("opening");
    return entry = connection.last_insert_id();
}

void GameWriter::State::write_row(Statement& row, std::int64_t id, const GameRecord& record, const Form& form,
                                  std::optional<std::int64_t> opening) {
    std::variant<std::nullptr_t, std::int64_t, std::string_view> round = nullptr;
    if (columns.round_number)
        round = *columns.round_number;
    else if (!columns.round.empty())
        round = std::string_view(columns.round);
    row.with(id, form.id, static_cast<int>(record.state), columns.event, columns.site, columns.date, round,
             columns.white, columns.black, static_cast<int>(record.result), columns.white_elo, columns.black_elo,
             text_or_null(columns.eco), record.ply_count, static_cast<std::int16_t>(record.final_check),
             text_or_null(clean(record.start, buffer)), to_signed(record.span.begin) - run->byte,
             record.span.end - record.span.begin, to_signed(record.span.line) - run->line, Blob{record.moves}, opening)
        .run();
}

void GameWriter::State::write_texts(std::int64_t id, const GameRecord& record) {
    const auto write = [&](std::string_view table, Statement& row, const auto&... values) {
        row.with(id, values...).run();
        count(table);
    };
    if (options.keep_san && !record.san.empty())
        write("game_movetext", insert_movetext, clean(record.san, buffer), final_position(record));
    if (!record.unread.empty()) write("game_unread", insert_unread, clean(record.unread, buffer));
    if (const Annotations& annotations = record.annotations; !annotations.empty()) {
        write("game_annotation", insert_annotation, Blob{packer.pack(annotations.to_bytes())},
              annotations.count(Annotations::Kind::comment), annotations.count(Annotations::Kind::begin_variation));
        if (has_text_index) index_comments(connection, id, annotations);
    }
    const bool keep_source = options.keep_source || record.state == GameState::rejected;
    if (keep_source && !record.source_text.empty())
        write("game_source", insert_game_source, Blob{packer.pack(record.source_text)});
    if (!record.charset.empty()) write("game_charset", insert_game_charset, record.charset);
}

void GameWriter::State::write_problems(std::int64_t id, const GameRecord& record) {
    std::string line;
    std::int64_t ordinal = 0;
    for (const Problem& problem : record.problems) {
        std::optional<std::int64_t> page;
        std::optional<std::string> box;
        if (problem.box.is_known()) {
            page = problem.box.page;
            box = text_of_box(problem.box);
        }
        insert_problem
            .with(id, ordinal++, name_of(problem.reason.kind), name_of(problem.reason.frame),
                  to_json(problem.reason.arguments), name_of(problem.severity), problem.place.line,
                  problem.place.column, problem.place.byte, problem.ply, clean(problem.line, line), problem.caret,
                  problem.width, name_of(problem.advice.remedy), to_json(problem.advice.arguments), page, box)
            .run();
    }
    count("problem", ordinal);
}

void GameWriter::State::add_text(const Separator& text) {
    std::string kind_buffer;
    insert_separator
        .with(source.value().id, text.byte, text.bytes, text.line, clean(text.kind, kind_buffer),
              clean(text.text, buffer))
        .run();
    if (has_text_index) pending_separators.add(connection, connection.last_insert_id(), text.text);
    count("separator");
    pending_bytes += text.text.size();
}

}  // namespace cofnod::store
