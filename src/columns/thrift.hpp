#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/varint.hpp"

namespace cofnod::columns {

/// Writes structures in Thrift's compact protocol, which the metadata of Parquet is in. Fields are given by their
/// numbers, in ascending order. Source: thrift, doc/specs/thrift-compact-protocol.md.
///
///     ThriftWriter thrift(bytes);
///     thrift.number(1, 2).text(6, "cofnod");
///     thrift.begin_list(2, ThriftWriter::structure, 1).begin_item().number(3, 0).end_struct();
///     thrift.end_struct();
class ThriftWriter {
public:
    enum Kind : std::uint8_t {
        true_value = 1,
        false_value,
        byte,
        int16,
        int32,
        int64,
        real,
        binary,
        list,
        set,
        map,
        structure
    };

    /// Starts a structure at the end of the bytes.
    explicit ThriftWriter(std::string& bytes) : bytes_(bytes) {}

    ThriftWriter& number(int field, std::int64_t value, Kind kind = int32) {
        begin_field(field, kind);
        if (kind != byte) return item(value);
        put_byte(static_cast<std::uint8_t>(value));
        return *this;
    }
    ThriftWriter& truth(int field, bool value) {
        begin_field(field, value ? true_value : false_value);
        return *this;
    }
    ThriftWriter& text(int field, std::string_view value) {
        begin_field(field, binary);
        return item(value);
    }
    ThriftWriter& begin_struct(int field) {
        begin_field(field, structure);
        return begin_item();
    }
    /// Ends the innermost structure.
    ThriftWriter& end_struct() {
        put_byte(0);
        last_fields_.pop_back();
        return *this;
    }
    /// Starts a list; its items follow: item(), or begin_item() for structures.
    ThriftWriter& begin_list(int field, Kind kind, std::size_t size) {
        begin_field(field, list);
        constexpr std::size_t long_list = 15;
        put_byte(static_cast<std::uint8_t>((size < long_list ? size : long_list) << 4 | kind));
        if (size >= long_list) varint::put(bytes_, size);
        return *this;
    }
    ThriftWriter& item(std::int64_t value) {
        varint::put(bytes_, varint::zigzag(value));
        return *this;
    }
    ThriftWriter& item(std::string_view value) {
        varint::put(bytes_, value.size());
        bytes_ += value;
        return *this;
    }
    ThriftWriter& begin_item() {
        last_fields_.push_back(0);
        return *this;
    }

private:
    void put_byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
    void begin_field(int field, Kind kind) {
        const int step = field - last_fields_.back();
        put_byte(static_cast<std::uint8_t>((step <= 15 ? step : 0) << 4 | kind));
        if (step > 15) item(std::int64_t{field});
        last_fields_.back() = field;
    }

    std::string& bytes_;
    std::vector<int> last_fields_ = {0};  ///< of the structures that are open
};

}  // namespace cofnod::columns
