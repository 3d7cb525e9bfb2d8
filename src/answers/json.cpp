#include "answers/json.hpp"

#include <ostream>

#include "base/json.hpp"

namespace cofnod::answers {

namespace {

constexpr std::size_t enough_to_write = std::size_t{1} << 14;

}  // namespace

JsonWriter& JsonWriter::begin_document() { return begin_object().member("schema_version", json_schema_version); }

JsonWriter& JsonWriter::key(std::string_view name) {
    before_value();
    append_quoted(text_, name);
    text_ += ':';
    if (layout_ == indented) text_ += ' ';
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(const Value& value) {
    const Value::List* const list = value.list();
    const Value::Object* const object = value.object();
    if (list) {
        begin_array();
        for (const Value& item : *list) this->value(item);
        return end_array();
    }
    if (object) {
        begin_object();
        for (std::size_t i = 0; i < object->names.size(); ++i) member(object->names[i], object->values[i]);
        return end_object();
    }
    before_value();
    append_json(text_, value);
    return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
    before_value();
    text_ += bracket;
    has_content_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool had_content = has_content_.back();
    has_content_.pop_back();
    if (had_content) new_line();
    text_ += bracket;
    if (has_content_.empty()) text_ += '\n';
    if (has_content_.empty() || text_.size() >= enough_to_write) flush();
    return *this;
}

void JsonWriter::before_value() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_content_.empty()) return;
    if (has_content_.back()) text_ += ',';
    has_content_.back() = true;
    new_line();
}

void JsonWriter::new_line() {
    if (layout_ != indented) return;
    text_ += '\n';
    text_.append(2 * has_content_.size(), ' ');
}

void JsonWriter::flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

}  // namespace cofnod::answers
