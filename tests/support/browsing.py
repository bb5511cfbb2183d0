"""A page as its reader uses it: Debian's Chromium, headless."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHROMIUM: Final = shutil.which("chromium")
CHROMEDRIVER: Final = shutil.which("chromedriver")

FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Browser:
    """A page of the report, as its reader uses it."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.size(1280, 900)

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, page: Path, fragment: str = "") -> Browser:
        self.driver.get("about:blank")
        self.log("browser")  # reading empties it
        self.log("performance")
        self.driver.get(page.as_uri() + fragment)
        return self

    def run(self, script: str) -> Any:  # noqa: ANN401 - whatever the script returns
        return self.driver.execute_script(script)

    def log(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call]
        return found

    def texts(self, selector: str) -> list[str]:
        return [found.text for found in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def text(self, selector: str) -> str:
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def click(self, selector: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def choose(self, name: str, value: str) -> None:
        Select(self.driver.find_element(By.NAME, name)).select_by_value(value)

    def press(self, keys: str, selector: str = "body") -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(keys)

    def expect(self, selector: str, text: str) -> None:
        """Wait until the element has the text; filters and the address change a moment after the event."""
        # An element that is replaced while it is read is read again.
        retried = [NoSuchElementException, StaleElementReferenceException]
        wait = WebDriverWait(self.driver, 30, poll_frequency=0.05, ignored_exceptions=retried)
        wait.until(lambda _: self.text(selector) == text, f"{selector} does not become '{text}'")

    def expect_hash(self, state: str) -> None:
        wait = WebDriverWait(self.driver, 10, poll_frequency=0.05)
        wait.until(lambda driver: driver.current_url.partition("#")[2] == state, self.driver.current_url)


@contextmanager
def open_browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    yield Browser(driver)
    driver.quit()
