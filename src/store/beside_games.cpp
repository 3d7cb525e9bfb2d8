#include "store/beside_games.hpp"

#include <limits>

#include "store/connection.hpp"

namespace cofnod::store {

void RowsOfGames::step() {
    at_.reset();
    is_open_ = rows_.step();
    if (is_open_) at_ = rows_.integer(0);
}

bool RowsOfGames::find(std::int64_t game) {
    const bool is_ahead = asked_ && *asked_ < game;
    if (is_ahead && is_open_ && *at_ < game) step();  // where most games have a row, this is it
    const bool is_known = is_ahead && (!at_ || *at_ > game || (*at_ == game && is_open_));
    if (!is_known) {
        rows_.with(game);
        step();
    }
    asked_ = game;
    return at_ == game;
}

bool RowsOfGames::next() {
    step();
    return at_ == asked_;
}

void RowsOfGames::pause() {
    if (is_open_) rows_.reset();
    is_open_ = false;
}

void RowsOfGames::forget() {
    pause();
    asked_.reset();
    at_.reset();
}

std::string_view NamesById::of(std::int64_t id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    if (known_.size() == most) known_.clear();
    const ResetAtEnd reset(name_);
    const bool is_there = name_.with(id).step();
    return known_.emplace(id, is_there ? name_.text(0) : std::string_view()).first->second;
}

const SourceRuns::Place* SourceRuns::of(std::int64_t game) {
    if (end_ == 0 || game < first_ || game >= end_) {
        const ResetAtEnd reset(run_);
        if (!run_.with(game).step()) {
            end_ = 0;
            return nullptr;
        }
        first_ = run_.integer(0);
        place_ = {run_.integer(1), run_.integer(2)};
        end_ = run_.is_null(3) ? std::numeric_limits<std::int64_t>::max() : run_.integer(3);
    }
    return &place_;
}

BesideGames::BesideGames(const Connection& opened)
    : players(opened, Sql::player_name),
      events(opened, Sql::event_name),
      sites(opened, Sql::site_name),
      runs(opened),
      movetexts(opened, Sql::movetexts_from),
      unread_texts(opened, Sql::unread_texts_from),
      annotations(opened, Sql::annotations_from),
      source_texts(opened, Sql::source_texts_from),
      charsets(opened, Sql::charsets_from),
      tags(opened, Sql::tags_from),
      problems(opened, Sql::problems_from),
      connection_(opened) {}

/// Forgets what is known, unless the database is still as it was then.
void BesideGames::begin() {
    const auto state = connection_.state_number();
    if (state && state == state_) return;
    state_ = state;
    for (NamesById* names : {&players, &events, &sites}) names->forget();
    runs.forget();
    for (RowsOfGames* rows : tables()) rows->forget();
}

void BesideGames::pause() {
    for (RowsOfGames* rows : tables()) rows->pause();
}

}  // namespace cofnod::store
