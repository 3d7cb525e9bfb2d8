// The desk: the text of the source beside the board. What was not read as it stands is marked where it stands.

import { allNotations, get } from "./api.js";
import { Board } from "./board.js";
import { sourceText } from "./desktext.js";
import { announce, code, h, icon, name } from "./dom.js";
import { fileName } from "./facts.js";
import { setAddress } from "./place.js";
import { moveText, positionText } from "./speech.js";
import { t, tn, tryText } from "./words.js";

class Desk {
    constructor(context, source, game, notations) {
        Object.assign(this, { context, source, game });
        this.labels = notations.find((notation) => notation.code === (game.notation ?? "en").split("/")[0]);
        this.board = new Board({ labels: this.labels });
        this.counter = h("output", { class: "counter", dir: "ltr" });
        this.status = h("p", { class: "status" });
        this.about = h("div", { class: "about", "aria-live": "polite" });
        this.text = sourceText(source, game, { onProblem: (at) => this.choose(at), onStep: (ply, step) => (step ? this.showStep(step) : this.go(ply)) });
        const { keys } = context;
        Object.assign(keys, { forward: () => this.go(this.ply + 1), back: () => this.go(this.ply - 1), Home: () => this.go(0), End: () => this.go(game.steps.length),
            f: () => this.board.flip(), d: () => announce(positionText(this.board.shape, this.labels)), n: () => this.next(1), N: () => this.next(-1) });
        context.onMoved(() => this.go(Number(location.hash.slice(1)) || 0, true));
        this.at = -1;
    }

    go(ply, isQuiet) {
        this.ply = Math.max(0, Math.min(ply, this.game.steps.length));
        const step = this.game.steps[this.ply - 1];
        this.board.show(step?.position ?? this.game.start, { move: step?.squares ?? [] });
        this.counter.textContent = `${this.ply} / ${this.game.steps.length}`;
        this.status.textContent = step ? moveText(step, this.board.shape, this.labels) : t("game.start");
        if (!isQuiet) announce(this.status.textContent);
        this.text.element.querySelectorAll(".now").forEach((element) => element.classList.remove("now"));
        for (const element of this.text.plies[this.ply] ?? []) {
            element.classList.add("now");
            element.scrollIntoView({ block: "nearest" });
        }
        setAddress(`${location.pathname}${location.search}${this.ply ? `#${this.ply}` : ""}`);
    }

    /** Shows a move of a variation. */
    showStep(step) {
        this.board.show(step.position, { move: step.squares });
        this.status.textContent = moveText(step, this.board.shape, this.labels);
        announce(this.status.textContent);
    }

    /** Shows a problem: its mark, the position before it, and what to do. */
    choose(at) {
        const { marks } = this.text;
        marks[this.at]?.element.removeAttribute("aria-current");
        this.at = at;
        const { element, problem } = marks[at];
        element.setAttribute("aria-current", "true");
        element.scrollIntoView({ block: "nearest" });
        this.go(problem.ply, true);
        this.about.replaceChildren(h("p", {}, icon(problem.severity === "fault" ? "warning" : "note"), " ", h("strong", {}, t("desk.of", { at: at + 1, all: marks.length })), " · ", tryText("problem", problem.group)),
            h("p", { lang: "en", dir: "auto" }, problem.message), problem.remedy && h("p", { class: "muted", lang: "en", dir: "auto" }, problem.remedy));
    }

    next(step) {
        const { length } = this.text.marks;
        if (length) this.choose((Math.max(this.at, step > 0 ? -1 : 0) + step + length) % length);
    }

    node() {
        const { game, source } = this;
        const button = (symbol, word, action, shape = symbol) => h("button", { type: "button", class: `step ${symbol}`, "aria-label": t(word), title: t(word), onclick: action }, icon(shape));
        const count = this.text.marks.length;
        return h("article", { class: "page desk" }, h("h1", {}, t("desk.title")), h("p", { class: "where" }, h("a", { href: `/games/${game.id}` }, name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))),
            " · ", tn("desk.place", { file: code(fileName(source.source ?? ""), { title: source.source }), line: source.line ?? 1 }),
            game.state !== "complete" && [" ", h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))]),
        h("div", { class: "table" }, h("div", { class: "moves-side" }, this.text.element), h("div", { class: "board-side" }, this.board.element,
            h("div", { class: "controls" }, button("first", "game.first", () => this.go(0)), button("back", "game.back", () => this.go(this.ply - 1)), this.counter,
                button("forward", "game.forward", () => this.go(this.ply + 1), "back"), button("last", "game.last", () => this.go(game.steps.length), "first"), button("flip", "game.flip", () => this.board.flip())),
            this.status, this.about, count > 0 && h("div", { class: "tools" }, h("button", { type: "button", onclick: () => this.next(-1) }, t("desk.previous")),
                h("button", { type: "button", class: "primary", onclick: () => this.next(1) }, t("desk.next"))))));
    }
}

export async function show(context) {
    const [source, game, notations] = await Promise.all([get(`games/${context.id}/source`, {}, context.signal), get(`games/${context.id}`, {}, context.signal), allNotations()]);
    const desk = new Desk(context, source, game, notations);
    const node = desk.node();
    return { title: t("desk.title"), node, shown: () => {
        desk.go(Number(location.hash.slice(1)) || 0, true);
        if (!location.hash && desk.text.marks.length) desk.choose(0);
    } };
}
