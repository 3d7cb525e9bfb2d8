// What people have corrected in a game: who, when, what stood there, and the text as the source has it. The last is undone by a click.

import { get, post } from "./api.js";
import { announce, code, h, icon, name } from "./dom.js";
import { problemBox } from "./frame.js";
import { dateTime, t } from "./words.js";

/** Returns why a change was not made, as it is shown. */
export function refusal(error) {
    const said = { 400: t("edit.refused"), 409: t("edit.overtaken"), 503: t("edit.busy") }[error.status];
    if (!said) return problemBox(error);
    return h("div", { class: "problem-box", role: "alert" }, icon("warning"), h("div", {}, h("p", {}, said), error.status === 400 && h("p", {}, error.message)));
}

const text = (content) => (content ? h("bdi", { class: "mono" }, content) : h("span", { class: "muted" }, t("correction.nothing")));

/** Returns one correction as an item of a list; `action` is its button or link, if there is one. */
export function item(correction, action) {
    const { kind, was, now, made_by: by, made_at: when } = correction;
    return h("li", {}, h("p", {}, h("strong", {}, t(`correction.${kind}`)), " · ", name(by, t("unknown")), " · ", h("time", { datetime: when }, dateTime(when))),
        kind === "correct" || kind === "set" ? h("dl", {}, h("dt", {}, t("correction.was")), h("dd", {}, h("del", {}, text(was))), h("dt", {}, t("correction.now")), h("dd", {}, h("ins", {}, text(now)))) : null,
        kind === "replace" && h("p", {}, code(now)), action);
}

/** The corrections of the game of a desk, and its first text. */
export class Corrections {
    constructor(desk, list) {
        Object.assign(this, { desk, list });
        this.element = h("section", { class: "corrections", "aria-labelledby": "corrections-title" });
        this.original = h("details", { class: "original", open: true });
        this.write();
    }

    /** Returns the id of the last correction, which a change must follow; 0: none. */
    get last() {
        return this.list.at(-1)?.id ?? 0;
    }

    write() {
        const { list, desk } = this;
        this.element.hidden = list.length === 0;
        this.element.replaceChildren(h("h2", { id: "corrections-title", tabindex: "-1" }, t("edit.corrections")), h("ol", {}, list.map((correction) =>
            item(correction, desk.health.writes && correction === list.at(-1) && h("button", { type: "button", class: "undo", onclick: () => this.undo() }, t("edit.undo"))))));
        this.showOriginal();
    }

    /** Shows the text that the source has, if that was corrected; or `source`, before it is. */
    async showOriginal(source) {
        const first = this.list.find(({ kind }) => kind !== "set");
        this.original.hidden = !source && !first;
        if (this.original.hidden) return;
        const before = source ?? await get(`games/${this.desk.context.id}/source`, { before: first.id }, this.desk.context.signal).catch(() => null);
        if (!before) return;
        const direction = this.desk.game.direction;
        this.original.replaceChildren(h("summary", {}, t("edit.original")), h("div", { class: "source-text", role: "region", tabindex: "0", "aria-label": t("edit.original") },
            before.text.replace(/\n+$/, "").split("\n").map((line, i) => h("div", { class: "text-line", dir: direction },
                h("span", { class: "line-number", "aria-hidden": "true" }, String((before.line ?? 1) + i)), h("span", { class: "raw", dir: line.startsWith("[") ? "ltr" : direction }, line)))));
    }

    /** Asks for the game again after a change of it, and shows it. */
    async reload(said) {
        const { desk } = this, { id, signal } = desk.context;
        const [source, game, { corrections }] = await Promise.all([get(`games/${id}/source`, {}, signal), get(`games/${id}`, {}, signal), get("corrections", { game: id }, signal)]);
        this.list = corrections;
        desk.read(source, game);
        desk.go(desk.ply ?? 0, true);
        this.write();
        desk.changed?.();
        announce(said);
    }

    async undo() {
        try {
            await post(`games/${this.desk.context.id}/undo`, { after: this.last });
            await this.reload(t("edit.undone"));
            (this.element.querySelector(".undo") ?? this.desk.text.element).focus();
        } catch (error) {
            this.element.append(refusal(error));
        }
    }
}

/** Returns the page of a deleted game, which can be brought back. */
export function deletedGame({ id, go }, corrections, { writes }) {
    const restore = async () => {
        try {
            await post(`games/${id}/undo`, { after: corrections.at(-1).id });
            go(`/games/${id}/source`);
        } catch (error) {
            node.append(refusal(error));
        }
    };
    const node = h("section", { class: "narrow corrections" }, h("h1", {}, t("edit.deleted")), h("ol", {}, corrections.map((correction) => item(correction))),
        writes && h("p", {}, h("button", { type: "button", class: "primary restore", onclick: restore }, t("edit.restore"))));
    return { title: t("edit.deleted"), node };
}
