// Openings: a board, the moves that were played from its position, and the games that reached it.

import { allNotations, get, isAbort } from "./api.js";
import { resultBar } from "./bars.js";
import { Board } from "./board.js";
import { shareByDecade } from "./decades.js";
import { announce, code, h, icon } from "./dom.js";
import { chips, fill, filterForm, only, orderChoices } from "./filters.js";
import { problemBox } from "./frame.js";
import { gameList } from "./gamelist.js";
import { positionText } from "./speech.js";
import { choice, notationChoices } from "./switches.js";
import { learn, remember, squaresOf, textOf, wordOf } from "./walked.js";
import { language, number, percent, t } from "./words.js";

class Openings {
    constructor(context, notations) {
        Object.assign(this, { context, notations });
        this.readAddress();
        const labels = notations.find((notation) => notation.code === this.notation);
        this.board = new Board({ labels, onSquare: (square) => this.touch(square),
            onKey: (event) => event.key === "d" && (announce(positionText(this.board.shape, this.board.labels)), true) });
        this.path = h("p", { class: "walked", dir: labels?.direction ?? "ltr" });
        this.heading = h("p", { class: "opening" });
        this.moves = h("div", { class: "tree" });
        this.share = h("div");
        this.games = h("div");
        this.filters = h("div");
        this.order = choice("order", "filter.sort", orderChoices(context.parameters.get("sort")), (order) => this.change("sort", order));
        this.form = filterForm(only(context.parameters), (next) => {
            const line = this.line(this.after);
            for (const key of only(line).keys()) line.delete(key);
            for (const [key, value] of next) line.set(key, value);
            context.go(`/openings?${line}`);
        });
        context.keys.f = () => this.board.flip();
        context.keys.back = () => this.after.length && this.walk(this.after.slice(0, -1));
        context.keys.Home = () => this.walk([]);
        context.keys.d = () => announce(positionText(this.board.shape, this.board.labels));
        context.onMoved(() => this.readAddress() || this.update(), true);
    }

