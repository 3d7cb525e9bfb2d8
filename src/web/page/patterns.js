// Patterns in CQL: a text, where it is wrong, how far the search has come, and the games as they are found.

import { address } from "./api.js";
import { announce, code, h } from "./dom.js";
import { chips, fill, filterForm, only } from "./filters.js";
import { problemBox } from "./frame.js";
import { Run } from "./run.js";
import { t } from "./words.js";

const examples = {
    chess: [["mate", "mate"], ["stalemate", "stalemate"], ["promote", "move promote N"], ["pin", "pin from B through n to k"], ["queens", "[Qq] >= 4"],
        ["checks", "line --> check --> . --> check"], ["flip", "flip { Bh7 Rg1 kh8 }"]],
    camelot: [["charge", "charge from N"], ["jump", "jump from m"], ["few", "N == 0 and M <= 2"]],
};

/** Returns the index of a place in a text; lines and columns count from 1. */
function indexOf(text, { line = 1, column = 1 }) {
    const lines = text.split("\n");
    return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

class Patterns {
    constructor(context) {
        Object.assign(this, { context, parameters: context.parameters });
        this.run = new Run({ onFault: (error) => this.showFault(error) });
        this.input = h("textarea", { id: "cql", rows: 4, dir: "ltr", spellcheck: "false", autocapitalize: "none", placeholder: "mate", "aria-describedby": "cql-fault",
            onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.send(event); } });
        this.fault = h("div", { id: "cql-fault" });
        this.games = h("select", { id: "which-game", onchange: () => this.writeExamples() }, ["chess", "camelot"].map((game) => h("option", { value: game }, t(`game.${game}`))));
        this.save = h("a", { class: "muted", href: "", download: "games.ndjson", dir: "ltr" }, "NDJSON");
        this.samples = h("ul", { class: "samples" });
        this.filters = h("div");
        this.form = filterForm(this.others(), (next) => this.send(null, only(next)));
        context.keys["/"] = () => this.input.focus();
        context.onMoved(() => this.take(), true);
        context.signal.addEventListener("abort", () => this.run.stop());
    }

    /** Takes the question of the address and asks it. */
    take() {
        this.parameters = new URLSearchParams(location.search);
        this.input.value = this.parameters.get("cql") ?? "";
        this.games.value = this.parameters.get("game") === "camelot" ? "camelot" : "chess";
        this.writeExamples();
        this.filters.replaceChildren(chips("/patterns", this.parameters, ["cql", "game"]) ?? "");
        fill(this.form, this.others());
        this.fault.replaceChildren();
        this.input.removeAttribute("aria-invalid");
        this.save.hidden = !this.input.value.trim();
        if (!this.save.hidden) return this.ask();
        this.run.clear(t("patterns.hint"));
        return null;
    }

    others() {
        const others = only(this.parameters);
        others.delete("game");
        return others;
    }

    async ask() {
        const asked = this.others();
        if (this.games.value === "camelot") asked.set("game", "camelot");
        asked.set("cql", this.input.value);
        this.save.href = address("cql", asked);
        const found = await this.run.start(asked);
        if (found !== null) announce(t("list.count", { n: found }));
    }

    send(event, filters = this.others()) {
        event?.preventDefault();
        const next = new URLSearchParams(filters);
        if (this.games.value === "camelot") next.set("game", "camelot");
        if (this.input.value.trim()) next.set("cql", this.input.value);
        this.context.go(`/patterns${next.size ? "?" : ""}${next}`);
    }

    /** Puts the caret to the place of a fault, and shows the line with a mark below it. */
    showFault(error) {
        this.run.clear();
        this.fault.replaceChildren(problemBox(error));
        if (error.at?.parameter !== "cql") return true;
        this.input.setAttribute("aria-invalid", "true");
        if (error.at.line || error.at.column) {
            const begin = indexOf(this.input.value, error.at), word = /^\w+/.exec(this.input.value.slice(begin))?.[0].length ?? 1;
            this.input.focus();
            this.input.setSelectionRange(begin, Math.min(this.input.value.length, begin + (error.at.width ?? word)));
        }
        return true;
    }

    writeExamples() {
        const use = (text) => {
            this.input.value = text;
            this.send(null);
        };
        this.samples.replaceChildren(...examples[this.games.value].map(([key, text]) => h("li", {}, h("button", { type: "button", class: "sample", onclick: () => use(text) },
            code(text, { class: "mono" }), h("span", { class: "muted" }, t(`pattern.${key}`))))));
    }

    node() {
        const form = h("form", { class: "filters", onsubmit: (event) => this.send(event) }, h("div", { class: "field" }, h("label", { for: "cql" }, t("patterns.text")), this.input), this.fault,
            h("div", { class: "tools" }, h("label", { class: "inline" }, h("span", {}, t("filter.game")), this.games), h("button", { class: "primary" }, t("patterns.search")),
                h("span", { class: "muted" }, h("kbd", { dir: "ltr" }, "Ctrl Enter")), this.save),
            h("details", { open: !this.input.value }, h("summary", {}, t("patterns.examples")), this.samples));
        return h("section", { class: "page patterns" }, h("h1", {}, t("patterns.title")), h("p", { class: "muted lead" }, t("patterns.lead")), form,
            h("details", { class: "filter-box" }, h("summary", {}, t("filter.title")), this.form), this.filters, this.run.element);
    }
}

export async function show(context) {
    const page = new Patterns(context);
    page.take();
    return { title: t("patterns.title"), node: page.node() };
}
