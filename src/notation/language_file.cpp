#include "notation/languages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "grammar/language_file.hpp"
#include "notation/embedded.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"

namespace cofnod::notation {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::language_file;
using rules::Shape;
using std::string_view;

constexpr string_view role_letters = "PNBRQK";
constexpr std::array<string_view, role_count> role_names = {"pawn", "knight", "bishop", "rook", "queen", "king"};

Role role_of(string_view letter) { return static_cast<Role>(role_letters.find(letter.front())); }

/// A fault at a view into the text; thrown only within this file.
struct FaultAt {
    string_view where;
    std::string message;
    std::string remedy;
};

[[noreturn]] void fail(string_view where, std::string message, std::string remedy = {}) {
    throw FaultAt{where, std::move(message), std::move(remedy)};
}

LanguageFault locate_fault(string_view text, const FaultAt& at) {
    const auto begin = static_cast<std::size_t>(at.where.data() - text.data());
    Problem problem;
    locate(problem, text, begin, begin + at.where.size(), Anchor{});
    return {problem.place, at.message, at.remedy, problem.line, problem.caret, problem.width};
}

/// Parser state for grammar/language_file.hpp: collects the words of a statement, then executes it.
class LanguageFileReader {
public:
    explicit LanguageFileReader(string_view text) : text_(text) {}

    Shape shape = Shape::none;

    static LanguageData read(string_view text);

    void begin(string_view keyword);
    void add(string_view word) { words_.push_back(word); }
    void carry_out();
    LanguageData finish();

private:
    struct Keyword {
        string_view name;
        Shape shape;
        bool once;  ///< a second statement with it is an error
        void (LanguageFileReader::*carry_out)();
    };
    static const std::array<Keyword, 37> keywords;

    // clang-format off
    void code()               { data_.code = only(); }
    void name()               { data_.name = only(); }
    void own_name()           { data_.own_name = only(); }
    void after()              { data_.after = all(); }
    void like();
    void direction()          { data_.right_to_left = choice("ltr", "rtl"); }
    void squares()            { data_.rank_first = choice("file-rank", "rank-file"); }
    void stored()             { data_.visual = choice("logical", "visual"); }
    void system();
    void wing()               { data_.wing_last = choice("before", "after"); }
    void towards()            { data_.towards = all(); }
    void first_rank()         { data_.first_ranks = all(); }
    void castling()           { data_.castles = all(); }
    void pieces()             { assign(true); }
    void also()               { assign(false); }
    void pawn();
    void pawn_capture()       { data_.pawn_capture = only() == "none" ? "" : only(); }
    void files()              { data_.files = eight(); }
    void also_files()         { data_.also_files.push_back(eight()); also_files_.insert(also_files_.end(), words_.begin(), words_.end()); }
    void ranks()              { data_.ranks = eight(); }
    void capture()            { data_.captures = all(); captures_ = words_; }
    void promotion()          { data_.promotion = only() == "none" ? "" : only(); }
    void check()              { data_.checks = all(); }
    void mate()               { data_.mates = all(); }
    void en_passant()         { data_.en_passant = all(); }
    void castling_short()     { data_.castle_king_side = all(); }
    void castling_long()      { data_.castle_queen_side = all(); }
    void conjunction()        { data_.conjunctions = all(); }
    void date_word()          { append(data_.date_words, words_.begin(), words_.end()); }
    void piece_name()         { append(data_.piece_names[static_cast<std::size_t>(role_of(words_.front()))], words_.begin() + 1, words_.end()); }
    void header()             { for (std::size_t i = 1; i < words_.size(); ++i) data_.headers.emplace_back(words_[0], words_[i]); }
    void result()             { for (std::size_t i = 1; i < words_.size(); ++i) data_.results.emplace_back(said_result(), words_[i]); }
    void month();
    void number();
    void cue();
    void example()            { add_example(true); }
    void reads()              { add_example(false); }
    // clang-format on

    SaidResult said_result() const {
        const auto result = result_from(words_[0]);
        return result ? static_cast<SaidResult>(*result) : SaidResult::resigned;
    }

