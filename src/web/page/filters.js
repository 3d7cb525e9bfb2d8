// Conditions on games as a form: its fields have the names of the parameters, so that the address is the question.

import { h } from "./dom.js";
import { t, tryText } from "./words.js";

const text = (key, example, attributes) => ({ key, example, attributes });
const words = (key, choices, say = (choice) => t(`${key}.${choice}`)) => ({ key, choices, say });

const first = [text("player", "Morphy"), text("event"), text("since", "1850", { inputmode: "numeric" }), text("until", "1999", { inputmode: "numeric" }),
    words("result", ["1-0", "0-1", "1/2-1/2", "0-0", "*"])];
const more = [text("white"), text("black"), text("opponent"), text("site"), text("eco", "C4,B90-B99"), text("opening"), text("min_elo", "2400", { inputmode: "numeric" }),
    text("comment"), text("text"), text("written_in", "cy"), text("source"), words("state", ["complete", "incomplete", "rejected"]),
    words("time_class", ["bullet", "blitz", "rapid", "classical", "correspondence"], (choice) => t(`pace.${choice}`)),
    words("game", ["chess", "camelot"])];
const moves = [text("moves", "1. e4 e5"), text("after", "1. e4 c5 2. Nf3"), text("fen"), text("pieces", "Nd5 pd6"), text("material", "KRP v KR")];

const orders = ["", "date", "-date", "white", "black", "event", "site", "round", "result", "-elo", "eco", "plies", "-plies"];

/** Returns the orders that games can be listed in. */
export const orderChoices = (chosen) => orders.map((order) => h("option", { value: order, selected: order === (chosen ?? "") }, t(`sort.${order || "id"}`)));

export const filterKeys = [...first, ...more].map((field) => field.key);

function input(field, parameters) {
    const id = `filter-${field.key}`, value = parameters.get(field.key) ?? "";
    const label = h("label", { for: id }, t(`filter.${field.key}`));
    if (field.choices)
        return h("div", { class: "field" }, label, h("select", { id, name: field.key }, h("option", { value: "" }, t("filter.any")),
            field.choices.map((choice) => h("option", { value: choice, selected: choice === value }, field.say(choice)))));
    return h("div", { class: "field" }, label, h("input", { id, name: field.key, value, dir: "auto", autocomplete: "off", spellcheck: "false",
        placeholder: field.example, ...field.attributes }));
}

/** Returns the parameters of a form that have a value, after those of the address that it has no field for. */
export function read(form, parameters) {
    const next = new URLSearchParams();
    for (const [key, value] of parameters) if (key !== "page_after" && !form.elements[key]) next.append(key, value);
    for (const [key, value] of new FormData(form)) if (value.trim()) next.append(key, value.trim());
    return next;
}

/** Returns the filters of `parameters` alone. */
export const only = (parameters) => new URLSearchParams([...parameters].filter(([key]) => filterKeys.includes(key)));

/** Returns the form; `take` is called with the parameters when it is sent. */
export function filterForm(parameters, take, { withMoves = false } = {}) {
    const rest = withMoves ? [...more, ...moves] : more;
    const isOpen = rest.some((field) => parameters.get(field.key)) || parameters.get("sort");
    const form = h("form", { class: "filters", role: "search", "aria-label": t("filter.title"), onsubmit: (event) => {
        event.preventDefault();
        take(read(form, parameters));
    } },
    h("div", { class: "row" }, first.map((field) => input(field, parameters)),
        h("div", { class: "field action" }, h("button", { class: "primary" }, t("filter.apply")))),
    h("details", { open: !!isOpen }, h("summary", {}, t("filter.more")), h("div", { class: "row" }, rest.map((field) => input(field, parameters)),
        withMoves && h("div", { class: "field" }, h("label", { for: "filter-sort" }, t("filter.sort")),
            h("select", { id: "filter-sort", name: "sort" }, orderChoices(parameters.get("sort")))))));
    return form;
}

/** Writes into the fields of a form what the address has for them. */
export function fill(form, parameters) {
    for (const key of filterKeys) form.elements[key].value = parameters.get(key) ?? "";
}

/** Returns the filters in force, each with a link that takes it away, and nothing else; those of `others` are no filters of this page. */
export function chips(path, parameters, others = []) {
    const shown = [...parameters].filter(([key]) => !["page_after", "sort", "notation", "limit", ...others].includes(key));
    if (!shown.length) return null;
    return h("ul", { class: "chips", "aria-label": t("filter.active") }, shown.map(([key, value]) => {
        const without = new URLSearchParams([...parameters].filter(([k, v]) => k !== "page_after" && (k !== key || v !== value)));
        return h("li", {}, h("span", { class: "muted" }, tryText("filter", key)), " ", h("bdi", {}, value), " ",
            h("a", { href: `${path}?${without}`, "aria-label": t("filter.remove", { name: tryText("filter", key) }) }, "×"));
    }));
}
