// Games that could not be read as they stand: a queue, each line with the place marked.

import { address, get, isAbort, question } from "./api.js";
import { code, h, icon, name } from "./dom.js";
import { fileName, markedLine, pageBox } from "./facts.js";
import { problemBox } from "./frame.js";
import { loadSentences, sentenceLine } from "./sentences.js";
import { choice } from "./switches.js";
import { number, t, tn, tryText } from "./words.js";

const isRightToLeftText = (text) => /[\u0590-\u08ff]/.test(text);

/** Returns a game of the queue; its desk leads on along the same `queue`. */
function item(game, queue) {
    const players = [game.white, game.black].filter(Boolean);
    return h("li", { class: game.state === "complete" ? "note" : "fault" }, icon(game.state === "complete" ? "note" : "warning"), h("div", {},
        h("p", { class: "line" }, h("a", { href: `/games/${game.id}/source${queue}` }, players.length ? [name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))] : `#${game.id}`),
            h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))),
        h("p", { class: "muted" }, game.source && code(fileName(game.source), { title: game.source }), game.line && [t("list.comma"), t("fact.line", { line: game.line })]),
        game.problems.map((problem) => [h("p", {}, h("strong", {}, t(`severity.${problem.severity}`)), " · ", tryText("problem", problem.group), " · ",
            h("span", { class: "muted" }, tn("fact.line_column", { line: problem.line ?? "?", column: problem.column ?? "?" }), problem.box && [" · ", pageBox(problem)])),
        sentenceLine(problem), problem.text && markedLine(problem, isRightToLeftText(problem.text) ? "rtl" : "ltr")])));
}

export async function show({ parameters, signal, go, keys }) {
    const [all, first] = await Promise.all([get("database", {}, signal), get("problems", parameters, signal), loadSentences()]);
    const queue = question(parameters), options = (key, values) => [h("option", { value: "" }, t("filter.any")),
        values.map(([value, text, count]) => h("option", { value, selected: value === parameters.get(key) }, count ? `${text} (${number(count)})` : text))];
    const files = all.sources.map((file) => [file.source, fileName(file.source), file.incomplete + file.rejected]).filter(([, , count]) => count || parameters.has("all"));
    const change = (key, value) => {
        const next = new URLSearchParams(parameters);
        if (value) next.set(key, value);
        else next.delete(key);
        go(`/problems?${next}`);
    };
    const list = h("ol", {}, first.games.map((game) => item(game, queue)));
    const more = h("button", { type: "button", hidden: !first.next, onclick: async () => {
        try {
            const next = await get("problems", { ...Object.fromEntries(parameters), page_after: more.value }, signal);
            const rows = next.games.map((game) => item(game, queue));
            list.append(...rows);
            rows[0]?.querySelector("a").focus();
            more.hidden = !next.next;
            more.value = next.next ?? "";
        } catch (error) {
            if (!isAbort(error)) more.replaceWith(problemBox(error));
        }
    } }, t("list.more"));
    more.value = first.next ?? "";
    const step = (by) => {
        const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
        links[(Math.max(at, by > 0 ? -1 : 0) + by + links.length) % links.length]?.focus();
    };
    keys.n = () => step(1);
    keys.N = () => step(-1);
    const node = h("section", { class: "page problems" }, h("h1", {}, t("problems.title")), h("p", { class: "muted lead" }, t("problems.lead")),
        h("div", { class: "tools" }, choice("kind", "problems.kind", options("kind", Object.entries(all.problems).map(([key, count]) => [key, tryText("problem", key), count])), (kind) => change("kind", kind)),
        choice("source", "filter.source", options("source", files), (file) => change("source", file)),
        choice("state", "filter.state", options("state", ["incomplete", "rejected"].map((state) => [state, t(`state.${state}`)])), (state) => change("state", state)),
        h("label", { class: "inline" }, h("input", { type: "checkbox", checked: parameters.has("all"), onchange: (event) => change("all", event.target.checked ? "1" : "") }), t("problems.all")),
        h("a", { class: "muted", href: address("problems", parameters), "data-native": true }, "JSON")),
        first.games.length ? list : h("p", { class: "empty" }, t("problems.none")), more);
    return { title: t("problems.title"), node };
}
