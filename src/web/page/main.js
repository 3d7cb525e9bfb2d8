// Routes: the path of the address is the page, its parameters are the question.

import { get, isAbort } from "./api.js";
import { announce, h } from "./dom.js";
import { markSection, problemBox, showHeader, showHelp } from "./frame.js";
import { asksForToken, enter, follow, hasCode, lacksToken } from "./session.js";
import { isRightToLeft, t } from "./words.js";

const routes = [
    [/^\/(?:games)?$/, () => import("./games.js")],
    [/^\/games\/(\d+)$/, () => import("./game.js")],
    [/^\/games\/(\d+)\/source$/, () => import("./desk.js")],
    [/^\/openings$/, () => import("./openings.js")],
    [/^\/search$/, () => import("./search.js")],
    [/^\/patterns$/, () => import("./patterns.js")],
    [/^\/compare\/([\d+]+)$/, () => import("./compare.js")],
    [/^\/players$/, () => import("./players.js")],
    [/^\/corrections$/, () => import("./history.js")],
    [/^\/problems$/, () => import("./problems.js")],
    [/^\/database$/, () => import("./database.js")],
];

const main = document.getElementById("main");
let page = { path: null, controller: new AbortController(), keys: {}, moved: null };

function find(path) {
    for (const [pattern, load] of routes) {
        const match = pattern.exec(path);
        if (match) return { match, load };
    }
    return null;
}

function notFound() {
    return { title: t("missing.title"), node: h("section", { class: "narrow" }, h("h1", {}, t("missing.title")),
        h("p", {}, t("missing.text")), h("p", {}, h("a", { href: "/" }, t("nav.games")))) };
}

/** Shows the page of the address, and puts the focus on its heading unless it is the first. */
async function show(isFirst) {
    page.controller.abort();
    const own = { path: location.pathname + location.search, controller: new AbortController(), keys: {}, moved: null };
    page = own;
    markSection(location.pathname);
    main.setAttribute("aria-busy", "true");
    const found = find(location.pathname);
    const parameters = new URLSearchParams(location.search);
    parameters.delete("lang");
    let result;
    try {
        if (lacksToken()) result = (await import("./token.js")).askForToken(() => show(false));
        else result = found ? await (await found.load()).show({ id: found.match[1], parameters, signal: own.controller.signal,
            keys: own.keys, go, onMoved: (take, keepsPage) => Object.assign(own, { moved: take, keepsPage }) }) : notFound();
    } catch (error) {
        if (isAbort(error)) return;
        result = { title: t("problem.title"), node: h("section", { class: "narrow" }, h("h1", {}, t("problem.title")), problemBox(error)) };
    }
    if (page !== own) return;
    document.title = `${result.title} · cofnod`;
    main.replaceChildren(result.node);
    main.removeAttribute("aria-busy");
    result.shown?.();
    if (isFirst) return;
    const heading = main.querySelector("h1") ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(result.title);
}

/** Goes to another address of this site. */
function go(address) {
    const target = new URL(address, location.href);
    history.pushState(null, "", target);
    arrived();
}

/** Shows the page of the address, unless the one that is shown can go there itself: to a ply, or to a position. */
function arrived() {
    if (hasCode()) return location.reload();
    const [path, search] = page.path.split("?"), isSame = location.pathname === path && location.search.slice(1) === (search ?? "");
    if (isSame && location.hash === "#main") return;  // skipped to the content
    const isHere = location.pathname === path && (page.keepsPage || (isSame && location.hash));
    if (isHere && page.moved) page.moved();
    else show(false);
}

addEventListener("popstate", arrived);
addEventListener("tokenlost", () => show(false));

// What is given up because its page is left is no error.
addEventListener("unhandledrejection", (event) => { if (isAbort(event.reason)) event.preventDefault(); });

const isForNewTab = (event) => event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey;

/** Follows a link to an answer where the server asks for the token: the browser itself has none to show. */
function followAnswer(event) {
    const link = event.target.closest('a[href^="/api/"]');
    if (!asksForToken || !link || event.defaultPrevented || event.button > 1) return;
    event.preventDefault();
    follow(link, isForNewTab(event)).then((isKnown) => isKnown || show(false));
}

document.addEventListener("auxclick", followAnswer);

document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (event.target.closest("#help")) showHelp();
    followAnswer(event);
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.dataset.native !== undefined || link.hasAttribute("download") || link.target) return;
    const target = new URL(link.href);
    if (target.origin !== location.origin || target.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(target);
});

/** Names a key as pages know it: "forward" and "back" run with the direction of the page. */
function nameOf(event) {
    if (event.key === "ArrowRight") return isRightToLeft ? "back" : "forward";
    if (event.key === "ArrowLeft") return isRightToLeft ? "forward" : "back";
    return { j: "forward", k: "back" }[event.key] ?? event.key;
}

document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "?") return showHelp();
    const action = page.keys[nameOf(event)];
    if (!action) return;
    event.preventDefault();
    action(event);
});

/** Offers to load again when the database has grown. */
function watch() {
    let before = null;
    setInterval(async () => {
        if (document.hidden) return;
        const now = await get("health").catch(() => null);
        if (now && before !== null && now.games !== before && !document.querySelector(".grown"))
            document.body.append(h("p", { class: "grown", role: "status" }, t("grown"), " ",
                h("button", { type: "button", onclick: () => location.reload() }, t("grown.reload"))));
        if (now) before ??= now.games;
    }, 10000);
}

if (location.search.includes("lang=")) {
    const clean = new URL(location.href);
    clean.searchParams.delete("lang");
    history.replaceState(null, "", clean);
}
showHeader();
enter().then(() => show(true)).then(watch);
