#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "charset_text.hpp"
#include "collect.hpp"
#include "importers/text/detect_charset.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

/// A character set, and names that people write in it.
struct Names {
    const char* charset;
    const char* language;
    std::vector<const char*> names;
};

const std::vector<Names>& all_names() {
    static const std::vector<Names> all = {
        {"windows-1250",
         "Czech",
         {"Navara, David",    "Láznička, Viktor", "Babula, Vlastimil", "Hráček, Zbyněk",       "Jansa, Vlastimil",
          "Filip, Miroslav",  "Hort, Vlastimil",  "Réti, Richard",     "Duras, Oldřich",       "Opočenský, Karel",
          "Treybal, Karel",   "Flohr, Salo",      "Pachman, Luděk",    "Kaválek, Lubomír",     "Smejkal, Jan",
          "Plachetka, Ján",   "Šimáček, Pavel",   "Haba, Petr",        "Movsesian, Sergej",    "Štoček, Jiří",
          "Vokáč, Marek",     "Blatný, Pavel",    "Votava, Jan",       "Nguyen, Thai Dai Van", "Bartoš, Jan",
          "Cvek, Robert",     "Krejčí, Jan",      "Jirovský, Miloš",   "Žilka, Štěpán",        "Zvara, Petr",
          "Rašík, Vítězslav", "Kaňovský, David",  "Růžičková, Markéta"}},
        {"windows-1250",
         "Polish",
         {"Duda, Jan-Krzysztof",  "Wojtaszek, Radosław", "Rubinstein, Akiba",    "Najdorf, Mieczysław",
          "Tartakower, Ksawery",  "Świercz, Dariusz",    "Gajewski, Grzegorz",   "Miton, Kamil",
          "Bartel, Mateusz",      "Sochacki, Wojciech",  "Piorun, Kacper",       "Krasenkow, Michał",
          "Macieja, Bartłomiej",  "Socko, Bartosz",      "Soćko, Monika",        "Przepiórka, Dawid",
          "Śliwa, Bogdan",        "Doda, Zbigniew",      "Schmidt, Włodzimierz", "Kuczyński, Robert",
          "Jaracz, Paweł",        "Dziuba, Marcin",      "Kempiński, Robert",    "Gdański, Jacek",
          "Stempin, Paweł",       "Żeberski, Jan",       "Kędziora, Józef",      "Łuczak, Andrzej",
          "Dąbrowska, Agnieszka", "Brzeziński, Sławomir"}},
        {"windows-1250",
         "Hungarian",
         {"Lékó, Péter",     "Polgár, Judit",      "Polgár, Zsuzsa",   "Portisch, Lajos",  "Szabó, László",
          "Barcza, Gedeon",  "Almási, Zoltán",     "Maróczy, Géza",    "Charousek, Rezső", "Breyer, Gyula",
          "Balogh, Csaba",   "Erdős, Viktor",      "Rapport, Richárd", "Adorján, András",  "Sax, Gyula",
          "Ribli, Zoltán",   "Faragó, Iván",       "Csom, István",     "Bilek, István",    "Lengyel, Levente",
          "Forintos, Győző", "Kállai, Gábor",      "Pintér, József",   "Gyimesi, Zoltán",  "Ruck, Róbert",
          "Horváth, Ádám",   "Hoang, Thanh Trang", "Mádl, Ildikó",     "Verőci, Zsuzsa",   "Hajdú, Őszike"}},
        {"iso-8859-2",
         "Slovak and Croatian",
         {"Ftáčnik, Ľubomír", "Markoš, Ján",       "Jurčík, Marián",    "Petrík, Tomáš",   "Repková, Eva",
          "Mrva, Martin",     "Kožul, Zdenko",     "Šarić, Ivan",       "Šarić, Ante",     "Palac, Mladen",
          "Stević, Hrvoje",   "Zelčić, Robert",    "Jukić, Željko",     "Žaja, Ivan",      "Brkić, Ante",
          "Hulák, Krunoslav", "Bogdanović, Đorđe", "Čabarkapa, Novica", "Ďurač, Štefan",   "Mišanović, Vesna",
          "Ľudmila Šebová",   "Kováč, Ľuboš",      "Pavlović, Miloš",   "Ivanišević, Ivan"}},
        {"ibm-852",
         "Czech and Polish",
         {"Navara, David",        "Láznička, Viktor",    "Hráček, Zbyněk",   "Duras, Oldřich",    "Opočenský, Karel",
          "Pachman, Luděk",       "Kaválek, Lubomír",    "Šimáček, Pavel",   "Štoček, Jiří",      "Vokáč, Marek",
          "Blatný, Pavel",        "Wojtaszek, Radosław", "Świercz, Dariusz", "Przepiórka, Dawid", "Śliwa, Bogdan",
          "Schmidt, Włodzimierz", "Kuczyński, Robert",   "Jaracz, Paweł",    "Żeberski, Jan",     "Łuczak, Andrzej",
          "Dąbrowska, Agnieszka"}},
        {"windows-1257",
         "Lithuanian",
         {"Rozentalis, Eduardas",   "Šulskis, Šarūnas",     "Mikėnas, Vladas",    "Kveinys, Aloyzas",
          "Malisauskas, Vidmantas", "Čmilytė, Viktorija",   "Laurušas, Tomas",    "Beinorienė, Eglė",
          "Butkutė, Žaneta",        "Zapolskis, Antanas",   "Limontas, Martynas", "Žemaitis, Justinas",
          "Petrauskienė, Ona",      "Jonaitytė, Rūta",      "Vaitonis, Povilas",  "Gražulis, Rimvydas",
          "Šaltenytė, Ieva",        "Kazakevičius, Darius", "Ąžuolas, Jonas",     "Žukauskas, Kęstutis"}},
        {"windows-1257",
         "Latvian",
         {"Tāls, Mihails",      "Širovs, Aleksejs", "Kovaļenko, Igors",    "Miezis, Normunds",
          "Lanka, Zigurds",     "Bērziņš, Roberts", "Bērziņa, Ilze",       "Neikšāns, Artūrs",
          "Starostīts, Ilmārs", "Vitoliņš, Alvis",  "Klovāns, Jānis",      "Ķeiris, Aivars",
          "Ģipslis, Aivars",    "Zemītis, Pēteris", "Bagirovs, Vladimirs", "Rublevska-Liepiņa, Dana",
          "Šķērītis, Jānis",    "Mētra, Ņina",      "Kārkliņš, Andris",    "Apšenieks, Fricis"}},
        {"windows-1254",
         "Turkish",
         {"Solak, Dragan",     "Şanal, Vahap",         "Yılmaz, Mustafa",     "İpatov, Alexander", "Atalık, Suat",
          "Atalık, Ekaterina", "Öztürk, Kübra",        "Yıldız, Betül Cemre", "Çınar, Oğuz",       "Güneş, Ayşe",
          "Doğan, İbrahim",    "Haznedaroğlu, Kıvanç", "Kılıçaslan, Emre",    "Esen, Barış",       "Karaoğlan, Şükrü",
          "Gürel, Ediz",       "Erdoğmuş, Yağız Kaan", "Dağlı, Arda",         "Ülker, Gülşen",     "Özenir, Ekin Barış",
          "Bilgin, Çağla"}},
        {"windows-1252",
         "French",
         {"Vachier-Lagrave, Maxime",
          "Bacrot, Étienne",
          "Fressinet, Laurent",
          "Lautier, Joël",
          "Renet, Olivier",
          "Spassky, Boris",
          "Anic, Darko",
          "Gharamian, Tigran",
          "Feller, Sébastien",
          "Mazé, Sébastien",
          "Édouard, Romain",
          "Hauchard, Arnaud",
          "Prié, Éric",
          "Relange, Éloi",
          "Dorfman, Joseph",
          "Sebag, Marie",
          "Philidor, François-André",
          "La Bourdonnais, Louis-Charles Mahé de",
          "Saint-Amant, Pierre",
          "Kieffer, Zoé",
          "Légal, Kermeur",
          "Préti, Jean",
          "Rosenthal, Samuel",
          "Gibaud, Amédée",
          "Crépeaux, Robert",
          "Lemière, Noël",
          "Lhéritier, Benoît",
          "Chabanon, Jean-Luc",
          "Degraeve, Jean-Marc",
          "Collas, Silvia",
          "Guérin, Hélène"}},
        {"windows-1252", "German", {"Hübner, Robert",    "Süchting, Hugo",   "Saemisch, Friedrich", "Grünfeld, Ernst",
                                    "Spielmann, Rudolf", "Müller, Hans",     "König, Imre",         "Lörincz, Jörg",
                                    "Döttling, Fabian",  "Schlöffel, Max",   "Naiditsch, Arkadij",  "Krämer, Martin",
                                    "Großhans, Günter",  "Teschner, Rudolf", "Schröder, Christoph", "Wöll, Jürgen",
                                    "Bönsch, Uwe",       "Vökler, Bernd",    "Lüders, Käthe",       "Köhler, Thomas",
                                    "Jäger, Götz",       "Weiß, Jürgen"}},
        {"windows-1252",
         "Spanish, Portuguese, Icelandic and Danish",
         {"Vallejo Pons, Francisco", "Illescas Córdoba, Miguel",
          "Capablanca, José Raúl",   "Domínguez Pérez, Leinier",
          "Bruzón Batista, Lázaro",  "García Martínez, Silvino",
          "Núñez Hirales, Julián",   "Peña Gómez, Íñigo",
          "Ólafsson, Friðrik",       "Hjartarson, Jóhann",
          "Pétursson, Margeir",      "Stefánsson, Hannes",
          "Þórhallsson, Þröstur",    "Kristjánsson, Bragi",
          "Sigurðsson, Guðmundur",   "Nimzowitsch, Aron",
          "Kølvig, Bjørn",           "Sørensen, Søren",
          "Østergaard, Jørn",        "Åkesson, Ralf",
          "Antunes, António",        "Galego, Luís",
          "Magalhães, Conceição"}},
        {"ibm-850",
         "Danish and French",
         {"Kølvig, Bjørn", "Sørensen, Søren", "Østergaard, Jørn", "Bæk, Åge", "Pedersen, Jørgen", "Højgaard, Asbjørn",
          "Bacrot, Étienne", "Mazé, Sébastien", "Prié, Éric", "Lautier, Joël", "Philidor, François-André",
          "Gibaud, Amédée", "Crépeaux, Robert", "Hübner, Robert", "Grünfeld, Ernst", "Müller, Jörg", "Krämer, Käthe"}},
        {"iso-8859-14",
         "Welsh",
         {"Tŷ Mawr, Siân", "Gruffudd, Llŷr", "Dŵr, Siôn", "Gŵyn, Huw", "Llŷn, Siôn", "Môn, Gwenllïan", "Rhôs, Iôr",
          "Tŵr, Mair", "Lleŷn, Dafydd", "Brân, Hedd"}},
        {"windows-1251",
         "Russian",
         {"Ботвинник, Михаил", "Смыслов, Василий", "Таль, Михаил",      "Петросян, Тигран",    "Спасский, Борис",
          "Карпов, Анатолий",  "Каспаров, Гарри",  "Крамник, Владимир", "Чигорин, Михаил",     "Алехин, Александр",
          "Бронштейн, Давид",  "Керес, Пауль",     "Геллер, Ефим",      "Корчной, Виктор",     "Полугаевский, Лев",
          "Шереметьев, Пётр",  "Юсупов, Артур",    "Щербаков, Руслан",  "Халифман, Александр", "Свидлер, Пётр"}},
        {"koi8-r",
         "Russian",
         {"Ботвинник, Михаил", "Смыслов, Василий", "Таль, Михаил", "Петросян, Тигран", "Спасский, Борис",
          "Карпов, Анатолий", "Каспаров, Гарри", "Крамник, Владимир", "Чигорин, Михаил", "Алехин, Александр"}},
        {"ibm-866",
         "Russian",
         {"Ботвинник, Михаил", "Смыслов, Василий", "Таль, Михаил", "Петросян, Тигран", "Спасский, Борис",
          "Карпов, Анатолий", "Каспаров, Гарри", "Крамник, Владимир", "Чигорин, Михаил", "Алехин, Александр"}},
        {"windows-1253",
         "Greek",
         {"Κοτρωνιάς, Βασίλης", "Παπαϊωάννου, Ιωάννης", "Γκριβάς, Ευστράτιος", "Σκέμπρης, Σπυρίδων",
          "Μάστροκούκος, Θανάσης", "Χαλκιάς, Στέλιος", "Μπανίκας, Χρήστος", "Νικολαΐδης, Ιωάννης"}},
    };
    return all;
}

