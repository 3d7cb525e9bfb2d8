"""The page works without a network: in one of its own, which has nothing but its loopback."""

import os
import shutil
import subprocess
import sys

from harness import holds, main, skip

own_network = ["unshare", "-rn"]


def can_be_cut_off():
    return shutil.which("unshare") and shutil.which("ip") and not subprocess.run(own_network + ["true"], check=False, capture_output=True).returncode


def pages_are_shown_with_the_network_cut(_, browser):
    for path in ("/", "/games/44#20", "/games/28/source", "/openings", "/search?pieces=Ne5", "/patterns?cql=mate", "/problems", "/players", "/database"):
        browser.open(path, "ar")
        browser.wait("!document.querySelector('[aria-busy]')")
        holds(len(browser.script("return document.querySelector('main').innerText")) > 40, f"{path} shows something")
        holds(not browser.script("return document.querySelector('.problem-box')"), f"{path} shows no error")


if __name__ == "__main__":
    if sys.argv[-1] == "--cut-off":
        main([pages_are_shown_with_the_network_cut])
    if not can_be_cut_off():
        skip("unshare (util-linux) and ip (iproute2) must be able to make a network of their own")
    os.execvp(own_network[0], own_network + ["sh", "-c", "ip link set lo up && exec \"$0\" \"$@\"", sys.executable, "-B", *sys.argv, "--cut-off"])
