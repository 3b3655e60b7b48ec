// Searches, sorts and pages a long table. Without it the page shows the first rows.
(() => {
  "use strict";
  const table = document.getElementById("searched");
  const body = table.tBodies[0];
  const search = document.getElementById("search");
  const choice = document.getElementById("choice");
  const count = document.getElementById("count");
  const shown = document.getElementById("shown");
  const heads = Array.from(table.tHead.rows[0].cells);
  const { page, kinds, joint, looks, words, parts, rows } = JSON.parse(document.getElementById("rows").textContent);
  const texts = new Map();
  let order = rows.slice();
  let fitting = order;
  let start = 0;
  document.documentElement.classList.add("script");

  // the pieces of a cell, each with its look; between two tests stands a word that the data leave out
  function pieces(cell) {
    if (!Array.isArray(cell)) return [["test", cell]];
    const made = [];
    for (const part of cell) {
      const look = looks[parts[part][0]];
      if (look === "test" && made.length && made[made.length - 1][0] === "test") made.push(["word", joint]);
      made.push([look, parts[part].slice(1).map((word) => words[word]).join(" ")]);
    }
    return made;
  }

  function text(row) {
    if (!texts.has(row)) {
      const cells = row.slice(0, kinds.length).filter((_value, column) => kinds[column] === "parts");
      const all = cells.flatMap((cell) => pieces(cell).map(([_look, piece]) => piece));
      texts.set(row, all.join(" ").toLowerCase());
    }
    return texts.get(row);
  }

  function numberText(value, kind) {
    if (value === null) return "undefined";
    if (kind !== "real") return String(value);
    return value === 0 || Math.abs(value) >= 0.0001 ? value.toFixed(4) : value.toExponential(1);
  }

  function cell(value, column) {
    const made = document.createElement("td");
    made.setAttribute("role", "cell");
    if (kinds[column] === "parts") {
      made.className = "rule";
      pieces(value).forEach(([look, piece], place) => {
        const span = document.createElement("span");
        span.className = look;
        span.textContent = piece;
        made.append(...(place ? [" ", span] : [span]));
      });
    } else {
      made.textContent = kinds[column] === "text" ? value : numberText(value, kinds[column]);
      if (kinds[column] !== "text") {
        made.className = "number";
        made.dataset.name = heads[column].textContent;
      }
    }
    return made;
  }

  function line(row) {
    const made = document.createElement("tr");
    made.setAttribute("role", "row");
    made.id = `${table.dataset.anchor}-${row[0]}`;
    made.tabIndex = -1;
    made.append(...kinds.map((_kind, column) => cell(row[column], column)));
    return made;
  }

  function show(from) {
    const last = Math.max(0, Math.floor((fitting.length - 1) / page) * page);
    start = Math.min(Math.max(from, 0), last);
    body.replaceChildren(...fitting.slice(start, start + page).map(line));
    count.textContent = `${fitting.length} of ${rows.length} ${count.dataset.what}`;
    const end = Math.min(start + page, fitting.length);
    shown.textContent = fitting.length ? `${start + 1} to ${end} of ${fitting.length}` : "";
    for (const [name, off] of [["first", start === 0], ["previous", start === 0], ["next", start === last], ["last", start === last]]) {
      document.getElementById(name).setAttribute("aria-disabled", off);
    }
    table.parentElement.classList.toggle("paged", fitting.length > page);
  }

  function select() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = choice.value ? Number(choice.value) - 1 : null;
    fitting = order.filter(
      (row) => (chosen === null || row[kinds.length].includes(chosen)) && wanted.every((word) => text(row).includes(word)),
    );
    show(0);
  }

  function sort(column) {
    const head = heads[column];
    // numbers begin with the largest, ids and texts with the first
    const first = head.dataset.first;
    const other = first === "descending" ? "ascending" : "descending";
    const wanted = head.getAttribute("aria-sort") === first ? other : first;
    for (const one of heads) {
      one.setAttribute("aria-sort", "none");
    }
    head.setAttribute("aria-sort", wanted);
    const sign = wanted === "ascending" ? 1 : -1;
    const value = (row) => (kinds[column] === "parts" ? text(row) : row[column]);
    order.sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      return x < y ? -sign : x > y ? sign : a[0] - b[0];
    });
    select();
  }

  // a link to a row, as those in pictures, finds it wherever it is
  function open() {
    const prefix = `#${table.dataset.anchor}-`;
    if (!location.hash.startsWith(prefix)) return;
    const id = Number(location.hash.slice(prefix.length));
    search.value = "";
    choice.value = "";
    select();
    const place = fitting.findIndex((row) => row[0] === id);
    if (place < 0) return;
    show(Math.floor(place / page) * page);
    const found = document.getElementById(location.hash.slice(1));
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
  }

  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(column)));
  const turns = { first: () => 0, previous: () => start - page, next: () => start + page, last: () => fitting.length };
  for (const [name, target] of Object.entries(turns)) {
    document.getElementById(name).addEventListener("click", () => show(target()));
  }
  search.addEventListener("input", select);
  choice.addEventListener("change", select);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      select();
    }
  });
  window.addEventListener("hashchange", open);
  show(0);
  open();
})();
