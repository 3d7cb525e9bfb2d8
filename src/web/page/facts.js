// What is known of a game beside its moves: where and when, the opening, the source, other records, problems.

import { code, h, icon, name } from "./dom.js";
import { sentenceLine } from "./sentences.js";
import { date, list, notationName, t, tn, tryText } from "./words.js";

const shownTags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "FEN", "SetUp"];

/** Returns the last part of a path. */
export const fileName = (path) => path.split("/").at(-1);

function others(game) {
    if (!game.other_records.length) return null;
    return [h("dt", {}, t("fact.others")), h("dd", {}, game.other_records.map((id) => [h("a", { href: `/games/${id}` }, `#${id}`), " "]),
        h("a", { href: `/compare/${[game.id, ...game.other_records].join("+")}` }, t("compare.title")))];
}

/** Returns what stands below the players: where and when, and the opening. */
export function facts(game) {
    const place = [game.event, game.site].filter((text, i, all) => text && all.indexOf(text) === i).map((text) => name(text));
    const line = [...place, game.date && date(game.date), game.round && game.round !== "-" && t("fact.round_n", { round: `\u2068${game.round}\u2069` })].filter(Boolean);
    const opening = game.opening && h("p", { class: "opening" }, code(game.opening_eco, { class: "eco" }), " ", h("bdi", {}, game.opening));
    return [h("p", { class: "where" }, line.map((part, i) => [i > 0 && " · ", part]),
        game.state !== "complete" && [" ", h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))]), opening];
}

/** Returns where a game comes from, as a list that opens. */
export function origin(game) {
    const tags = Object.entries(game.tags).filter(([key, value]) => value && !shownTags.includes(key));
    return h("details", { class: "origin" }, h("summary", {}, t("fact.origin")), h("dl", {},
        game.source && [h("dt", {}, t("fact.source")), h("dd", {}, code(fileName(game.source), { title: game.source }),
            game.line && [t("list.comma"), t("fact.line", { line: game.line })], game.number && [t("list.comma"), t("fact.number", { number: game.number })])],
        game.same_text.length > 0 && [h("dt", {}, t("fact.same_text")), h("dd", {}, game.same_text.map((path, i) => [i > 0 && t("list.comma"), code(fileName(path), { title: path })]))],
        game.citation && [h("dt", {}, t("fact.citation")), h("dd", { dir: "auto" }, game.citation)],
        game.notation && game.notation !== "camelot" && [h("dt", {}, t("fact.notation")), h("dd", {},
            list(game.notation.split("/").map((one) => notationName({ code: one, own_name: one }))))],
        others(game), tags.map(([key, value]) => [h("dt", {}, code(key)), h("dd", { dir: "auto" }, value)]),
        game.final_key && [h("dt", {}, t("fact.key")), h("dd", {}, code(game.final_key, { class: "mono" }))]));
}

/** Returns the line of a problem, with the place marked. Its direction is that of the game. */
export function markedLine(problem, direction) {
    const letters = [...problem.text], end = problem.caret + problem.width;
    return h("pre", { class: "line", dir: direction }, letters.slice(0, problem.caret).join(""),
        h("mark", { class: problem.severity }, letters.slice(problem.caret, end).join("") || " "), letters.slice(end).join(""));
}

/** Returns the place of a problem on a page of a scan. */
export function pageBox({ page, box: [x, y, width, height] }) {
    return tn("fact.page_box", { page, x, y, width, height });
}

/** Returns the problems of a game; `go` shows the position before one. */
export function problems(game, go) {
    if (!game.problems.length) return null;
    return h("section", { class: "problems", "aria-labelledby": "problems-title" },
        h("h2", { id: "problems-title" }, t("problems.of_game", { n: game.problems.length })),
        h("ol", {}, game.problems.map((problem) => h("li", { class: problem.severity }, icon(problem.severity === "fault" ? "warning" : "note"), h("div", {},
            h("p", {}, h("strong", {}, t(`severity.${problem.severity}`)), " · ", tryText("problem", problem.group), problem.line && [" · ",
                tn("fact.line_column", { line: problem.line, column: problem.column })], problem.box && [" · ", pageBox(problem)]),
            sentenceLine(problem), problem.text && markedLine(problem, game.direction),
            problem.remedy_kind && h("p", { class: "muted" }, tryText("remedy", problem.remedy_kind)),
            h("button", { type: "button", onclick: () => go(problem.ply) }, t("problems.show_position")))))));
}
