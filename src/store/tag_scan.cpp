#include "store/tag_scan.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

#include "store/partial_date.hpp"
#include "store/rows.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

namespace {

/// Maximum number of tags of one game.
constexpr std::size_t most_tags = 1 << 20;

/// Storage of a tag in table game.
struct StoredTag {
    TagColumn column;
    Sql scan;                    ///< adds the column to a scan
    std::optional<Sql> names{};  ///< reads the names that its numbers refer to

    /// Returns true if each number in the column represents one text.
    [[nodiscard]] bool is_of_numbers() const { return names.has_value() || column == TagColumn::date; }
};
constexpr std::array<StoredTag, 9> stored_tags = {{
    {TagColumn::event, Sql::scan_event, Sql::list_event_names},
    {TagColumn::site, Sql::scan_site, Sql::list_site_names},
    {TagColumn::date, Sql::scan_date},
    {TagColumn::round, Sql::scan_round},
    {TagColumn::white, Sql::scan_white, Sql::list_player_names},
    {TagColumn::black, Sql::scan_black, Sql::list_player_names},
    {TagColumn::white_elo, Sql::scan_white_elo},
    {TagColumn::black_elo, Sql::scan_black_elo},
    {TagColumn::eco, Sql::scan_eco},
}};

const StoredTag* stored_tag(TagColumn column) {
    const auto* const found = std::ranges::find(stored_tags, column, &StoredTag::column);
    return found == stored_tags.end() ? nullptr : found;
}

/// Requested tags in games of one form.
struct FormTags {
    std::optional<GameKind> kind;        ///< nullopt: no such form
    std::vector<std::int64_t> ordinals;  ///< -1: not in this form
};

/// Column numbers of a scan.
struct Column {
    enum : int { id, form, result, start, moves, date, white_elo, black_elo, state, ply_count, opening, round };
};
using Names = std::vector<std::pair<std::int64_t, std::string>>;  // ascending

}  // namespace

struct TagScan::State {
    const Store& store;
    std::vector<std::string> names;
    With with;
    std::vector<const StoredTag*> columns{};  ///< by name; nullptr: in game_tag
    std::vector<int> places{};                ///< column numbers, by name
    std::unordered_map<std::int64_t, FormTags> forms{};
    std::unordered_map<Sql, Names> texts{};                   ///< by query
    std::vector<std::pair<std::int64_t, std::string>> own{};  ///< rows of game_tag of the current game, by ordinal
    std::vector<std::string> values{};
    std::optional<Statement> scan_games{}, scan_own_tags{};
    const Statement* row = nullptr;
    const FormTags* form = nullptr;

    template <typename Each>
    void read(std::int64_t first, std::int64_t last, const Each& each);
    const FormTags& form_of(std::int64_t id);
    const Names& names_of(Sql query);
    [[nodiscard]] const std::string* own_text(std::size_t tag) const;
    [[nodiscard]] std::string text_of(const StoredTag& column, std::int64_t id);
    [[nodiscard]] std::string column_text(std::size_t tag);
};

bool TagScan::can_read(std::string_view name) {
    const TagColumn column = columns_of({name}).front();
    return column == TagColumn::none || stored_tag(column) != nullptr;
}

TagScan::TagScan(const Store& store, std::vector<std::string> names, With with)
    : state_(std::make_unique<State>(State{store, std::move(names), with})) {
    int next = with == With::tags ? Column::result + 1 : Column::round + 1;
    for (const std::string& name : state_->names) {
        state_->columns.push_back(stored_tag(columns_of({name}).front()));
        state_->places.push_back(state_->columns.back() != nullptr ? next++ : 0);
    }
    state_->values.resize(state_->names.size());
}

TagScan::~TagScan() = default;

const FormTags& TagScan::State::form_of(std::int64_t id) {
    const auto [place, is_new] = forms.try_emplace(id);
    if (!is_new) return place->second;
    const std::optional<Form> form_read = read_form(store.connection(), id);
    if (form_read) place->second.kind = form_read->kind;
    const std::vector<std::string> there = form_read ? form_read->tag_names : std::vector<std::string>();
    for (const std::string& name : names) {
        const auto found = std::ranges::find(there, name);
        place->second.ordinals.push_back(found == there.end() ? -1 : found - there.begin());
    }
    return place->second;
}

const Names& TagScan::State::names_of(Sql query) {
    const auto [place, is_new] = texts.try_emplace(query);
    Names& read = place->second;
    if (!is_new) return read;
    Statement name(store.connection(), query);
    for_each_row(name, 0, [&] { read.emplace_back(name.integer(0), name.text(1)); });
    return read;
}

const std::string* TagScan::State::own_text(std::size_t tag) const {
    for (const auto& [ordinal, text] : own)
        if (ordinal == form->ordinals[tag]) return &text;
    return nullptr;
}

