#pragma once

#include <string_view>
#include <tao/pegtl.hpp>

/// The subset of HTML and wikitext needed to extract text. Nothing is an error: anything else is text. Every rule that
/// searches for an end is bounded or takes the rest, so that every page takes linear time.
namespace cofnod::grammar::markup {

namespace p = tao::pegtl;

template <typename End>
struct up_to : p::sor<p::until<End>, p::until<p::eof>> {};

// clang-format off
struct blank            : p::one< ' ', '\t', '\r', '\n', '\f' > {};
struct quoted           : p::sor< p::seq< p::one< '"' >, p::rep_max< 2000, p::not_one< '"' > >, p::one< '"' > >,
                                  p::seq< p::one< '\'' >, p::rep_max< 2000, p::not_one< '\'' > >, p::one< '\'' > > > {};
struct value_in_quotes  : p::star< p::not_one< '"' > > {};
struct value_in_apostrophes : p::star< p::not_one< '\'' > > {};
struct pgn_attribute    : p::seq< p::istring< 'p', 'g', 'n' >, p::star< blank >, p::one< '=' >, p::star< blank >,
                                  p::sor< p::seq< p::one< '"' >, value_in_quotes, p::one< '"' > >, p::seq< p::one< '\'' >, value_in_apostrophes, p::one< '\'' > > > > {};
struct attributes       : p::rep_max< 500, p::sor< pgn_attribute, quoted, p::not_one< '<', '>' > > > {};

struct comment          : p::seq< p::string< '<', '!', '-', '-' >, up_to< p::string< '-', '-', '>' > > > {};
struct declaration      : p::seq< p::one< '<' >, p::one< '!', '?' >, attributes, p::one< '>' > > {};
struct script           : p::seq< p::istring< '<', 's', 'c', 'r', 'i', 'p', 't' >, up_to< p::istring< '<', '/', 's', 'c', 'r', 'i', 'p', 't', '>' > > > {};
struct style            : p::seq< p::istring< '<', 's', 't', 'y', 'l', 'e' >, up_to< p::istring< '<', '/', 's', 't', 'y', 'l', 'e', '>' > > > {};
struct empty_reference  : p::seq< p::istring< '<', 'r', 'e', 'f' >, p::rep_max< 500, p::not_one< '<', '>', '/' > >, p::string< '/', '>' > > {};
struct reference        : p::seq< p::istring< '<', 'r', 'e', 'f' >, p::at< p::one< ' ', '>' > >, up_to< p::istring< '<', '/', 'r', 'e', 'f', '>' > > > {};
struct deleted          : p::seq< p::istring< '<', 'd', 'e', 'l' >, p::at< p::one< '>', ' ' > >, up_to< p::istring< '<', '/', 'd', 'e', 'l', '>' > > > {};
struct dropped          : p::sor< comment, declaration, style, deleted, empty_reference, reference > {};

struct tag_name         : p::seq< p::opt< p::one< '/' > >, p::alpha, p::rep_max< 40, p::sor< p::alnum, p::one< '-' > > > > {};
struct tag              : p::seq< p::one< '<' >, tag_name, p::at< p::sor< blank, p::one< '>', '/' > > >, attributes, p::one< '>' > > {};
struct whole_tag        : p::star< p::sor< pgn_attribute, quoted, p::any > > {};

struct entity_name      : p::sor< p::seq< p::one< '#' >, p::sor< p::seq< p::one< 'x', 'X' >, p::rep_min_max< 1, 6, p::xdigit > >, p::rep_min_max< 1, 7, p::digit > > >,
                                  p::seq< p::alpha, p::rep_max< 10, p::alnum > > > {};
struct entity           : p::seq< p::one< '&' >, entity_name, p::one< ';' > > {};

// wikitext
struct bold             : p::seq< p::two< '\'' >, p::star< p::one< '\'' > > > {};
struct name_end         : p::one< '|', ']', '\n', '[' > {};
struct dropped_kind     : p::sor< p::istring< 'f', 'i', 'l', 'e' >, p::istring< 'i', 'm', 'a', 'g', 'e' >, p::istring< 'c', 'a', 't', 'e', 'g', 'o', 'r', 'y' >,
                                  p::string< 'D', 'e', 'l', 'w', 'e', 'd', 'd' >, p::string< 'C', 'a', 't', 'e', 'g', 'o', 'r', 'i' >,
                                  p::utf8::string< U'\u0645', U'\u0644', U'\u0641' >, p::utf8::string< U'\u062A', U'\u0635', U'\u0646', U'\u064A', U'\u0641' > > {};
struct dropped_link     : p::seq< p::two< '[' >, dropped_kind, p::one< ':' >,
                                  p::rep_max< 500, p::seq< p::not_at< p::two< ']' > >, p::not_one< '\n' > > >, p::two< ']' > > {};
struct link_target      : p::seq< p::two< '[' >, p::rep_max< 300, p::seq< p::not_at< name_end >, p::any > >, p::one< '|' > > {};
struct link_open        : p::two< '[' > {};
struct link_close       : p::two< ']' > {};
struct outer_target     : p::seq< p::one< '[' >, p::string< 'h', 't', 't', 'p' >, p::rep_max< 1000, p::not_one< ' ', ']', '\n' > >, p::one< ' ' > > {};
struct outer_text       : p::rep_max< 500, p::not_one< '[', ']', '\n' > > {};
struct outer_link       : p::seq< outer_target, outer_text, p::one< ']' > > {};
struct cell             : p::sor< p::two< '|' >, p::two< '!' > > {};
struct end_of_line      : p::sor< p::string< '\r', '\n' >, p::one< '\n', '\r' > > {};
struct table_line       : p::seq< p::sor< p::string< '{', '|' >, p::string< '|', '}' >, p::string< '|', '-' >, p::string< '|', '+' > >,
                                  p::star< p::not_one< '\n' > > > {};
struct list_mark        : p::sor< p::plus< p::one< ':', ';', '#' > >, p::seq< p::one< '*' >, p::not_at< p::star< p::one< ' ' > >, p::one< '*' > > >,
                                  p::plus< p::one< '=' > >, p::seq< p::one< '|', '!' >, p::not_at< p::one< '|', '!' > > > > {};
struct line_start       : p::seq< end_of_line, p::opt< p::sor< table_line, list_mark > > > {};
struct heading_end      : p::seq< p::two< '=' >, p::star< p::one< '=' > >, p::star< p::one< ' ' > >, p::at< p::sor< end_of_line, p::eof > > > {};
struct equals_signs     : p::plus< p::one< '=' > > {};  // after heading_end: does not end a heading

/// `{{...}}`, possibly nested, up to 8 KiB.
struct wiki_template {
    using rule_t = wiki_template;
    using subs_t = p::empty_list;

    template <typename Input>
    static bool match(Input& in) {
        std::string_view text(in.current(), in.size() < 8192 ? in.size() : 8192);
        if (text.substr(0, 2) != "{{") return false;
        std::size_t depth = 0;
        for (std::size_t at = 0; at + 1 < text.size(); ++at) {
            const std::string_view two = text.substr(at, 2);
            if (two != "{{" && two != "}}") continue;
            ++at;
            depth += two == "{{" ? 1 : static_cast<std::size_t>(-1);
            if (depth > 0) continue;
            in.bump(at + 1);
            return true;
        }
        return false;
    }
};
struct braces           : p::plus< p::one< '{' > > {};

struct plain            : p::plus< p::not_one< '<', '&', '\'', '[', ']', '{', '|', '!', '=', '\r', '\n' > > {};
struct other            : p::any {};
struct piece            : p::sor< plain, script, dropped, tag, entity, line_start, bold, dropped_link, link_target, link_open, link_close, outer_link,
                                  wiki_template, braces, heading_end, equals_signs, cell, other > {};
struct page             : p::seq< p::opt< p::sor< table_line, list_mark > >, p::star< piece > > {};
// clang-format on

}  // namespace cofnod::grammar::markup
