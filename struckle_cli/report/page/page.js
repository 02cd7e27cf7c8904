// Steps through recorded games. It knows nothing of any game: a position is a list of shapes, texts are texts.
// Whatever comes from a record gets onto the page by textContent and setAttribute, so it is never markup.
(() => {
  const { edited, track, joined, elements } = BOARD;
  const PAUSE = 1000; // milliseconds between two plies that are played

  const the = (id) => document.getElementById(id);
  const blocks = document.querySelectorAll("script.game");
  const index = JSON.parse(the("index").textContent);
  const games = []; // as far as they have been looked at
  const at = { game: 0, view: 0, ply: 0 };
  let listed = ""; // which game and view the list of moves shows
  let playing = 0;

  // --- what a game holds -------------------------------------------------------------------------

  function game(number) {
    if (!games[number]) {
      const data = JSON.parse(blocks[number].textContent);
      // Facts come as edits of earlier ones; 0 in front means an empty list.
      data.facts.forEach(([older, ...edit], number) => {
        data.facts[number] = edited(older ? data.facts[older - 1] : [], edit);
      });
      // What a view shares with the fullest one is not said twice.
      data.views = data.views.map((view) => ({ ...data.views[0], ...view }));
      for (const view of data.views) {
        view.moves = view.moves.map((number) => data.moves[number]);
        view.at = {};
        for (const name of ["shapes", "about", "facts", "position"]) view.at[name] = track(data.edits, view[name]);
        // The first illegal ply is a place too: the board stays as it was, and the fault is told.
        // Of a very long record only the first plies are drawn.
        const drawn = view.status.length - 1;
        view.end = drawn < view.plies ? Math.max(drawn, 0) : Math.min(view.moves.length, view.plies + 1);
        if (drawn < 0) view.end = 0;
      }
      data.nodes = new Map();
      games[number] = data;
    }
    return games[number];
  }

  function sizeAt(view, ply) {
    return view.sizes.reduce((found, size) => (size[0] <= ply ? size : found), view.sizes[0]);
  }

  // --- the page ----------------------------------------------------------------------------------

  function element(name, className, text) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  function link(number, ply, view) {
    const parts = [];
    if (blocks.length > 1) parts.push(`game=${number + 1}`);
    if (ply !== undefined) parts.push(`ply=${ply}`);
    if (view) parts.push(`as=${encodeURIComponent(view)}`);
    return `#${parts.join("&")}`;
  }

  const here = () => link(at.game, at.ply, game(at.game).views[at.view].seat);

  function pairs(list, items) {
    list.replaceChildren();
    for (const [name, value] of items) {
      if (name) list.append(element("dt", "", name));
      list.append(element("dd", name ? "" : "wide", value));
    }
  }

  function faultLine([ply, severity, code, text], linked) {
    const line = element(linked ? "li" : "p", `why ${severity}`);
    if (linked && ply) {
      const place = element("a", "", `ply ${ply}`);
      const view = game(at.game).views[at.view];
      if (ply <= view.end) place.href = link(at.game, ply, view.seat);
      line.append(place, ": ");
    }
    if (severity !== "error") line.append(`${severity}: `);
    line.append(element("span", "code", code), `: ${text}`);
    return line;
  }

  // The list of moves: one line a ply where the game tells what plies lead to, else one line a number.
  function listMoves(data, view) {
    const notes = new Map();
    const faults = new Map();
    for (const [ply, text] of view.notes) notes.set(ply, [...(notes.get(ply) || []), text]);
    for (const fault of view.faults) faults.set(fault[0], [...(faults.get(fault[0]) || []), fault]);
    const numbered = view.moves.some(([label]) => label);
    const list = element("ol");
    let line = null;
    const remark = (ply) => {
      const below = (notes.get(ply) || []).map((text) => element("span", "note", text));
      if (ply) below.push(...(faults.get(ply) || []).map((fault) => faultLine(fault, false)));
      if (!below.length) return;
      if (!line) list.append((line = element("li")));
      line.append(...below);
      line = null;
    };
    remark(0);
    view.moves.forEach(([label, shown, token, seat, ...remarks], before) => {
      const ply = before + 1;
      if (!line || data.told || !numbered || data.texts[label]) {
        list.append((line = element("li")));
        line.append(element("span", "number", numbered ? data.texts[label] : ply));
        if (data.told) line.append(element("span", "who", data.texts[seat]));
      }
      line.append(moveNode(data, view, ply, data.texts[shown]));
      if (remarks.length) {
        const told = element("span", "remarks");
        told.append(...remarks.map((text) => element("span", "remark", data.texts[text])));
        line.append(told);
      }
      remark(ply);
    });
    the("moves").replaceChildren(...list.childNodes);
  }

  function moveNode(data, view, ply, text) {
    const kind = ply > view.end ? "move after" : ply > view.plies ? "move bad" : "move";
    const node = element(ply > view.end ? "span" : "a", kind, text);
    if (ply <= view.end) {
      node.href = link(at.game, ply, view.seat);
      node.tabIndex = -1; // one of them can be reached by Tab: the one that is shown
    }
    node.dataset.testid = "move";
    node.dataset.ply = ply;
    return node;
  }

  // What goes with a game and a viewer, whatever the ply.
  function listRecord(data, view) {
    the("heading").textContent = data.heading;
    the("heading").hidden = data.heading === the("title").textContent;
    document.title = blocks.length > 1 ? `${data.heading} - ${the("title").textContent}` : the("title").textContent;
    const wrong = view.faults.some(([, severity]) => severity === "error");
    the("faults").hidden = !view.faults.length;
    the("faults").classList.toggle("mild", !wrong);
    the("faults-title").textContent = wrong ? "What is wrong" : "Warnings";
    the("fault-list").replaceChildren(...view.faults.map((fault) => faultLine(fault, true)));
    listMoves(data, view);
    const hidden = view.pending.map((name) => ["hidden", name]);
    const result = data.result ? [["result", data.result]] : [];
    pairs(the("record"), [["file", data.place], ...data.players, ...result, ...data.tags, ...view.setup, ...hidden]);
    const viewer = the("viewer");
    viewer.replaceChildren();
    for (const { seat } of data.views) {
      const option = element("option", "", seat === "public" ? "the public" : seat || "everybody: all is open");
      option.value = seat;
      viewer.append(option);
    }
    viewer.value = view.seat;
    the("viewers").hidden = data.views.length < 2;
    for (const id of ["steps", "tools", "board"]) the(id).toggleAttribute("hidden", !view.status.length);
    the("copy-position").hidden = !view.position.length;
    for (const row of the("rows").children) {
      const current = row.dataset.game === `${at.game}`;
      row.className = current ? "current" : "";
      if (current) row.querySelector("a").setAttribute("aria-current", "true");
      else row.querySelector("a").removeAttribute("aria-current");
      if (current) reveal(the("games"), row, the("games").querySelector("thead").offsetHeight);
    }
  }

  function caption(data, view) {
    const { ply } = at;
    const total = view.moves.length;
    if (!view.status.length) return "The record is broken, so there is no board.";
    if (!ply) return `The start: ${data.texts[view.status[0]]}`;
    const [label, shown, , seat] = view.moves[ply - 1].map((number) => data.texts[number]);
    const move = `${label ? `${label} ` : ""}${shown}`;
    if (ply > view.plies) return `Ply ${ply} of ${total}, ${move}, breaks the rules; the board stays as it was`;
    const more = ply === view.end && ply < view.plies ? "; the boards of a record this long go no further" : "";
    return `Ply ${ply} of ${total}, ${move}${seat ? ` (${seat})` : ""}: ${data.texts[view.status[ply]]}${more}`;
  }

  function showPly(data, view) {
    const told = caption(data, view);
    const board = Math.min(at.ply, Math.max(view.status.length - 1, 0));
    the("caption").textContent = told;
    const move = at.ply ? view.moves[at.ply - 1] : [];
    the("remarks").replaceChildren(...move.slice(4).map((text) => element("li", "remark", data.texts[text])));
    const notes = view.notes.filter(([ply]) => ply === at.ply).map(([, text]) => element("span", "note", text));
    const faults = view.faults.filter(([ply]) => ply && ply === at.ply).map((fault) => faultLine(fault, false));
    the("notes").replaceChildren(...notes, ...faults);
    if (view.sizes.length) {
      const [, width, height] = sizeAt(view, board);
      the("board").setAttribute("viewBox", `0 0 ${width} ${height}`);
      the("board-title").textContent = `${data.title}, ${told}`;
      the("board-about").textContent = joined(data, view.at.about(board));
      the("shapes").replaceChildren(...elements(data, view.at.shapes(board)));
    }
    the("board").toggleAttribute("hidden", !view.sizes.length);
    pairs(the("facts"), facts(data, view.at.facts(board)));
    for (const id of ["first", "back"]) the(id).disabled = at.ply <= 0;
    for (const id of ["next", "last"]) the(id).disabled = at.ply >= view.end;
    the("play").disabled = !view.end;
    showMove();
  }

  // A fact is the texts of its name, 0, and those of its value.
  function facts(data, numbers) {
    return numbers.map((number) => {
      const texts = data.facts[number];
      const between = texts.indexOf(0);
      return [joined(data, texts.slice(0, between)), joined(data, texts.slice(between + 1))];
    });
  }

  // Marks the move that is shown; the list is scrolled, the page is not.
  function showMove() {
    const list = the("moves");
    const within = list.contains(document.activeElement);
    for (const older of list.querySelectorAll("[aria-current]")) {
      older.removeAttribute("aria-current");
      older.tabIndex = -1;
    }
    const move = list.querySelector(`[data-ply="${at.ply}"]`);
    if (!move) {
      list.scrollTop = 0;
      const first = list.querySelector("a.move");
      if (first) first.tabIndex = 0;
      return;
    }
    move.setAttribute("aria-current", "step");
    move.tabIndex = 0;
    if (within) move.focus({ preventScroll: true });
    reveal(list, move.closest("li"), 0);
  }

  // Scrolls a list, and not the page, until a line of it can be seen below the part of the list that is covered.
  function reveal(list, line, covered) {
    const room = list.getBoundingClientRect();
    const place = line.getBoundingClientRect();
    const above = room.top + list.clientTop + covered - place.top;
    const below = place.bottom - (room.top + list.clientTop + list.clientHeight);
    if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }

  function show() {
    const data = game(at.game);
    const view = data.views[at.view];
    const wanted = `${at.game} ${at.view}`;
    if (wanted !== listed) {
      listed = wanted;
      listRecord(data, view);
    }
    the("copied").textContent = "";
    the("to-copy").hidden = true;
    showPly(data, view);
  }

  // --- going about -------------------------------------------------------------------------------

  // The place that the address names; what it does not name, or names wrongly, is the first.
  function read() {
    const words = new URLSearchParams(location.hash.slice(1));
    const number = (name) => (/^[0-9]{1,9}$/.test(words.get(name) || "") ? Number(words.get(name)) : 0);
    at.game = Math.min(Math.max(number("game"), 1), blocks.length) - 1;
    const { views } = game(at.game);
    at.view = Math.max(views.findIndex(({ seat }) => seat === (words.get("as") || "")), 0);
    at.ply = Math.min(number("ply"), views[at.view].end);
    show();
  }

  // Goes to a ply. With `quietly` the browser's Back does not stop there: keys held down, games played.
  function go(ply, quietly) {
    const view = game(at.game).views[at.view];
    const wanted = Math.min(Math.max(ply, 0), view.end);
    if (wanted === at.ply) return;
    at.ply = wanted;
    address(quietly);
    show();
  }

  function address(quietly) {
    try {
      history[quietly ? "replaceState" : "pushState"](null, "", here());
    } catch {
      // Browsers refuse too many changes of the address at once; the page goes on without.
    }
  }

  function play(wanted) {
    clearInterval(playing);
    playing = 0;
    if (wanted) {
      if (at.ply >= game(at.game).views[at.view].end) go(0, false);
      playing = setInterval(() => {
        go(at.ply + 1, true);
        if (at.ply >= game(at.game).views[at.view].end) play(false);
      }, PAUSE);
    }
    the("play").textContent = wanted ? "❚❚ Pause" : "▶ Play";
    the("play").setAttribute("aria-label", wanted ? "Pause" : "Play");
  }

  function step(wanted, quietly) {
    play(false);
    go(wanted(at.ply), quietly);
  }

  const STEPS = { first: () => 0, back: (ply) => ply - 1, next: (ply) => ply + 1, last: () => Infinity };
  const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };

  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("textarea, input")) return;
    // A step is no choice: left and right would change who looks on, who might see too much by it.
    if (event.target.closest("select") && !event.key.match(/^Arrow(Left|Right)$/)) return;
    if (event.key in KEYS) {
      event.preventDefault();
      step(STEPS[KEYS[event.key]], event.repeat);
    } else if (event.key === " " && !event.target.closest("button, summary")) {
      event.preventDefault();
      if (!event.repeat) play(!playing);
    }
  }

  async function copy(text) {
    const done = the("copied");
    try {
      await navigator.clipboard.writeText(text);
      done.textContent = "copied";
    } catch {
      // Not every page may write to the clipboard: then it is laid out to be taken.
      const area = the("to-copy");
      area.value = text;
      area.hidden = false;
      area.select();
      done.textContent = "to be copied:";
    }
  }

  function copyPosition() {
    const data = game(at.game);
    const view = data.views[at.view];
    copy(joined(data, view.at.position(Math.min(at.ply, view.status.length - 1))));
  }

  function copyMoves() {
    const data = game(at.game);
    copy(data.views[at.view].moves.slice(0, at.ply).map((move) => data.texts[move[2]]).join(" "));
  }

  // --- the beginning -----------------------------------------------------------------------------

  function listGames() {
    const rows = index.map(([heading, result, plies, valid, place], number) => {
      const row = element("tr");
      row.dataset.game = number;
      const title = element("td");
      const way = element("a", "", heading);
      way.href = link(number);
      title.append(way);
      const verdict = element("td", valid ? "valid" : "invalid", valid ? "valid" : "✗ invalid");
      row.append(title, element("td", "", result), element("td", "", plies), verdict, element("td", "", place));
      return row;
    });
    the("rows").replaceChildren(...rows);
    the("games").hidden = rows.length < 2;
    document.body.classList.toggle("several", rows.length > 1);
  }

  for (const [id, wanted] of Object.entries(STEPS)) the(id).addEventListener("click", () => step(wanted, false));
  the("play").addEventListener("click", () => play(!playing));
  the("copy-position").addEventListener("click", copyPosition);
  the("copy-moves").addEventListener("click", copyMoves);
  the("viewer").addEventListener("change", () => {
    const { views } = game(at.game);
    at.view = views.findIndex(({ seat }) => seat === the("viewer").value);
    at.ply = Math.min(at.ply, views[at.view].end);
    address(false);
    show();
  });
  document.addEventListener("keydown", pressed);
  for (const moved of ["hashchange", "popstate"]) {
    window.addEventListener(moved, () => {
      play(false);
      read();
    });
  }
  listGames();
  the("game").hidden = false;
  read();
})();
