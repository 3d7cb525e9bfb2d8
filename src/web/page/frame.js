// What is around every page: navigation, languages, help, errors.

import { code, h, icon } from "./dom.js";
import { isRightToLeft, language, t, tn } from "./words.js";

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

/** Fills the header; `has` says which pages this server can answer. */
export function showHeader(has) {
    const links = sections.filter(([path]) => has(path)).map(([path, key]) => h("a", { href: path }, t(key)));
    document.getElementById("top").replaceChildren(
        h("a", { class: "skip", href: "#main", "data-native": true }, t("nav.skip")),
        h("a", { class: "brand", href: "/" }, icon("mark"), h("span", {}, "cofnod")),
        h("nav", { "aria-label": t("nav.pages") }, links), languageSwitch(),
        h("button", { type: "button", class: "quiet", id: "help", "aria-label": t("keys.title"), title: "?" }, icon("help")));
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

/** Returns an error as it is shown: what is wrong, with the text and a caret if there is one, and what to do. */
export function problemBox(error) {
    const [first, ...text] = String(error.message ?? error).split("\n");
    return h("div", { class: "problem-box", role: "alert" }, icon("warning"), h("div", {},
        h("p", {}, first), text.length > 0 && h("pre", { dir: "auto" }, text.join("\n")),
        error.at && h("p", { class: "muted" }, tn("problem.at", { parameter: code(error.at.parameter) })),
        error.remedy && h("p", { class: "muted" }, error.remedy)));
}
