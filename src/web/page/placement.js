// Pieces placed to be searched for: on all of their squares at once, on one of several, or not there. As text: "Nd5 ?Ne5 ?Ng5 !pe4".

import { squareIndex, squareName } from "./position.js";

export const letters = { chess: [..."KQRBNPkqrbnp"], camelot: [..."MNmn"] };
export const modes = ["all", "any", "not"];
const signs = { all: "", any: "?", not: "!" };
const parameters = { all: "pieces", any: "any", not: "exclude" };

const swapped = (piece) => (piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase());

export class Placement {
    constructor(game, shape) {
        Object.assign(this, { game, shape, at: new Map(), rest: [] });
    }

    /** Reads words such as "Nd5" or "!pe4"; what is not a piece on a square is kept as it stands. */
    read(text, mode = "all") {
        for (const word of text.split(/[\s,]+/).filter(Boolean)) {
            const own = modes.find((one) => signs[one] && word.startsWith(signs[one])) ?? mode;
            const bare = word.slice(own === mode && !word.startsWith(signs[own] || " ") ? 0 : 1), index = squareIndex(this.shape, bare.slice(1));
            if (letters[this.game].includes(bare[0]) && index >= 0 && this.shape.cells[index] !== null) this.at.set(index, { piece: bare[0], mode: own });
            else this.rest.push(word);
        }
        return this;
    }

    put(index, piece, mode) {
        const now = this.at.get(index);
        if (!piece || (now?.piece === piece && now.mode === mode)) this.at.delete(index);
        else this.at.set(index, { piece, mode });
        return this.at.get(index);
    }

    words(mode) {
        return [...this.at].filter(([, one]) => one.mode === mode).sort((a, b) => a[0] - b[0]).map(([index, one]) => one.piece + squareName(this.shape, index));
    }

    get isEmpty() { return !this.words("all").length && !this.words("any").length && !this.rest.length; }
    get isPlain() { return modes.slice(1).every((mode) => !this.words(mode).length); }

    get text() {
        return [...modes.flatMap((mode) => this.words(mode).map((word) => signs[mode] + word)), ...this.rest].join(" ");
    }

    /** Writes the placement into the parameters of an address, and reads it from there. */
    write(address) {
        for (const mode of modes) {
            const words = [...this.words(mode), ...(mode === "all" ? this.rest : [])];
            if (words.length) address.set(parameters[mode], words.join(" "));
        }
    }
    static of(address, game, shape) {
        const placement = new Placement(game, shape);
        for (const mode of modes) placement.read(address.get(parameters[mode]) ?? "", mode);
        return placement;
    }

    /** Returns the placement as a pattern: mirrored left and right, and with colours exchanged, where that is asked for. */
    pattern({ mirror, flip }) {
        const { width, height } = this.shape;
        const seen = (index, isMirrored, isFlipped) => {
            const column = index % width, row = Math.floor(index / width);
            return squareName(this.shape, (isFlipped ? height - 1 - row : row) * width + (isMirrored ? width - 1 - column : column));
        };
        const one = (isMirrored, isFlipped) => {
            const words = (mode) => [...this.at].filter(([, each]) => each.mode === mode).sort((a, b) => a[0] - b[0]).map(([index, { piece }]) =>
                (isFlipped ? swapped(piece) : piece) + seen(index, isMirrored, isFlipped));
            const any = words("any");
            return [...words("all"), ...(any.length ? [any.length > 1 ? `(${any.join(" or ")})` : any[0]] : []), ...words("not").map((word) => `not ${word}`)].join(" and ");
        };
        const all = [[false, false], [true, false], [false, true], [true, true]].filter(([m, f]) => (!m || mirror) && (!f || flip)).map(([m, f]) => one(m, f));
        const distinct = [...new Set(all)];
        return distinct.length > 1 ? distinct.map((each) => `(${each})`).join("\n or ") : distinct[0];
    }
}
