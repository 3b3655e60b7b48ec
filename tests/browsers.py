"""Headless Chromium, and what is asked of a page in it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from processes import wait_until

__all__ = ["CONTRAST", "accessible", "assert_quiet", "browser", "opened"]

CONTRAST: Final = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
  .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = parse(getComputedStyle(one).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
let worst = [99, ""];
const texts = "h1, h2, p, a, dt, dd, th, td, caption, label, input, select, output, button, span, figcaption";
for (const element of document.querySelectorAll(texts)) {
  if (element.classList.contains("skip") || !element.offsetParent) continue;
  const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (contrast < worst[0]) worst = [contrast, element.outerHTML.slice(0, 80)];
}
return worst;
"""
"""JavaScript that returns the least contrast of a text to what is behind it, and the element that has it."""


def accessible(browser: Any) -> list[dict[str, Any]]:
    """Return what the browser hands on to a screen reader, once all of it is there: it comes bit by bit."""
    seen: list[list[dict[str, Any]]] = [[], []]

    def is_whole() -> bool:
        nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        seen[:] = [seen[-1], [node for node in nodes if not node.get("ignored")]]
        before, now = seen
        return len(before) == len(now) and any(node["role"]["value"] == "main" for node in now)

    wait_until(is_whole)
    return seen[-1]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return headless Chromium, driven by Selenium."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is in the extra `dev`")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed: on Debian, apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        "--disable-sync",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # Selenium is to look for no driver, and to tell nobody of what it does
    os.environ["SE_OFFLINE"] = "true"
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chrome
    chrome.quit()


def assert_quiet(browser: Any, page: Path, width: int, dark: bool) -> None:
    """Open a page: it has no errors, asks the network for nothing, and is not wider than the screen."""
    browser.get_log("performance")
    opened(browser, page, width, dark=dark)
    assert browser.get_log("browser") == []
    asked = re.findall(r'"url":"([^"]*)"', " ".join(entry["message"] for entry in browser.get_log("performance")))
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:", "chrome"))] == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def opened(browser: Any, page: Path, width: int = 1280, height: int = 900, dark: bool = False) -> None:
    """Open a page on a screen of some size."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    scheme = "dark" if dark else "light"
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    browser.get(page.as_uri())
