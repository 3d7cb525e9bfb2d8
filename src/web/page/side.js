// A player with the points that the result gives.

import { code, h, name } from "./dom.js";
import { t } from "./words.js";

const points = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"], "0-0": ["0", "0"] };

/** Returns a player with the points of a side; the points have a place of their own, so that they never change sides. */
export function side(text, result, isWhite, elo) {
    const own = points[result]?.[isWhite ? 0 : 1];
    return h("span", { class: "side" }, h("span", { class: `stone ${isWhite ? "white" : "black"}`, role: "img", "aria-label": t(isWhite ? "white" : "black") }),
        h("span", { class: "who" }, name(text, t("unknown")), elo && [" ", code(elo, { class: "muted" })]),
        h("span", { class: own === "1" ? "point won" : "point" }, own ?? ""));
}
