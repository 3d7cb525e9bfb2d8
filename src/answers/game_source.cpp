#include "answers/game_source.hpp"

#include "answers/headers.hpp"
#include "answers/problems.hpp"

namespace cofnod::answers {

namespace {

const store::GameHeader& header_of(const GameSource& source) { return source.header; }

std::string_view name_of(Trace::Kind kind) {
    switch (kind) {
        case Trace::Kind::ply: return "ply";
        case Trace::Kind::annotation: return "annotation";
        case Trace::Kind::header: return "header";
    }
    return {};
}

Value trace_of(const GameSource& source) {
    Value::List list;
    for (const Trace::Item& item : source.traced.items) {
        Value::Object object;
        object.add("kind", name_of(item.kind));
        object.add("index", item.index);
        object.add("begin", item.begin);
        object.add("end", item.end);
        list.emplace_back(std::move(object));
    }
    return list;
}

}  // namespace

Answer<GameSource> game_source() {
    Answer<GameSource> answer{.list = {}, .fields = {}};
    auto& fields = answer.fields;
    add_fields(fields, header_fields(), {"id", "state", "source", "number", "line", "white", "black", "notation"},
               header_of);
    fields.push_back({"charset", Type::text, [](const GameSource& source) { return known(source.header.charset); }});
    fields.push_back({"byte", Type::integer, [](const GameSource& source) { return Value(source.record.span.begin); }});
    fields.push_back({"text", Type::text, [](const GameSource& source) { return Value(source.traced.text); }});
    fields.push_back(
        {"regenerated", Type::boolean, [](const GameSource& source) { return Value(source.traced.is_regenerated); }});
    fields.push_back(with_parts<GameSource>({"trace", Type::list, trace_of}, {{.name = "kind"},
                                                                              {.name = "index", .type = Type::integer},
                                                                              {.name = "begin", .type = Type::integer},
                                                                              {.name = "end", .type = Type::integer}}));
    fields.push_back(nested<GameSource>("problems", Type::list, problem_fields(), [](const GameSource& source) {
        return objects(source.record.problems, problem_fields());
    }));
    return answer;
}

}  // namespace cofnod::answers
