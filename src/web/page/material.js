// Material along the game, and clocks and evaluations where the score has them: a figure with a sentence and a table.

import { h, svg } from "./dom.js";
import { balance, parse } from "./position.js";
import { number, t } from "./words.js";

/** Returns 3723 for "1:02:03". */
const seconds = (clock) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Returns an evaluation as White's lead in pawns: "0.25", "0.25,20" with its depth; a mate, "#-3", is more than any material. */
const pawns = (evaluation) => (evaluation[0] === "#" ? (evaluation[1] === "-" ? -Infinity : Infinity) : Number.parseFloat(evaluation));

const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value));

/** Returns the figure; null if there is nothing to see. `go` shows a place. */
export function materialFigure(list, go) {
    const line = list.places.filter((place) => place.depth === 0);
    if (line.length < 4) return null;
    const values = line.map((place) => balance(parse(place.position)));
    const most = Math.max(4, ...values.map(Math.abs)), width = line.length, last = values.at(-1);
    const shown = (value) => Math.max(-most, Math.min(most, value)) / most;
    const bars = values.map((value, ply) => svg("rect", { x: ply, width: 1, y: value > 0 ? 1 - shown(value) : 1, height: Math.max(Math.abs(shown(value)), 0.02),
        class: value >= 0 ? "white" : "black", "data-ply": ply }));
    const known = (key, value) => line.filter((place) => place[key] && !Number.isNaN(value(place[key])));
    const clocks = known("clock", seconds), judged = known("evaluation", pawns);
    const longest = Math.max(1, ...clocks.map((place) => seconds(place.clock)));
    const clockLine = (isWhite) => clocks.length > 3 && svg("polyline", { class: `clock ${isWhite ? "white" : "black"}`, "vector-effect": "non-scaling-stroke",
        points: clocks.filter((place) => (place.ply % 2 === 1) === isWhite).map((place) => `${place.ply + 0.5},${2 - 2 * seconds(place.clock) / longest}`).join(" ") });
    const judgement = judged.length > 3 && svg("polyline", { class: "evaluation", "vector-effect": "non-scaling-stroke",
        points: judged.map((place) => `${place.ply + 0.5},${1 - shown(pawns(place.evaluation))}`).join(" ") });
    const sentence = last === 0 ? t("material.even") : t(last > 0 ? "material.white" : "material.black", { points: number(Math.abs(last)) });
    const picture = svg("svg", { viewBox: `0 0 ${width} 2`, preserveAspectRatio: "none", role: "img", "aria-label": `${t("material.title")}: ${sentence}`,
        onclick: (event) => {
            const box = picture.getBoundingClientRect(), at = Math.floor((event.clientX - box.left) / box.width * width);
            go(line[Math.max(0, Math.min(at, width - 1))]);
        } }, svg("line", { x1: 0, x2: width, y1: 1, y2: 1, "vector-effect": "non-scaling-stroke" }), bars, clockLine(true), clockLine(false), judgement);
    const more = [["clock", clocks], ["evaluation", judged]].filter(([, places]) => places.length > 3).map(([key]) => key);
    const rows = line.filter((place, i) => i > 0 && (values[i] !== values[i - 1] || more.some((key) => place[key])));
    return h("figure", { class: "material" }, h("figcaption", {}, h("strong", {}, t("material.title")), " ", h("span", { class: "muted" }, sentence),
        more.map((key) => [" ", h("span", { class: `key ${key}` }), t(`material.${key}`)])),
        h("div", { dir: "ltr" }, picture), h("details", {}, h("summary", {}, t("figure.table")), h("table", {},
            h("thead", {}, h("tr", {}, ["after", "balance", ...more].map((key) => h("th", { scope: "col" }, t(`material.${key}`))))),
            h("tbody", {}, rows.map((place) => h("tr", {}, h("th", { scope: "row", dir: "ltr" }, place.step.number, " ", h("bdi", {}, place.step.text)),
                [signed(values[place.ply]), ...more.map((key) => place[key] ?? "")].map((text) => h("td", { dir: "ltr" }, text))))))));
}
