// Other records of the same game at the desk: linked, and parted.

import { post } from "./api.js";
import { refusal } from "./corrections.js";
import { h } from "./dom.js";
import { field, form } from "./form.js";
import { t } from "./words.js";

/** Opens the form that links the game with others, or parts it from them. */
export function editRecords(editor) {
    const { game, corrections } = editor.desk, outcome = h("div", { role: "status" });
    const numbers = h("input", { inputmode: "numeric", dir: "ltr", autocomplete: "off", placeholder: "5, 11" });
    const send = async (path, parameters, said) => {
        try {
            await post(`games/${game.id}/${path}`, parameters);
            await corrections.reload(said);
            editor.close();
        } catch (error) {
            outcome.replaceChildren(refusal(error));
        }
    };
    const keep = (event) => {
        event.preventDefault();
        send("link", { with: numbers.value }, t("edit.linked"));
    };
    const others = game.other_records.map((id) => [" ", h("a", { href: `/games/${id}` }, `#${id}`)]);
    editor.show(form({ title: t("edit.records"), keep, cancel: () => editor.close(), keepWord: { keep: t("edit.link"), cancel: t("edit.cancel") } },
        others.length > 0 && h("p", {}, t("fact.others"), others, " ", h("button", { type: "button", class: "part", onclick: () => send("part", {}, t("edit.parted")) }, t("edit.part"))),
        field("edit-with", t("edit.with"), numbers), outcome), numbers);
}
