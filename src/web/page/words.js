// The words of the page, in the language of the document: lang/*.json, flat; a word with plural forms is an object.

const root = document.documentElement;
export const language = root.lang || "en";
export const isRightToLeft = root.dir === "rtl";

// The digits of the moves: scores in Arabic have 1, 2, 3.
const locale = language + "-u-nu-latn";
const plural = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);
const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const languages = new Intl.DisplayNames([language], { type: "language", fallback: "none" });

// Those of all pages stand in the document.
const words = JSON.parse(document.getElementById("words").textContent);

/** Returns the words of a part, as "desk.". */
export async function wordsOf(part) {
    const response = await fetch(new URL(`lang/${part}${language}.json`, import.meta.url));
    return response.json();
}

/** Loads them beside those of all pages. */
export const loadWords = async (part) => addWords(await wordsOf(part));

function template(key, values) {
    const found = words[key];
    if (found === undefined) return key;
    return typeof found === "string" ? found : (values.n === 0 && found.zero) || (found[plural.select(values.n ?? 0)] ?? found.other);
}

const shown = (value) => (typeof value === "number" ? numbers.format(value) : value);

/** Returns a text; {name} is replaced by a value, and `n` decides the plural form. */
export function t(key, values = {}) {
    return template(key, values).replace(/\{(\w+)\}/g, (_, name) => shown(values[name]) ?? "");
}

/** Returns the same as a list of texts and nodes: a value may be a node. */
export function tn(key, values = {}) {
    return template(key, values).split(/(\{\w+\})/).map((part) => {
        const place = /^\{(\w+)\}$/.exec(part);
        return place ? shown(values[place[1]]) ?? "" : part;
    });
}

/** Returns the text of a key, or the key's last part in words where the page has none: names that the server adds. */
export const tryText = (prefix, word) =>
    has(`${prefix}.${word}`) ? t(`${prefix}.${word}`) : String(word).replaceAll("_", " ");

/** Adds words that are made here. */
export const addWords = (more) => Object.assign(words, more);

/** Returns a text as it stands, for others to fill in. */
export const raw = (key) => words[key];
export const has = (key) => words[key] !== undefined;
export const number = (value) => (value === null || value === undefined ? "" : numbers.format(value));
export const percent = (part) => shares.format(part);
export const list = (texts) => texts.join(t("list.comma"));

/** Returns a date as far as it is known: 1997, May 1997, 12 May 1997. (Chromium has no Welsh months.) */
export function date(text) {
    const [year, month, day] = (text ?? "").split("-").map(Number);
    if (!year || !month) return text ?? "";
    return `${day ? `${day} ` : ""}${t("date.months").split("|")[month - 1]} ${year}`;
}

/** Returns a moment as the clock of the reader has it: 12 May 1997, 09:05. */
export function dateTime(text) {
    const at = new Date(text), two = (part) => String(part).padStart(2, "0");
    return list([date(`${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`), `${two(at.getHours())}:${two(at.getMinutes())}`]);
}

/** Returns the name of a notation in the language of the page: that of its language if it has one. */
export function notationName(notation) {
    const known = words[`notation.${notation.code}`];
    if (known) return known;
    const base = notation.code.split("-")[0];
    const own = t("notation.names").split("|").find((entry) => entry.startsWith(`${base}=`))?.slice(3);
    const name = own ?? (/^[a-z]{2}$/.test(base) ? languages.of(base) : undefined);
    return name && base === notation.code ? name : notation.own_name || notation.name;
}
