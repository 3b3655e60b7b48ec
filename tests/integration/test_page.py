"""The report in a browser: by mouse, by keyboard, on a phone, in the dark, without a network."""

import json
import shutil
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from bitarray.util import zeros
from browsers import CONTRAST, accessible, assert_quiet, opened
from html_pages import Markup
from terminals import CommandLine
from unit.rulesets.short import mixed, short_model

from mlslcs_ref.core.classifier import restored
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.documents.html_table import PAGE
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.model_file import load_model, save_model
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")

PHONE: Final = 390
"""The least width on which no part of a page is to be scrolled sideways either."""
WIDER: Final = """
return Array.from(document.querySelectorAll(".scroll, .drawing, .tools, .pager, #searched"))
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label"));
"""
HOSTILE: Final = (
    "</script><script>window.stolen = 1</script>",
    "<img src=x onerror='window.stolen = 2'>",
    "[red]",
    "say \"x\" & 'y'",
    "two\nlines",
    "$a$ and $b_1$",
    "\x1b[31mred",
    "日本",
    "{{ 7 * 7 }}",
    "]]>",
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a model of toy6x4."""
    path = tmp_path_factory.mktemp("models") / "toy.json"
    save_model(train(toy6x4(), Settings.paper(passes=8, clustering=False, p_hash=0.33, p_label_hash=0.5), 1), path)
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a model whose every name and value means something in HTML, JavaScript or TeX."""
    schema = Schema(
        (
            BinaryAttribute(HOSTILE[0], (HOSTILE[1], HOSTILE[2])),
            NominalAttribute(HOSTILE[3], (HOSTILE[4], HOSTILE[5], HOSTILE[6])),
            ContinuousAttribute(HOSTILE[7]),
        ),
        (HOSTILE[8], HOSTILE[9], "plain", HOSTILE[1], HOSTILE[5]),
    )
    X = np.array([[code % 2, code % 3, code] for code in range(12)], dtype=float)
    Y = np.array([[(code >> bit) & 1 for bit in range(5)] for code in range(12)], dtype=bool)
    path = tmp_path_factory.mktemp("models") / "hostile.json"
    settings = Settings.paper(passes=12, clustering=False, p_hash=0.3)
    save_model(train(Dataset(schema, X, Y, HOSTILE[0]), settings, 1), path)
    return path


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a short ruleset, and long numbers among its settings."""
    path = tmp_path_factory.mktemp("models") / "short.json"
    save_model(short_model(), path)
    return path


class Page(Markup):
    """What a page holds: the rules of its table, and the data of its script."""

    def __init__(self, path: Path) -> None:
        self.rules: list[str] = []
        self.data = ""
        self._depth = 0
        self._is_data = False
        super().__init__(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        self._is_data = tag == "script" and dict(attrs).get("id") == "rows"
        if tag == "td" and "rule" in (dict(attrs).get("class") or "").split():
            self.rules.append("")
            self._depth = 1

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "td":
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.rules[-1] += data
        if self._is_data:
            self.data += data

    def all_rules(self) -> list[str]:
        """Read the rules that the script shows, page by page."""
        document = json.loads(self.data)
        place = document["kinds"].index("parts")
        found = []
        for row in document["rows"]:
            texts, before = [], ""
            for part in row[place]:
                look, *words = document["parts"][part]
                if document["looks"][look] == before == "test":
                    texts.append(document["joint"])
                before = document["looks"][look]
                texts.append(" ".join(document["words"][word] for word in words))
            found.append(" ".join(texts))
        return found


@pytest.fixture(scope="module")
def pages(toy: Path, hostile: Path, short: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the pages of all models."""
    from mlslcs_ref.rulesets.page.model_page import html_report, pictures_of

    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name, path, dataset in (("toy", toy, toy6x4()), ("hostile", hostile, None), ("short", short, mixed(150))):
        model = load_model(path)
        found[name] = folder / f"{name}.html"
        found[name].write_text(html_report(model, pictures_of(model, dataset), dataset), encoding="utf-8")
    return found


# ---------------------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("name", ["toy", "hostile", "short"])
def test_the_page_names_every_rule_and_nothing_outside_of_itself(
    request: pytest.FixtureRequest, pages: dict[str, Path], name: str
) -> None:
    page = Page(pages[name])
    ruleset = load_model(request.getfixturevalue(name)).ruleset

    assert page.rules == [rule.display for rule in ruleset.best(PAGE)]
    assert page.all_rules() == [rule.display for rule in ruleset.best()]
    scripts = [attrs.get("type") for tag, attrs in page.tags if tag == "script"]
    assert scripts == ["application/json", None]
    page.assert_alone()


def test_the_command_writes_the_page_that_the_library_gives(
    cli: CommandLine, hostile: Path, pages: dict[str, Path], tmp_path: Path
) -> None:
    """The same model gives the same bytes, pictures included; a directory that is there is used."""
    (tmp_path / "page").mkdir()
    outcome = cli.piped("report", hostile, "--out", tmp_path / "page")

    assert outcome == (0, f"{tmp_path / 'page' / 'index.html'}\n", "")
    assert (tmp_path / "page" / "index.html").read_bytes() == pages["hostile"].read_bytes()


def test_every_picture_can_be_read_out(cli: CommandLine, toy: Path, tmp_path: Path) -> None:
    outcome = cli.piped("report", toy, "--out", tmp_path / "page", "--row", "64")
    pictures = [attrs for tag, attrs in Page(tmp_path / "page" / "index.html").tags if tag == "svg"]

    assert outcome.status == 0
    assert len(pictures) == 3
    assert all(attrs["role"] == "img" and len(attrs["aria-label"] or "") > 20 for attrs in pictures)
    assert "Row 64 of toy6x4" in (pictures[-1]["aria-label"] or "")


def test_a_model_without_rules_has_a_page(cli: CommandLine, tmp_path: Path) -> None:
    save_model(Training(toy6x4(), Settings.paper(clustering=False), 0).model(), tmp_path / "none.json")
    outcome = cli.piped("report", tmp_path / "none.json", "--out", tmp_path / "page")

    assert outcome.status == 0
    assert "<p>0 rules</p>" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")


def test_pictures_can_be_left_out(cli: CommandLine, toy: Path, tmp_path: Path) -> None:
    outcome = cli.piped("report", toy, "--out", tmp_path / "page", "--no-pictures")

    assert outcome.status == 0
    assert [tag for tag, _attrs in Page(tmp_path / "page" / "index.html").tags if tag == "svg"] == []


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["toy.json", "--out", "nowhere/deep/page"], "the directory does not exist"),
        (["toy.json", "--out", "file"], "expected a directory for the page, found a file"),
        (["toy.json", "--out", "page", "--row", "65"], "expected a row from 1 to 64 of toy6x4, found 65"),
        (["toy.json", "--out", "page", "--row", "0"], "expected a row from 1 to 64 of toy6x4, found 0"),
        (["toy.json", "--out", "page", "--no-pictures", "--row", "1"], "--no-pictures"),
        (["hostile.json", "--out", "page", "--row", "1"], "--row needs the data"),
        (["nowhere.json", "--out", "page"], "nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    cli: CommandLine,
    toy: Path,
    hostile: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    part: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(toy, "toy.json")
    shutil.copy(hostile, "hostile.json")
    Path("file").write_text("x", encoding="utf-8")
    assert part in cli.refused("report", *argv)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "hostile.json", "toy.json"]


