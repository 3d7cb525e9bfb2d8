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

std::size_t role_index(string_view letter) { return role_letters.find(letter.front()); }
Role role_of(string_view letter) { return static_cast<Role>(role_index(letter)); }

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
        void (*carry_out)(LanguageFileReader& reader);
    };
    static const std::array<Keyword, 37> keywords;

    void like();
    void system();
    void pawn();
    void also_files() {
        data_.also_files.push_back(eight());
        also_files_.insert(also_files_.end(), words_.begin(), words_.end());
    }
    void capture() {
        data_.captures = all();
        captures_ = words_;
    }
    void header() {
        for (std::size_t i = 1; i < words_.size(); ++i) data_.headers.emplace_back(words_[0], words_[i]);
    }
    void result() {
        for (std::size_t i = 1; i < words_.size(); ++i) data_.results.emplace_back(said_result(), words_[i]);
    }
    void cue();

    SaidResult said_result() const {
        const auto result = result_from(words_[0]);
        return result ? static_cast<SaidResult>(*result) : SaidResult::resigned;
    }

    string_view only() const {
        if (words_.size() > 1)
            fail(words_[1], tr("{} takes one value", keyword_), tr("put several words in double quotes"));
        return words_.front();
    }
    string_view only_or_none() const { return only() == "none" ? "" : only(); }
    bool choice(string_view no, string_view yes) const {
        if (only() != no && only() != yes) fail(only(), tr("expected {} or {}", no, yes));
        return only() == yes;
    }
    std::array<std::string, 8> eight() const;
    std::vector<std::string> all() const { return {words_.begin(), words_.end()}; }
    /// Appends the words after the first `skipped` ones.
    void append_to(std::vector<std::string>& list, std::ptrdiff_t skipped) const {
        list.insert(list.end(), words_.begin() + skipped, words_.end());
    }
    void assign(bool main);
    void claim(Role role, string_view letter);
    void check_capture_signs() const;
    void check_also_files() const;
    void add_example(bool is_written);
    Place place_of(string_view word);

    string_view text_;
    string_view keyword_;
    void (*carry_out_)(LanguageFileReader& reader) = nullptr;
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

/// Returns the index of a number from 1 to 12.
std::size_t index_of(std::string_view number) {
    return static_cast<std::size_t>(number.size() == 2 ? 10 + number[1] - '0' : number[0] - '0') - 1;
}

