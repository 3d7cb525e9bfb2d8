#include "store/change_watch.hpp"

#include <exception>
#include <utility>

#include "store/store.hpp"

namespace cofnod::store {

namespace {

thread_local ChangeWatch* innermost = nullptr;

}  // namespace

ChangeWatch::ChangeWatch() : outer_(std::exchange(innermost, this)) {}

ChangeWatch::~ChangeWatch() { innermost = outer_; }

ChangeWatch* ChangeWatch::of_thread() { return innermost; }

void ChangeWatch::begin() {
    is_begun_ = true;
    if (!stoppable_) stoppable_.emplace();
}

void ChangeWatch::end_commit() {
    doubtful_.reset();
    is_stored_ = true;
}

Stored ChangeWatch::stored() const {
    if (is_stored_) return Stored::yes;
    if (!doubtful_) return is_begun_ ? Stored::no : Stored::untried;
    const Resumed asking;
    try {
        const Store store = Store::open(doubtful_->database, Access::read_only);
        return store.property(change_mark) == doubtful_->mark ? Stored::yes : Stored::no;
    } catch (const std::exception&) {
        return Stored::unknown;
    } catch (const Interrupted&) {
        return Stored::unknown;
    }
}

void ChangeWatch::leave_undone(std::string fault) {
    if (innermost) innermost->undone_.push_back(std::move(fault));
}

}  // namespace cofnod::store
