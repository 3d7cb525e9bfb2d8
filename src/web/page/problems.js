// Games that could not be read as they stand: a queue, each line with the place marked.

import { address, get, isAbort } from "./api.js";
import { code, h, icon, name } from "./dom.js";
import { fileName, markedLine, pageBox } from "./facts.js";
import { problemBox } from "./frame.js";
import { loadSentences, sentenceLine } from "./sentences.js";
import { number, t, tn, tryText } from "./words.js";

const isRightToLeftText = (text) => /[\u0590-\u08ff]/.test(text);

function item(game) {
    const players = [game.white, game.black].filter(Boolean);
    return h("li", { class: game.state === "complete" ? "note" : "fault" }, icon(game.state === "complete" ? "note" : "warning"), h("div", {},
        h("p", { class: "line" }, h("a", { href: `/games/${game.id}/source` }, players.length ? [name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))] : `#${game.id}`),
            h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))),
        h("p", { class: "muted" }, game.source && code(fileName(game.source), { title: game.source }), game.line && [t("list.comma"), t("fact.line", { line: game.line })]),
        game.problems.map((problem) => [h("p", {}, h("strong", {}, t(`severity.${problem.severity}`)), " · ", tryText("problem", problem.group), " · ",
            h("span", { class: "muted" }, tn("fact.line_column", { line: problem.line ?? "?", column: problem.column ?? "?" }), problem.box && [" · ", pageBox(problem)])),
        sentenceLine(problem), problem.text && markedLine(problem, isRightToLeftText(problem.text) ? "rtl" : "ltr")])));
}

export async function show({ parameters, signal, go }) {
    const [all, first] = await Promise.all([get("database", {}, signal), get("problems", parameters, signal), loadSentences()]);
    const kinds = Object.entries(all.problems), kind = parameters.get("kind") ?? "";
    const change = (key, value) => {
        const next = new URLSearchParams(parameters);
        if (value) next.set(key, value);
        else next.delete(key);
        go(`/problems?${next}`);
    };
    const list = h("ol", {}, first.games.map(item));
    const more = h("button", { type: "button", hidden: !first.next, onclick: async () => {
        try {
            const next = await get("problems", { ...Object.fromEntries(parameters), page_after: more.value }, signal);
            const rows = next.games.map(item);
            list.append(...rows);
            rows[0]?.querySelector("a").focus();
            more.hidden = !next.next;
            more.value = next.next ?? "";
        } catch (error) {
            if (!isAbort(error)) more.replaceWith(problemBox(error));
        }
    } }, t("list.more"));
    more.value = first.next ?? "";
    const node = h("section", { class: "page problems" }, h("h1", {}, t("problems.title")), h("p", { class: "muted lead" }, t("problems.lead")),
        h("div", { class: "tools" }, h("label", { class: "inline" }, h("span", {}, t("problems.kind")), h("select", { id: "kind", onchange: (event) => change("kind", event.target.value) },
            h("option", { value: "" }, t("filter.any")), kinds.map(([key, count]) => h("option", { value: key, selected: key === kind }, `${tryText("problem", key)} (${number(count)})`)))),
        h("label", { class: "inline" }, h("input", { type: "checkbox", checked: parameters.has("all"), onchange: (event) => change("all", event.target.checked ? "1" : "") }), t("problems.all")),
        h("a", { class: "muted", href: address("problems", parameters), "data-native": true }, "JSON")),
        first.games.length ? list : h("p", { class: "empty" }, t("problems.none")), more);
    return { title: t("problems.title"), node };
}
