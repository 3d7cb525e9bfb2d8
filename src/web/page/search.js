// Search by placing pieces: on all squares at once, on one of several, or not there; counted while you place.

import { get, isAbort } from "./api.js";
import { Board } from "./board.js";
import { announce, h, icon, picture, svg } from "./dom.js";
import { problemBox } from "./frame.js";
import { gameList } from "./gamelist.js";
import { Placement, letters, modes } from "./placement.js";
import { isWhite, parse, squareIndex, symbol } from "./position.js";
import { Run } from "./run.js";
import { pieceText, positionText } from "./speech.js";
import { t } from "./words.js";

const empty = {
    chess: "8/8/8/8/8/8/8/8 w",
    camelot: `*****2*****/**8**/*10*/${"12/".repeat(10)}*10*/**8**/*****2***** w`,
};

class Search {
    constructor(context) {
        this.context = context;
        const { parameters, keys } = context;
        this.game = parameters.get("game") === "camelot" ? "camelot" : "chess";
        this.isChess = this.game === "chess";
        this.flip = parameters.has("flip");
        this.mirror = parameters.has("mirror");
        this.mode = "all";
        this.piece = letters[this.game][0];
        this.board = new Board({ onSquare: (square, event) => this.place(square, event), onKey: (event, square) => this.boardKey(event, square) });
        this.palette = h("div", { class: "palette", dir: "ltr", role: "radiogroup", "aria-label": t("search.palette") });
        this.text = h("input", { id: "pieces", dir: "ltr", autocomplete: "off", spellcheck: "false", placeholder: this.isChess ? "Nd5 pd6 !pe4" : "NC6 mJ11", "aria-describedby": "pieces-help",
            onchange: () => this.readText() });
        this.count = h("p", { class: "count big", role: "status" }, "\u00a0");
        this.games = h("div", { class: "found-games" });
        this.run = new Run();
        this.tools = h("p", { class: "tools" });
        keys.f = () => this.board.flip();
        keys.d = () => announce(positionText(this.board.shape));
        keys["/"] = () => this.text.focus();
        this.board.show(empty[this.game]);
        this.take(Placement.of(parameters, this.game, this.board.shape));
        context.signal.addEventListener("abort", () => this.end());
    }

    end() {
        this.asking?.abort();
        this.run.stop();
    }

    take(placement) {
        this.placement = placement;
        this.changed(true);
    }

    /** Reads pieces with their squares, or a position, whose pieces are placed. */
    readText() {
        const placement = new Placement(this.game, parse(empty[this.game])), text = this.text.value.trim();
        if (text.includes("/")) {
            const shape = parse(text);
            if (shape.cells.length === placement.shape.cells.length) shape.cells.forEach((piece, index) => { if (piece) placement.put(index, piece, "all"); });
            else placement.read(text);
        } else placement.read(text);
        this.take(placement);
        this.ask();
    }

    draw() {
        const { width, cells } = this.board.shape, rows = [], at = (index) => this.placement.at.get(index);
        for (let begin = 0; begin < cells.length; begin += width)
            rows.push(cells.slice(begin, begin + width).map((cell, i) => (cell === null ? "*" : at(begin + i)?.piece ?? "_")).join("").replace(/_+/g, (run) => run.length));
        this.board.show(`${rows.join("/")} w`, { rings: this.placement.words("any").map((word) => word.slice(1)), crosses: this.placement.words("not").map((word) => word.slice(1)) });
        for (const [index, one] of this.placement.at) this.board.describe(index, this.describe(index, one));
    }

    describe(index, one) {
        const place = this.board.nameOf(index);
        if (!one) return t("search.emptied", { place });
        const piece = pieceText(one.piece, this.isChess);
        return t("board.square", { place, piece: one.mode === "all" ? piece : t(`search.said_${one.mode}`, { piece }) });
    }

    put(square, piece, mode) {
        const index = squareIndex(this.board.shape, square);
        announce(this.describe(index, this.placement.put(index, piece, mode)));
        this.changed();
    }

    place(square, event) {
        this.put(square, event?.shiftKey ? "" : this.piece, this.mode);
    }

    boardKey(event, square) {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        const isErased = event.key === "Delete" || event.key === "Backspace";
        if (!isErased && !letters[this.game].includes(event.key)) return false;
        this.put(square, isErased ? "" : event.key, this.mode);
        return true;
    }

    changed(isQuiet) {
        this.text.value = this.placement.text;
        this.draw();
        if (!isQuiet) this.ask();
    }

