(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  // A page that is opened from disk may not have a store.
  const kept = {
    get(key) { try { return localStorage.getItem("wpf-agent." + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem("wpf-agent." + key, value); } catch { /* the choice lasts as long as the page */ } },
  };

  const setTheme = (theme) => { if (theme) root.dataset.theme = theme; };
  const setLanguage = (language) => { root.lang = language; };
  setTheme(kept.get("theme"));
  const chosen = kept.get("language");
  if (chosen === "en" || chosen === "ja") setLanguage(chosen);
  else if ((navigator.language || "").startsWith("ja")) setLanguage("ja");

  document.addEventListener("DOMContentLoaded", () => {
    const byId = (id) => document.getElementById(id);
    const cards = [...document.querySelectorAll(".card")];
    const detailsOf = (card) => card.querySelector(":scope > details");
    const isShown = (card) => !card.hidden;
    let current = -1;

    // -- language and theme
    const translate = () => {
      for (const one of document.querySelectorAll("[data-en]")) {
        const text = one.dataset[root.lang] || one.dataset.en;
        if (one.matches("input")) { one.placeholder = text; one.setAttribute("aria-label", text); } else one.textContent = text;
      }
    };
    const switchLanguage = () => {
      setLanguage(root.lang === "ja" ? "en" : "ja");
      kept.set("language", root.lang);
      translate();
    };
    const switchTheme = () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      setTheme(dark ? "light" : "dark");
      kept.set("theme", root.dataset.theme);
    };
    translate();
    byId("language").addEventListener("click", switchLanguage);
    byId("theme").addEventListener("click", switchTheme);

    // -- moving between cards
    const goTo = (index) => {
      if (index < 0) return;
      current = index;
      const summary = detailsOf(cards[index]).querySelector("summary");
      summary.focus({ preventScroll: true });
      cards[index].scrollIntoView({ block: "nearest" });
    };
    const step = (direction, wanted) => {
      for (let i = current + direction; i >= 0 && i < cards.length; i += direction)
        if (isShown(cards[i]) && wanted(cards[i])) return i;
      return -1;
    };
    const nextFailure = () => {
      const failed = (card) => card.dataset.status === "failed";
      let index = step(1, failed);
      if (index < 0) { current = -1; index = step(1, failed); }
      if (index >= 0) detailsOf(cards[index]).open = true;
      goTo(index);
    };
    document.addEventListener("focusin", (event) => {
      const index = cards.indexOf(event.target.closest(".card"));
      if (index >= 0) current = index;
    });
    const followHash = () => {
      const index = cards.findIndex((card) => "#" + card.id === location.hash);
      if (index < 0) return;
      if (cards[index].hidden) clear();
      detailsOf(cards[index]).open = true;
      goTo(index);
      cards[index].scrollIntoView({ block: "start" });
    };
    addEventListener("hashchange", followHash);

    // -- filter and search
    const bar = document.querySelector(".toolbar");
    const chips = bar ? [...bar.querySelectorAll("[data-filter]")] : [];
    const search = byId("search");
    const action = byId("action");
    const texts = new Map();
    const textOf = (card) => {
      if (!texts.has(card)) {
        const skip = { acceptNode: (node) => (node.nodeType === 1 && node.matches(".en, .ja") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT) };
        const walker = document.createTreeWalker(card, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, skip);
        let text = "";
        while (walker.nextNode()) if (walker.currentNode.nodeType === 3) text += walker.currentNode.data + " ";
        texts.set(card, text.normalize("NFKC").toLowerCase());
      }
      return texts.get(card);
    };
    const filter = () => {
      const status = chips.find((chip) => chip.getAttribute("aria-pressed") === "true").dataset.filter;
      const words = search.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const card of cards) {
        const fits = (!status || card.dataset.status === status) && (!action.value || card.dataset.action === action.value)
          && words.every((word) => textOf(card).includes(word));
        card.hidden = !fits;
        if (fits) shown += 1;
      }
      for (const phase of document.querySelectorAll(".phase")) phase.hidden = shown < cards.length;
      byId("shown").textContent = shown;
      byId("none").hidden = shown > 0;
    };
    const press = (chip) => {
      for (const other of chips) other.setAttribute("aria-pressed", String(other === chip));
      filter();
    };
    const clear = () => {
      if (!bar) return;
      search.value = "";
      action.value = "";
      press(chips[0]);
    };
    const all = byId("all");
    const openAll = () => {
      const open = all.getAttribute("aria-pressed") !== "true";
      all.setAttribute("aria-pressed", String(open));
      for (const card of cards) detailsOf(card).open = open;
    };
    if (bar) {
      for (const chip of chips) chip.addEventListener("click", () => press(chip));
      let waiting = 0;
      search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
      action.addEventListener("change", filter);
      all.addEventListener("click", openAll);
    }

    // -- pictures, enlarged
    const viewer = byId("viewer");
    const stage = viewer.querySelector(".stage");
    let album = [];
    let place = 0;
    const show = (index) => {
      place = (index + album.length) % album.length;
      stage.replaceChildren(album[place].querySelector("svg").cloneNode(true));
      viewer.querySelector(".caption").replaceChildren(...[...album[place].querySelector("figcaption").childNodes].map((n) => n.cloneNode(true)));
    };
    const enlarge = (frame) => {
      album = [...frame.closest(".figures").querySelectorAll("figure")];
      viewer.classList.toggle("single", album.length < 2);
      show(album.indexOf(frame.closest("figure")));
      viewer.showModal();
    };
    for (const frame of document.querySelectorAll(".frame")) { frame.tabIndex = 0; frame.setAttribute("role", "button"); }
    document.addEventListener("click", (event) => {
      const frame = event.target.closest(".frame");
      if (frame) enlarge(frame);
      else if (event.target === viewer) viewer.close();
    });
    byId("viewer-back").addEventListener("click", () => show(place - 1));
    byId("viewer-next").addEventListener("click", () => show(place + 1));

    // -- keyboard
    const keys = byId("keys");
    byId("help").addEventListener("click", () => keys.showModal());
    const commands = {
      j: () => goTo(step(1, () => true)),
      k: () => goTo(step(-1, () => true)),
      f: nextFailure,
      a: () => bar && openAll(),
      t: switchTheme,
      l: switchLanguage,
      "/": () => bar && search.focus(),
      "?": () => keys.showModal(),
      Escape: clear,
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (viewer.open) {
        if (event.key === "ArrowLeft") show(place - 1);
        if (event.key === "ArrowRight") show(place + 1);
        return;
      }
      if (keys.open) return;
      if (event.target.matches("input, select")) {
        if (event.key === "Escape") { clear(); event.target.blur(); }
        return;
      }
      if (event.key === "Enter" && event.target.matches(".frame")) { enlarge(event.target); return; }
      const command = commands[event.key];
      if (!command) return;
      event.preventDefault();
      command();
    });

    // -- paper: every card open, as it was afterwards
    let closed = [];
    addEventListener("beforeprint", () => {
      closed = [...document.querySelectorAll("details:not([open])")].filter((d) => !d.closest("[hidden]"));
      for (const one of closed) one.open = true;
    });
    addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
    followHash();
  });
})();