std::string TagScan::State::text_of(const StoredTag& column, std::int64_t id) {
    if (column.column == TagColumn::date) return PartialDate::from_number(static_cast<std::int32_t>(id)).to_text();
    const Names& known = names_of(*column.names);
    const auto found = std::ranges::lower_bound(known, id, {}, &Names::value_type::first);
    return found == known.end() || found->first != id ? std::string() : found->second;
}

std::string TagScan::State::column_text(std::size_t tag) {
    const int place = places[tag];
    if (columns[tag] == nullptr || row->is_null(place)) return {};
    if (columns[tag]->is_of_numbers()) return text_of(*columns[tag], row->integer(place));
    return std::string(row->text(place));
}

void TagScan::for_each(std::int64_t first, std::int64_t last, const std::function<void(std::int64_t, Result)>& each) {
    state_->read(first, last,
                 [&](const Statement& row) { each(row.integer(Column::id), result_of(row.integer(Column::result))); });
}

void TagScan::for_each_game(std::int64_t first, std::int64_t last,
                            const std::function<void(const SegmentGame&)>& each) {
    state_->read(first, last, [&](const Statement& row) {
        if (!state_->form->kind) return;
        each({.id = row.integer(Column::id),
              .kind = *state_->form->kind,
              .start = row.text(Column::start),
              .moves = row.blob(Column::moves),
              .result = result_of(row.integer(Column::result)),
              .date = stored_date(row, Column::date),
              .white_elo = row.integer(Column::white_elo),
              .black_elo = row.integer(Column::black_elo),
              .form = row.integer(Column::form),
              .state = row.integer(Column::state),
              .ply_count = row.integer(Column::ply_count),
              .opening = row.optional_integer(Column::opening),
              .round = row.text(Column::round)});
    });
}

template <typename Each>
void TagScan::State::read(std::int64_t first, std::int64_t last, const Each& each) {
    if (!scan_games) {
        std::string sql(sql_text(Sql::scan_tags));
        if (with == With::games) sql.append("\n").append(sql_text(Sql::scan_games));
        for (const StoredTag* column : columns)
            if (column != nullptr) sql.append("\n").append(sql_text(column->scan));
        scan_games = Statement::of_text(store.connection(), sql.append("\n").append(sql_text(Sql::scan_tags_from)));
        scan_own_tags.emplace(store.connection(), Sql::scan_own_tags);
    }
    Statement& game = *scan_games;
    Statement& own_tag = *scan_own_tags;
    const ResetAtEnd reset_games(game), reset_own_tags(own_tag);
    IdOrder own_order(first, last);
    std::int64_t own_game = 0;
    const auto next_own_tag = [&] {
        if (!own_tag.step()) return false;
        if (own_tag.integer(0) != own_game) own_order.check(own_tag, own_game = own_tag.integer(0));
        return own.size() < most_tags;  // more only if a damaged table has cyclic pages
    };
    own_tag.with(first, last);
    bool more = next_own_tag();
    std::int64_t last_form = -1;
    row = &game;
    form = nullptr;
    game.with(first, last);
    for (IdOrder order(first, last); game.step();) {
        const std::int64_t id = game.integer(Column::id);
        order.check(game, id);
        if (form == nullptr || game.integer(Column::form) != last_form)
            form = &form_of(last_form = game.integer(Column::form));
        own.clear();
        for (; more && own_game <= id; more = next_own_tag())
            if (own_game == id) own.emplace_back(own_tag.integer(1), own_tag.text(2));
        each(game);
    }
    row = nullptr;
}

std::optional<std::string_view> TagScan::value(std::size_t tag) {
    if (state_->form->ordinals[tag] < 0) return std::nullopt;
    if (const std::string* text = state_->own_text(tag)) return *text;
    return state_->values[tag] = state_->column_text(tag);
}

std::optional<std::string_view> TagScan::value_of(std::size_t tag, std::int64_t number) {
    if (number == no_tag) return std::nullopt;
    std::string& value = state_->values[tag];
    return value = number == empty_tag ? "" : state_->text_of(*state_->columns[tag], number - first_number);
}

std::optional<std::int64_t> TagScan::number(std::size_t tag) const {
    const StoredTag* const column = state_->columns[tag];
    if (state_->form->ordinals[tag] < 0) {
        const bool has_value = column != nullptr && !state_->row->is_null(state_->places[tag]);
        return has_value ? std::nullopt : std::optional(no_tag);  // only if another program wrote it
    }
    if (column == nullptr || (!state_->own.empty() && state_->own_text(tag) != nullptr)) return std::nullopt;
    const int place = state_->places[tag];
    if (state_->row->is_null(place)) return empty_tag;
    std::int64_t number = 0;
    if (column->column == TagColumn::eco || column->column == TagColumn::round) {
        const std::string_view text = state_->row->text(place);
        if (text.size() >= sizeof number - 1) return std::nullopt;
        number = 1;
        for (const char letter : text) number = number << 8 | static_cast<unsigned char>(letter);
    } else {
        number = state_->row->integer(place);
    }
    if (number < 0 || number > std::numeric_limits<std::int64_t>::max() - first_number) return std::nullopt;
    return number + first_number;
}

}  // namespace cofnod::store
