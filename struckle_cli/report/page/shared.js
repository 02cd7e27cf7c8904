"use strict";
// The reader's choice of colours; it is kept where the browser lets a page keep something.
(() => {
  const NAME = "recorded-games-colours";
  const chosen = document.getElementById("theme");
  const usual = document.documentElement.className.replace("theme-", "");
  const set = (theme) => {
    document.documentElement.className = `theme-${theme}`;
    chosen.value = theme;
  };
  let kept = null;
  try { kept = localStorage.getItem(NAME); } catch { /* nothing can be kept */ }
  set(["auto", "light", "dark"].includes(kept) ? kept : usual);
  chosen.addEventListener("change", () => {
    set(chosen.value);
    try {
      if (chosen.value === usual) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, chosen.value);
    } catch { /* nothing can be kept */ }
  });
  document.getElementById("colours").hidden = false;
})();
