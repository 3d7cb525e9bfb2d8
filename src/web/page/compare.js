// Records of one game side by side: where they differ from one of them, on a strip over the whole game, in rows, and on boards.

import { allNotations, get } from "./api.js";
import { Board } from "./board.js";
import { announce, code, h, name, svg } from "./dom.js";
import { fileName } from "./facts.js";
import { setAddress } from "./place.js";
import { notationName, number, t } from "./words.js";

class Comparison {
    constructor(context, answer, games, notations) {
        Object.assign(this, { context, answer, games, rows: answer.moves, now: 0, base: 0 });
        this.labels = answer.witnesses.map((witness) => notations.find((one) => one.code === (witness.notation ?? "en").split("/")[0]));
        this.boards = games.map((_, i) => new Board({ labels: this.labels[i] }));
        this.texts = games.map((_, i) => h("p", { class: "status", dir: this.labels[i]?.direction ?? "ltr" }));
        this.strip = h("div", { dir: "ltr" });
        this.table = h("table", { class: "witnesses" });
        this.tags = h("tbody");
        this.count = h("p", { class: "muted", role: "status" });
        this.only = h("input", { type: "checkbox", checked: answer.differing_moves > 0, onchange: () => this.write() });
        const { keys } = context;
        keys.forward = () => this.choose(this.now + 1);
        keys.back = () => this.choose(this.now - 1);
        keys.Home = () => this.choose(0);
        keys.End = () => this.choose(this.rows.length - 1);
        keys.f = () => this.boards.forEach((board) => board.flip());
        keys.n = () => this.next(1);
        keys.N = () => this.next(-1);
        context.onMoved(() => this.readAddress());
        this.readAddress();
    }

    readAddress() {
        const base = this.games.findIndex((game) => String(game.id) === new URLSearchParams(location.search).get("base"));
        this.base = Math.max(0, base);
        this.now = Math.max(0, Math.min(this.rows.length - 1, (Number(location.hash.slice(1)) || 1) - 1));
        this.write();
    }

    reading(row, i) {
        return row.readings[i];
    }
    step(row, i) {
        const ply = row && this.reading(row, i)?.ply;
        return ply ? this.games[i].steps[ply - 1] : undefined;
    }
    /** What is compared: the move itself, in whatever letters; of Camelot its text. */
    differs(row, i) {
        const own = this.reading(row, i), base = this.reading(row, this.base);
        return (own?.uci ?? own?.move ?? null) !== (base?.uci ?? base?.move ?? null);
    }
    different(row) {
        return this.games.filter((_, i) => this.differs(row, i)).length;
    }

    next(step) {
        const rows = this.rows.map((row, at) => (this.different(row) ? at : -1)).filter((at) => at >= 0);
        this.choose((step > 0 ? rows.find((at) => at > this.now) ?? rows[0] : rows.findLast((at) => at < this.now) ?? rows.at(-1)) ?? this.now);
    }

    choose(at, isQuiet) {
        this.now = Math.max(0, Math.min(this.rows.length - 1, at));
        const row = this.rows[this.now];
        this.games.forEach((game, i) => {
            const step = this.step(row, i);
            this.boards[i].show(step ? step.position : game.final ?? game.start, { move: step ? step.squares : [] });
            this.texts[i].replaceChildren(...(step ? [code(step.number), " ", h("bdi", {}, step.text)] : ["—"]));
            this.texts[i].classList.toggle("other", !!row && this.differs(row, i));
        });
        for (const part of [this.table, this.strip]) {
            part.querySelector("[aria-current]")?.removeAttribute("aria-current");
            part.querySelector(`[data-row="${this.now}"]`)?.setAttribute("aria-current", "true");
        }
        if (isQuiet || !row) return;
        setAddress(`${location.pathname}${location.search}#${this.now + 1}`);
        announce(this.games.map((_, i) => `#${this.games[i].id}: ${this.step(row, i)?.text ?? "—"}`).join("; "));
    }