def test_the_page_is_not_written_over_its_model(cli: CommandLine, toy: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copy(toy, tmp_path / "index.html"))
    outcome = cli.piped("report", copied, "--out", tmp_path)

    assert (outcome.status, "this is an input file" in outcome.err) == (2, True)
    assert copied.read_bytes() == toy.read_bytes()


def test_the_page_of_a_run_with_rows_held_out_has_their_curve(cli: CommandLine, tmp_path: Path) -> None:
    """It is in the model, so nobody has to ask for it, nor for data."""
    settings = Settings.paper(passes=5, population_size=80, clustering=False)
    save_model(train(toy6x4(), settings, 3, validation=0.25), tmp_path / "m.json")

    assert cli.piped("report", tmp_path / "m.json", "--out", tmp_path / "page").status == 0
    assert "on rows held out" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------------- the browser


def column(browser: Any, number: int) -> list[str]:
    """What the visible rows show in a column."""
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('#searched tbody tr')].filter((row) => row.offsetParent !== null)"
        ".map((row) => row.cells[arguments[0]].textContent)",
        number,
    )
    return found


@pytest.mark.parametrize("name", ["toy", "hostile", "short"])
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True), (320, False)])
def test_no_screen_has_errors_asks_the_network_or_scrolls_sideways(
    browser: Any, pages: dict[str, Path], name: str, width: int, dark: bool
) -> None:
    assert_quiet(browser, pages[name], width, dark)
    assert browser.execute_script("return window.stolen") is None
    assert width < PHONE or browser.execute_script(WIDER) == []
    assert browser.execute_script("return document.querySelectorAll('img, iframe, object').length") == 0


