// A game on a board: step through it, read it in any notation, see where it comes from.

import { address, allNotations, get, question } from "./api.js";
import { Board } from "./board.js";
import { announce, h, icon } from "./dom.js";
import { facts, origin, problems } from "./facts.js";
import { materialFigure } from "./material.js";
import { MoveList } from "./moves.js";
import { setAddress } from "./place.js";
import { parse } from "./position.js";
import { loadSentences, sentence } from "./sentences.js";
import { side } from "./side.js";
import { moveText, positionText } from "./speech.js";
import { choice, notationChoices } from "./switches.js";
import { language, notationName, t } from "./words.js";

const colours = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** Returns the letters of the board for a game: those of the notation its moves are shown in. */
const labelsOf = (notations, chosen, game) => {
    const wanted = chosen || (game.notation ?? "en").split("/")[0];
    return notations.find((notation) => notation.code === wanted) ?? notations.find((notation) => notation.code === "en");
};

class GamePage {
    constructor(context, game, notations) {
        Object.assign(this, { context, game, notations, notation: context.parameters.get("notation") ?? "" });
        this.labels = labelsOf(notations, this.notation, game);
        this.isChess = parse(game.start).isChess;
        this.board = new Board({ labels: this.labels, onKey: (event, square) => this.boardKey(event, square) });
        this.counter = h("output", { class: "counter", dir: "ltr" });
        this.status = h("p", { class: "status" });
        this.panel = h("div", { class: "panel" });
        this.material = h("div");
        this.write();
        const { keys } = context;
        keys.forward = () => this.forward();
        keys.back = () => this.back();
        keys.Home = () => this.go(this.list.start);
        keys.End = () => this.go(this.last());
        keys.f = () => this.board.flip();
        keys.d = () => announce(positionText(this.board.shape, this.labels));
        keys.n = () => this.toProblem(1);
        keys.N = () => this.toProblem(-1);
        keys.ArrowDown = () => this.other(1);
        keys.ArrowUp = () => this.other(-1);
        context.onMoved(() => this.go(this.placeOf(location.hash), true));
    }

    /** Writes the moves and what is drawn from them: again after the notation has changed. */
    write() {
        this.list = new MoveList(this.game, (place) => this.go(place));
        this.panel.replaceChildren(this.list.element);
        this.material.replaceChildren(materialFigure(this.list, (place) => this.go(place)) ?? "");
    }

    last() {
        return this.list.mainLine(this.game.steps.length) ?? this.list.start;
    }

    placeOf(hash) {
        const [, kind, number] = /^#(v?)(\d+)$/.exec(hash) ?? [];
        const found = kind ? this.list.places[Number(number)] : number && this.list.mainLine(Math.min(Number(number), this.game.steps.length));
        return found ?? this.list.start;
    }

    /** Shows a place on the board and in the list, and says the move. */
    go(place, isQuiet) {
        if (!place) return;
        this.now = place;
        const drawn = Object.assign({}, ...place.comments);
        const arrows = (drawn.cal ?? "").split(",").filter(Boolean).map((one) => [one.slice(1, 3), one.slice(3, 5), colours[one[0]]]);
        const rings = (drawn.csl ?? "").split(",").filter(Boolean).map((one) => one.slice(1, 3));
        this.board.show(place.position, { move: place.step?.squares ?? [], arrows, rings });
        this.list.mark(place);
        this.counter.textContent = `${place.ply} / ${this.game.steps.length}`;
        const said = place.step ? moveText(place.step, this.board.shape, this.labels) : t("game.start");
        this.status.textContent = said;
        if (!isQuiet) announce(said);
        const hash = place.ply === 0 ? "" : place.depth ? `#v${place.id}` : `#${place.ply}`;
        setAddress(location.pathname + location.search + hash);
        this.material.querySelector("[data-now]")?.removeAttribute("data-now");
        if (!place.depth) this.material.querySelector(`[data-ply="${place.ply}"]`)?.setAttribute("data-now", "");
        if (this.desk) this.desk.href = `/games/${this.game.id}/source${place.depth ? "" : hash}`;
        for (const link of this.links ?? []) link.href = link.dataset.page + question({ fen: place.position, notation: this.notation });
    }

    forward() {
        this.go(this.now.after);
    }
    back() {
        this.go(this.now.before);
    }

    /** Goes to the next or previous of the moves that stand at the same place: that of the line, and those of its variations. */
    other(step) {
        const { before } = this.now, all = before ? [before.after, ...(before.variations ?? [])].filter(Boolean) : [];
        const at = all.indexOf(this.now);
        if (at >= 0 && all.length > 1) this.go(all[(at + step + all.length) % all.length]);
    }

