// The database at a glance.

import { get } from "./api.js";
import { barTable, columns, everyYear, resultBar } from "./bars.js";
import { code, h, name } from "./dom.js";
import { fileName } from "./facts.js";
import { date, notationName, number, t, tryText } from "./words.js";

const gamesWith = (parameters) => `/?${new URLSearchParams(parameters)}`;

function tiles(all) {
    const tile = (key, value, href) => h("div", { class: "tile" }, h("dt", {}, t(`database.${key}`)),
        h("dd", {}, href ? h("a", { href }, number(value)) : number(value)));
    return h("dl", { class: "tiles" }, tile("games", all.games, "/"), tile("complete", all.complete, gamesWith({ state: "complete" })),
        tile("incomplete", all.incomplete, gamesWith({ state: "incomplete" })), tile("rejected", all.rejected, gamesWith({ state: "rejected" })),
        tile("plies", all.plies), tile("players", all.players), tile("events", all.events),
        h("div", { class: "tile" }, h("dt", {}, t("database.dates")), h("dd", {}, h("span", { class: "dates" }, t("database.from_to",
            { from: date(all.first_date?.slice(0, 4)), to: date(all.last_date?.slice(0, 4)) })))));
}

const notationText = (key) => key.split("/").map((one) => notationName({ code: one, own_name: one })).join(" / ");

const decades = (all) => everyYear(Object.entries(all.decades).map(([key, count]) => [Number.parseInt(key, 10), count]), 10)
    .map(([year, count]) => ({ label: t("database.decade", { year: String(year) }), count }));

function players(all) {
    if (!all.top_players.length) return null;
    return h("table", { class: "people" }, h("caption", {}, t("database.top_players")), h("thead", {}, h("tr", {}, ["figure.name", "figure.games", "figure.results"].map((key) =>
        h("th", { scope: "col" }, t(key))))), h("tbody", {}, all.top_players.map((player) => h("tr", {},
        h("th", { scope: "row" }, h("a", { href: `/players?${new URLSearchParams({ name: player.name })}` }, name(player.name))), h("td", {}, number(player.games)),
        h("td", {}, resultBar(player.won, player.drawn, player.lost, ["result.won", "result.draw", "result.lost"]))))));
}

function sources(all) {
    return h("table", { class: "sources" }, h("caption", {}, t("database.sources")), h("thead", {}, h("tr", {}, ["fact.source", "database.format", "figure.games", "database.incomplete", "database.rejected"].map((key) =>
        h("th", { scope: "col" }, t(key))))), h("tbody", {}, all.sources.map((source) => h("tr", {},
        h("th", { scope: "row" }, h("a", { href: gamesWith({ source: source.source }), title: source.source }, code(fileName(source.source)))),
        h("td", {}, code(source.format ?? "—")), h("td", {}, number(source.games)), h("td", {}, number(source.incomplete)), h("td", {}, number(source.rejected))))));
}

export async function show({ signal }) {
    const all = await get("database", {}, signal);
    const rows = (object, label, href) => Object.entries(object).map(([key, count]) => ({ label: label(key), count, href: href?.(key) }));
    const r = all.results, years = decades(all), most = years.reduce((a, b) => (b.count > a.count ? b : a), { count: 0 });
    const node = h("section", { class: "page database" }, h("h1", {}, t("database.title")), h("p", { class: "muted" }, code(fileName(all.database))), tiles(all),
        h("section", { class: "card wide" }, h("h2", {}, t("database.results")), resultBar(r["1-0"] ?? 0, r["1/2-1/2"] ?? 0, r["0-1"] ?? 0),
            h("p", { class: "legend muted" }, ["white", "draw", "black"].map((kind, i) => h("span", {}, h("span", { class: `key ${kind}` }), t(`result.${kind}`), " ",
                number(r[["1-0", "1/2-1/2", "0-1"][i]] ?? 0))), r["0-0"] && h("span", {}, t("result.0-0"), " ", number(r["0-0"])), r["*"] && h("span", {}, t("result.none"), " ", number(r["*"])))),
        h("div", { class: "cards" },
            h("section", { class: "card wide" }, columns(t("database.by_decade"), t("database.most_in", { decade: most.label ?? "", n: most.count }), years)),
            h("section", { class: "card" }, barTable(t("database.notations"), rows(all.notations, notationText, (key) => gamesWith({ written_in: key.split("/")[0] })))),
            h("section", { class: "card" }, barTable(t("database.openings"), rows(all.openings, (key) => h("bdi", {}, key), (key) => gamesWith({ opening: key.replace(/^\w\d\d /, "") })))),
            h("section", { class: "card" }, players(all)),
            Object.keys(all.problems).length > 0 && h("section", { class: "card" }, barTable(t("database.problems"), rows(all.problems, (key) => tryText("problem", key), (key) => `/problems?all=1&kind=${key}`))),
            h("section", { class: "card wide" }, sources(all))));
    return { title: t("database.title"), node };
}