def test_a_click_sorts_and_a_second_one_turns_round(browser: Any, pages: dict[str, Path], toy: Path) -> None:
    opened(browser, pages["toy"])
    heads = browser.find_elements("css selector", "#searched th")
    best = column(browser, 0)
    ruleset = load_model(toy).ruleset
    nums = [rule.num for rule in ruleset]

    heads[1].find_element("tag name", "button").click()
    assert [int(text) for text in column(browser, 1)] == sorted(nums, reverse=True)[:PAGE]
    assert [head.get_attribute("aria-sort") for head in heads] == ["none", "descending", *["none"] * 5]
    heads[1].find_element("tag name", "button").click()
    assert [int(text) for text in column(browser, 1)] == sorted(nums)[:PAGE]
    assert heads[1].get_attribute("aria-sort") == "ascending"
    heads[0].find_element("tag name", "button").click()
    assert column(browser, 0) == [str(number) for number in range(1, PAGE + 1)]
    assert best == [str(place + 1) for place in ruleset.places()[:PAGE]]


def test_pages_are_turned_to_the_last_and_back(browser: Any, pages: dict[str, Path], toy: Path) -> None:
    opened(browser, pages["toy"])
    ids = [str(place + 1) for place in load_model(toy).ruleset.places()]
    last = (len(ids) - 1) // PAGE * PAGE
    seen = column(browser, 0)

    assert len(ids) > 2 * PAGE
    browser.find_element("id", "previous").click()
    assert column(browser, 0) == ids[:PAGE]
    while len(seen) < len(ids):
        browser.find_element("id", "next").click()
        seen += column(browser, 0)
    assert seen == ids
    assert browser.find_element("id", "shown").text == f"{last + 1} to {len(ids)} of {len(ids)}"
    browser.find_element("id", "next").click()
    assert column(browser, 0) == ids[last:]
    browser.find_element("id", "first").click()
    assert column(browser, 0) == ids[:PAGE]
    browser.find_element("id", "last").click()
    assert column(browser, 0) == ids[last:]


def test_a_link_in_a_picture_leads_to_the_rule_wherever_it_is(browser: Any, pages: dict[str, Path]) -> None:
    """Also out of a search that does not have it."""
    opened(browser, pages["toy"])
    links = browser.execute_script(
        "return [...document.querySelectorAll('svg a')].map((link) => link.getAttribute('xlink:href'))"
    )

    assert len(links) > 3
    browser.find_element("id", "search").send_keys("no rule has this")
    for link in links:
        browser.execute_script("location.hash = arguments[0]", link)
        focus = browser.execute_script(
            "return new Promise((done) => setTimeout(done)).then(() => document.activeElement.id)"
        )
        assert f"#{focus}" == link


def test_fifteen_hundred_wide_rules_make_a_page_below_a_megabyte() -> None:
    """72 continuous attributes with long names, 14 tests of each rule, any bounds; 3,577 rules were 35 MB."""
    from mlslcs_ref.rulesets.page.model_page import html_report, pictures_of

    schema = Schema(
        tuple(ContinuousAttribute(f"Mean_Acc1298_Std_Mem40_MFCC_{place}") for place in range(72)),
        ("amazed", "happy", "calm", "quiet", "sad", "angry"),
    )
    random = np.random.default_rng(1)
    dataset = Dataset(schema, random.random((400, 72)), random.random((400, 6)) < 0.3, "wide")
    context = RuleContext.of(dataset, dataset.ranges(), Settings.paper())
    rules = []
    for _rule in range(1500):
        bits = zeros(context.layout.size, "little")
        for place in random.choice(72, 14, replace=False).tolist():
            gene = context.layout.conditions[place]
            assert isinstance(gene, IntervalGene)
            context.layout.put(bits, place, gene.code(True, *random.integers(0, 32, 2).tolist()))
        for start in map(context.layout.label_start, range(6)):
            bits[start], bits[start + 1] = True, bool(random.random() < 0.5)
        found = restored(bits, context.layout, context.accounting, zeros(400, "little"))
        found.matches, found.correct = (int(number) for number in random.integers(1, 100, 2))
        rules.append(rule_of(found, context, int(random.integers(1, 400))))
    record = RunRecord("wide", "paper", "pcg64", 1, 400, 400, "00000000", 0, 0)
    model = Model(RuleSet(context, rules), Thresholds(0.5, 0.5), record)

    assert len(html_report(model, pictures_of(model)).encode()) < 1_000_000