    /** A mark for each move: the higher, the more records differ there from the base. */
    drawStrip() {
        const { rows } = this, most = Math.max(1, this.games.length - 1);
        const picture = svg("svg", { viewBox: `0 0 ${rows.length} 10`, preserveAspectRatio: "none", role: "img", class: "strip", "aria-label": this.sentence(), onclick: (event) => {
            const box = picture.getBoundingClientRect();
            this.choose(Math.floor((event.clientX - box.left) / box.width * rows.length));
        } }, rows.map((row, i) => {
            const height = this.different(row) ? 3 + 7 * this.different(row) / most : 1.5;
            return svg("rect", { x: i, width: 0.85, y: 10 - height, height, class: this.different(row) ? "differs" : "same", "data-row": i });
        }));
        this.strip.replaceChildren(picture);
    }

    sentence() {
        return t("compare.differing", { n: this.rows.filter((row) => this.different(row)).length });
    }

    ofRow(row, at) {
        return h("tr", { class: this.different(row) ? "differs" : "same", "data-row": at, onclick: () => this.choose(at) },
            h("th", { scope: "row" }, h("button", { type: "button", class: "quiet" }, number(row.row))), this.games.map((game, i) => {
                const step = this.step(row, i), reading = this.reading(row, i);
                return h("td", { class: this.differs(row, i) ? "other" : null, dir: this.labels[i]?.direction ?? "ltr" }, reading?.move ? [step && code(step.number, { class: "muted" }), " ", h("bdi", { class: "move" }, reading.move)] : "—");
            }));
    }

    write() {
        const { answer } = this, shown = this.rows.map((row, at) => [row, at]).filter(([row]) => !this.only.checked || this.different(row));
        this.count.textContent = this.sentence();
        this.drawStrip();
        this.table.replaceChildren(h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("compare.row")), answer.witnesses.map((witness, i) => h("th", { scope: "col" },
            h("a", { href: `/games/${witness.id}` }, `#${witness.id}`), " ", notationName({ code: witness.notation ?? "", own_name: witness.notation ?? "" }), i === this.base && [" ", h("span", { class: "badge plain" }, t("compare.base"))])))),
        h("tbody", {}, shown.map(([row, at]) => this.ofRow(row, at))));
        this.tags.replaceChildren(...answer.tags.map((tag) => h("tr", { class: tag.same ? "same" : "differs" }, h("th", { scope: "row" }, code(tag.name)),
            tag.values.map((value, i) => h("td", { class: value !== tag.values[this.base] ? "other" : null }, name(value))))));
        this.choose(this.now, true);
    }

    node() {
        const { games, boards, texts } = this;
        const base = h("select", { id: "base", onchange: (event) => {
            const next = new URLSearchParams(location.search);
            next.set("base", event.target.value);
            history.replaceState(null, "", `?${next}${location.hash}`);
            this.readAddress();
            announce(this.sentence());
        } }, games.map((game, i) => h("option", { value: game.id, selected: i === this.base }, `#${game.id} ${fileName(game.source ?? "")}`)));
        return h("section", { class: "page compare" }, h("h1", {}, t("compare.title")), this.count, this.strip,
            h("div", { class: "tools" }, h("label", { class: "inline" }, h("span", {}, t("compare.base")), base), h("label", { class: "inline" }, this.only, t("compare.only")),
                ["previous", "next"].map((word) => h("button", { type: "button", disabled: !this.answer.differing_moves, onclick: () => this.next(word === "next" ? 1 : -1) }, t(`compare.${word}`)))),
            h("div", { class: "cards" }, h("section", { class: "card scroll" }, this.table), h("div", { class: "boards" }, games.map((game, i) => h("figure", {},
                h("figcaption", {}, h("a", { href: `/games/${game.id}` }, name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))), game.source && h("p", { class: "muted" }, code(fileName(game.source)))), boards[i].element, texts[i])))),
            h("section", { class: "card scroll" }, h("table", {}, h("caption", {}, t("compare.tags")), this.tags)));
    }
}

export async function show(context) {
    const ids = context.id.split("+"), { signal } = context;
    const [answer, notations, ...games] = await Promise.all([get("compare", { ids: ids.join(",") }, signal), allNotations(), ...ids.map((one) => get(`games/${one}`, {}, signal))]);
    const page = new Comparison(context, answer, games, notations);
    return { title: t("compare.title"), node: page.node(), shown: () => announce(page.sentence()) };
}
