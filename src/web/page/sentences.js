// What is wrong with a game, in the language of the page: made of the kind of a problem and its arguments, as the server makes its English sentence.

import { allNotations } from "./api.js";
import { h } from "./dom.js";
import { addWords, has, language, loadWords, notationName, raw, tryText } from "./words.js";

/** Loads the sentences, once, and the names of languages by their English ones; English sentences come from the server. */
export async function loadSentences() {
    if (language === "en" || has("sentence.in_variation")) return;
    const [notations] = await Promise.all([allNotations(), loadWords("problems.")]);
    addWords(Object.fromEntries(notations.map((notation) => [`language.${notation.name}`, notationName(notation)])));
}

const isolated = (text) => `\u2068${text}\u2069`;

/** Names that another language has another word for. */
const named = {
    piece: (word) => raw(`a.${word}`) ?? isolated(word),
    language: (word) => raw(`language.${word}`) ?? isolated(word),
    game: (word) => tryText("game", word.toLowerCase()),
};

/** Returns a list with a separator, "| and " before the last item. */
function joined(items, separators) {
    const [separator, last = separator] = separators.split("|");
    return items.map((item, i) => (i === 0 ? "" : i === items.length - 1 ? last : separator) + isolated(item)).join("");
}

/** Fills in a template of problems.def: {0}, {last}, {0:piece}, {1:, | and }; {} is `inner`. */
function filled(template, values, inner = "") {
    return template.replace(/\{(\w*)(?::([^}]*))?\}/g, (_, place, kind) => {
        if (!place) return inner;
        const value = place === "last" ? values.at(-1) : values[Number(place)];
        if (value === undefined) return "";
        if (Array.isArray(value)) return joined(value, kind ?? " ");
        return named[kind]?.(value) ?? isolated(value);
    });
}

/** Returns the sentence of a problem. */
export function sentence({ kind, frame, arguments: values, message }) {
    if (!has(`sentence.${kind}`)) return message;
    const text = filled(raw(`sentence.${kind}`), values);
    return frame && has(`sentence.${frame}`) ? filled(raw(`sentence.${frame}`), values, text) : text;
}

/** Returns it as a paragraph. */
export function sentenceLine(problem) {
    const text = sentence(problem);
    return h("p", { class: "message", lang: text === problem.message ? "en" : null, dir: "auto" }, text);
}
