// A board of any shape: a picture, and above it a grid of cells for the keyboard and for those who listen.

import { h, picture, svg } from "./dom.js";
import { isWhite, parse, squareIndex, squareName, squareText, symbol } from "./position.js";
import { pieceText } from "./speech.js";
import { t } from "./words.js";

export class Board {
    /** `onSquare(name, event)` is called with the square that is clicked or chosen with Enter; `onKey(event, name)` first. */
    constructor({ labels, isFlipped, onSquare, onKey } = {}) {
        Object.assign(this, { labels, isFlipped: !!isFlipped, onSquare, onKey });
        this.squares = svg("g"), this.marks = svg("g"), this.pieces = svg("g"), this.names = svg("g", { class: "names" });
        this.picture = svg("svg", { "aria-hidden": "true" }, this.squares, this.marks, this.names, this.pieces);
        this.grid = h("div", { class: "cells", role: "grid", "aria-label": t("board.label"), onkeydown: (event) => this.pressed(event),
            onclick: (event) => this.chosen(event) });
        this.element = h("div", { class: "board", dir: "ltr" }, this.picture, this.grid);
        this.active = -1;
    }

    get isDrawn() { return this.shape !== undefined; }

    /** Shows a position; `move` has the squares of the move that led there, `arrows` pairs of squares. */
    show(text, { move = [], arrows = [], rings = [], crosses = [] } = {}) {
        const next = parse(text);
        const isNew = !this.shape || next.width !== this.shape.width || next.height !== this.shape.height;
        this.shape = next;
        if (isNew) this.build();
        next.cells.forEach((piece, index) => { if (piece !== null) this.put(index, piece); });
        this.mark(move, arrows, rings, crosses);
    }

    /** Draws again what depends on side, letters and shape. */
    build() {
        const { width, height, cells } = this.shape;
        this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.element.style.setProperty("--shape", width / height);
        this.element.style.setProperty("--rows", height);
        this.element.style.setProperty("--columns", width);
        this.shown = [], this.cells = [], this.uses = [];
        for (const part of [this.squares, this.marks, this.pieces, this.names]) part.replaceChildren();
        const rows = [];
        for (let row = 0; row < height; ++row) {
            const line = h("div", { role: "row" });
            for (let column = 0; column < width; ++column) {
                const index = this.at(column, row);
                if (cells[index] === null) continue;
                const isLight = (index % width + Math.floor(index / width)) % 2 === (height % 2 ? 1 : 0);
                this.squares.append(svg("rect", { x: column, y: row, width: 1, height: 1, class: isLight ? "light" : "dark" }));
                const cell = h("div", { role: "gridcell", tabindex: "-1", "data-square": squareName(this.shape, index) });
                cell.style.gridArea = `${row + 1} / ${column + 1}`;
                this.cells[index] = cell;
                line.append(cell);
            }
            rows.push(line);
        }
        this.grid.replaceChildren(...rows);
        this.writeNames();
        this.focusable(this.cells[this.active] ? this.active : this.cells.findIndex(Boolean));
    }

    /** The index of the square that is shown at a place, and back. */
    at(column, row) {
        const { width, height } = this.shape;
        return this.isFlipped ? (height - 1 - row) * width + (width - 1 - column) : row * width + column;
    }
    where(index) {
        const { width, height } = this.shape, column = index % width, row = Math.floor(index / width);
        return this.isFlipped ? [width - 1 - column, height - 1 - row] : [column, row];
    }

    /** Writes files at the lowest square of each column, ranks at the first of each row. */
    writeNames() {
        const { width, height, cells, isChess } = this.shape, names = [];
        const text = (value, x, y, anchor) => names.push(svg("text", { x, y, "text-anchor": anchor }, value));
        for (let column = 0; column < width; ++column)
            for (let row = height - 1; row >= 0; --row) {
                if (cells[this.at(column, row)] === null) continue;
                const file = this.at(column, row) % width;
                text(isChess && this.labels ? this.labels.files[file] : String.fromCharCode((isChess ? 97 : 65) + file), column + 0.95, row + 0.94, "end");
                break;
            }
        for (let row = 0; row < height; ++row)
            for (let column = 0; column < width; ++column) {
                if (cells[this.at(column, row)] === null) continue;
                const rank = height - 1 - Math.floor(this.at(column, row) / width);
                text(isChess && this.labels ? this.labels.ranks[rank] : String(rank + 1), column + 0.05, row + 0.25, "start");
                break;
            }
        this.names.replaceChildren(...names);
    }