    toProblem(step) {
        const plies = this.game.problems.map((problem) => problem.ply).sort((a, b) => a - b);
        const next = step > 0 ? plies.find((ply) => ply > this.now.ply) ?? plies[0] : plies.findLast((ply) => ply < this.now.ply) ?? plies.at(-1);
        if (next !== undefined) this.go(this.list.mainLine(next) ?? this.last());
        if (next !== undefined) announce(sentence(this.game.problems.find((problem) => problem.ply === next)));
    }

    boardKey(event) {
        if (event.key === "d") announce(positionText(this.board.shape, this.labels));
        return event.key === "d";
    }

    async choose(notation) {
        this.notation = notation;
        const game = await get(`games/${this.game.id}`, { notation, names_in: language }, this.context.signal);
        if (this.notation !== notation) return;  // another was chosen meanwhile
        const place = this.now;
        this.game = game;
        this.labels = labelsOf(this.notations, notation, this.game);
        const parameters = new URLSearchParams(location.search);
        if (notation) parameters.set("notation", notation);
        else parameters.delete("notation");
        history.replaceState(null, "", `${location.pathname}${parameters.size ? "?" : ""}${parameters}`);
        this.write();
        this.board.setLabels(this.labels);
        this.go(this.list.places[place.id], true);
    }

    notationSwitch() {
        if (!this.isChess) return null;
        const own = (this.game.notation ?? "").split("/").map((one) => this.notations.find((notation) => notation.code === one)).filter(Boolean);
        const asWritten = h("option", { value: "" }, t("game.as_written", { name: own.map(notationName).join("/") || "—" }));
        return choice("notation", "game.notation", [asWritten, notationChoices(this.notations, this.notation)], (chosen) => this.choose(chosen));
    }

    async copy(text, button) {
        await navigator.clipboard?.writeText(text).catch(() => {});
        const before = button.textContent;
        button.textContent = t("game.copied");
        announce(t("game.copied"));
        setTimeout(() => { button.textContent = before; }, 1500);
    }

    controls() {
        const button = (symbol, word, action, attributes) => h("button", { type: "button", class: `step ${symbol}`, "aria-label": t(word), title: t(word),
            onclick: action, ...attributes }, icon(symbol === "last" ? "first" : symbol === "forward" ? "back" : symbol));
        return h("div", { class: "controls", role: "group", "aria-label": t("game.controls") },
            button("first", "game.first", () => this.go(this.list.start)), button("back", "game.back", () => this.back()), this.counter,
            button("forward", "game.forward", () => this.forward()), button("last", "game.last", () => this.go(this.last())),
            button("flip", "game.flip", () => this.board.flip()));
    }

    node() {
        const { game } = this;
        const link = (page, word) => h("a", { class: "button", "data-page": page, href: page }, t(word));
        const tools = h("div", { class: "tools" },
            game.source && (this.desk = h("a", { class: "button primary", href: "" }, t("game.source"))), link("/openings", "game.openings"), link("/", "game.same_position"),
            h("button", { type: "button", onclick: (event) => this.copy(this.now.position, event.target) }, this.isChess ? t("game.copy_fen") : t("game.copy_position")),
            h("button", { type: "button", onclick: (event) => this.copy(game.moves, event.target) }, t("game.copy_moves")),
            h("a", { class: "button", href: address(`games/${game.id}.pgn`, { notation: this.notation }), download: `cofnod-${game.id}.pgn` }, t("game.download")),
            h("a", { class: "button", "data-page": "/api/v1/board.svg", href: "", download: `cofnod-${game.id}.svg` }, t("game.diagram")));
        this.links = tools.querySelectorAll("a[data-page]");
        const heading = h("header", { class: "head game-head" },
            h("h1", {}, h("span", { class: "players" }, side(game.white, game.result, true, game.white_elo), h("span", { class: "unseen" }, " – "),
                side(game.black, game.result, false, game.black_elo))), facts(game));
        return h("article", { class: `page game${this.isChess ? "" : " camelot"}` },
            h("div", { class: "table" }, heading, h("div", { class: "board-side" }, this.board.element, this.controls(), this.status),
                h("div", { class: "moves-side" }, this.notationSwitch(), this.panel, tools, this.material, origin(game))),
            problems(game, (ply) => this.go(this.list.mainLine(ply) ?? this.last())));
    }
}

/** The players as the title of a page; each keeps its direction. */
const titleOf = (game) => t("game.title", { white: `\u2068${game.white ?? t("unknown")}\u2069`, black: `\u2068${game.black ?? t("unknown")}\u2069` });

export async function show(context) {
    const notation = context.parameters.get("notation") ?? "";
    const [game, notations] = await Promise.all([get(`games/${context.id}`, { notation, names_in: language }, context.signal), allNotations()]);
    if (game.problems.length) await loadSentences();
    const page = new GamePage(context, game, notations);
    const node = page.node();
    return { title: titleOf(game), node, shown: () => page.go(page.placeOf(location.hash), true) };
}
