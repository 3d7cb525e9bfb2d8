// The desk: the text of the source beside the board. What was not read as it stands is marked where it stands, and corrected there if the
// server writes.

import { allNotations, get, question } from "./api.js";
import { Board } from "./board.js";
import { Corrections, deletedGame } from "./corrections.js";
import { sourceText } from "./desktext.js";
import { divider, stackSwitch } from "./divider.js";
import { announce, code, h, icon, name } from "./dom.js";
import { fileName } from "./facts.js";
import { loadStyle } from "./form.js";
import { setAddress } from "./place.js";
import { parse } from "./position.js";
import { loadSentences, sentenceLine } from "./sentences.js";
import { moveText, positionText } from "./speech.js";
import { loadWords, t, tn, tryText } from "./words.js";

/** Returns what the address says of the queue of problems that the game stands in. */
const queueOf = (parameters) => new URLSearchParams([...parameters].filter(([key]) => ["kind", "source", "state", "all"].includes(key)));

export class Desk {
    /** `following`: the number of the next game of the queue, if there is one. */
    constructor(context, { source, game, notations, corrections, health, following }) {
        Object.assign(this, { context, notations, health, following });
        this.head = h("p", { class: "where" });
        this.place = h("div", { class: "text-place" });
        this.tools = h("div", { class: "tools" });
        this.board = new Board({ labels: this.labelsOf(game) });
        this.counter = h("output", { class: "counter", dir: "ltr" });
        this.status = h("p", { class: "status" });
        this.about = h("div", { class: "about", "aria-live": "polite" });
        this.editor = h("div", { class: "editor" });
        this.corrections = new Corrections(this, corrections);
        this.read(source, game);
        const { keys } = context;
        Object.assign(keys, { forward: () => this.go(this.ply + 1), back: () => this.go(this.ply - 1), Home: () => this.go(0), End: () => this.go(this.game.steps.length),
            f: () => this.board.flip(), d: () => announce(positionText(this.board.shape, this.labels)), n: () => this.next(1), N: () => this.next(-1) });
        context.onMoved(() => this.go(Number(location.hash.slice(1)) || 0, true));
    }

    labelsOf(game) {
        this.labels = this.notations.find((notation) => notation.code === (game.notation ?? "en").split("/")[0]);
        return this.labels;
    }

    /** Shows a reading of the game: the stored one, or with `changed`, a passage of the text, one that is tried. */
    read(source, game, changed) {
        Object.assign(this, { source, game, at: -1 });
        this.labelsOf(game);
        this.text = sourceText(source, game, { changed, onProblem: (at) => this.choose(at), onStep: (ply, step) => (step ? this.showStep(step) : this.go(ply)) });
        this.place.replaceChildren(changed ? h("p", { class: "muted" }, t("edit.tried")) : "", this.text.element);
        this.place.classList.toggle("tried", Boolean(changed));
        this.about.replaceChildren();
        this.head.replaceChildren(h("a", { href: `/games/${game.id}` }, name(game.white, t("unknown")), " – ", name(game.black, t("unknown"))),
            " · ", ...tn("desk.place", { file: code(fileName(source.source ?? ""), { title: source.source }), line: source.line ?? 1 }),
            ...(game.state === "complete" ? [] : [" ", h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))]),
            ...(this.following ? [" · ", h("a", { href: `/games/${this.following}/source${question(queueOf(this.context.parameters))}` }, t("desk.next_game"))] : []));
        this.tools.replaceChildren(...(this.text.marks.length ? [h("button", { type: "button", onclick: () => this.next(-1) }, t("desk.previous")),
            h("button", { type: "button", class: "primary", onclick: () => this.next(1) }, t("desk.next"))] : []));
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
        this.go(problem.ply, true);
        this.about.replaceChildren(h("p", {}, icon(problem.severity === "fault" ? "warning" : "note"), " ", h("strong", {}, t("desk.of", { at: at + 1, all: marks.length })), " · ", tryText("problem", problem.group)),
            sentenceLine(problem), problem.remedy_kind && h("p", { class: "muted" }, tryText("remedy", problem.remedy_kind)));
        element.scrollIntoView({ block: "nearest" });
    }

    next(step) {
        const { length } = this.text.marks;
        if (length) this.choose((Math.max(this.at, step > 0 ? -1 : 0) + step + length) % length);
    }

    node() {
        const button = (symbol, word, action, shape = symbol) => h("button", { type: "button", class: `step ${symbol}`, "aria-label": t(word), title: t(word), onclick: action }, icon(shape));
        const text = h("div", { class: "moves-side" }, h("div", { class: "explained" }, this.about, this.tools), this.place, this.editor, this.corrections.original);
        const table = h("div", { class: "table" }, text);
        table.append(divider(table), h("div", { class: "board-side" }, this.board.element,
            h("div", { class: "controls" }, button("first", "game.first", () => this.go(0)), button("back", "game.back", () => this.go(this.ply - 1)), this.counter,
                    button("forward", "game.forward", () => this.go(this.ply + 1), "back"), button("last", "game.last", () => this.go(this.game.steps.length), "first"), button("flip", "game.flip", () => this.board.flip())),
            this.status));
        return h("article", { class: `page desk${parse(this.game.start).isChess ? "" : " camelot"}` }, h("div", { class: "line" }, h("h1", {}, t("desk.title")), stackSwitch(table)), this.head, table, this.corrections.element);
    }
}

/** Returns the number of the next game of the queue, if there is one, and if this one stands in it. */
async function followingGame({ id, parameters, signal }, source) {
    const queue = queueOf(parameters);
    return (source.problems.length || queue.size) && (await get("problems", { ...Object.fromEntries(queue), page_after: id, limit: 1 }, signal)).games[0]?.id;
}

export async function show(context) {
    const { id, signal } = context;
    const [health, { corrections }] = await Promise.all([get("health", {}, signal), get("corrections", { game: id }, signal), loadWords("desk.")]);
    if (corrections.at(-1)?.kind === "delete") {
        loadStyle("desk");
        return deletedGame(context, corrections, health);
    }
    const [source, game, notations] = await Promise.all([get(`games/${id}/source`, {}, signal), get(`games/${id}`, {}, signal), allNotations()]);
    if (health.writes || source.problems.length) await loadSentences();
    if (health.writes || corrections.length) loadStyle("desk");
    const following = await followingGame(context, source);
    const desk = new Desk(context, { source, game, notations, corrections, health, following });
    if (health.writes) (await import("./edit.js")).addTo(desk);
    return { title: t("desk.title"), node: desk.node(), shown: () => {
        desk.go(Number(location.hash.slice(1)) || 0, true);
        if (!location.hash && desk.text.marks.length) desk.choose(0);
    } };
}
