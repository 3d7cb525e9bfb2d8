// A position as text, of any board: rows from the top, * for a hole, numbers for empty squares, letters for pieces.

/** Returns { width, height, cells, turn, isChess, field }; a cell is a letter, "" if empty, null for a hole. */
export function parse(text) {
    const [field, turn] = text.split(" ");
    const rows = field.split("/").map((row) => [...row.matchAll(/\d+|./g)].flatMap(([part]) =>
        part === "*" ? [null] : /\d/.test(part) ? Array(Number(part)).fill("") : [part]));
    const width = rows[0].length, height = rows.length;
    const isChess = width === 8 && height === 8 && !rows.flat().includes(null);
    return { width, height, cells: rows.flat(), turn: turn === "b" ? "b" : "w", isChess, field };
}

/** Returns the name of a square: e4, or E4 on boards of Camelot. */
export function squareName(shape, index) {
    const letter = String.fromCharCode((shape.isChess ? 97 : 65) + (index % shape.width));
    return letter + (shape.height - Math.floor(index / shape.width));
}

/** Returns the index of a square by its name; -1 if there is none. */
export function squareIndex(shape, name) {
    const match = /^([a-z])(\d+)$/i.exec(name);
    if (!match) return -1;
    const column = match[1].toLowerCase().charCodeAt(0) - 97, row = shape.height - Number(match[2]);
    return column < shape.width && row >= 0 && row < shape.height ? row * shape.width + column : -1;
}

/** Returns the name of a square in the letters of a notation; boards other than that of chess have their own. */
export function squareText(shape, index, labels) {
    if (!shape.isChess || !labels) return squareName(shape, index);
    const file = labels.files[index % 8], rank = labels.ranks[7 - Math.floor(index / 8)];
    return labels.rank_first ? rank + file : file + rank;
}

export const isWhite = (piece) => piece === piece.toUpperCase();

/** Returns the symbol of a piece in pieces.svg. */
export function symbol(piece, isChess) {
    const letter = piece.toUpperCase();
    return isChess ? letter : letter === "N" ? "helm" : "man";
}

/** Returns the word of a piece in lang/*.json, without its colour. */
export const role = (piece, isChess) => isChess
    ? { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" }[piece.toUpperCase()]
    : { N: "helm", M: "man" }[piece.toUpperCase()];

const values = { Q: 9, R: 5, B: 3, N: 3, P: 1, M: 1 };

/** Returns what White has more than Black, in pawns; a Knight of Camelot counts two Men. */
export function balance(shape) {
    let sum = 0;
    for (const piece of shape.cells) {
        if (!piece) continue;
        const value = !shape.isChess && piece.toUpperCase() === "N" ? 2 : values[piece.toUpperCase()] ?? 0;
        sum += isWhite(piece) ? value : -value;
    }
    return sum;
}
