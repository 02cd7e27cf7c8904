// The index of a site. Texts of records only ever become text (textContent) and values of options.
(() => {
  const PORTION = 200, MOST_BARS = 12, LEAST_SHARE = 0.4;
  const data = JSON.parse(document.getElementById("data").textContent);
  const number = (count) => count.toLocaleString("en");
  const by = (id) => document.getElementById(id);
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  const rows = data.rows.map((row, at) => {
    const word = (index) => data.words[index];
    const [game, title, page, place, file, record, several, seats, winners, reason, plies, date, event, fault] = row;
    const players = [];
    for (let i = 0; i < seats.length; i += 2) players.push([word(seats[i]), word(seats[i + 1])]);
    return {
      at, place, record, several, players, plies, valid: !fault, game: word(game), title: word(title), page: word(page),
      file: word(file), winners: winners && winners.map(word), reason: word(reason), date: word(date), event: word(event),
      fault: fault ? fault.map(word) : null,
    };
  });
  for (const row of rows) {
    row.ends = row.winners === null ? (row.title ? ["unfinished"] : []) : row.winners.length === 0 ? ["draw"]
      : [...row.winners.map((seat) => "win:" + seat), ...(row.winners.length > 1 ? ["shared"] : [])];
    row.told = row.winners === null ? row.ends.join() : row.winners.length === 0 ? "drawn" : listed(row.winners) + " won";
    row.names = row.players.map(([seat, name]) => name ? name + " (" + seat + ")" : seat).join(" \u2013 ");
    row.where = row.file + (row.several ? ", game " + row.record : "");
    row.text = folded([row.title, row.event, row.names, row.told, row.reason, row.date, row.where, ...(row.fault || [])].join(" "));
  }

  function listed(names) {
    return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
  }
  function folded(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }
  function made(tag, properties, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(properties || {})) {
      if (key === "class") node.className = value;
      else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value !== null) node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }

  // What is asked for; the same stands in the address.
  const KEYS = ["game", "player", "result", "reason", "valid"];
  const asked = {};
  let search = "", sorted = "", down = false, room = PORTION;

  const HAS = {
    game: (row, value) => row.game === value,
    player: (row, value) => row.players.some(([, name]) => name === value),
    result: (row, value) => row.ends.includes(value),
    reason: (row, value) => row.reason === value,
    valid: (row, value) => row.valid === (value === "yes"),
  };
  const VALUES = {
    game: (row) => [row.game],
    player: (row) => new Set(row.players.map(([, name]) => name)),
    result: (row) => row.ends,
    reason: (row) => [row.reason],
    valid: (row) => [row.valid ? "yes" : "no"],
  };
  const titles = new Map(rows.map((row) => [row.game, row.title]));
  const WORDS = {
    game: (value) => titles.get(value) || value,
    player: (value) => value,
    result: (value) => value.startsWith("win:") ? value.slice(4) + " won"
      : { draw: "drawn", unfinished: "unfinished", shared: "won together" }[value] || value,
    reason: (value) => value,
    valid: (value) => ({ yes: "valid", no: "with faults" })[value] || value,
  };
  const ALL = { game: "all games", player: "all players", result: "all results", reason: "all reasons", valid: "all" };

  const COLUMNS = [
    ["game", "Game", (row) => row.title],
    ["players", "Players", (row) => row.names],
    ["result", "Result", (row) => row.told],
    ["reason", "Reason", (row) => row.reason],
    ["plies", "Plies", (row) => row.plies],
    ["date", "Date", (row) => row.date],
    ["check", "Check", (row) => row.fault ? "1 " + row.fault[0] : "0"],
    ["file", "File", (row) => row.where],
  ];

  // The games that are asked for; and for each filter those that would be if it were not set.
  function matching() {
    const words = folded(search).split(/\s+/).filter(Boolean);
    const set = KEYS.filter((key) => asked[key]);
    const found = [], without = Object.fromEntries(set.map((key) => [key, []]));
    for (const row of rows) {
      if (!words.every((word) => row.text.includes(word))) continue;
      const failed = set.filter((key) => !HAS[key](row, asked[key]));
      if (!failed.length) found.push(row);
      if (failed.length < 2) for (const key of failed.length ? failed : set) without[key].push(row);
    }
    return [found, without];
  }

  function inOrder(found) {
    const column = COLUMNS.find(([key]) => key === sorted);
    if (!column) return found;
    const value = column[2], sign = down ? -1 : 1;
    return found.slice().sort((a, b) => {
      const x = value(a), y = value(b);
      if (x === y) return a.at - b.at;
      if (x === "" || y === "") return x === "" ? 1 : -1; // what is not told comes last
      return sign * (typeof x === "number" ? x - y : order.compare(x, y)) || a.at - b.at;
    });
  }

  function readAddress() {
    const found = new URLSearchParams(location.hash.slice(1));
    for (const key of KEYS) asked[key] = found.get(key) || "";
    search = found.get("search") || "";
    const wanted = found.get("sort") || "";
    down = wanted.startsWith("-");
    sorted = down ? wanted.slice(1) : wanted;
    room = PORTION;
    by("search").value = search;
  }
  function writeAddress() {
    const told = new URLSearchParams();
    for (const key of KEYS) if (asked[key]) told.set(key, asked[key]);
    if (search) told.set("search", search);
    if (sorted) told.set("sort", (down ? "-" : "") + sorted);
    const hash = told.toString().replaceAll("%3A", ":").replaceAll("+", "%20");
    history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
  }
  function ask(changes) {
    Object.assign(asked, changes);
    room = PORTION;
    writeAddress();
    show();
  }

  function showChoices(found, without) {
    for (const key of KEYS) {
      const counts = new Map();
      for (const row of without[key] || found) for (const value of VALUES[key](row)) if (value) counts.set(value, (counts.get(value) || 0) + 1);
      if (asked[key] && !counts.has(asked[key])) counts.set(asked[key], 0);
      const values = [...counts.keys()].sort((a, b) => order.compare(WORDS[key](a), WORDS[key](b)));
      const options = values.map((value) => made("option", { value }, WORDS[key](value) + " (" + number(counts.get(value)) + ")"));
      by(key).replaceChildren(made("option", { value: "" }, ALL[key]), ...options);
      by(key).value = asked[key];
    }
  }

  function makeKinds() {
    const counts = new Map();
    for (const row of rows) counts.set(row.game, (counts.get(row.game) || 0) + 1);
    const names = [...counts.keys()].filter(Boolean).sort((a, b) => order.compare(WORDS.game(a), WORDS.game(b)));
    const pictures = [...by("pictures").content.children];
    by("kinds").replaceChildren(...names.map((name) => made(
      "button", { type: "button", "data-game": name, onclick: () => ask({ game: asked.game === name ? "" : name }) },
      ...pictures.filter((picture) => picture.dataset.game === name),
      made("span", {}, WORDS.game(name), " ", made("b", {}, number(counts.get(name)))),
    )));
  }
  function showKinds() {
    for (const kind of by("kinds").children) kind.setAttribute("aria-pressed", String(asked.game === kind.dataset.game));
  }

  function showHead() {
    by("head").replaceChildren(...COLUMNS.map(([key, name]) => {
      const way = sorted !== key ? "none" : down ? "descending" : "ascending";
      const mark = { none: "", ascending: " \u25b2", descending: " \u25bc" }[way];
      const turn = () => {
        down = sorted === key && !down;
        sorted = key;
        ask({});
      };
      const button = made("button", { type: "button", "data-sort": key, "data-focus": "sort " + key, title: "Sort by " + name.toLowerCase(), onclick: turn }, name, made("span", { "aria-hidden": "true" }, mark));
      return made("th", { scope: "col", role: "columnheader", class: "c-" + key, "aria-sort": way }, button);
    }));
  }

  function cell(key, label, ...children) {
    return made("td", { role: "cell", class: "c-" + key, "data-label": label }, ...children);
  }
  function rowOf(row) {
    const players = [];
    for (const [seat, name] of row.players) {
      if (players.length) players.push(" \u2013 ");
      const won = row.valid && row.winners !== null && row.winners.includes(seat);
      players.push(made(won ? "b" : "span", {}, name || seat), ...(name ? [made("small", {}, " " + seat)] : []));
    }
    const href = row.page + (row.place > 1 ? "#game=" + row.place : "");
    const link = made("a", { href }, ...(players.length ? players : ["record " + row.record]));
    const check = row.fault
      ? [made("b", { class: "wrong" }, "\u2717 " + row.fault[0]), made("small", {}, " " + row.fault[1])]
      : [made("span", { class: "right" }, "\u2713 valid")];
    return made("tr", { role: "row", "data-testid": "row", class: row.valid ? "" : "faulty" },
      cell("game", "Game", row.title || "?", ...(row.event ? [made("small", {}, row.event)] : [])),
      cell("players", "Players", link),
      cell("result", "Result", (row.valid || row.winners === null ? "" : "claimed: ") + row.told),
      cell("reason", "Reason", row.reason),
      cell("plies", "Plies", String(row.plies)),
      cell("date", "Date", row.date),
      cell("check", "Check", ...check),
      cell("file", "File", row.where));
  }

  function showPlot(id, title, what, bars) {
    const most = Math.max(1, ...bars.map((bar) => bar.count));
    const all = bars.total;
    const lines = bars.map((bar) => {
      const label = bar.ask ? made("button", { type: "button", title: "Show only these", "data-focus": id + " " + bar.label, onclick: () => ask(bar.ask) }, bar.label) : bar.label;
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("aria-hidden", "true");
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      rect.setAttribute("height", "100%");
      rect.setAttribute("width", bar.count ? Math.max(LEAST_SHARE, 100 * bar.count / most) + "%" : "0");
      svg.append(rect);
      const share = all && !bar.apart ? Math.round(100 * bar.count / all) + "%" : "";
      return made("tr", {}, made("th", { scope: "row" }, label), made("td", { class: "number" }, number(bar.count)), made("td", { class: "number faint" }, share), made("td", { class: "bar" }, svg));
    });
    const head = made("tr", { class: "unseen" }, ...[what, "games", "share", ""].map((text) => made("th", { scope: "col" }, text)));
    by(id).replaceChildren(made("figcaption", {}, title), lines.length
      ? made("table", {}, made("thead", {}, head), made("tbody", {}, ...lines))
      : made("p", { class: "faint" }, "nothing to count"));
  }

  function lengths(found) {
    const bars = [];
    bars.total = found.length;
    if (!found.length) return bars;
    let low = Infinity, high = 0;
    for (const row of found) { low = Math.min(low, row.plies); high = Math.max(high, row.plies); }
    let width = 1, steps = 0;
    while (Math.floor(high / width) - Math.floor(low / width) >= MOST_BARS) {
      steps += 1;
      width = [1, 2, 5][steps % 3] * 10 ** Math.floor(steps / 3);
    }
    for (let from = Math.floor(low / width); from <= Math.floor(high / width); from += 1) {
      const least = from * width, last = least + width - 1;
      bars.push({ label: width === 1 ? String(least) : least + "\u2013" + last, least, count: 0 });
    }
    for (const row of found) bars[Math.floor(row.plies / width) - Math.floor(low / width)].count += 1;
    return bars;
  }

  function results(found) {
    const counts = new Map(), ends = new Map();
    for (const row of found) {
      for (const end of row.ends) if (!end.startsWith("win:")) ends.set(end, (ends.get(end) || 0) + 1);
      if (!counts.has(row.game)) counts.set(row.game, new Map());
      const wins = counts.get(row.game);
      for (const [seat] of row.players) wins.set(seat, (wins.get(seat) || 0) + (row.ends.includes("win:" + seat) ? 1 : 0));
    }
    const bars = [...counts].flatMap(([game, wins]) => [...wins].map(([seat, count]) => {
      const label = (counts.size > 1 ? WORDS.game(game) + ": " : "") + seat;
      return { label, count, ask: { game, result: "win:" + seat } };
    }));
    for (const end of ["shared", "draw", "unfinished"]) {
      const apart = end === "unfinished";  // shares are of games that have a result
      if (ends.has(end)) bars.push({ label: WORDS.result(end), count: ends.get(end), ask: { result: end }, apart });
    }
    bars.total = found.length - (ends.get("unfinished") || 0);
    return bars;
  }

  function reasons(found) {
    const counts = new Map();
    let total = 0;
    for (const row of found) if (row.winners !== null) {
      counts.set(row.reason, (counts.get(row.reason) || 0) + 1);
      total += 1;
    }
    const bars = [...counts].map(([reason, count]) => ({ label: reason, count, ask: { reason } }));
    bars.sort((a, b) => b.count - a.count || order.compare(a.label, b.label));
    bars.total = total;
    return bars;
  }

  function showPlots(found) {
    const valid = found.filter((row) => row.valid);
    showPlot("lengths", "Lengths, in plies", "plies", lengths(valid));
    showPlot("results", "Wins by seat", "who won", results(valid));
    showPlot("reasons", "Why games ended", "reason", reasons(valid));
    const left = found.length - valid.length;
    by("left-out").textContent = left ? (left === 1 ? "1 game" : left + " games") + " with faults left out." : "";
  }

  let shown = [];
  function showRows(from) {
    const body = by("rows");
    const more = shown.slice(from, room).map(rowOf);
    if (from) body.append(...more);
    else body.replaceChildren(...more);
    const left = shown.length - room;
    by("more").hidden = left <= 0;
    if (left > 0) by("more").textContent = "Show " + Math.min(left, PORTION) + " more (" + number(left) + " are not shown yet)";
  }
  // What is drawn anew is focused as it was before: keys go on from there.
  function keepingFocus(draw) {
    const key = document.activeElement.dataset.focus;
    draw();
    if (!key) return;
    const same = [...document.querySelectorAll("[data-focus]")].find((node) => node.dataset.focus === key);
    (same || by("clear")).focus();
  }
  function show() {
    keepingFocus(showAll);
  }
  function showAll() {
    const [found, without] = matching();
    shown = inOrder(found);
    by("count").textContent = number(found.length) + " of " + number(rows.length) + (rows.length === 1 ? " game" : " games");
    by("clear").hidden = !search && KEYS.every((key) => !asked[key]);
    by("none").hidden = found.length > 0 || !rows.length;
    showKinds();
    showChoices(found, without);
    showHead();
    showPlots(found);
    showRows(0);
  }

  for (const key of KEYS) by(key).addEventListener("change", (event) => ask({ [key]: event.target.value }));
  by("search").addEventListener("input", (event) => { search = event.target.value; ask({}); });
  by("filters").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["clear", "again"]) by(id).addEventListener("click", () => {
    search = by("search").value = "";
    ask(Object.fromEntries(KEYS.map((key) => [key, ""])));
    by("search").focus();
  });
  by("more").addEventListener("click", () => {
    const from = room;
    room += PORTION;
    showRows(from);
    by("rows").children[from].querySelector("a").focus();
  });
  by("rows").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row && !event.target.closest("a") && !String(getSelection())) row.querySelector("a").click();
  });
  addEventListener("hashchange", () => { readAddress(); show(); });

  by("valid").parentElement.hidden = rows.every((row) => row.valid);
  by("unreadable").hidden = !data.unreadable.length;
  by("unread").replaceChildren(...data.unreadable.map(([path, why]) => made("li", {}, made("b", {}, path), ": " + why)));
  if (matchMedia("(max-width: 40rem)").matches) by("plots").open = false;
  makeKinds();
  readAddress();
  show();
})();
