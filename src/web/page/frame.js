// What is around every page: navigation, languages, help, errors.

import { h, icon } from "./dom.js";
import { has, isRightToLeft, language, t, tryText } from "./words.js";

const sections = [["/", "nav.games"], ["/openings", "nav.openings"], ["/search", "nav.search"],
    ["/patterns", "nav.patterns"], ["/problems", "nav.problems"], ["/players", "nav.players"],
    ["/database", "nav.database"]];

const languages = { en: "English", cy: "Cymraeg", ar: "العربية" };

function languageSwitch() {
    const change = (event) => {
        const here = new URL(location.href);
        here.searchParams.set("lang", event.target.value);
        location.assign(here);
    };
    return h("label", { class: "language" }, h("span", { class: "unseen" }, t("nav.language")),
        h("select", { onchange: change, id: "language" }, Object.entries(languages).map(([key, own]) =>
            h("option", { value: key, lang: key, selected: key === language }, own))));
}

/** Fills the header. */
export function showHeader() {
    const links = sections.map(([path, key]) => h("a", { href: path }, t(key)));
    document.getElementById("top").replaceChildren(
        h("a", { class: "skip", href: "#main", "data-native": true }, t("nav.skip")),
        h("a", { class: "brand", href: "/" }, icon("mark"), h("span", {}, "cofnod")),
        h("nav", { "aria-label": t("nav.pages") }, links), languageSwitch(),
        h("button", { type: "button", class: "quiet", id: "help", "aria-label": t("keys.title"), title: "?" }, icon("question")));
}

/** Marks the section that a path belongs to. */
export function markSection(path) {
    for (const link of document.querySelectorAll("#top nav a")) {
        const own = new URL(link.href).pathname;
        const here = own === "/" ? path === "/" || path.startsWith("/games") : path.startsWith(own);
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

const keys = [[isRightToLeft ? "← →" : "→ ←", "keys.step"], ["Home End", "keys.ends"], ["j k", "keys.next"], ["↑ ↓", "keys.variation"], ["f", "keys.flip"],
    ["d", "keys.describe"], ["n N", "keys.problem"], ["/", "keys.filter"], ["?", "keys.title"]];

/** Shows the keys. */
export function showHelp() {
    const close = () => dialog.close();
    const dialog = h("dialog", { "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
        h("h2", { id: "keys-title" }, t("keys.title")),
        h("dl", { class: "keys" }, keys.map(([key, word]) =>
            [h("dt", { dir: "ltr" }, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, t(word))])),
        h("p", { class: "muted" }, t("keys.board")),
        h("button", { type: "button", onclick: close, autofocus: true }, t("keys.close")));
    document.body.append(dialog);
    dialog.showModal();
}

/** What to do about a field, by its parameter; several are written alike. */
const fixes = { after: "moves", since: "date", until: "date", date: "date", opening: "eco", min_elo: "number", limit: "number", written_in: "notation", from_notation: "notation" };

/** Returns what is wrong, as the page says it, and what to do here: never an option of the command line. */
function said(error) {
    if (error.at) {
        const { parameter } = error.at, key = `fix.${fixes[parameter] ?? parameter}`;
        return [t("problem.at", { field: tryText("filter", parameter) }), has(key) ? t(key) : t("fix.field")];
    }
    if (error.status === 400) return [t("problem.400"), t("fix.field")];
    if (error.status === 401) return [t("token.title"), t("fix.401")];
    const kind = { 0: "lost", 404: "404", 503: "503" }[error.status];
    return kind ? [t(`problem.${kind}`), t(`fix.${kind}`)] : [t("problem.title"), null];
}

/** Returns an error as it is shown: what is wrong, what the server says of it, with a caret if there is one, and what to do. */
export function problemBox(error) {
    const [detail, ...text] = error.message.split("\n");
    const [title, remedy] = said(error);
    const box = h("div", { class: "problem-box", role: "alert" }, icon("warning"), h("div", {}, h("p", {}, h("strong", {}, title)),
        detail && h("p", {}, detail), text.length > 0 && h("pre", { dir: "auto" }, text.join("\n")), remedy && h("p", { class: "muted" }, remedy),
        error.at?.parameter === "cql" && error.remedy && h("p", { class: "muted" }, error.remedy)));
    return box;
}
