// All corrections of the database, the oldest first: each leads to its game, where it is undone, a deleted one too.

import { get } from "./api.js";
import { item } from "./corrections.js";
import { h } from "./dom.js";
import { loadStyle } from "./form.js";
import { loadWords, t } from "./words.js";

export async function show({ signal }) {
    await loadWords("desk.");
    loadStyle("desk");
    const list = h("ol", {}), more = h("button", { type: "button", onclick: () => load(true) }, t("edit.more"));
    let after;
    const load = async (isMore) => {
        const { corrections, next } = await get("corrections", { page_after: after }, signal);
        const rows = corrections.map((correction) => item(correction, h("a", { href: `/games/${correction.game}/source` }, t("edit.game", { id: correction.game }))));
        list.append(...rows);
        after = next;
        more.hidden = !next;
        if (isMore) rows[0]?.querySelector("a").focus();
    };
    await load(false);
    const title = t("edit.all");
    return { title, node: h("section", { class: "page corrections desk" }, h("h1", {}, title), list.children.length ? list : h("p", { class: "empty" }, t("edit.none")), h("p", {}, more)) };
}
