// Records of one game side by side: where they differ, on a strip over the whole game, in rows, and on boards.

import { get } from "./api.js";
import { Board } from "./board.js";
import { announce, code, h, name, svg } from "./dom.js";
import { fileName } from "./facts.js";
import { notationName, number, t } from "./words.js";

/** Draws a mark for each move: high where the records differ. */
function strip(rows, choose) {
    const picture = svg("svg", { viewBox: `0 0 ${rows.length} 10`, preserveAspectRatio: "none", role: "img", class: "strip",
        "aria-label": t("compare.differing", { n: rows.filter((row) => !row.same).length }), onclick: (event) => {
            const box = picture.getBoundingClientRect();
            choose(Math.max(0, Math.min(rows.length - 1, Math.floor((event.clientX - box.left) / box.width * rows.length))));
        } }, rows.map((row, i) => svg("rect", { x: i, width: 0.85, y: row.same ? 8 : 0, height: row.same ? 2 : 10, class: row.same ? "same" : "differs" })));
    return picture;
}

export async function show({ id, signal, keys }) {
    const ids = id.split("+");
    const [answer, ...games] = await Promise.all([get("compare", { ids: ids.join(",") }, signal), ...ids.map((one) => get(`games/${one}`, {}, signal))]);
    const boards = games.map(() => new Board()), rows = answer.moves;
    const texts = games.map(() => h("p", { class: "status" }));
    let now = 0;
    const choose = (at) => {
        now = Math.max(0, Math.min(rows.length - 1, at));
        games.forEach((game, i) => {
            const ply = rows[now]?.readings.find((reading) => reading.id === game.id)?.ply;
            const step = ply && game.steps[ply - 1];
            boards[i].show(step ? step.position : game.final ?? game.start, { move: step ? step.squares : [] });
            texts[i].replaceChildren(...(step ? [code(step.number), " ", h("bdi", {}, step.text)] : ["—"]));
        });
        table.querySelector("[aria-current]")?.removeAttribute("aria-current");
        table.querySelector(`[data-row="${now}"]`)?.setAttribute("aria-current", "true");
    };
    const ofRow = (row, at) => h("tr", { class: row.same ? "same" : "differs", "data-row": at, onclick: () => choose(at) },
        h("th", { scope: "row" }, h("button", { type: "button", class: "quiet" }, number(row.row))), ids.map((one, i) => {
            const reading = row.readings.find((each) => String(each.id) === one), step = reading?.ply && games[i].steps[reading.ply - 1];
            return h("td", {}, reading?.move ? [step && code(step.number, { class: "muted" }), " ", h("bdi", { class: "move" }, reading.move)] : "—");
        }));
    const table = h("table", { class: "witnesses" });
    const only = h("input", { type: "checkbox", checked: answer.differing_moves > 0, onchange: () => write() });
    const write = () => {
        const shown = rows.map((row, at) => [row, at]).filter(([row]) => !only.checked || !row.same);
        table.replaceChildren(h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("compare.row")), answer.witnesses.map((witness) => h("th", { scope: "col" },
            h("a", { href: `/games/${witness.id}` }, `#${witness.id}`), " ", notationName({ code: witness.notation ?? "", own_name: witness.notation ?? "" }))))), h("tbody", {}, shown.map(([row, at]) => ofRow(row, at))));
        choose(now);
    };
    const differing = rows.map((row, at) => (row.same ? -1 : at)).filter((at) => at >= 0);
    keys.forward = () => choose(now + 1);
    keys.back = () => choose(now - 1);
    keys.n = () => choose(differing.find((at) => at > now) ?? differing[0] ?? now);
    keys.N = () => choose(differing.findLast((at) => at < now) ?? differing.at(-1) ?? now);
    write();
    const title = t("compare.title");
    const sentence = t("compare.differing", { n: answer.differing_moves });
    const node = h("section", { class: "page compare" }, h("h1", {}, title), h("p", { class: "muted", role: "status" }, sentence), h("div", { dir: "ltr" }, strip(rows, choose)),
        h("div", { class: "boards" }, games.map((game, i) => h("figure", {}, h("figcaption", {}, h("a", { href: `/games/${game.id}` }, name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))),
            game.source && h("p", { class: "muted" }, code(fileName(game.source)))), boards[i].element, texts[i]))),
        h("div", { class: "cards" }, h("section", { class: "card" }, h("label", { class: "inline" }, only, t("compare.only")), table),
            h("section", { class: "card" }, h("table", {}, h("caption", {}, t("compare.tags")), h("tbody", {}, answer.tags.map((tag) => h("tr", { class: tag.same ? "same" : "differs" },
                h("th", { scope: "row" }, code(tag.name)), tag.values.map((value) => h("td", {}, name(value))))))))));
    return { title, node, shown: () => announce(sentence) };
}
