// The search: all words must occur in a heading or in the text below it; headings weigh more.
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

  function weight(entry, words) {
    const [page, heading, , text] = entry.map(part => part.toLowerCase());
    let sum = 0;
    for (const word of words) {
      const here = (heading.includes(word) ? 8 : 0) + (page.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
      if (here === 0) return 0;
      sum += here + (heading === word ? 8 : 0);
    }
    return sum;
  }

  function around(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    return (at > 0 ? "... " : "") + text.slice(at, at + 120);
  }

  function item([page, heading, address, text], word) {
    const link = document.createElement("a");
    link.href = root + address;
    link.textContent = heading === page ? page : page + ": " + heading;
    const small = document.createElement("small");
    small.textContent = around(text, word);
    link.append(small);
    const li = document.createElement("li");
    li.append(link);
    return li;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
    found.hidden = words.length === 0;
    if (found.hidden || !window.siteIndex) return;
    const hits = window.siteIndex.map(entry => [weight(entry, words), entry]).filter(hit => hit[0] > 0);
    hits.sort((a, b) => b[0] - a[0]);
    found.replaceChildren(...hits.slice(0, 20).map(hit => item(hit[1], words[0])));
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