    put(index, piece) {
        if (this.shown[index] === piece) return;
        this.shown[index] = piece;
        this.uses[index]?.remove();
        const [column, row] = this.where(index);
        if (piece) {
            this.uses[index] = picture(symbol(piece, this.shape.isChess), { class: isWhite(piece) ? "white" : "black",
                transform: `translate(${column} ${row}) scale(${1 / 45})` });
            this.pieces.append(this.uses[index]);
        } else this.uses[index] = undefined;
        const place = this.nameOf(index);
        this.describe(index, piece ? t("board.square", { place, piece: pieceText(piece, this.shape.isChess) }) : place);
        this.cells[index].dataset.piece = piece;
    }

    nameOf(index) {
        return squareText(this.shape, index, this.labels);
    }

    /** Names a square in other words than those of its piece. */
    describe(index, text) {
        this.cells[index].setAttribute("aria-label", text);
    }

    mark(move, arrows, rings, crosses) {
        const middle = (name) => {
            const index = squareIndex(this.shape, name);
            return index < 0 ? null : this.where(index).map((place) => place + 0.5);
        };
        const at = move.map(middle).filter(Boolean), drawn = [];
        at.forEach(([x, y], i) => drawn.push(svg("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.08,
            class: i === at.length - 1 ? "to" : "from" })));
        if (at.length > 2) drawn.push(svg("polyline", { points: at.join(" "), class: "path" }));
        for (const square of rings) if (middle(square)) drawn.push(svg("circle", { cx: middle(square)[0], cy: middle(square)[1], r: 0.44, class: "ring" }));
        this.marks.replaceChildren(...drawn);
        this.picture.querySelectorAll(".arrow, .cross").forEach((one) => one.remove());
        for (const square of crosses) {
            const [x, y] = middle(square);
            this.picture.append(svg("path", { class: "cross", d: `M${x - 0.4} ${y - 0.4} l.8 .8 M${x + 0.4} ${y - 0.4} l-.8 .8` }));
        }
        for (const [from, to] of arrows) {
            const a = middle(from), b = middle(to);
            if (!a || !b) continue;
            const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, ux = (b[0] - a[0]) / length, uy = (b[1] - a[1]) / length;
            const end = [b[0] - ux * 0.45, b[1] - uy * 0.45], side = 0.2;
            this.picture.append(svg("path", { class: "arrow", d: `M${a} L${end} M${b[0] - ux * 0.08} ${b[1] - uy * 0.08} L${end[0] - uy * side} ${end[1] + ux * side} ` +
                `L${end[0] + uy * side} ${end[1] - ux * side} Z` }));
        }
    }

    flip() {
        this.isFlipped = !this.isFlipped;
        this.redraw();
    }

    setLabels(labels) {
        this.labels = labels;
        if (this.shape) this.redraw();
    }

    redraw() {
        const hadFocus = this.grid.contains(document.activeElement), active = this.active;
        this.build();
        this.shape.cells.forEach((piece, index) => { if (piece !== null) this.put(index, piece); });
        this.focusable(active, hadFocus);
    }

    /** Makes a square the one that Tab reaches. */
    focusable(index, isFocused) {
        this.cells[this.active]?.setAttribute("tabindex", "-1");
        this.active = index;
        this.cells[index]?.setAttribute("tabindex", "0");
        if (isFocused) this.cells[index]?.focus();
    }

    pressed(event) {
        const name = squareName(this.shape, this.active);
        if (this.onKey?.(event, name)) return event.preventDefault();
        const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!step) {
            if ((event.key === "Enter" || event.key === " ") && this.onSquare) {
                event.preventDefault();
                this.onSquare(name, event);
            }
            return;
        }
        event.preventDefault();
        let [column, row] = this.where(this.active);
        do {
            column += step[0], row += step[1];
            if (column < 0 || row < 0 || column >= this.shape.width || row >= this.shape.height) return;
        } while (this.shape.cells[this.at(column, row)] === null);
        this.focusable(this.at(column, row), true);
    }

    chosen(event) {
        const cell = event.target.closest("[data-square]");
        if (!cell) return;
        this.focusable(squareIndex(this.shape, cell.dataset.square), true);
        this.onSquare?.(cell.dataset.square, event);
    }
}
