// Corrections at the desk: what is typed is read again at once, and stored when it is kept.

import { isAbort, post } from "./api.js";
import { refusal } from "./corrections.js";
import { detailButtons } from "./details.js";
import { announce, h } from "./dom.js";
import { field, form } from "./form.js";
import { sentenceLine } from "./sentences.js";
import { list, t } from "./words.js";

const patience = 250;  // milliseconds after a key before the text is read again
const signature = "cofnod.by";

/** Changes of the game of a desk. */
class Editor {
    constructor(desk) {
        this.desk = desk;
        this.by = h("input", { autocomplete: "name", dir: "auto", value: localStorage.getItem(signature) ?? desk.health.made_by ?? "", onchange: () => localStorage.setItem(signature, this.by.value) });
        this.bar = h("div", { class: "tools edit-tools" });
        this.form = h("div", {});
        this.selection = null;
        desk.editor.append(this.bar, this.form);
        this.changed();
        desk.changed = () => this.changed();
        desk.context.keys.e = () => this.correct();
        document.addEventListener("selectionchange", () => this.select(), { signal: desk.context.signal });
    }

    /** Offers what can be done with the game as it is now. */
    changed() {
        const button = (key, action, shortcut) => h("button", { type: "button", class: key.replace(".", "-"), onclick: action, "aria-keyshortcuts": shortcut, title: shortcut }, t(key));
        this.form.replaceChildren();
        this.bar.hidden = false;
        this.bar.replaceChildren(button("edit.correct", () => this.correct(), "e"), ...detailButtons(this, button), field("made-by", t("edit.by"), this.by));
    }

    /** Parameters that every change has. */
    get common() {
        return { by: this.by.value || undefined, after: this.desk.corrections.last };
    }

    select() {
        const chosen = getSelection();
        if (!chosen.rangeCount || chosen.isCollapsed || this.form.firstChild) return;
        const range = chosen.getRangeAt(0);
        const { text, ply, at } = this.desk;
        if (text.element.contains(range.commonAncestorContainer)) this.selection = { passage: text.selected(range), text, ply, at };
    }

    /** Returns what is to be corrected: what was selected last, the problem that is shown, or the move. */
    passage() {
        const { text, at, ply } = this.desk, { selection } = this;
        if (selection?.text === text && selection.ply === ply && selection.at === at) return selection.passage;
        const place = text.marks[at]?.problem.ply === ply ? text.marks[at] : text.tokens[ply];
        return place && text.passage(place);
    }

    /** Shows a form; `first` has the focus. */
    show(form, first) {
        this.form.replaceChildren(form);
        this.bar.hidden = true;
        form.scrollIntoView({ block: "nearest" });
        first.focus();
        first.select?.();
    }

    close() {
        this.selection = null;
        this.changed();
        this.bar.querySelector("button").focus();
    }

    /** Stores a change by `path`, closes the form, and shows the game as it is now. */
    async keep(path, parameters, said, outcome) {
        try {
            await post(`games/${this.desk.context.id}/${path}`, { ...parameters, ...this.common });
        } catch (error) {
            outcome.replaceChildren(refusal(error));
            return false;
        }
        await this.desk.corrections.reload(said);
        this.close();
        return true;
    }

    correct() {
        if (this.form.firstChild) return;
        const passage = this.passage();
        if (!passage) return announce(t("edit.nothing"));
        new Correcting(this, passage);
    }
}