/// Returns games of names in the notation of English, by 6 to 200 people.
std::string archive(const Names& of, std::mt19937& random) {
    std::string text;
    const std::size_t games = 3 + random() % 98;
    for (std::size_t i = 0; i < games; ++i) {
        const auto name = [&] { return of.names[random() % of.names.size()]; };
        text += fmt::format("[Event \"?\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"*\"]\n\n", name(), name());
        text += random_moves(*languages().find("en"), 6, random) + " *\n\n";
    }
    return text;
}

}  // namespace

TEST_CASE("the names of an archive tell its character set", "[importers][charset]") {
    constexpr int archives = 10;
    std::mt19937 random(12);
    std::string table = "                         right unsure wrong\n";
    int right = 0, wrong = 0, all = 0;
    for (const Names& of : all_names()) {
        int right_here = 0, unsure = 0;
        std::string example;
        for (int i = 0; i < archives; ++i) {
            const std::string text = archive(of, random), bytes = encoded(text, of.charset);
            const CharsetChoice choice = detect_charset(bytes, languages());
            const std::string decoded = choice.charset->decoded(bytes);
            if (decoded == text) {
                ++right_here;
            } else {
                unsure += !choice.rivals.empty();
                example = fmt::format("{} {}", choice.charset->name(), decoded.substr(0, 90));
            }
        }
        right += right_here;
        wrong += archives - right_here - unsure;
        all += archives;
        table += fmt::format("{:14}{:14.14}{:6}{:6}{:6} {}\n", of.charset, of.language, right_here, unsure,
                             archives - right_here - unsure, example);
    }
    INFO(table);
    CHECK(right * 100 >= all * 97);
    CHECK(wrong == 0);
}
