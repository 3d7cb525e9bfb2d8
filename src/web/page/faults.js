// What the server says of a pattern or a request, in the language of the page: it comes in English, and each of its
// sentences is a key of lang/faults.*.json, with {} or {0} for its values. A value may be such a sentence too.

import { language, wordsOf } from "./words.js";

const most = 4;  // sentences within one another
let patterns = null;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a template as an expression that has a group for each value. */
function expressionOf(template) {
    const seen = [];
    const parts = template.split(/(\{\d?\})/).map((part, i) => {
        if (i % 2 === 0) return escaped(part);
        const at = part === "{}" ? -1 : seen.indexOf(part);
        return at < 0 ? (seen.push(part), "(.+?)") : `\\${at + 1}`;
    });
    return new RegExp(`^${parts.join("")}$`, "s");
}

/** Loads the sentences, once; English needs none. */
async function load() {
    const all = language === "en" ? {} : await wordsOf("faults.");
    const letters = (template) => template.replace(/\{\d?\}/g, "").length;
    patterns ??= Object.entries(all).sort(([a], [b]) => letters(b) - letters(a)).map(([template, own]) => [expressionOf(template), own]);
}

function inOwnWords(text, depth = 0) {
    for (const [expression, own] of patterns) {
        const found = expression.exec(text);
        if (found && depth < most) return own.replace(/\{(\d)\}/g, (_, i) => inOwnWords(found[Number(i) + 1], depth + 1) ?? `\u2068${found[Number(i) + 1]}\u2069`);
    }
    return null;
}

/** Puts the words of the page in place of the English ones of an element, if there are some. */
export async function translate(element) {
    await load().catch(() => { patterns ??= []; });
    const own = inOwnWords(element.textContent);
    if (own === null) return;
    element.textContent = own;
    element.removeAttribute("lang");
}
