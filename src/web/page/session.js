// The token of the server, if it asks for one: kept for this tab, sent in a header of each question, never in an address or a cookie.

const place = "token";
export const asksForToken = document.documentElement.hasAttribute("data-token");
const kept = () => sessionStorage.getItem(place);
const tabs = asksForToken ? new BroadcastChannel(place) : null;  // of this server alone: a page of another port hears nothing

if (tabs) tabs.addEventListener("message", ({ data }) => { if (data.wanted && kept()) tabs.postMessage({ token: kept() }); });

/** Returns the header that shows the token. */
export const authorization = () => (kept() ? { Authorization: `Bearer ${kept()}` } : {});

/** True where the server would refuse every question. */
export const lacksToken = () => asksForToken && !kept();

/** Forgets a token that the server does not know, for it was started again; the page hears of it. */
export function forget() {
    if (!kept()) return;
    sessionStorage.removeItem(place);
    dispatchEvent(new Event("tokenlost"));
}

/** Exchanges a code or a token for the token, which is kept, and a new code. Returns the code; null: the server knows neither. */
export async function exchange(header) {
    const response = await fetch("/api/v1/session", { method: "POST", headers: { ...header, "Content-Type": "application/json" }, body: "{}" }).catch(() => null);
    if (!response?.ok) return null;
    const { token, code } = await response.json();
    sessionStorage.setItem(place, token);
    return code;
}

/** Asks the other tabs for the token; none may be there. */
function askTabs() {
    return new Promise((done) => {
        const take = ({ data }) => {
            if (!data.token) return;
            sessionStorage.setItem(place, data.token);
            end();
        };
        const end = () => {
            tabs.removeEventListener("message", take);
            done();
        };
        tabs.addEventListener("message", take);
        tabs.postMessage({ wanted: true });
        setTimeout(end, 300);
    });
}

/** True if an address has the code that the program has printed. */
export const hasCode = () => location.hash.startsWith("#code=");

/** Gets the token, by the code of the address, which is taken out of it, or from another tab. */
export async function enter() {
    if (hasCode()) {
        const code = location.hash.slice("#code=".length);
        history.replaceState(null, "", location.pathname + location.search);
        if (asksForToken) await exchange({ Authorization: `Code ${code}` });
    }
    if (lacksToken()) await askTabs();
}

/** Follows a link to an answer. No header goes with it: its address has a code, which is good once. */
export async function follow(link, inNewTab) {
    const code = await exchange(authorization());
    if (!code) return false;
    const target = new URL(link.href);
    target.searchParams.set("code", code);
    if (inNewTab) window.open(target, "_blank", "noopener");
    else if (link.hasAttribute("download")) Object.assign(link.cloneNode(), { href: target }).click();
    else location.assign(target);
    return true;
}
