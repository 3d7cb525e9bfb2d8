// Moves that lead to a position: as an address has them, by their squares, and as they were shown.

import { get } from "./api.js";

const texts = new Map(), keyOf = (notation, moves) => `${notation} ${moves.join(" ")}`;

/** Returns the last of some moves as it was shown in a notation, if it was. */
export const textOf = (notation, moves) => texts.get(keyOf(notation, moves));
export const remember = (notation, moves, text) => texts.set(keyOf(notation, moves), text);

export const squaresOf = (move) => move.squares ?? (move.uci ? [move.uci.slice(0, 2), move.uci.slice(2, 4)] : move.move.split(/[-x]/));

const promotions = { knight: "n", bishop: "b", rook: "r", queen: "q" };

/** Returns a move as the address has it: e2e4, e7e8q; of Camelot as it is written. */
export const wordOf = (move) => move.uci ?? (/^[a-h]/.test(move.squares?.[0] ?? "") ? move.squares.join("") + (promotions[move.promotion] ?? "") : move.text ?? move.move);

/** Learns how moves of an address are written, from a game that has them; returns true if it has learnt that. */
export async function learn(notation, moves, signal) {
    if (moves.every((_, i) => textOf(notation, moves.slice(0, i + 1))) || !/^[a-h]\d/.test(moves[0])) return false;
    const { games } = await get("games", { moves: moves.join(" "), limit: 1 }, signal).catch(() => ({ games: [] }));
    if (!games.length) return false;
    const { steps } = await get(`games/${games[0].id}`, { notation }, signal);
    moves.forEach((_, i) => remember(notation, moves.slice(0, i + 1), steps[i].text));
    return true;
}
