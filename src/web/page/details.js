// The details of a game at the desk: its tags, the mark of those who checked it, and its end.

import { post } from "./api.js";
import { refusal } from "./corrections.js";
import { announce, h, name } from "./dom.js";
import { field, form } from "./form.js";
import { editRecords } from "./records.js";
import { t, tn, tryText } from "./words.js";

const usual = ["White", "Black", "Event", "Site", "Date", "Round", "Result", "WhiteElo", "BlackElo", "ECO"];
const ofMoves = ["FEN", "SetUp", "Variant", "PlyCount", "MoveLanguage"];
const results = ["1-0", "0-1", "1/2-1/2", "0-0", "*"];
const checker = "CheckedBy";

/** Opens the form of the tags. Only those that are changed are stored. */
function edit(editor) {
    const { tags } = editor.desk.game, inputs = new Map();
    const add = (tag, value) => {
        const input = tag === "Result" ? h("select", {}, results.map((one) => h("option", { value: one, selected: one === value }, one)))
            : h("input", { value, dir: "auto", autocomplete: "off", spellcheck: "false" });
        inputs.set(tag, { input, value });
        return field(`tag-${tag}`, tryText("tag", tag), input);
    };
    const others = Object.keys(tags).filter((tag) => ![...usual, ...ofMoves, checker].includes(tag));
    const fields = [...usual, ...others].map((tag) => add(tag, tags[tag] ?? (tag === "Result" ? "*" : "")));
    const key = h("input", { autocomplete: "off", dir: "ltr" }), value = h("input", { autocomplete: "off", dir: "auto" });
    const outcome = h("div", { role: "status" });
    const changes = () => {
        const all = [...inputs].filter(([, { input, value: before }]) => input.value !== before).map(([tag, { input }]) => `${tag}=${input.value}`);
        return key.value ? [...all, `${key.value}=${value.value}`] : all;
    };
    const submit = (event) => {
        event.preventDefault();
        const changed = changes();
        if (changed.length) editor.keep("set", { tags: changed }, t("edit.kept"), outcome);
        else editor.close();
    };
    editor.show(form({ title: t("edit.details_title"), keep: submit, cancel: () => editor.close(), keepWord: { keep: t("edit.keep"), cancel: t("edit.cancel") } }, h("div", { class: "row" }, fields),
        h("fieldset", { class: "row" }, h("legend", {}, t("edit.add")), field("tag-name", t("edit.name"), key), field("tag-value", t("edit.value"), value)), outcome), inputs.get("White").input);
}

/** Marks the game as checked by the one who signs, or takes the mark away. */
function check(editor) {
    const outcome = h("div", { role: "alert" }), by = editor.by.value.trim();
    const isMarked = editor.desk.game.tags[checker];
    if (!by && !isMarked) {
        editor.by.focus();
        return announce(t("edit.by_first"));
    }
    editor.bar.append(outcome);
    editor.keep("set", { tags: [`${checker}=${isMarked ? "" : by}`] }, isMarked ? t("edit.unchecked_said") : t("edit.checked_said"), outcome);
}

/** Asks, and deletes the game. */
function remove(editor) {
    const { context } = editor.desk, outcome = h("div", { role: "status" });
    const submit = async (event) => {
        event.preventDefault();
        try {
            await post(`games/${context.id}/delete`, editor.common);
            context.go(`/games/${context.id}/source`);
        } catch (error) {
            outcome.replaceChildren(refusal(error));
        }
    };
    const element = form({ title: t("edit.delete_title"), keep: submit, cancel: () => editor.close(), keepWord: { keep: t("edit.delete"), cancel: t("edit.cancel") } }, h("p", {}, t("edit.delete_text")), outcome);
    editor.show(element, element.querySelector(".cancel"));
}

/** Returns the buttons of these. */
export function detailButtons(editor, button) {
    const by = editor.desk.game.tags[checker];
    return [button("edit.details", () => edit(editor)), by ? h("span", { class: "badge checked" }, ...tn("edit.checked_by", { name: name(by) })) : null,
        button(by ? "edit.uncheck" : "edit.check", () => check(editor)), button("edit.records", () => editRecords(editor)), button("edit.delete", () => remove(editor)), h("a", { class: "button", href: "/corrections" }, t("edit.all"))].filter(Boolean);
}