const std::array<LanguageFileReader::Keyword, 37> LanguageFileReader::keywords = {{
    {"code", Shape::words, true, [](auto& reader) { reader.data_.code = reader.only(); }},
    {"name", Shape::words, true, [](auto& reader) { reader.data_.name = reader.only(); }},
    {"own-name", Shape::words, true, [](auto& reader) { reader.data_.own_name = reader.only(); }},
    {"after", Shape::words, true, [](auto& reader) { reader.data_.after = reader.all(); }},
    {"like", Shape::words, true, [](auto& reader) { reader.like(); }},
    {"direction", Shape::words, true, [](auto& reader) { reader.data_.right_to_left = reader.choice("ltr", "rtl"); }},
    {"squares", Shape::words, true,
     [](auto& reader) { reader.data_.rank_first = reader.choice("file-rank", "rank-file"); }},
    {"stored", Shape::words, true, [](auto& reader) { reader.data_.visual = reader.choice("logical", "visual"); }},
    {"system", Shape::words, true, [](auto& reader) { reader.system(); }},
    {"wing", Shape::words, true, [](auto& reader) { reader.data_.wing_last = reader.choice("before", "after"); }},
    {"towards", Shape::words, true, [](auto& reader) { reader.data_.towards = reader.all(); }},
    {"first-rank", Shape::words, true, [](auto& reader) { reader.data_.first_ranks = reader.all(); }},
    {"castling", Shape::words, true, [](auto& reader) { reader.data_.castles = reader.all(); }},
    {"pieces", Shape::assignments, true, [](auto& reader) { reader.assign(true); }},
    {"also", Shape::assignments, false, [](auto& reader) { reader.assign(false); }},
    {"pawn", Shape::words, true, [](auto& reader) { reader.pawn(); }},
    {"pawn-capture", Shape::words, true, [](auto& reader) { reader.data_.pawn_capture = reader.only_or_none(); }},
    {"files", Shape::words, true, [](auto& reader) { reader.data_.files = reader.eight(); }},
    {"also-files", Shape::words, false, [](auto& reader) { reader.also_files(); }},
    {"ranks", Shape::words, true, [](auto& reader) { reader.data_.ranks = reader.eight(); }},
    {"capture", Shape::words, true, [](auto& reader) { reader.capture(); }},
    {"promotion", Shape::words, true, [](auto& reader) { reader.data_.promotion = reader.only_or_none(); }},
    {"check", Shape::words, true, [](auto& reader) { reader.data_.checks = reader.all(); }},
    {"mate", Shape::words, true, [](auto& reader) { reader.data_.mates = reader.all(); }},
    {"en-passant", Shape::words, true, [](auto& reader) { reader.data_.en_passant = reader.all(); }},
    {"castling-short", Shape::words, true, [](auto& reader) { reader.data_.castle_king_side = reader.all(); }},
    {"castling-long", Shape::words, true, [](auto& reader) { reader.data_.castle_queen_side = reader.all(); }},
    {"conjunction", Shape::words, true, [](auto& reader) { reader.data_.conjunctions = reader.all(); }},
    {"piece-name", Shape::piece_and_words, false,
     [](auto& reader) { reader.append_to(reader.data_.piece_names[role_index(reader.words_[0])], 1); }},
    {"header", Shape::tag_and_words, false, [](auto& reader) { reader.header(); }},
    {"result", Shape::result_and_words, false, [](auto& reader) { reader.result(); }},
    {"month", Shape::month_and_words, false,
     [](auto& reader) { reader.append_to(reader.data_.months[index_of(reader.words_[0])], 1); }},
    {"number", Shape::month_and_words, false,
     [](auto& reader) { reader.append_to(reader.data_.numbers[index_of(reader.words_[0])], 1); }},
    {"date-word", Shape::words, false, [](auto& reader) { reader.append_to(reader.data_.date_words, 0); }},
    {"cue", Shape::tag_and_words, false, [](auto& reader) { reader.cue(); }},
    {"example", Shape::example, false, [](auto& reader) { reader.add_example(true); }},
    {"reads", Shape::example, false, [](auto& reader) { reader.add_example(false); }},
}};

void LanguageFileReader::begin(string_view keyword) {
    keyword_ = keyword;
    words_.clear();
    const auto* const known = std::ranges::find(keywords, keyword, &Keyword::name);
    if (known == keywords.end()) {
        std::array<string_view, keywords.size()> names;
        std::transform(keywords.begin(), keywords.end(), names.begin(), [](const Keyword& k) { return k.name; });
        const std::string nearest = nearest_word(keyword, names);
        fail(keyword, tr("{} is not a keyword of notation files", keyword),
             nearest.empty() ? tr("a comment begins with #; 'cofnod help notation' lists the keywords")
                             : tr("did you mean {}?", nearest));
    }
    shape = known->shape;
    carry_out_ = known->carry_out;
    if (known->once && std::find(seen_.begin(), seen_.end(), keyword) != seen_.end())
        fail(keyword, tr("a second line with {}", keyword), tr("give all its values on one line"));
    if (known->once) seen_.push_back(keyword);
    if (keyword == "pieces") pieces_line_ = keyword;
}

void LanguageFileReader::carry_out() {
    for (const string_view word : words_)
        if (!utf8::is_valid(word)) fail(word, tr("the file is not UTF-8"), tr("save it as UTF-8"));
    carry_out_(*this);
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
    append_to(data_.cues[static_cast<std::size_t>(found - names.begin())], 1);
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
