// The text of a source, line by line: each move that was read from it is a link, each problem a mark.

import { h } from "./dom.js";
import { sentence } from "./sentences.js";
import { t } from "./words.js";

/** Returns a function from bytes of UTF-8 to characters of a text. */
function characterAt(letters) {
    const starts = [];
    let bytes = 0;
    for (const letter of letters) {
        starts.push(bytes);
        const point = letter.codePointAt(0);
        bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
    return (byte) => {
        let low = 0, high = starts.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (starts[middle] < byte) low = middle + 1;
            else high = middle;
        }
        return low;
    };
}

/** Returns the annotations by the numbers that a trace has for them: a variation counts where it begins and where it ends. */
function numbered(items, all = []) {
    for (const item of items) {
        all.push(item);
        if (item.kind === "variation") {
            numbered(item.items, all);
            all.push(null);
        }
    }
    return all;
}

/** Returns the parts of a text that mean something: { begin, end, ply?, step?, problem? }, in their order, apart from each other. */
function partsOf(source, game, letters) {
    const starts = [0];
    letters.forEach((letter, i) => { if (letter === "\n") starts.push(i + 1); });
    const problems = source.problems.filter((problem) => problem.line).map((problem) => {
        const begin = (starts[problem.line - source.line] ?? 0) + problem.column - 1;
        return { begin, end: begin + problem.width, problem };
    });
    const at = characterAt(letters), annotations = numbered(game.annotations);
    const read = (source.trace ?? []).flatMap(({ kind, index, begin, end }) => {
        const part = { begin: at(begin), end: at(end) };
        if (kind === "ply") return [{ ...part, ply: index + 1 }];
        const item = kind === "annotation" ? annotations[index] : null;
        return item?.kind === "move" ? [{ ...part, step: item.step }] : [];
    });
    for (const mark of problems) {
        const below = read.find((part) => part.begin < mark.end && part.end > mark.begin);
        if (below) mark.ply = below.ply;
    }
    const free = read.filter((part) => problems.every((mark) => part.end <= mark.begin || part.begin >= mark.end));
    const all = [...problems, ...free].sort((a, b) => a.begin - b.begin || a.end - b.end);
    return all.filter((part, i) => i === 0 || part.begin >= all[i - 1].end);
}

/** Returns the characters before a boundary of a range, within a line; those that only stand for nothing do not count. */
function charactersBefore(line, node, offset) {
    const before = document.createRange();
    before.setStart(line, 0);
    before.setEnd(node, offset);
    const copy = before.cloneContents();
    for (const filler of copy.querySelectorAll("[data-filler]")) filler.remove();
    return [...copy.textContent].length;
}

/**
 * Returns { element, marks, plies, tokens, passage, selected }: the text, its problems in order, the elements and the token of each
 * ply, a passage by its characters as { was, at, begin, end }, and the passage of a range of the document or null. `onProblem` is called
 * with the number of a mark, `onStep` with the ply, or the step of a variation, that was chosen. `changed` is a passage to show as such,
 * or { ply }.
 */
export function sourceText(source, game, { onProblem, onStep, changed }) {
    const text = source.text.replace(/\n+$/, ""), letters = [...text], parts = partsOf(source, game, letters);
    const marks = [], plies = [], tokens = [], places = [];
    const markFor = (part, words) => {
        const number = marks.length, { problem } = part;
        const element = h("mark", { class: problem.severity, tabindex: "0", role: "button", "aria-label": `${words} – ${t(`severity.${problem.severity}`)}: ${sentence(problem)}`,
            onclick: () => onProblem(number), onkeydown: (event) => { if (event.key === "Enter") onProblem(number); } }, words || h("span", { "data-filler": true }, "\u00a0"));
        marks.push({ element, problem, begin: part.begin, end: part.end });
        return element;
    };
    const linkFor = (part, words) => h("a", { class: part.ply ? "read" : "read side-line", href: `#${part.ply ?? ""}`, dir: game.direction, "data-native": true, onclick: (event) => {
        event.preventDefault();
        onStep(part.ply, part.step);
    } }, words);
    let at = 0;
    const lines = text.split("\n").map((line, i) => {
        const own = [...line], end = at + own.length, words = h("span", { class: "words", dir: line.startsWith("[") ? "ltr" : game.direction });
        let done = at;
        places.push({ words, begin: at });
        for (const part of parts) {
            const begin = Math.max(part.begin, at), stop = Math.min(part.end, end);
            if (begin > end || part.end < at || begin < done || (stop <= begin && !part.problem) || (part.problem && part.begin < at)) continue;
            words.append(letters.slice(done, begin).join(""));
            const piece = letters.slice(begin, Math.max(stop, begin)).join(""), element = part.problem ? markFor(part, piece) : linkFor(part, piece);
            words.append(element);
            if (part.ply) {
                (plies[part.ply] ??= []).push(element);
                tokens[part.ply] ??= part;
            }
            if (changed && (changed.ply ? part.ply === changed.ply : begin < changed.end && stop > changed.begin)) element.classList.add("changed");
            done = Math.max(stop, begin);
        }
        words.append(letters.slice(done, end).join("") || (own.length ? "" : h("span", { "data-filler": true }, "\u200b")));
        at = end + 1;
        return h("div", { class: "text-line", dir: game.direction },
            h("span", { class: "line-number", "aria-hidden": "true" }, String((source.line ?? 1) + i)), words);
    });
    const passage = ({ begin, end }) => ({ was: letters.slice(begin, end).join(""), at: new TextEncoder().encode(letters.slice(0, begin).join("")).length, begin, end });
    const selected = (range) => {
        const touched = places.filter(({ words }) => range.intersectsNode(words));
        if (!touched.length) return null;
        const place = ({ words, begin }, node, offset, otherwise) => begin + (words.contains(node) ? charactersBefore(words, node, offset) : otherwise(words));
        const begin = place(touched[0], range.startContainer, range.startOffset, () => 0);
        const end = place(touched.at(-1), range.endContainer, range.endOffset, (words) => charactersBefore(words, words, words.childNodes.length));
        return end > begin ? passage({ begin, end }) : null;
    };
    return { element: h("div", { class: "source-text", tabindex: "0", role: "region", "aria-label": t("desk.text") }, lines), marks, plies, tokens, passage, selected };
}
