// Players: a list to look up names, and the results of one by colour, year, opening and opponent.

import { address, get } from "./api.js";
import { columns, everyYear, resultBar } from "./bars.js";
import { code, h, name } from "./dom.js";
import { date, language, list, number, percent, t } from "./words.js";

const pageOf = (player) => `/players?${new URLSearchParams({ name: player })}`;

/** Returns a table of results; `label` gives the node of a row's name. */
function results(title, rows, label) {
    if (!rows.length) return null;
    return h("section", { class: "card" }, h("table", { class: "people" }, h("caption", {}, title), h("thead", {}, h("tr", {},
        ["figure.name", "figure.games", "players.score", "figure.results"].map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, label(row)), h("td", {}, number(row.games)), h("td", {}, percent((row.score ?? 0) / 100)),
        h("td", {}, resultBar(row.won, row.drawn, row.lost, ["result.won", "result.draw", "result.lost"])))))));
}

async function one(player, signal) {
    const all = await get("players/figures", { name: player, notation: language }, signal);
    const years = all.years.filter((row) => row.year), colour = (row) => t(row.colour);
    const most = years.reduce((a, b) => (b.games > a.games ? b : a), { games: 0 });
    const tile = (key, value) => h("div", { class: "tile" }, h("dt", {}, t(key)), h("dd", {}, value));
    const node = h("section", { class: "page database" }, h("p", {}, h("a", { href: "/players" }, t("nav.players"))), h("h1", {}, name(all.player)),
        all.spellings.length > 1 && h("p", { class: "muted" }, t("players.spellings"), " ", list(all.spellings.map((one) => `\u2068${one}\u2069`))),
        h("dl", { class: "tiles" }, tile("figure.games", h("a", { href: `/?${new URLSearchParams({ player: all.player })}` }, number(all.games))),
            tile("players.score", all.score === null ? "—" : percent(all.score / 100)), tile("result.won", number(all.won)), tile("result.draw", number(all.drawn)), tile("result.lost", number(all.lost)),
            tile("database.dates", h("span", { class: "dates" }, t("database.from_to", { from: date(all.first_date?.slice(0, 4)), to: date(all.last_date?.slice(0, 4)) })))),
        h("p", { class: "tools" }, h("a", { class: "button", href: `/openings?${new URLSearchParams({ white: all.player })}` }, t("players.openings_white")),
            h("a", { class: "button", href: `/openings?${new URLSearchParams({ black: all.player })}` }, t("players.openings_black"))),
        h("div", { class: "cards" }, results(t("players.by_colour"), all.colours, colour),
            years.length > 1 && h("section", { class: "card" }, columns(t("players.by_year"), t("players.most_in", { year: String(most.year), n: most.games }),
                everyYear(years.map((row) => [row.year, row.games])).map(([year, count]) => ({ label: String(year), count })))),
            results(t("nav.openings"), all.openings, (row) => [code(row.eco ?? "", { class: "eco" }), " ", name(row.opening), " ", h("span", { class: "muted" }, `(${colour(row)})`)]),
            results(t("players.opponents"), all.opponents, (row) => (row.opponent ? h("a", { href: pageOf(row.opponent) }, name(row.opponent)) : t("unknown")))));
    return { title: `\u2068${all.player}\u2069`, node };
}

export async function show({ parameters, signal, go, keys }) {
    const player = parameters.get("name");
    if (player) return one(player, signal);
    const find = parameters.get("find") ?? "";
    const { players } = await get("players", { find, limit: 200 }, signal);
    const input = h("input", { id: "find", name: "find", value: find, dir: "auto", type: "search", placeholder: "Morphy" });
    keys["/"] = () => input.focus();
    const form = h("form", { class: "filters", role: "search", onsubmit: (event) => {
        event.preventDefault();
        go(`/players?${new URLSearchParams({ find: input.value.trim() })}`);
    } }, h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: "find" }, t("players.find")), input),
        h("div", { class: "field action" }, h("button", { class: "primary" }, t("players.apply")), " ", h("a", { class: "muted", href: address("players", { find, limit: 500 }), "data-native": true, dir: "ltr" }, "JSON"))));
    const known = players.filter((each) => each.name);
    const node = h("section", { class: "page" }, h("h1", {}, t("nav.players")), form, known.length ? h("section", { class: "card" }, h("table", {}, h("thead", {},
        h("tr", {}, ["figure.name", "figure.games", "players.spellings"].map((key) => h("th", { scope: "col" }, t(key))))), h("tbody", {}, known.map((each) => h("tr", {},
        h("th", { scope: "row" }, h("a", { href: pageOf(each.name) }, name(each.name))), h("td", {}, number(each.games)),
        h("td", { class: "muted" }, each.spellings.filter((one) => one.name !== each.name).map((one, i) => [i > 0 && " · ", name(one.name)]))))))) : h("p", { class: "empty" }, t("players.none")));
    return { title: t("nav.players"), node };
}
