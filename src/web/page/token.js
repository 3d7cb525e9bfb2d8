// Asks the user for the address or the token that the program has printed, where a tab has none.

import { h } from "./dom.js";
import { exchange } from "./session.js";
import { t } from "./words.js";

/** Returns the header for what was typed: an address with a code, or the token. */
function headerOf(text) {
    const code = /#code=(\w+)/.exec(text)?.[1];
    return { Authorization: code ? `Code ${code}` : `Bearer ${text.trim().split(/\s+/).at(-1)}` };
}

/** Returns the page; `done` is called when the server knows what was typed. */
export function askForToken(done) {
    const input = h("input", { id: "token", autocomplete: "off", spellcheck: "false", dir: "ltr", required: true, "aria-describedby": "token-fault" });
    const fault = h("p", { id: "token-fault", role: "alert" });
    const form = h("form", { class: "filters", onsubmit: async (event) => {
        event.preventDefault();
        if (await exchange(headerOf(input.value))) return done();
        fault.textContent = t("token.wrong");
        input.select();
    } }, h("div", { class: "field" }, h("label", { for: "token" }, t("token.label")), input), fault, h("div", {}, h("button", { class: "primary" }, t("token.show"))));
    return { title: t("token.title"), shown: () => input.focus(), node: h("section", { class: "narrow" }, h("h1", {}, t("token.title")), h("p", {}, t("token.text")), form) };
}
