// The line between the text of a desk and its board, moved with the mouse or with the arrow keys; a double click puts it back. Or one stands above the other.

import { h } from "./dom.js";
import { isRightToLeft, t } from "./words.js";

const stored = "cofnod.divider", least = 25, most = 75, step = 2;  // hundredths of the width that the text has

/** Returns a switch that puts the text above the board: for long lines. */
export function stackSwitch(table) {
    const kept = "cofnod.stacked", set = (isStacked) => {
        table.classList.toggle("stacked", isStacked);
        if (isStacked) localStorage.setItem(kept, "1");
        else localStorage.removeItem(kept);
    };
    const isStacked = localStorage.getItem(kept) !== null;
    set(isStacked);
    return h("label", { class: "inline stack" }, h("input", { type: "checkbox", id: "stacked", checked: isStacked, onchange: (event) => set(event.target.checked) }), t("desk.stacked"));
}

/** Returns the line; `table` is what it divides. */
export function divider(table) {
    const line = h("div", { class: "divider", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t("desk.divider"), "aria-valuemin": least, "aria-valuemax": most,
        onkeydown: (event) => pressed(event), onpointerdown: (event) => grabbed(event), ondblclick: () => set(null) });
    const measured = () => {
        const box = table.getBoundingClientRect(), at = line.getBoundingClientRect();
        return 100 * (isRightToLeft ? box.right - at.right : at.left - box.left) / box.width;
    };
    /** Gives the text a part of the width; null: what it has by itself. */
    function set(share) {
        const kept = share === null ? null : Math.round(Math.max(least, Math.min(most, share)) * 10) / 10;
        table.classList.toggle("divided", kept !== null);
        table.style.setProperty("--text", `${kept}%`);
        line.setAttribute("aria-valuenow", Math.round(kept ?? 50));
        if (kept === null) localStorage.removeItem(stored);
        else localStorage.setItem(stored, kept);
    }
    function pressed(event) {
        const move = { ArrowRight: step, ArrowLeft: -step }[event.key];
        const to = move ? measured() + (isRightToLeft ? -move : move) : { Home: least, End: most }[event.key];
        if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        set(to);
    }
    function grabbed(event) {
        line.setPointerCapture(event.pointerId);
        const moved = ({ clientX }) => {
            const box = table.getBoundingClientRect();
            set(100 * (isRightToLeft ? box.right - clientX : clientX - box.left) / box.width);
        };
        line.addEventListener("pointermove", moved);
        line.addEventListener("lostpointercapture", () => line.removeEventListener("pointermove", moved), { once: true });
    }
    const before = Number(localStorage.getItem(stored));
    set(before || null);
    return line;
}
