// The place in the address. Browsers drop what is written there too often, so that a key held down is written once in a while.

const pause = 100;  // ms
let last = 0, timer = 0;

/** Writes an address of the page that is shown: now, or soon if one was just written; the last one counts. */
export function setAddress(address) {
    clearTimeout(timer);
    const path = location.pathname, wait = Math.max(0, last + pause - Date.now());
    const write = () => {
        if (location.pathname !== path) return;
        last = Date.now();
        history.replaceState(null, "", address);
    };
    if (wait) timer = setTimeout(write, wait);
    else write();
}
