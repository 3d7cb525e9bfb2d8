// Elements of the page. Text enters the document as text only: there is no way here to insert markup.

const svgNames = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "value") element.value = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** Returns an element of HTML. Children are nodes, texts, or lists of these; null and false are left out. */
export function h(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/** Returns an element of SVG. */
export function svg(tag, attributes, ...children) {
    return fill(document.createElementNS(svgNames, tag), attributes, children);
}

/** Returns a reference to a symbol of pieces.svg, which stands in the document with ids of its own. */
export const picture = (name, attributes) => svg("use", { href: `#draw-${name}`, ...attributes });

/** Returns a symbol as an icon, without a name: what it means stands beside it. */
export function icon(name) {
    return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
        picture(name));
}

/** A name in its own direction, or a dash if there is none. */
export function name(text, unknown = "—") {
    return text ? h("bdi", {}, text) : h("span", { class: "unknown" }, unknown);
}

/** Text that runs from left to right in all languages: codes, dates, results. */
export function code(text, attributes) {
    return h("span", { dir: "ltr", ...attributes }, text);
}

/** Says a sentence to those who listen to the page. */
export function announce(text) {
    const live = document.getElementById("live");
    live.textContent = live.textContent === text ? text + "\u00a0" : text;
}