    question() {
        const parameters = new URLSearchParams();
        if (!this.isChess) parameters.set("game", this.game);
        this.placement.write(parameters);
        if (this.flip) parameters.set("flip", "1");
        if (this.mirror) parameters.set("mirror", "1");
        return parameters;
    }

    /** Counts and lists; what was asked before is given up. */
    async ask() {
        this.end();
        const { signal } = this.asking = new AbortController(), parameters = this.question();
        history.replaceState(null, "", `/search${parameters.size ? "?" : ""}${parameters}`);
        this.tools.replaceChildren();
        if (this.placement.isEmpty) {
            this.count.textContent = t("search.hint");
            return this.games.replaceChildren();
        }
        const isIndexed = this.placement.isPlain && !this.mirror && (this.isChess || !this.flip);
        if (isIndexed || this.placement.rest.length) return this.askIndex(parameters, signal);
        const asked = new URLSearchParams({ cql: this.placement.pattern(this) });
        if (!this.isChess) asked.set("game", this.game);
        this.tools.replaceChildren(h("a", { href: `/patterns?${asked}` }, t("search.as_pattern")));
        this.games.replaceChildren(this.run.element);
        this.count.textContent = "";
        return this.run.start(asked);
    }

    async askIndex(parameters, signal) {
        try {
            const { count } = await get("games/count", parameters, signal);
            this.count.textContent = t("list.count", { n: count });
            this.tools.replaceChildren(h("a", { href: `/?${parameters}` }, t("search.as_list")));
            if (!count) return this.games.replaceChildren(h("p", { class: "empty" }, t("search.nothing")));
            await new Promise((wake) => setTimeout(wake, 200));
            if (signal.aborted) return null;
            const games = gameList(parameters, signal, { limit: 20 });
            await games.ready;
            if (signal.aborted) return null;
            const hadFocus = this.games.contains(document.activeElement);
            this.games.replaceChildren(games.element);
            return hadFocus && games.element.querySelector("a")?.focus();
        } catch (error) {
            if (isAbort(error)) return null;
            this.count.textContent = "\u00a0";
            return this.games.replaceChildren(problemBox(error));
        }
    }

    writePalette() {
        const radio = (piece, label, shown) => h("label", { title: label }, h("input", { type: "radio", name: "piece", value: piece || "none", checked: piece === this.piece,
            "aria-label": label, onchange: () => { this.piece = piece; } }), shown);
        this.palette.classList.toggle("camelot", !this.isChess);
        this.palette.replaceChildren(...letters[this.game].map((piece) => radio(piece, pieceText(piece, this.isChess),
            svg("svg", { viewBox: "0 0 45 45", class: isWhite(piece) ? "white" : "black", "aria-hidden": "true" }, picture(symbol(piece, this.isChess))))),
        radio("", t("search.eraser"), icon("eraser")));
    }

    node() {
        this.writePalette();
        const chooseGame = h("select", { id: "which-game", onchange: (event) => this.context.go(event.target.value === "camelot" ? "/search?game=camelot" : "/search") },
            ["chess", "camelot"].map((game) => h("option", { value: game, selected: game === this.game }, t(`game.${game}`))));
        const clear = h("button", { type: "button", onclick: () => { this.take(new Placement(this.game, this.board.shape)); this.ask(); } }, t("search.clear"));
        const check = (key) => h("label", { class: "inline" }, h("input", { type: "checkbox", id: `search-${key}`, checked: this[key], onchange: (event) => { this[key] = event.target.checked; this.ask(); } }), t(`search.${key}`));
        const mode = (key) => h("label", { class: "inline" }, h("input", { type: "radio", name: "mode", value: key, checked: key === this.mode, onchange: () => { this.mode = key; } }), t(`search.${key}`));
        return h("section", { class: `page search${this.isChess ? "" : " camelot"}` }, h("h1", {}, t("search.title")), h("p", { class: "muted lead" }, t("search.lead")),
            h("div", { class: "table" }, h("div", { class: "board-side" }, this.palette, h("fieldset", { class: "modes" }, h("legend", { class: "unseen" }, t("search.mode")), modes.map(mode)), this.board.element),
                h("div", { class: "moves-side" }, h("div", { class: "tools" }, h("label", { class: "inline" }, h("span", {}, t("filter.game")), chooseGame), check("mirror"), check("flip"), clear),
                    h("div", { class: "field" }, h("label", { for: "pieces" }, t("search.text")), this.text, h("p", { class: "muted small", id: "pieces-help" }, t("search.text_help"))), this.count, this.tools, this.games)));
    }
}

export async function show(context) {
    const page = new Search(context);
    page.ask();
    return { title: t("search.title"), node: page.node() };
}
