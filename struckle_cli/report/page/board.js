// What a game holds, as lists and elements: the reader of what services/splices.py and services/forms.py write.
// It knows nothing of any game, and nothing of the page around the board.
const BOARD = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const APART = 32; // plies between two lists that are kept, so that a step back is quick in a long game

  // The list that an edit makes of another: numbers to keep, to drop, to add, and what is added, again and again.
  function edited(list, edit) {
    const made = [];
    let from = 0;
    for (let place = 0; place < edit.length; ) {
      const [keep, drop, count] = edit.slice(place, place + 3);
      made.push(...list.slice(from, from + keep), ...edit.slice(place + 3, place + 3 + count));
      from += keep + drop;
      place += 3 + count;
    }
    return made.concat(list.slice(from));
  }

  // A list that changes from ply to ply: the list at each of them.
  function track(edits, numbers) {
    const kept = [];
    let ply = -1;
    let list = [];
    return (wanted) => {
      const mark = Math.floor(wanted / APART);
      if (wanted < ply || ply < mark * APART) {
        let near = mark;
        while (near >= 0 && !kept[near]) near -= 1;
        if (wanted < ply || near * APART > ply) {
          ply = near < 0 ? -1 : near * APART;
          list = near < 0 ? [] : kept[near];
        }
      }
      while (ply < wanted && ply + 1 < numbers.length) {
        ply += 1;
        list = edited(list, edits[numbers[ply]]);
        if (ply % APART === 0) kept[ply / APART] = list;
      }
      return list;
    };
  }

  const joined = (data, numbers) => numbers.map((number) => data.texts[number]).join("");

  function made(name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // One shape as an element, as report/svg.py writes it; `words` are the texts that say what it shows.
  function drawn(data, [form, x, y, ...words]) {
    const [kind, role, text, rest] = data.forms[form];
    if (kind === "label" || kind === "words") {
      const attributes = { class: role, x, y, "font-size": rest[0], dy: ".35em" };
      if (kind === "label") attributes["text-anchor"] = "middle";
      return made("text", attributes, text);
    }
    let node;
    if (kind === "box") {
      node = made("rect", { class: role, x, y, width: rest[0], height: rest[1] });
      if (rest[2]) node.setAttribute("rx", rest[2]);
    } else if (kind === "disc") {
      node = made("circle", { class: role, cx: x, cy: y, r: rest[0] });
    } else {
      const points = [`${x},${y}`]; // the others are steps from the first
      for (let at = 0; at < rest.length; at += 2) points.push(`${x + rest[at]},${y + rest[at + 1]}`);
      node = made(kind === "area" ? "polygon" : "polyline", { class: role, points: points.join(" ") });
    }
    if (words.length) node.append(made("title", {}, joined(data, words)));
    return node;
  }

  // The elements of a position; each is made once, and a shape that stands in it twice is copied.
  function elements(data, numbers) {
    const used = new Set();
    return numbers.map((number) => {
      if (!data.nodes.has(number)) data.nodes.set(number, drawn(data, data.shapes[number]));
      const node = data.nodes.get(number);
      if (used.has(number)) return node.cloneNode(true);
      used.add(number);
      return node;
    });
  }

  return { edited, track, joined, elements };
})();