def test_search_and_label_leave_the_rules_that_fit(browser: Any, pages: dict[str, Path], toy: Path) -> None:
    opened(browser, pages["toy"])
    ruleset = load_model(toy).ruleset
    texts = [rule.display for rule in ruleset.best()]
    search = browser.find_element("id", "search")
    count = browser.find_element("id", "count")

    search.send_keys("1#")
    fitting = [text for text in texts if "1#" in text]
    assert 0 < len(fitting) < len(texts)
    assert column(browser, 6) == fitting[:PAGE]
    assert count.text == f"{len(fitting)} of {len(texts)} rules"
    assert count.get_attribute("role") == "status"
    search.send_keys("  -> 0")
    assert column(browser, 6) == [text for text in fitting if "->" in text and "0" in text][:PAGE]
    search.send_keys("\ue00c")  # Escape
    assert column(browser, 6) == texts[:PAGE]
    label = browser.find_element("css selector", "#choice option:nth-child(3)")
    label.click()
    assert column(browser, 6) == [text for text in texts if text.partition("-> ")[2][1] != "#"][:PAGE]


def test_hostile_names_stand_as_text(browser: Any, pages: dict[str, Path], hostile: Path) -> None:
    opened(browser, pages["hostile"])
    ruleset = load_model(hostile).ruleset

    assert column(browser, 6) == [rule.display for rule in ruleset.best(PAGE)]
    assert browser.find_element("tag name", "h1").text == HOSTILE[0]
    browser.find_element("id", "search").send_keys("</script>")
    texts = [rule.display for rule in ruleset.best()]
    assert column(browser, 6) == [text for text in texts if "</script>" in text][:PAGE]
    # names in pictures are no formulas
    assert "$a$ and $b_1$" in browser.execute_script(
        "return [...document.querySelectorAll('svg text')].map((text) => text.textContent).join(' ')"
    )


def test_everything_can_be_done_by_keyboard(browser: Any, pages: dict[str, Path]) -> None:
    """The first Tab meets the link to the rules; every control is met, shows that it has the focus, and Enter sorts."""
    opened(browser, pages["toy"])
    met = []
    for _turn in range(60):
        browser.switch_to.active_element.send_keys("\ue004")  # Tab
        focus = browser.switch_to.active_element
        met.append(focus.get_attribute("id") or focus.text)
        width, style = browser.execute_script(
            "const style = getComputedStyle(document.activeElement); return [style.outlineWidth, style.outlineStyle]"
        )
        assert (width, style) == ("3px", "solid") or focus.tag_name == "body"
        if focus.tag_name == "button" and focus.text.startswith("acc"):
            focus.send_keys("\ue007")  # Enter
            break
    accs = [float(text) for text in column(browser, 3)]

    assert met[0] == "Skip to the rules"
    assert met.index("search") < met.index("choice") < len(met) - 1
    assert accs == sorted(accs, reverse=True)


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_stands_out_from_what_is_behind_it(browser: Any, pages: dict[str, Path], dark: bool) -> None:
    """The contrast of WCAG 2 at level AA, 4.5 to 1."""
    opened(browser, pages["hostile"], dark=dark)
    contrast, where = browser.execute_script(CONTRAST)

    assert contrast >= 4.5, where


def test_a_screen_reader_meets_names_and_structure(browser: Any, pages: dict[str, Path]) -> None:
    """By the accessibility tree that the browser hands on: on a phone, too, the rules are a table."""
    for width in (1280, 390):
        opened(browser, pages["toy"], width)
        found = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in accessible(browser)]
        roles = [role for role, _name in found]

        assert ("heading", "toy6x4") in found
        assert ("navigation", "Sections") in found
        assert ("searchbox", "Search rules") in found
        assert ("combobox", "Deciding label") in found or ("combobox", "Deciding label any") in found
        assert ("table", "Rules") in found
        assert roles.count("columnheader") >= 7
        assert roles.count("main") == 1
        assert "status" in roles
        assert all(name for role, name in found if role in {"button", "link", "image", "img"})
