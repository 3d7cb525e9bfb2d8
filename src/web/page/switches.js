// Lists to choose from, with their labels.

import { h } from "./dom.js";
import { notationName, t } from "./words.js";

/** Returns a list to choose from with its label; `take` is called with what is chosen. */
export const choice = (id, word, options, take) => h("label", { class: "inline" }, h("span", {}, t(word)), h("select", { id, onchange: (event) => take(event.target.value) }, options));

/** Returns the notations that moves can be written in, by their names. */
export function notationChoices(notations, chosen) {
    const written = notations.filter((notation) => notation.written).map((notation) => [notation.code, notationName(notation)]);
    return written.sort((a, b) => a[1].localeCompare(b[1])).map(([code, name]) => h("option", { value: code, selected: code === chosen }, name));
}
