#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "charset_text.hpp"
#include "collect.hpp"
#include "importers/text/detect_charset.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

constexpr int fragments = 200;

/// Character sets for an archive in one language, and the words between its moves.
struct Archive {
    const char* notation;
    bool letters_tell;  ///< moves alone contain non-ASCII letters
    std::vector<const char*> charsets;
    std::vector<std::string> names, words;
};

const std::vector<Archive>& archives() {
    static const std::vector<Archive> all = {
        {"cy",
         false,
         {"iso-8859-14", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"Huw Gŵyn", "Siân Tŷ Mawr", "Llŷr ap Gruffudd", "Dŵr, Siân", "Ŵyn, Benjamin", "Elis Pâl"},
         {"gŵr", "tŷ", "gêm", "gwyddbwyll", "tân", "dŵr", "y brenin", "ŷd", "sylŵ"}},
        {"cy",
         false,
         {"windows-1252", "iso-8859-1", "iso-8859-15"},
         {"Siân Rhys", "Pâl, Elis", "Gwenllïan Jôs", "Sîon Corn"},
         {"gêm", "tân", "gwyddbwyll", "môr", "y brenin", "dîm"}},
        {"ar",
         true,
         {"windows-1256", "iso-8859-6", "ibm-720", "ibm-864", "MacArabic", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"محمد علاء", "الخالدي", "سلام عبد الله", "فاطمة الزهراء", "يوسف شوقي", "أحمد لطفي", "هالة مراد"},
         {"نقلة", "قوية", "الأبيض", "ملك", "هجوم", "دفاع", "صحيح", "خطأ", "فرصة"}},
        {"ru",
         true,
         {"windows-1251", "koi8-r", "ibm-866", "iso-8859-5", "x-mac-cyrillic", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"Ботвинник", "Михаил Таль", "Чигорин, М.", "Петросян", "Щербаков", "Эльская"},
         {"хороший", "ход", "белые", "жертва", "мат", "цейтнот", "Затем", "партия"}},
        {"el",
         true,
         {"windows-1253", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"Γιώργος Παπαδόπουλος", "Ελένη", "Άννα Ιωάννου", "Κώστας", "Σπύρος Ξένος"},
         {"καλή", "κίνηση", "λευκά", "μαύρα", "Θυσία", "άμυνα", "ρουά"}},
        {"he",
         true,
         {"windows-1255", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"דוד כהן", "אברהם", "שרה לוי", "יוסף מזרחי", "חיים בן־דוד"},
         {"מהלך", "טוב", "לבן", "שחור", "הקרבה", "הגנה", "מלך"}},
        {"en",
         false,
         {"windows-1251", "koi8-r", "ibm-866"},
         {"Ботвинник", "Михаил Таль", "Чигорин, М.", "Петросян", "Щербаков", "Эльская"},
         {"хороший", "ход", "белые", "жертва", "мат", "цейтнот", "Затем", "партия"}},
        {"en",
         false,
         {"windows-1256", "iso-8859-6", "ibm-720", "MacArabic"},
         {"محمد علاء", "الخالدي", "سلام عبد الله", "فاطمة الزهراء", "يوسف شوقي", "أحمد لطفي", "هالة مراد"},
         {"نقلة", "قوية", "الأبيض", "ملك", "هجوم", "دفاع", "صحيح", "خطأ", "فرصة"}},
        {"fr",
         false,
         {"windows-1252", "iso-8859-1", "iso-8859-15", "UTF-8", "UTF-16LE", "UTF-16BE"},
         {"François-André", "Kérès", "Hélène", "Benoît", "Jérôme à Sète", "Noël"},
         {"bon", "coup", "échec", "à", "déjà", "forcé", "sûr", "dès", "prévu"}},
        {"fr", false, {"windows-1252"}, {"Hélène Lœuillet", "Cœur", "D’Artagnan–Porthos"}, {"œuvre", "cœur", "coup"}},
        {"es",
         false,
         {"windows-1252", "iso-8859-1", "iso-8859-15"},
         {"José Raúl", "Muñoz", "Peón", "Ibáñez", "Martín", "Núñez", "¡Adiós!"},
         {"¡jaque!", "año", "peón", "más"}},
        {"de",
         false,
         {"windows-1252"},
         {"Müller", "Weiß", "Größe", "Jörg – König", "Käthe"},
         {"Läufer", "schön", "über", "Zug"}},
    };
    return all;
}

template <class List>
const auto& one_of(const List& list, std::mt19937& random) {
    return list[random() % list.size()];
}

/// Returns a game of twenty moves with names, every third also with a comment; if the letters suffice, every third
/// consists of moves only.
std::string fragment(const Archive& archive, int number, std::mt19937& random) {
    std::string text;
    if (!archive.letters_tell || number % 3 > 0)
        text = fmt::format("[White \"{}\"]\n[Black \"{}\"]\n\n", one_of(archive.names, random),
                           one_of(archive.names, random));
    if (number % 3 == 1)
        text += fmt::format("{{{} {}}} ", one_of(archive.words, random), one_of(archive.words, random));
    text += random_moves(*languages().find(archive.notation), 40, random);
    return archive.notation == std::string_view("ar") ? in_old_arabic(text) : text;
}

struct Row {
    int right = 0, unsure = 0, wrong = 0;
    std::string example;  ///< one that was not decoded correctly
};

Row count(const Archive& archive, const char* charset, std::mt19937& random) {
    Row row;
    for (int i = 0; i < fragments; ++i) {
        const std::string text = fragment(archive, i, random);
        const std::string bytes = encoded(text, charset);
        const CharsetChoice choice = detect_charset(bytes, languages());
        const bool same = choice.charset->decoded(bytes) == text;
        ++(same ? row.right : choice.rivals.empty() ? row.wrong : row.unsure);
        if (!same && row.example.empty())
            row.example =
                fmt::format("as {}: {}", choice.charset->name(), choice.charset->decoded(bytes).substr(0, 80));
    }
    return row;
}

}  // namespace

TEST_CASE("twenty moves tell the character set, and when they do not it is said", "[importers][charset]") {
    std::mt19937 random(20);
    std::string table = "                  right unsure wrong\n";
    bool good = true;
    for (const Archive& archive : archives())
        for (const char* charset : archive.charsets) {
            const Row row = count(archive, charset, random);
            table += fmt::format("{:3}{:14}{:6}{:7}{:6} {}\n", archive.notation, charset, row.right, row.unsure,
                                 row.wrong, row.example);
            good = good && row.right * 100 >= fragments * 95 && row.wrong == 0;
        }
    INFO(table);
    CHECK(good);
}
