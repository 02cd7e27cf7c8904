"use strict";
// The reader's choice of colours, kept where the browser lets a page keep something.
(() => {
  const NAME = "struckle-theme", root = document.documentElement, choice = document.getElementById("theme");
  const usual = choice.value = root.className.replace("theme-", "");
  const put = (theme) => { root.className = "theme-" + theme; };
  try {
    const kept = localStorage.getItem(NAME);
    if (["light", "dark", "auto"].includes(kept)) put(choice.value = kept);
  } catch { /* nothing is kept */ }
  choice.addEventListener("change", () => {
    put(choice.value);
    try {
      if (choice.value === usual) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, choice.value);
    } catch { /* nothing is kept */ }
  });
})();
