// Ranks the entries of the index (page, heading, address, text, weight) for a question: rare words weigh more, headings
// more than text, guides more than logs of changes. Words match by their stems and by synonyms.
globalThis.siteSearch = (() => {
  const STOP = new Set(("a an and any are as at be by can do does for from get have how i if in into is it its may my of on or "
      + "sporos that the then there this to use want what when where which who why will with you").split(" "));
  const SYNONYMS = [
    "abort cancel interrupt kill stop timeout", "array buffer view", "body kernel lambda", "boundary border edge",
    "checkpoint restart resume", "convergence tolerance residual", "cpu host processor", "crash fail exception error",
    "cufft fft fourier", "cumsum scan prefix", "device gpu nvidia cuda", "double float precision", "exchange flip swap",
    "fast performance slow speed", "field view", "ghost halo", "graalvm native-image", "install dependency",
    "iterate loop while", "matrix csr", "mpi rank process", "parameter param", "periodic torus wrap", "print debug",
    "ram memory", "random rng", "nan infinity infinite", "ode integrator runge", "mask subset filter condition", "batch batched dense", "reduce reduction sum", "save write store export", "load read", "test junit",
    "thread core", "timestep dt", "vtk paraview visualize", "warn warning", "cell bin"];

  const stems = new Map();
  function stem(word) {
    if (!stems.has(word)) {
      let rest = word.replace(/([^aeiou])ies$/, "$1y");
      rest = rest.replace(/^(.{3,}?)(izations?|ations?|ities|ity|ings?|eds?|ers?|ors?|ions?|ences?|ances?|ents?|ally|es|(?<!s)s|e|ly|y|al)$/, "$1");
      stems.set(word, rest.length > 3 ? rest.replace(/([^aeiouls])\1$/, "$1") : rest);
    }
    return stems.get(word);
  }

  // The words of a text; a name such as thenWhile is a word, and so are its parts.
  function words(text) {
    const found = [];
    for (const [word] of text.matchAll(/[A-Za-z0-9]+/g)) {
      found.push(word.toLowerCase());
      const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
      if (parts.length > 1) found.push(...parts.map(part => part.toLowerCase()));
    }
    return found;
  }

  const synonyms = new Map();
  for (const group of SYNONYMS) {
    const members = [...new Set(words(group).map(stem))];
    for (const member of members) synonyms.set(member, [...(synonyms.get(member) ?? []), ...members]);
  }

  // How often each stem occurs.
  function bag(text) {
    const counts = new Map();
    for (const word of words(text).map(stem)) counts.set(word, 1 + (counts.get(word) ?? 0));
    return counts;
  }

  const prepared = new WeakMap();
  function prepare(index) {
    if (!prepared.has(index)) {
      // A section "Without MPI" is about something else.
      const entries = index.map(entry => ({
        entry, page: bag(entry[0]), heading: bag(entry[1].replace(/\bwithout\b.*/i, "")), text: bag(entry[3]), weight: entry[4],
        literal: (entry[1] + " " + entry[3]).toLowerCase()}));
      const count = new Map();
      for (const { heading, text } of entries) {
        for (const word of new Set([...heading.keys(), ...text.keys()])) count.set(word, 1 + (count.get(word) ?? 0));
      }
      prepared.set(index, { entries, count });
    }
    return prepared.get(index);
  }

  const place = (entry, word) =>
      (entry.heading.has(word) ? 8 : 0) + (entry.page.has(word) ? 3 : 0) + Math.sqrt(4 * Math.min(entry.text.get(word) ?? 0, 4));
  const starts = (bag, word) => [...bag.keys()].some(other => other.startsWith(word));

  return (index, question) => {
    const { entries, count } = prepare(index);
    const asked = question.match(/[A-Za-z0-9]+/g) ?? [];
    const wanted = asked.filter(word => !STOP.has(word.toLowerCase()));
    if (wanted.length === 0) wanted.push(...asked);
    const rarity = word => Math.log(1 + entries.length / (1 + (count.get(word) ?? 0)));
    const terms = wanted.map(word => {
      const [whole, ...parts] = words(word).filter((part, at) => at === 0 || !STOP.has(part)).map(stem);
      const others = [whole, ...parts].flatMap(term => synonyms.get(term) ?? []);
      return { typed: word.toLowerCase(), whole, others: [...new Set([...parts, ...others])].filter(term => term !== whole) };
    });

    function weight(entry) {
      let sum = 0, matched = 0;
      terms.forEach(({ typed, whole, others }, at) => {
        const similar = others.map(term => place(entry, term) * rarity(term));
        let here = place(entry, whole) * rarity(whole) + 0.4 * Math.max(0, ...similar);
        // The last word may be half typed.
        if (here === 0 && at === terms.length - 1 && typed.length > 1) {
          here = (starts(entry.heading, typed) ? 8 : 0) + (starts(entry.text, typed) ? 2 : 0);
        }
        sum += here;
        if (here > 0) matched++;
      });
      const isExact = terms.length === entry.heading.size && terms.every(({ whole }) => entry.heading.has(whole));
      const isTitle = entry.entry[0] === entry.entry[1];
      const isLiteral = asked.length > 1 && entry.literal.includes(question.trim().toLowerCase());
      return sum * (matched / terms.length) ** 3 * entry.weight
          * (isExact ? 2 : 1) * (isTitle ? 1.2 : 1) * (isLiteral ? 1.5 : 1);
    }

    return entries.map(entry => [weight(entry), entry.entry]).filter(hit => hit[0] > 0)
        .sort((a, b) => b[0] - a[0]).map(hit => hit[1]);
  };
})();
