// A pattern that is searched for: its progress, and the games as they are found.

import { isAbort, stream } from "./api.js";
import { announce, h } from "./dom.js";
import { problemBox } from "./frame.js";
import { gameRow } from "./gamelist.js";
import { number, t } from "./words.js";

const mostShown = 200;

export class Run {
    /** `onFault` may show a problem itself: it returns true then. */
    constructor({ onFault } = {}) {
        this.onFault = onFault;
        this.count = h("p", { class: "count big", role: "status" }, "\u00a0");
        this.bar = h("progress", { "aria-label": t("run.progress") });
        this.amount = h("span", { class: "muted amount" });
        this.end = h("button", { type: "button", class: "stop", onclick: () => this.stop() }, t("run.stop"));
        this.progress = h("div", { class: "progress", hidden: true }, this.bar, this.amount, this.end);
        this.list = h("ol", { class: "games", "aria-label": t("list.title") });
        this.note = h("p", { class: "muted" });
        this.messages = h("div");
        this.element = h("div", { class: "run" }, this.count, this.progress, h("div", { class: "game-list" }, this.messages, this.list, this.note));
    }

    stop() {
        this.asking?.abort();
    }

    clear(text = "\u00a0") {
        this.stop();
        this.count.textContent = text;
        this.progress.hidden = true;
        this.list.replaceChildren();
        this.note.replaceChildren();
        this.messages.replaceChildren();
    }

    advance({ done, all }) {
        this.bar.max = all, this.bar.value = done;
        this.amount.textContent = t("run.of", { done, all });
    }

    /** Returns the number of games when all were looked through; null if it was stopped or refused. */
    async start(parameters) {
        this.clear();
        const own = this.asking = new AbortController();
        let found = 0, rows = [], end = null;
        const show = () => {
            this.list.append(...rows);
            rows = [];
            this.count.textContent = t("list.count", { n: found });
        };
        this.bar.removeAttribute("value");
        this.amount.textContent = "";
        this.progress.hidden = false;
        let next = Date.now() + 100;
        try {
            await stream("cql", parameters, own.signal, (line) => {
                if (own.signal.aborted) return;
                if (line.all !== undefined) this.advance(line);
                else if (line.games !== undefined) end = line;
                else if (line.message !== undefined) this.messages.append(h("p", { class: "muted", dir: "auto" }, line.message));
                else if (++found <= mostShown) rows.push(gameRow(line));
                if (Date.now() < next) return;
                next = Date.now() + 100;
                show();
            });
        } catch (error) {
            if (this.asking !== own) return null;
            this.progress.hidden = true;
            if (isAbort(error)) {
                show();
                this.note.textContent = t("run.stopped");
                announce(t("run.stopped"));
            } else if (!this.onFault?.(error)) this.note.replaceChildren(problemBox(error));
            return null;
        }
        if (this.asking !== own) return null;
        found = end?.games ?? found;
        show();
        this.progress.hidden = true;
        if (!found) this.note.textContent = t("run.none");
        else if (end && !end.complete) this.note.textContent = t("run.incomplete");
        else if (found > mostShown) this.note.textContent = t("run.first", { n: mostShown });
        return found;
    }
}
