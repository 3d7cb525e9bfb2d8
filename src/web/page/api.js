// Questions to the server. Every answer is JSON; a refusal is an RFC 9457 problem.

import { h } from "./dom.js";
import { authorization, forget } from "./session.js";
import { language, t } from "./words.js";

const patience = 700;  // milliseconds of a change before the page asks what it waits for

/** What the server refuses, it says in the language of the page. */
const headers = () => ({ "Accept-Language": language, ...authorization() });

/** What the server says is wrong: `detail`, perhaps `remedy`, and `at`, the parameter that it is about. */
export class Problem extends Error {
    constructor(answer) {
        super(answer.detail);
        this.status = answer.status;
        this.remedy = answer.remedy;
        this.at = answer.at;
    }
}

/** Returns "?a=1&b=2" of the parameters that have a value. */
export function question(parameters) {
    const entries = parameters instanceof URLSearchParams ? [...parameters] : Object.entries(parameters ?? {}).flatMap(
        ([key, value]) => (Array.isArray(value) ? value.map((one) => [key, one]) : [[key, value]]));
    const kept = entries.filter(([, value]) => value !== undefined && value !== null && value !== "");
    return kept.length ? "?" + new URLSearchParams(kept) : "";
}

/** Returns the address of an answer. */
export const address = (path, parameters) => `/api/v1/${path}${question(parameters)}`;

async function refuse(response) {
    if (response.status === 401) forget();
    const answer = await response.json().catch(() => ({ detail: `${response.status} ${response.statusText}` }));
    throw new Problem({ status: response.status, ...answer });
}

/** Asks; a server that cannot be reached is a problem too, with the status 0. */
async function ask(path, parameters, signal) {
    const response = await fetch(address(path, parameters), { signal, headers: headers() }).catch((error) => {
        throw isAbort(error) ? error : new Problem({ status: 0, detail: "" });
    });
    if (!response.ok) await refuse(response);
    return response;
}

/** Returns an answer, and the address of the next page if the server names one. */
export async function get(path, parameters, signal) {
    const response = await ask(path, parameters, signal);
    const answer = await response.json();
    const next = /<[^>]*[?&]page_after=(\d+)[^>]*>; rel="next"/.exec(response.headers.get("Link") ?? "");
    if (next) answer.next = Number(next[1]);
    return answer;
}

/** Shows that a change waits for another program, as long as it does. Returns a function that ends this. */
function watchWaiting() {
    const box = h("p", { class: "waiting", role: "status" });
    document.body.append(box);
    const timer = setInterval(async () => {
        const { waits } = await get("health").catch(() => ({}));
        const said = waits ? t("edit.waiting") : "";
        if (box.textContent !== said) box.textContent = said;
    }, patience);
    return () => {
        clearInterval(timer);
        box.remove();
    };
}

/** Asks for a change, and returns what the server answers. Throws a Problem like get(). */
export async function post(path, parameters, signal) {
    const end = watchWaiting();
    const response = await fetch(address(path), { method: "POST", signal, headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify(parameters) }).finally(end);
    if (!response.ok) await refuse(response);
    return response.json();
}

/** Calls `take` with each line of an answer in NDJSON, as they come. */
export async function stream(path, parameters, signal, take) {
    const response = await ask(path, parameters, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
        const { done, value } = await reader.read();
        const lines = (rest + (value ?? "")).split("\n");
        rest = done ? "" : lines.pop();
        for (const line of lines) if (line.trim()) take(JSON.parse(line));
        if (done) return;
    }
}

const notations = { list: null };

/** Returns the notations that the program can write, once asked for. */
export async function allNotations() {
    notations.list ??= get("notations").then((answer) => answer.notations);
    return notations.list;
}

export const isAbort = (error) => error?.name === "AbortError";