    readAddress() {
        const { parameters } = Object.assign(this.context, { parameters: new URLSearchParams(location.search) });
        this.after = (parameters.get("after") ?? "").split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word));
        this.fen = parameters.get("fen");
        this.notation = parameters.get("notation") || language;
    }

    /** The parameters of the address for a line of moves. */
    line(after) {
        const next = only(this.context.parameters);
        for (const key of ["game", "notation", "sort"]) if (this.context.parameters.get(key)) next.set(key, this.context.parameters.get(key));
        if (this.fen && after !== null && !after.length) next.set("fen", this.fen);
        if (after?.length) next.set("after", after.join(" "));
        return next;
    }

    /** Changes a parameter of the address. */
    change(key, value) {
        const next = new URLSearchParams(location.search);
        if (value) next.set(key, value);
        else next.delete(key);
        this.context.go(`/openings?${next}`);
    }

    walk(after) {
        this.context.go(`/openings?${this.line(after)}`);
    }

    /** The address after a move: the line goes on, or, if it began from a position, from the one that the move leads to. */
    addressAfter(move) {
        const next = this.line([...this.after, wordOf(move)]);
        if (this.fen && !this.after.length) {
            next.delete("after");
            next.set("fen", this.legal.find((each) => each.text === (move.text ?? move.move))?.position ?? this.fen);
        }
        return `/openings?${next}`;
    }

    /** Asks for the position of the address and shows it. */
    async update() {
        this.asking?.abort();
        this.asking = new AbortController();
        const { signal } = this.asking, parameters = this.line(this.after);
        this.writeFilters(parameters);
        this.moves.setAttribute("aria-busy", "true");
        try {
            const tree = await get("tree", { ...Object.fromEntries(parameters), sort: null, notation: this.notation }, signal);
            const { moves } = await get("moves", { fen: tree.fen, game: parameters.get("game"), notation: this.notation }, signal);
            Object.assign(this, { tree, legal: moves });
            this.from = null;
            this.board.show(tree.fen, { move: this.squaresOfLast() });
            this.writePath();
            this.writeMoves(tree);
            const asked = only(parameters);
            asked.set("fen", tree.fen);
            asked.set("notation", this.notation);
            if (parameters.get("sort")) asked.set("sort", parameters.get("sort"));
            const games = gameList(asked, signal, { limit: 10 });
            await games.ready;
            this.share.replaceChildren(shareByDecade(tree.fen, only(parameters), signal));
            this.games.replaceChildren(games.element);
        } catch (error) {
            if (!isAbort(error)) this.moves.replaceChildren(problemBox(error));
        }
        this.moves.removeAttribute("aria-busy");
    }

    /** Shows in the form, and beside it, what the address asks. */
    writeFilters(parameters) {
        fill(this.form, parameters);
        this.filters.replaceChildren(chips("/openings", parameters, ["after", "fen"]) ?? "");
        this.order.lastChild.value = parameters.get("sort") ?? "";
    }

    squaresOfLast() {
        const last = this.after.at(-1);
        return !last ? [] : /^[a-h]\d[a-h]\d/.test(last) ? [last.slice(0, 2), last.slice(2, 4)] : last.split(/[-x]/);
    }

    /** Writes the moves that lead here, each a way back. */
    writePath() {
        const parts = this.after.map((move, i) => {
            const text = textOf(this.notation, this.after.slice(0, i + 1)) ?? move;
            return [i % 2 === 0 && h("span", { class: "number" }, `${i / 2 + 1}.\u00a0`),
                h("a", { class: "move", href: `/openings?${this.line(this.after.slice(0, i + 1))}` }, h("bdi", {}, text)), " "];
        });
        this.path.dir = this.notations.find((notation) => notation.code === this.notation)?.direction ?? "ltr";
        this.path.replaceChildren(h("a", { href: `/openings?${this.line([])}` }, t("openings.start")), " ", ...parts.flat(2).filter(Boolean));
        const { tree } = this;
        this.heading.replaceChildren(...(tree.opening ? [code(tree.eco, { class: "eco" }), " ", h("bdi", {}, tree.opening)] : ["\u00a0"]));
    }

    writeMoves(tree) {
        const head = h("p", { class: "line" }, h("strong", {}, t("list.count", { n: tree.games })), resultBar(tree.white_wins, tree.draws, tree.black_wins));
        const rows = tree.moves.filter((move) => move.move).map((move) => {
            remember(this.notation, [...this.after, wordOf(move)], move.move);
            const label = h("bdi", { class: "move" }, move.move);
            return h("tr", { onmouseenter: () => this.point(move), onmouseleave: () => this.point(null) },
                h("th", { scope: "row" }, h("a", { href: this.addressAfter(move), onfocus: () => this.point(move), onblur: () => this.point(null) }, label)),
                h("td", { class: "n" }, number(move.games)), h("td", { class: "share muted" }, percent(move.games / (tree.games || 1))),
                h("td", { class: "wdl" }, resultBar(move.white_wins, move.draws, move.black_wins)),
                h("td", { class: "n" }, move.reached > move.games ? number(move.reached) : h("span", { class: "muted" }, number(move.reached))),
                h("td", { class: "col-name" }, move.opening && h("bdi", {}, move.opening)));
        });
        const heads = ["move", "games", "share", "results", "reached", "name"];
        this.moves.replaceChildren(head, rows.length ? h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((key) =>
            h("th", { scope: "col", class: `col-${key}`, title: key === "reached" ? t("openings.reached_help") : null }, t(key === "games" ? "openings.games_column" : `openings.${key}`))))), h("tbody", {}, rows))) : h("p", { class: "empty" }, t("openings.none")));
    }

    point(move) {
        const squares = move ? squaresOf(move) : [];
        this.board.show(this.tree.fen, { move: this.squaresOfLast(), arrows: move ? [[squares[0], squares.at(-1)]] : [] });
    }

    /** Takes a square as the origin or the target of a move, played before or not. */
    touch(square) {
        const from = this.legal.filter((move) => move.squares[0] === this.from), found = from.filter((move) => move.squares.at(-1) === square);
        const chosen = found.find((move) => !move.promotion || move.promotion === "queen") ?? found[0];
        if (chosen) {
            remember(this.notation, [...this.after, wordOf(chosen)], chosen.text);
            return this.context.go(this.addressAfter(chosen));
        }
        const targets = this.legal.filter((move) => move.squares[0] === square).map((move) => move.squares.at(-1));
        this.from = targets.length ? square : null;
        this.board.show(this.tree.fen, { move: this.from ? [square] : this.squaresOfLast(), rings: targets });
        if (targets.length) announce(t("openings.targets", { n: targets.length }));
    }

    notationSwitch() {
        return choice("notation", "game.notation", notationChoices(this.notations, this.notation), (code) => {
            this.board.setLabels(this.notations.find((notation) => notation.code === code));
            this.change("notation", code);
        });
    }

    node() {
        const isFiltered = [...only(this.context.parameters).keys()].some((key) => key !== "game");
        const button = (word, symbol, action) => h("button", { type: "button", class: `step ${symbol}`, "aria-label": t(word), title: t(word), onclick: action }, icon(symbol));
        return h("section", { class: `page openings${this.board.shape && !this.board.shape.isChess ? " camelot" : ""}` }, h("h1", {}, t("openings.title")),
            h("details", { class: "filter-box", open: isFiltered }, h("summary", {}, t("filter.title")), this.form, this.filters),
            h("div", { class: "table" }, h("div", { class: "head" }, this.path, this.heading), h("div", { class: "board-side" }, this.board.element, h("div", { class: "controls" },
                button("game.first", "first", () => this.walk([])), button("game.back", "back", () => this.walk(this.after.slice(0, -1))), button("game.flip", "flip", () => this.board.flip()))),
            h("div", { class: "moves-side" }, this.notationSwitch(), this.moves)), this.share, h("div", { class: "line" }, h("h2", {}, t("openings.games")), this.order), this.games);
    }
}

export async function show(context) {
    const page = new Openings(context, await allNotations());
    await page.update();
    const node = page.node();
    learn(page.notation, page.after, context.signal).then((isLearnt) => isLearnt && page.writePath());
    return { title: t("openings.title"), node };
}
