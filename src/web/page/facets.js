// What the games of a list have in common: each result, decade, notation, state and file with its number of games, a link that keeps those alone.

import { get, isAbort } from "./api.js";
import { h } from "./dom.js";
import { fileName } from "./facts.js";
import { problemBox } from "./frame.js";
import { notationName, number, t } from "./words.js";

const most = 12;  // values of a facet that are shown
let isOpen = false;

const yearOf = (decade) => Number.parseInt(decade, 10);

/** Name in the answer, name of the filter, the filters of a value, and its text. */
const facets = [
    ["results", "filter.result", (value) => ({ result: value }), (value) => t(`result.${value}`)],
    ["decades", "facets.decades", (value) => ({ since: yearOf(value), until: yearOf(value) + 9 }), (value) => t("database.decade", { year: String(yearOf(value)) })],
    ["notations", "filter.written_in", (value) => ({ written_in: value }), (value) => value.split("/").map((code) => notationName({ code, own_name: code })).join("/")],
    ["states", "filter.state", (value) => ({ state: value }), (value) => t(`state.${value}`)],
    ["sources", "filter.source", (value) => ({ source: value }), fileName],
];

/** Returns a facet as a list; a value that is in force already, or that is not known, is no link. */
function facet([key, title, filter, text], values, parameters) {
    const item = ({ value, games }) => {
        const count = h("span", { class: "muted" }, number(games));
        if (!value) return h("li", {}, h("span", { class: "muted" }, t("unknown")), " ", count);
        const own = Object.entries(filter(value)), next = new URLSearchParams(parameters);
        const isInForce = own.every(([name, wanted]) => parameters.get(name) === String(wanted));
        next.delete("page_after");
        for (const [name, wanted] of own) next.set(name, wanted);
        return h("li", {}, isInForce ? h("strong", {}, h("bdi", {}, text(value))) : h("a", { href: `/?${next}` }, h("bdi", {}, text(value))), " ", count);
    };
    return h("section", { class: "facet" }, h("h2", { id: `facet-${key}` }, t(title)), h("ul", { "aria-labelledby": `facet-${key}` }, values.slice(0, most).map(item)));
}

/** Returns the facets of the games of a question, which are asked for when they are opened. */
export function facetBox(parameters, signal) {
    const lists = h("div", { class: "facets" });
    const load = async () => {
        isOpen = box.open;
        if (!isOpen || lists.hasChildNodes()) return;
        lists.setAttribute("aria-busy", "true");
        try {
            const conditions = [...parameters].filter(([key]) => !["page_after", "limit", "sort", "notation"].includes(key));
            const found = await get("games/facets", new URLSearchParams(conditions), signal);
            lists.replaceChildren(...facets.filter(([key]) => found[key].length).map((each) => facet(each, found[each[0]], parameters)));
        } catch (error) {
            if (!isAbort(error)) lists.replaceChildren(problemBox(error));
        }
        lists.removeAttribute("aria-busy");
    };
    const box = h("details", { class: "facet-box", open: isOpen, ontoggle: load }, h("summary", {}, t("facets.title")), lists);
    return box;
}
