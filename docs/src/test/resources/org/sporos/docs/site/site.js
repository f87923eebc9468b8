// The box of the search, whose hits search.js ranks.
(() => {
  const root = document.currentScript.dataset.root;
  const input = document.getElementById("search");
  const found = document.getElementById("found");

  function load() {
    if (!window.siteIndex && !document.getElementById("index")) {
      const script = document.createElement("script");
      script.id = "index";
      script.src = root + "search-index.js";
      script.onload = search;
      document.head.append(script);
    }
  }

  function around(text, words) {
    const found = words.map(word => text.toLowerCase().indexOf(word)).find(at => at >= 0) ?? 0;
    const at = Math.max(0, found - 40);
    return (at > 0 ? "... " : "") + text.slice(at, at + 120);
  }

  function item([page, heading, address, text], words) {
    const link = document.createElement("a");
    link.href = root + address;
    link.textContent = heading === page ? page : page + ": " + heading;
    const small = document.createElement("small");
    small.textContent = around(text, words);
    link.append(small);
    const li = document.createElement("li");
    li.append(link);
    return li;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
    found.hidden = words.length === 0;
    if (found.hidden || !window.siteIndex) return;
    const hits = siteSearch(window.siteIndex, input.value);
    found.replaceChildren(...hits.slice(0, 20).map(hit => item(hit, words)));
    if (hits.length === 0) {
      const none = document.createElement("p");
      none.textContent = "Nothing found.";
      found.append(none);
    }
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); search(); });
  input.form.addEventListener("submit", event => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") found.hidden = true;
    if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
  });
})();
