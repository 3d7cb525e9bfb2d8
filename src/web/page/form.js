// Parts of forms, and style sheets that few pages need.

import { h } from "./dom.js";

/** Returns a field of a form. */
export function field(id, label, input) {
    input.id = id;
    return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

/** Returns a form with a title and the buttons that keep and cancel what it asks for. */
export function form({ title, keep, cancel, keepWord, ...attributes }, ...content) {
    return h("form", { class: "edit", "aria-labelledby": "edit-title", onsubmit: keep, onkeydown: (event) => { if (event.key === "Escape") cancel(); }, ...attributes },
        h("h2", { id: "edit-title" }, title), content, h("div", { class: "tools" }, h("button", { class: "primary keep" }, keepWord.keep),
            h("button", { type: "button", class: "cancel", onclick: cancel }, keepWord.cancel)));
}

/** Loads a style sheet by its name, once. */
export function loadStyle(file) {
    const href = new URL(`${file}.css`, import.meta.url).pathname;
    if (!document.head.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
}
