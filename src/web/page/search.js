// Search by placing pieces: the games where all of them stand at once, counted while you place.

import { get, isAbort } from "./api.js";
import { Board } from "./board.js";
import { announce, h, icon, picture, svg } from "./dom.js";
import { problemBox } from "./frame.js";
import { gameList } from "./gamelist.js";
import { isWhite, squareIndex, squareName, symbol } from "./position.js";
import { pieceText, positionText } from "./speech.js";
import { t } from "./words.js";

const empty = {
    chess: "8/8/8/8/8/8/8/8 w",
    camelot: `*****2*****/**8**/*10*/${"12/".repeat(10)}*10*/**8**/*****2***** w`,
};
const letters = { chess: [..."KQRBNPkqrbnp"], camelot: [..."MNmn"] };

class Search {
    constructor(context) {
        this.context = context;
        const { parameters, keys } = context;
        this.game = parameters.get("game") === "camelot" ? "camelot" : "chess";
        this.flip = parameters.has("flip");
        this.piece = letters[this.game][0];
        this.board = new Board({ onSquare: (square, event) => this.place(square, event), onKey: (event, square) => this.boardKey(event, square) });
        this.palette = h("div", { class: "palette", dir: "ltr", role: "radiogroup", "aria-label": t("search.palette") });
        this.text = h("input", { id: "pieces", dir: "ltr", autocomplete: "off", spellcheck: "false", placeholder: this.game === "chess" ? "Nd5 pd6" : "NC6 mJ11",
            onchange: () => this.readText() });
        this.count = h("p", { class: "count big", role: "status" }, "\u00a0");
        this.games = h("div", { class: "found-games" });
        keys.f = () => this.board.flip();
        keys.d = () => announce(positionText(this.board.shape));
        this.board.show(empty[this.game]);
        this.take(parameters.get("pieces") ?? "");
        context.onMoved(() => context.go(location.href));
    }

    /** Places the pieces of a text such as "Nd5 pd6"; what is not a piece on a square stays in the text alone. */
    take(text) {
        this.cells = [...this.board.shape.cells];
        this.cells.forEach((cell, i) => { if (cell !== null) this.cells[i] = ""; });
        this.rest = [];
        for (const word of text.split(/[\s,]+/).filter(Boolean)) {
            const at = squareIndex(this.board.shape, word.slice(1));
            if (letters[this.game].includes(word[0]) && at >= 0 && this.cells[at] !== null) this.cells[at] = word[0];
            else this.rest.push(word);
        }
        this.text.value = text;
        this.draw();
    }

    get pieces() {
        const placed = this.cells.map((piece, i) => piece && piece + squareName(this.board.shape, i)).filter(Boolean);
        return [...placed, ...this.rest].join(" ");
    }

    draw() {
        const { width } = this.board.shape, rows = [];
        for (let at = 0; at < this.cells.length; at += width)
            rows.push(this.cells.slice(at, at + width).map((cell) => (cell === null ? "*" : cell || "_")).join("").replace(/_+/g, (run) => run.length));
        this.board.show(`${rows.join("/")} w`);
    }

    place(square, event) {
        const at = squareIndex(this.board.shape, square), piece = event?.shiftKey ? "" : this.piece;
        this.cells[at] = this.cells[at] === piece ? "" : piece;
        announce(this.cells[at] ? t("board.square", { place: square, piece: pieceText(piece, this.game === "chess") }) : t("search.emptied", { place: square }));
        this.changed();
    }

    changed() {
        this.text.value = this.pieces;
        this.draw();
        this.ask();
    }

    readText() {
        this.take(this.text.value);
        this.ask();
    }

    boardKey(event, square) {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        const at = squareIndex(this.board.shape, square);
        const isErased = event.key === "Delete" || event.key === "Backspace";
        if (!isErased && !letters[this.game].includes(event.key)) return false;
        this.cells[at] = isErased ? "" : event.key;
        announce(isErased ? t("search.emptied", { place: square }) : t("board.square", { place: square, piece: pieceText(event.key, this.game === "chess") }));
        this.changed();
        return true;
    }

    question() {
        const parameters = new URLSearchParams();
        if (this.game !== "chess") parameters.set("game", this.game);
        if (this.pieces) parameters.set("pieces", this.pieces);
        if (this.pieces && this.flip) parameters.set("flip", "1");
        return parameters;
    }

    /** Counts and lists; what was asked before is given up. */
    async ask() {
        this.asking?.abort();
        this.asking = new AbortController();
        const { signal } = this.asking, parameters = this.question();
        history.replaceState(null, "", `/search${parameters.size ? "?" : ""}${parameters}`);
        if (!this.pieces) {
            this.count.textContent = t("search.hint");
            this.games.replaceChildren();
            return;
        }
        try {
            const { count } = await get("games/count", parameters, signal);
            this.count.textContent = t("list.count", { n: count });
            if (!count) return this.games.replaceChildren(h("p", { class: "empty" }, t("search.nothing")));
            await new Promise((wake) => setTimeout(wake, 200));
            if (signal.aborted) return;
            const games = gameList(parameters, signal, { limit: 20 });
            await games.ready;
            if (!signal.aborted) this.games.replaceChildren(games.element);
        } catch (error) {
            if (isAbort(error)) return;
            this.count.textContent = "\u00a0";
            this.games.replaceChildren(problemBox(error));
        }
    }

    writePalette() {
        const choose = (piece) => { this.piece = piece; };
        const radio = (piece, label, picture) => h("label", { title: label }, h("input", { type: "radio", name: "piece", value: piece || "none", checked: piece === this.piece,
            "aria-label": label, onchange: () => choose(piece) }), picture);
        const isChess = this.game === "chess";
        this.palette.classList.toggle("camelot", !isChess);
        this.palette.replaceChildren(...letters[this.game].map((piece) => radio(piece, pieceText(piece, isChess),
            svg("svg", { viewBox: "0 0 45 45", class: isWhite(piece) ? "white" : "black", "aria-hidden": "true" }, picture(symbol(piece, isChess))))),
        radio("", t("search.eraser"), icon("eraser")));
    }

    node() {
        this.writePalette();
        const chooseGame = h("select", { id: "which-game", onchange: (event) => this.context.go(event.target.value === "camelot" ? "/search?game=camelot" : "/search") },
            ["chess", "camelot"].map((game) => h("option", { value: game, selected: game === this.game }, t(`game.${game}`))));
        const clear = h("button", { type: "button", onclick: () => { this.take(""); this.ask(); } }, t("search.clear"));
        const flip = h("label", { class: "inline" }, h("input", { type: "checkbox", checked: this.flip, onchange: (event) => { this.flip = event.target.checked; this.ask(); } }), t("search.flip"));
        return h("section", { class: `page search${this.game === "camelot" ? " camelot" : ""}` }, h("h1", {}, t("search.title")), h("p", { class: "muted lead" }, t("search.lead")),
            h("div", { class: "table" }, h("div", { class: "board-side" }, this.palette, this.board.element),
                h("div", { class: "moves-side" }, h("div", { class: "tools" }, h("label", { class: "inline" }, h("span", {}, t("filter.game")), chooseGame), flip, clear),
                    h("div", { class: "field" }, h("label", { for: "pieces" }, t("search.text")), this.text), this.count, this.games)));
    }
}

export async function show(context) {
    const page = new Search(context);
    page.ask();
    return { title: t("search.title"), node: page.node() };
}
