// The games of the database, filtered by the parameters of the address.

import { address } from "./api.js";
import { h } from "./dom.js";
import { facetBox } from "./facets.js";
import { chips, filterForm } from "./filters.js";
import { gameCount, gameList } from "./gamelist.js";
import { t, tn } from "./words.js";

/** Says what there is to do here, to those who come without a question. */
function lead() {
    const pages = ["openings", "search", "patterns", "problems"].map((page) => [page, h("a", { href: `/${page}` }, t(`nav.${page}`))]);
    return h("p", { class: "muted lead" }, tn("games.lead", Object.fromEntries(pages)));
}

export async function show({ parameters, signal, go, keys }) {
    const form = filterForm(parameters, (next) => go(`/${next.size ? "?" : ""}${next}`), { withMoves: true });
    const games = gameList(parameters, signal);
    keys["/"] = () => form.querySelector("input").focus();
    await games.ready;
    const node = h("section", { class: "page" }, h("h1", {}, t("games.title")), parameters.size ? null : lead(), form, chips("/", parameters), facetBox(parameters, signal),
        h("div", { class: "line" }, gameCount(parameters, signal),
            h("p", { class: "downloads muted" }, t("games.download"), [["PGN", "games.pgn"], ["CSV", "games.csv"], ["NDJSON", "games.ndjson"]].map(([kind, path]) =>
                [" ", h("a", { href: address(path, parameters), download: path, dir: "ltr" }, kind)]), " ", h("a", { href: address("games", parameters), "data-native": true, dir: "ltr" }, "JSON"))),
        games.element);
    return { title: t("games.title"), node };
}
