// The list of moves: the main line, its variations and comments. Its direction is that of the notation, set once.

import { h } from "./dom.js";
import { isOfMove, sign } from "./nags.js";
import { t } from "./words.js";

const commands = /\s*\[%(\w+) ([^\]]*)\]\s*/g;

/** Splits a comment into its text and its commands: clocks, arrows, coloured squares. */
export function readComment(text) {
    const found = {};
    const rest = text.replace(commands, (_, name, value) => {
        found[name] = value;
        return " ";
    }).trim();
    return { text: rest, commands: found };
}

/** The places of a game: one for every move, in the order of the list; `before` and `after` lead along its own line. */
export class MoveList {
    constructor(game, onChoose) {
        this.game = game, this.onChoose = onChoose;
        this.places = [];
        this.element = h("div", { class: "moves", dir: game.direction, onclick: (event) => this.clicked(event) });
        this.start = this.place({ step: null, position: game.start, ply: 0, before: null, depth: 0 });
        this.write();
    }

    place(place) {
        const made = { comments: [], nags: [], id: this.places.length, after: null, ...place };
        this.places.push(made);
        return made;
    }

    write() {
        const { steps, annotations } = this.game, byPly = new Map();
        for (const item of annotations) byPly.set(item.ply, [...(byPly.get(item.ply) ?? []), item]);
        const box = this.element;
        let before = this.start, isNumberDue = true;
        isNumberDue = this.annotate(box, byPly.get(0) ?? [], before) || isNumberDue;
        steps.forEach((step, i) => {
            const place = this.place({ step, position: step.position, ply: i + 1, before, depth: 0 });
            before.after = place;
            box.append(this.move(place, isNumberDue), " ");
            isNumberDue = this.annotate(box, byPly.get(i + 1) ?? [], place);
            before = place;
        });
        const result = this.game.result;
        if (result) box.append(h("span", { class: "result", dir: "ltr" }, result.replace("1/2-1/2", "½–½").replace("-", "–")));
    }

    /** A move with its number, isolated from its neighbours: it never breaks, and runs with the list. */
    move(place, isNumberDue) {
        const { step } = place, isWhite = !step.number.endsWith("..."), dir = this.game.direction;
        const button = h("a", { class: "move", href: `#${place.depth ? `v${place.id}` : place.ply}`, "data-place": place.id, "data-native": true },
            (isWhite || isNumberDue) && h("span", { class: "number", dir }, step.number.replace("...", "…"), "\u00a0"),
            h("bdi", { dir }, step.text));
        place.element = button;
        return h("span", { class: "ply" }, button);
    }

    /** Writes what stands at a place; returns true if the next move needs its number. */
    annotate(box, items, place) {
        let isInterrupted = false;
        for (const item of items) {
            if (item.kind === "nag") this.addSign(box, item.value, place);
            else if (item.kind === "variation") isInterrupted = this.variation(box, item.items, place.before ?? place, place.depth + 1) || true;
            else isInterrupted = this.comment(box, item, place) || isInterrupted;
        }
        return isInterrupted;
    }

    addSign(box, value, place) {
        const target = isOfMove(value) && place.element ? place.element : box;
        target.append(h("span", { class: "nag", dir: "ltr", title: `$${value}` }, sign(value)), target === box ? " " : "");
        place.nags.push(value);
    }

    comment(box, item, place) {
        const { text, commands: found } = readComment(item.text ?? "");
        place.comments.push(found);
        if (found.clk) place.clock = found.clk;
        if (found.eval) place.evaluation = found.eval;
        if (!text) return false;
        box.append(h("span", { class: item.kind, dir: "auto", title: item.kind === "unread" ? t("game.unread") : null }, text), " ");
        return true;
    }

    variation(box, items, from, depth) {
        const list = h("span", { class: `variation depth${Math.min(depth, 3)}`, role: "group", "aria-label": t("game.variation") });
        let before = from, last = from, isNumberDue = true;
        for (const item of items) {
            if (item.kind === "move") {
                last = before;
                before = this.place({ step: item.step, position: item.step.position, ply: before.ply + 1, before, depth });
                if (last !== from) last.after = before;
                list.append(this.move(before, isNumberDue), " ");
                isNumberDue = false;
            } else isNumberDue = this.annotate(list, [item], before) || isNumberDue;
        }
        const first = this.places.find((place) => place.before === from && place.depth === depth && place.element && list.contains(place.element));
        if (first) (from.variations ??= []).push(first);
        box.append(list, " ");
        return true;
    }

    clicked(event) {
        const link = event.target.closest("[data-place]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.onChoose(this.places[Number(link.dataset.place)]);
    }

    /** Marks the place that the board shows, and scrolls the list to it, never the page, before the next picture: of steps between two, one is measured. */
    mark(place) {
        this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
        place.element?.setAttribute("aria-current", "true");
        if (!this.marked) requestAnimationFrame(() => this.scroll());
        this.marked = place;
    }

    scroll() {
        const place = this.marked, box = this.element, at = place.element?.getBoundingClientRect(), own = box.getBoundingClientRect();
        this.marked = null;
        if (!at) box.scrollTop = 0;
        else if (at.top < own.top || at.bottom > own.bottom) box.scrollTop += at.top - own.top - own.height / 3;
    }

    mainLine(ply) {
        return this.places.find((place) => place.depth === 0 && place.ply === ply);
    }
}
