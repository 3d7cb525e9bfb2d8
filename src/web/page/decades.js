// How often a position was reached, decade by decade: counted when the figure is opened.

import { get, isAbort } from "./api.js";
import { columns } from "./bars.js";
import { h } from "./dom.js";
import { problemBox } from "./frame.js";
import { percent, t } from "./words.js";

async function draw(position, filters, signal) {
    const { decades } = await get("database", {}, signal);
    const years = Object.keys(decades).map((key) => Number.parseInt(key, 10)).sort((a, b) => a - b);
    const count = async (parameters, year) => (await get("games/count", { ...Object.fromEntries(filters), ...parameters,
        since: String(Math.max(year, Number(filters.get("since")?.slice(0, 4) ?? 0))).padStart(4, "0"),
        until: String(Math.min(year + 9, Number(filters.get("until")?.slice(0, 4) ?? 9999))).padStart(4, "0") }, signal)).count;
    const rows = await Promise.all(years.map(async (year) => {
        const [own, all] = await Promise.all([count({ fen: position }, year), count({}, year)]);
        return { label: t("database.decade", { year: String(year) }), count: all ? own / all : 0, own, all };
    }));
    const known = rows.filter((row) => row.all).map((row) => ({ ...row, text: t("openings.share_of", { share: percent(row.count), own: row.own, all: row.all }) }));
    if (!known.length) return h("p", { class: "empty" }, t("openings.none"));
    const most = known.reduce((a, b) => (b.count > a.count ? b : a));
    return columns(t("openings.by_decade"), t("openings.most_in", { decade: most.label, share: percent(most.count) }), known);
}

/** Returns the figure, closed. `filters` are those of the page. */
export function shareByDecade(position, filters, signal) {
    const box = h("div", { class: "decades" });
    let isAsked = false;
    return h("details", { ontoggle: async (event) => {
        if (!event.target.open || event.target !== event.currentTarget || isAsked) return;
        isAsked = true;
        try {
            box.replaceChildren(await draw(position, filters, signal));
        } catch (error) {
            if (!isAbort(error)) box.replaceChildren(problemBox(error));
        }
    } }, h("summary", {}, t("openings.by_decade")), box);
}