/** The form of a passage and what takes its place. */
class Correcting {
    constructor(editor, passage) {
        const { desk } = editor, dir = desk.game.direction;
        Object.assign(this, { editor, desk, passage, stored: { source: desk.source, game: desk.game } });
        const area = (value) => h("textarea", { rows: Math.min(6, value.split("\n").length), dir, spellcheck: "false", autocomplete: "off", value, oninput: () => this.later(), onkeydown: (event) => this.key(event) });
        this.plyOfPassage = 1 + desk.text.tokens.filter((token) => token.end <= passage.begin).length;
        this.was = area(passage.was);
        this.now = area(passage.was);
        this.outcome = h("div", { class: "outcome", role: "status" });
        const element = form({ title: t("edit.title"), keep: (event) => this.submit(event), cancel: () => this.cancel(), keepWord: { keep: t("edit.keep"), cancel: t("edit.cancel") }, "aria-describedby": "edit-hint" },
            field("edit-was", t("edit.was"), this.was), field("edit-now", t("edit.now"), this.now), this.outcome, h("p", { class: "muted", id: "edit-hint" }, t("edit.hint")));
        this.keepButton = element.querySelector(".keep");
        this.keepButton.disabled = true;
        editor.show(element, this.now);
        desk.corrections.showOriginal(desk.corrections.list.some(({ kind }) => kind !== "set") ? undefined : desk.source);
    }

    key(event) {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        this.now.form.requestSubmit();
    }

    /** The passage and where it stands; one that was typed is looked for by the server. */
    get parameters() {
        const { passage, was, now } = this;
        return was.value === passage.was ? { was: passage.was, at: passage.at, now: now.value } : { was: was.value, now: now.value };
    }

    later() {
        clearTimeout(this.timer);
        this.keepButton.disabled = true;
        this.timer = setTimeout(() => this.attempt(), patience);
    }

    /** Reads the game with the correction, and shows it. */
    async attempt() {
        clearTimeout(this.timer);
        this.asked?.abort();
        this.asked = new AbortController();
        const { desk, editor, parameters } = this;
        if (parameters.was === parameters.now) return this.restore();
        try {
            const { game, source } = await post(`games/${desk.context.id}/correct`, { ...parameters, ...editor.common, dry_run: true }, this.asked.signal);
            this.showTried(source, game);
        } catch (error) {
            if (!isAbort(error)) this.outcome.replaceChildren(refusal(error));
        }
    }

    /** Returns where the correction stands in the text that is tried: as a passage, or by its first move if the whole text was rewritten. */
    changedIn(source) {
        const { passage, parameters } = this;
        if (parameters.at === undefined) return { begin: -1, end: -1 };
        const letters = [...source.text], end = passage.begin + [...parameters.now].length;
        if (letters.slice(passage.begin, end).join("") === parameters.now) return { begin: passage.begin, end };
        return { ply: this.plyOfPassage };
    }

    showTried(source, game) {
        const { desk } = this, before = this.stored.game.steps.length, changed = this.changedIn(source);
        desk.read(source, game, changed);
        const touched = (part) => part && part.begin < changed.end && part.end > changed.begin;
        const fault = desk.text.marks.findIndex((mark) => touched(mark)), ply = changed.ply ?? desk.text.tokens.findIndex((token) => touched(token));
        if (fault >= 0) desk.choose(fault);
        else desk.go(ply >= 0 ? ply : desk.ply, true);
        const faults = game.problems.filter(({ severity }) => severity === "fault");
        this.outcome.replaceChildren(h("p", {}, h("strong", {}, t(`state.${game.state}`)), " · ", list([t("edit.plies", { n: game.steps.length }), t("edit.before", { n: before })])),
            ...faults.slice(0, 3).map(sentenceLine),
            h("p", {}, t("edit.left", { n: game.problems.length })));
        this.keepButton.disabled = false;
    }

    /** Shows the stored game again. */
    restore() {
        this.outcome.replaceChildren();
        if (this.desk.game === this.stored.game) return;
        this.desk.read(this.stored.source, this.stored.game);
        this.desk.go(Math.min(this.desk.ply, this.desk.game.steps.length), true);
    }

    cancel() {
        clearTimeout(this.timer);
        this.asked?.abort();
        this.restore();
        this.desk.corrections.showOriginal();
        this.editor.close();
    }

    async submit(event) {
        event.preventDefault();
        if (this.keepButton.disabled) return;
        this.keepButton.disabled = true;
        if (!await this.editor.keep("correct", this.parameters, t("edit.kept"), this.outcome)) this.keepButton.disabled = false;
    }
}

export function addTo(desk) {
    new Editor(desk);
}
