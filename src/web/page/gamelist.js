// Lists of games: a row has both players, each with the points that the result gives them.

import { get } from "./api.js";
import { announce, code, h } from "./dom.js";
import { problemBox } from "./frame.js";
import { side } from "./side.js";
import { date, t, tn } from "./words.js";

/** Returns the address of a game, at the place that was found. */
export const addressOf = (game) => `/games/${game.id}${game.ply ? `#${game.ply}` : ""}`;

/** Returns a row of a list. */
export function gameRow(game) {
    const found = game.move && game.move !== "start";
    return h("li", { class: `game-row${found ? " found" : ""}` },
        h("a", { class: "players", href: addressOf(game) }, side(game.white, game.result, true, game.white_elo), side(game.black, game.result, false, game.black_elo)),
        h("span", { class: "event" }, game.event ? h("bdi", {}, game.event) : game.site && h("bdi", {}, game.site), game.round && [" ", code(`(${game.round})`, { class: "muted" })]),
        h("span", { class: "when" }, date(game.date)),
        h("span", { class: "facts" }, game.eco && code(game.eco), h("span", {}, t("list.moves", { n: Math.ceil(game.plies / 2) })),
            game.state !== "complete" && h("span", { class: `badge ${game.state}` }, t(`state.${game.state}`))),
        found && h("span", { class: "found" }, tn("list.found", { move: h("bdi", { class: "move" }, game.move) })));
}

/** Returns a list of games that grows page by page. `parameters` is the question. */
export function gameList(parameters, signal, { limit = 50, empty = "list.empty" } = {}) {
    const list = h("ol", { class: "games", "aria-label": t("list.title") });
    const more = h("button", { type: "button", hidden: true, onclick: () => load(true) }, t("list.more"));
    const box = h("div", { class: "game-list" }, list, more);
    let after = null;
    async function load(isMore) {
        more.disabled = true;
        try {
            const { games, next = null } = await get("games", { ...Object.fromEntries(parameters), limit, page_after: after }, signal);
            const rows = games.map(gameRow);
            list.append(...rows);
            after = next;
            more.hidden = after === null;
            if (!list.children.length) box.replaceChildren(h("p", { class: "empty" }, t(empty)));
            if (isMore && rows.length) {
                rows[0].querySelector("a").focus();
                announce(t("list.added", { n: rows.length }));
            }
        } catch (error) {
            if (error.name !== "AbortError") box.replaceChildren(problemBox(error));
        }
        more.disabled = false;
    }
    return { element: box, ready: load(false) };
}

/** Returns a sentence with the number of games of a question, which fills itself. */
export function gameCount(parameters, signal) {
    const element = h("p", { class: "count", role: "status" }, "\u00a0");
    const kept = [...parameters].filter(([key]) => !["page_after", "limit", "sort"].includes(key));
    get("games/count", new URLSearchParams(kept), signal).then((answer) => { element.textContent = t("list.count", { n: answer.count }); },
        () => { element.textContent = ""; });
    return element;
}