    string_view only() const {
        if (words_.size() > 1)
            fail(words_[1], tr("{} takes one value", keyword_), tr("put several words in double quotes"));
        return words_.front();
    }
    bool choice(string_view no, string_view yes) const {
        if (only() != no && only() != yes) fail(only(), tr("expected {} or {}", no, yes));
        return only() == yes;
    }
    std::array<std::string, 8> eight() const;
    std::vector<std::string> all() const { return {words_.begin(), words_.end()}; }
    template <typename Iterator>
    static void append(std::vector<std::string>& to, Iterator begin, Iterator end) {
        to.insert(to.end(), begin, end);
    }
    void assign(bool main);
    void claim(Role role, string_view letter);
    void check_capture_signs() const;
    void check_also_files() const;
    void add_example(bool is_written);
    Place place_of(string_view word);

    string_view text_;
    string_view keyword_;
    void (LanguageFileReader::*carry_out_)() = nullptr;
    std::vector<string_view> words_;
    std::vector<string_view> seen_;  ///< keywords seen that may occur only once
    string_view pieces_line_;
    std::vector<std::pair<std::string, Role>> letters_;  ///< folded piece letters in use
    std::vector<string_view> captures_;
    std::vector<string_view> also_files_;  ///< eight per statement
    std::size_t line_begin_ = 0;           ///< start of the line of the previous example
    std::uint64_t line_ = 1;
    LanguageData data_;
};

// clang-format off
const std::array<LanguageFileReader::Keyword, 37> LanguageFileReader::keywords = {{
    {"code",           Shape::words,            true,  &LanguageFileReader::code},
    {"name",           Shape::words,            true,  &LanguageFileReader::name},
    {"own-name",       Shape::words,            true,  &LanguageFileReader::own_name},
    {"after",          Shape::words,            true,  &LanguageFileReader::after},
    {"like",           Shape::words,            true,  &LanguageFileReader::like},
    {"direction",      Shape::words,            true,  &LanguageFileReader::direction},
    {"squares",        Shape::words,            true,  &LanguageFileReader::squares},
    {"stored",         Shape::words,            true,  &LanguageFileReader::stored},
    {"system",         Shape::words,            true,  &LanguageFileReader::system},
    {"wing",           Shape::words,            true,  &LanguageFileReader::wing},
    {"towards",        Shape::words,            true,  &LanguageFileReader::towards},
    {"first-rank",     Shape::words,            true,  &LanguageFileReader::first_rank},
    {"castling",       Shape::words,            true,  &LanguageFileReader::castling},
    {"pieces",         Shape::assignments,      true,  &LanguageFileReader::pieces},
    {"also",           Shape::assignments,      false, &LanguageFileReader::also},
    {"pawn",           Shape::words,            true,  &LanguageFileReader::pawn},
    {"pawn-capture",   Shape::words,            true,  &LanguageFileReader::pawn_capture},
    {"files",          Shape::words,            true,  &LanguageFileReader::files},
    {"also-files",     Shape::words,            false, &LanguageFileReader::also_files},
    {"ranks",          Shape::words,            true,  &LanguageFileReader::ranks},
    {"capture",        Shape::words,            true,  &LanguageFileReader::capture},
    {"promotion",      Shape::words,            true,  &LanguageFileReader::promotion},
    {"check",          Shape::words,            true,  &LanguageFileReader::check},
    {"mate",           Shape::words,            true,  &LanguageFileReader::mate},
    {"en-passant",     Shape::words,            true,  &LanguageFileReader::en_passant},
    {"castling-short", Shape::words,            true,  &LanguageFileReader::castling_short},
    {"castling-long",  Shape::words,            true,  &LanguageFileReader::castling_long},
    {"conjunction",    Shape::words,            true,  &LanguageFileReader::conjunction},
    {"piece-name",     Shape::piece_and_words,  false, &LanguageFileReader::piece_name},
    {"header",         Shape::tag_and_words,    false, &LanguageFileReader::header},
    {"result",         Shape::result_and_words, false, &LanguageFileReader::result},
    {"month",          Shape::month_and_words,  false, &LanguageFileReader::month},
    {"number",         Shape::month_and_words,  false, &LanguageFileReader::number},
    {"date-word",      Shape::words,            false, &LanguageFileReader::date_word},
    {"cue",            Shape::tag_and_words,    false, &LanguageFileReader::cue},
    {"example",        Shape::example,          false, &LanguageFileReader::example},
    {"reads",          Shape::example,          false, &LanguageFileReader::reads},
}};
// clang-format on

void LanguageFileReader::begin(string_view keyword) {
    keyword_ = keyword;
    words_.clear();
    shape = Shape::none;
    for (const Keyword& known : keywords)
        if (known.name == keyword) shape = known.shape, carry_out_ = known.carry_out;
    if (shape == Shape::none) {
        std::array<string_view, keywords.size()> names;
        std::transform(keywords.begin(), keywords.end(), names.begin(), [](const Keyword& k) { return k.name; });
        const std::string nearest = nearest_word(keyword, names);
        fail(keyword, tr("{} is not a keyword of notation files", keyword),
             nearest.empty() ? tr("a comment begins with #; 'cofnod help notation' lists the keywords")
                             : tr("did you mean {}?", nearest));
    }
    const bool once =
        std::any_of(keywords.begin(), keywords.end(), [&](const Keyword& k) { return k.name == keyword && k.once; });
    if (once && std::find(seen_.begin(), seen_.end(), keyword) != seen_.end())
        fail(keyword, tr("a second line with {}", keyword), tr("give all its values on one line"));
    if (once) seen_.push_back(keyword);
    if (keyword == "pieces") pieces_line_ = keyword;
}

void LanguageFileReader::carry_out() {
    for (const string_view word : words_)
        if (!utf8::is_valid(word)) fail(word, tr("the file is not UTF-8"), tr("save it as UTF-8"));
    (this->*carry_out_)();
}

void LanguageFileReader::claim(Role role, string_view letter) {
    const std::string folded = folded_text(letter);
    if (folded.empty()) fail(letter, tr("a letter is missing"));
    if (folded.size() > Spelling::max_length) fail(letter, tr("longer than a letter can be"));
    for (const auto& [taken, by] : letters_) {
        if (taken != folded) continue;
        if (by == role) return;
        fail(letter,
             tr("{} is the letter of the {} already", letter, translated(role_names[static_cast<std::size_t>(by)])),
             tr("two pieces cannot share a letter: the rules of the game could not tell them apart"));
    }
    letters_.emplace_back(folded, role);
}

void LanguageFileReader::assign(bool main) {
    for (std::size_t i = 0; i + 1 < words_.size(); i += 2) {
        const Role role = role_of(words_[i]);
        const string_view letter = words_[i + 1];
        claim(role, letter);
        std::string& own = data_.pieces[static_cast<std::size_t>(role)];
        if (!main) {
            data_.also.emplace_back(role, letter);
        } else if (!own.empty()) {
            fail(words_[i], tr("a second letter for the {}", translated(role_names[static_cast<std::size_t>(role)])),
                 tr("other spellings go on a line that begins with also"));
        } else {
            own = letter;
        }
    }
}

/// Inherits everything that moves consist of from a built-in language, but not its words: each would then belong to two
/// languages.
void LanguageFileReader::like() {
    static constexpr std::array<string_view, 5> before = {"code", "name", "own-name", "after", "like"};
    for (const string_view keyword : seen_)
        if (std::find(before.begin(), before.end(), keyword) == before.end())
            fail(keyword_, tr("like must stand before {}", keyword));
    const std::string path = fmt::format("grammar/languages/{}.notation", only());
    const auto file = std::find_if(std::begin(embedded::notation_files), std::end(embedded::notation_files),
                                   [&](const EmbeddedFile& known) { return known.name == path; });
    if (file == std::end(embedded::notation_files) || file->text.find("\nlike ") != string_view::npos)
        fail(only(), tr("{} is not a language of the program", only()), tr("name one that is built in, by its code"));
    LanguageData other = read(file->text);
    other.code = data_.code;
    other.name = data_.name;
    other.own_name = data_.own_name;
    other.after = data_.after;
    other.headers.clear();
    other.results.clear();
    for (auto& months : other.months) months.clear();
    for (auto& numbers : other.numbers) numbers.clear();
    other.date_words.clear();
    for (auto& cues : other.cues) cues.clear();
    other.examples.clear();
    data_ = std::move(other);
    for (std::size_t i = 0; i < role_count; ++i)
        if (!data_.pieces[i].empty()) letters_.emplace_back(folded_text(data_.pieces[i]), static_cast<Role>(i));
    for (const auto& [role, letter] : data_.also) letters_.emplace_back(folded_text(letter), role);
    pieces_line_ = keyword_;
}

void LanguageFileReader::system() {
    data_.is_font = only() == "font";
    if (only() == "algebraic" || data_.is_font)
        data_.system = System::algebraic;
    else if (only() == "descriptive")
        data_.system = System::descriptive;
    else if (only() == "coordinates")
        data_.system = System::coordinates;
    else
        fail(only(), tr("expected algebraic, descriptive, coordinates or font"));
}

void LanguageFileReader::cue() {
    static constexpr std::array<string_view, cue_count> names = {
        "diagram", "against", "negation", "game",     "as_in",        "supposed",    "instance",
        "mates",   "bye",     "between",  "and",      "mate_in",      "selfmate_in", "helpmate_in",
        "to_win",  "to_draw", "odds",     "and_move", "and_two_moves"};
    const auto found = std::find(names.begin(), names.end(), words_.front());
    if (found == names.end()) fail(words_.front(), tr("expected {}", fmt::join(names, ", ")));
    append(data_.cues[static_cast<std::size_t>(found - names.begin())], words_.begin() + 1, words_.end());
}

void LanguageFileReader::pawn() {
    claim(Role::pawn, words_.front());
    data_.pieces[0] = words_.front();
    for (std::size_t i = 1; i < words_.size(); ++i) {
        claim(Role::pawn, words_[i]);
        data_.also.emplace_back(Role::pawn, words_[i]);
    }
}

std::array<std::string, 8> LanguageFileReader::eight() const {
    if (words_.size() != 8)
        fail(
            words_.size() > 8 ? words_[8] : words_.back(),
            tr("{} takes eight values, from White's left and from White's side; here are {}", keyword_, words_.size()));
    std::array<std::string, 8> result;
    for (std::size_t i = 0; i < 8; ++i) {
        result[i] = words_[i];
        for (std::size_t j = 0; j < i; ++j)
            if (folded_text(words_[i]) == folded_text(words_[j]))
                fail(words_[i], tr("{} stands here twice", words_[i]));
    }
    return result;
}

/// Returns the index of a number from 1 to 12.
std::size_t index_of(std::string_view number) {
    return static_cast<std::size_t>(number.size() == 2 ? 10 + number[1] - '0' : number[0] - '0') - 1;
}

void LanguageFileReader::month() { append(data_.months[index_of(words_[0])], words_.begin() + 1, words_.end()); }

void LanguageFileReader::number() { append(data_.numbers[index_of(words_[0])], words_.begin() + 1, words_.end()); }

void LanguageFileReader::add_example(bool is_written) {
    Example example{std::string(words_.front()), {words_.begin() + 1, words_.end()}, is_written, {}};
    example.place = place_of(words_.front());
    data_.examples.push_back(std::move(example));
}

void LanguageFileReader::check_capture_signs() const {
    for (const string_view sign : captures_)
        for (const auto& [letter, role] : letters_)
            if (folded_text(sign) == letter)
                fail(sign, tr("{} is the letter of the {} already", sign, role_names[static_cast<std::size_t>(role)]));
}

/// Returns the place of a word; calls must be in ascending order, so that each line is counted once.
Place LanguageFileReader::place_of(string_view word) {
    const auto begin = static_cast<std::size_t>(word.data() - text_.data());
    for (std::size_t end; (end = text_.find('\n', line_begin_)) < begin; ++line_) line_begin_ = end + 1;
    return {line_, utf8::length(text_.substr(line_begin_, begin - line_begin_)) + 1, begin};
}

/// Checks that each letter denotes only one file, across all statements.
void LanguageFileReader::check_also_files() const {
    for (std::size_t i = 0; i < also_files_.size(); ++i) {
        const std::string letter = folded_text(also_files_[i]);
        for (std::size_t file = 0; file < 8; ++file) {
            const bool taken =
                file != i % 8 && (folded_text(data_.files[file]) == letter ||
                                  std::any_of(data_.also_files.begin(), data_.also_files.end(),
                                              [&](const auto& f) { return folded_text(f[file]) == letter; }));
            if (taken)
                fail(also_files_[i], tr("{} is the letter of the {}-file already", also_files_[i], "abcdefgh"[file]));
        }
    }
}

LanguageData LanguageFileReader::finish() {
    const string_view end = text_.substr(text_.size());
    if (data_.code.empty()) fail(end, tr("the file has no line with code"), tr("for example: code cy"));
    if (data_.name.empty()) fail(end, tr("the file has no line with name"), tr("for example: name Welsh"));
    if (data_.own_name.empty()) data_.own_name = data_.name;
    if (pieces_line_.empty())
        fail(end, tr("the file has no line with pieces"), tr("for example: pieces K=T Q=B R=C B=E N=M"));
    for (const Role role : {Role::king, Role::queen, Role::rook, Role::bishop, Role::knight}) {
        const auto i = static_cast<std::size_t>(role);
        if (data_.pieces[i].empty())
            fail(pieces_line_, tr("no letter for the {}", translated(role_names[i])),
                 tr("add {}= and its letter", role_letters[i]));
    }
    if (captures_.empty())
        std::erase_if(data_.captures, [&](const std::string& sign) {
            return std::any_of(letters_.begin(), letters_.end(),
                               [&](const auto& l) { return l.first == folded_text(sign); });
        });
    if (data_.captures.empty())
        fail(pieces_line_, tr("every usual sign of captures is a letter here"), tr("for example: capture -"));
    check_capture_signs();
    check_also_files();
    return std::move(data_);
}

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::keyword> {
    template <typename Input>
    static void apply(const Input& in, LanguageFileReader& reader) {
        reader.begin(string_view(in.begin(), in.size()));
    }
};

struct add_word {
    template <typename Input>
    static void apply(const Input& in, LanguageFileReader& reader) {
        reader.add(string_view(in.begin(), in.size()));
    }
};
// clang-format off
template <> struct action<rules::quoted_text>  : add_word {};
template <> struct action<rules::bare>         : add_word {};
template <> struct action<rules::piece>        : add_word {};
template <> struct action<rules::tag>          : add_word {};
template <> struct action<rules::result>       : add_word {};
template <> struct action<rules::month_number> : add_word {};
// clang-format on

template <>
struct action<rules::statement> {
    static void apply0(LanguageFileReader& reader) { reader.carry_out(); }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

/// Returns the word at `at`, which a message underlines.
string_view word_at(string_view text, std::size_t at) {
    std::size_t end = std::min(at, text.size());
    const std::size_t begin = end;
    while (end < text.size() && string_view(" \t\r\n").find(text[end]) == string_view::npos) ++end;
    return text.substr(begin, end - begin);
}

LanguageData LanguageFileReader::read(string_view text) {
    LanguageFileReader reader(text);
    p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(text.data(), text.data() + text.size(),
                                                                             "");
    p::parse<rules::file, action, control>(in, reader);
    return reader.finish();
}

}  // namespace

Expected<Language, LanguageFault> read_language(string_view text) {
    try {
        return Language(LanguageFileReader::read(text));
    } catch (const p::parse_error& error) {
        return Unexpected{locate_fault(
            text, {word_at(text, error.positions().front().byte), tr("expected {}", translated(error.message())), {}})};
    } catch (const FaultAt& fault) {
        return Unexpected{locate_fault(text, fault)};
    }
}

std::string format_fault(const LanguageFault& fault, string_view file_name) {
    Problem problem;
    problem.line = fault.line;
    problem.caret = fault.caret;
    problem.width = fault.width;
    const std::string where = fmt::format("{}:{}:{}:", file_name, fault.place.line, fault.place.column);
    return format_message(where, fault.message, problem, fault.remedy);
}

}  // namespace cofnod::notation
