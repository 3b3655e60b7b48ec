// Sorts and searches a long table. Without it the page shows every row in its first order.
(() => {
  "use strict";
  const table = document.getElementById("searched");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const search = document.getElementById("search");
  const choice = document.getElementById("choice");
  const count = document.getElementById("count");
  const heads = Array.from(table.tHead.rows[0].cells);
  const texts = new Map(rows.map((row) => [row, row.querySelector(".rule").textContent.toLowerCase()]));
  const chosen = new Map(rows.map((row) => [row, new Set(row.dataset.chosen.split(" "))]));
  document.documentElement.classList.add("script");

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = texts.get(row);
      const fits = words.every((word) => text.includes(word)) && (!choice.value || chosen.get(row).has(choice.value));
      row.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${rows.length} ${count.dataset.what}`;
  }

  function value(row, column) {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  }

  function sort(column) {
    const head = heads[column];
    // numbers begin with the largest, ids and texts with the first
    const first = head.dataset.first;
    const other = first === "descending" ? "ascending" : "descending";
    const order = head.getAttribute("aria-sort") === first ? other : first;
    for (const one of heads) {
      one.setAttribute("aria-sort", "none");
    }
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    rows.sort((a, b) => {
      const [x, y] = [value(a, column), value(b, column)];
      return x < y ? -sign : x > y ? sign : value(a, 0) - value(b, 0);
    });
    body.append(...rows);
  }

  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(column)));
  search.addEventListener("input", show);
  choice.addEventListener("change", show);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      show();
    }
  });
  show();
})();
