// Plots: bars with their numbers beside them, and columns with a table.

import { h, svg } from "./dom.js";
import { number, percent, t } from "./words.js";

/** Returns how games ended, as a bar of three parts that also says so in words. */
export function resultBar(white, draws, black, words = ["result.white", "result.draw", "result.black"]) {
    const all = white + draws + black;
    if (!all) return h("span", { class: "results none", role: "img", "aria-label": t("result.none") }, "—");
    const parts = [white, draws, black].map((count, i) => ({ count, share: count / all, kind: ["white", "draw", "black"][i], word: words[i] }));
    const sentence = parts.map((part) => `${t(part.word)} ${percent(part.share)}`).join(", ");
    return h("span", { class: "results", dir: "ltr", role: "img", "aria-label": sentence, title: sentence }, parts.map(({ share, kind }) => {
        if (!share) return null;
        const part = h("span", { class: kind }, share >= 0.16 ? percent(share) : "");
        part.style.flexGrow = share;
        return part;
    }));
}

/** Returns a table whose second column is a bar. `rows` have `label` (text or node), `count` and perhaps `href`. */
export function barTable(title, rows, { head = "figure.name" } = {}) {
    if (!rows.length) return null;
    const most = Math.max(...rows.map((row) => row.count));
    const bar = (count) => {
        const own = h("span", { class: "bar" });
        own.style.inlineSize = `${Math.max(1, (100 * count) / most)}%`;
        return own;
    };
    return h("table", { class: "bars" }, h("caption", {}, title), h("thead", { class: "unseen" },
        h("tr", {}, h("th", { scope: "col" }, t(head)), h("th", { scope: "col" }, t("figure.games")))),
    h("tbody", {}, rows.map(({ label, count, href }) => h("tr", {}, h("th", { scope: "row" }, href ? h("a", { href }, label) : label),
        h("td", {}, h("span", { class: "bar-line" }, h("span", { class: "track", "aria-hidden": "true" }, bar(count)), h("span", { class: "amount" }, number(count))))))));
}

/** Returns pairs of a year and its count from the first year to the last, `step` apart: those that have none too. */
export function everyYear(known, step = 1) {
    const counts = new Map(known), years = [...counts.keys()], first = Math.min(...years);
    return known.length ? Array.from({ length: (Math.max(...years) - first) / step + 1 }, (_, i) => [first + step * i, counts.get(first + step * i) ?? 0]) : [];
}

/** Returns columns along a line of time, which runs from left to right, with their table below; a row's `text` stands for its number. */
export function columns(title, sentence, rows) {
    if (!rows.length) return null;
    const most = Math.max(...rows.map((row) => row.count)) || 1, width = rows.length;
    const picture = svg("svg", { viewBox: `0 0 ${width} 10`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}: ${sentence}` },
        rows.map(({ count }, i) => svg("rect", { x: i + 0.1, width: 0.8, y: 10 - (10 * count) / most, height: (10 * count) / most })));
    const plot = h("div", { dir: "ltr" }, picture, h("div", { class: "axis", "aria-hidden": "true" }, h("span", {}, rows[0].label), rows.length > 1 && h("span", {}, rows.at(-1).label)));
    plot.style.maxInlineSize = `${4 * rows.length}rem`;
    return h("figure", { class: "columns" }, h("figcaption", {}, h("strong", {}, title), " ", h("span", { class: "muted" }, sentence)), plot,
        h("details", {}, h("summary", {}, t("figure.table")), h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("figure.name")), h("th", { scope: "col" }, t("figure.games")))),
            h("tbody", {}, rows.map(({ label, count, text }) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, text ?? number(count))))))));
}
