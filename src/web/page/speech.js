// Positions and moves in words, for those who listen to the page.

import { isWhite, role, squareIndex, squareText } from "./position.js";
import { list, t } from "./words.js";

/** Returns "white pawn". */
export const pieceText = (piece, isChess) => t(`piece.${isWhite(piece) ? "white" : "black"}.${role(piece, isChess)}`);

export const sideText = (isWhiteSide) => t(isWhiteSide ? "white" : "black");

/** Returns "Black, move 14: rook takes h1, check". `shape` is the position after the move. */
export function moveText(step, shape, labels) {
    const place = (name) => squareText(shape, squareIndex(shape, name), labels);
    const word = (name) => (!shape.isChess && name === "knight" ? "helm" : name);
    const [from, to] = [step.squares[0], step.squares.at(-1)];
    let what = step.text;
    if (step.piece) {
        const values = { piece: t(`the.${word(step.piece)}`), to: to && place(to), n: step.captured.length };
        const files = from && Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
        const isCastling = shape.isChess && step.piece === "king" && (files > 1 || /^[O0]-[O0]/.test(step.text));
        if (isCastling) what = t(to[0] === "c" ? "say.castles_long" : "say.castles_short");
        else if (!shape.isChess) what = t(step.captured.length ? "say.path_takes" : "say.path", { ...values, path: step.squares.map(place).join(" ") });
        else what = t(step.captured.length && (files || step.piece !== "pawn") ? "say.takes" : "say.moves", values);
        if (step.promotion) what = t("say.promotes", { what, piece: t(`the.${step.promotion}`) });
    }
    if (step.check) what = t("say.and", { what, more: t(step.check === "mate" ? "mate" : "check") });
    return t("say.move", { side: sideText(shape.turn === "b"), number: Number.parseInt(step.number, 10), what });
}

const order = ["king", "queen", "rook", "bishop", "knight", "helm", "man", "pawn"];

/** Returns a position by side and piece: "White. King: e1. Rooks: a1, h1. Black. ... White to move". */
export function positionText(shape, labels) {
    const side = (isWhiteSide) => {
        const places = {};
        shape.cells.forEach((piece, index) => {
            if (piece && isWhite(piece) === isWhiteSide) (places[role(piece, shape.isChess)] ??= []).push(squareText(shape, index, labels));
        });
        const groups = order.filter((name) => places[name]).map((name) =>
            t("say.group", { piece: t(`group.${name}`, { n: places[name].length }), places: list(places[name]) }));
        return `${sideText(isWhiteSide)}. ${groups.join(" ") || t("say.nothing")}`;
    };
    return `${side(true)} ${side(false)} ${t(shape.turn === "w" ? "white.to_move" : "black.to_move")}`;
}
