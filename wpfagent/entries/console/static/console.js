"use strict";
/* The console's page. Everything shown goes through textContent; nothing of a server is ever read as markup. */

const SHOWN = 2000;
const token = location.hash.slice(1) || sessionStorage.getItem("token") || "";
sessionStorage.setItem("token", token);
history.replaceState(null, "", "/");

let texts = {};
let lang = localStorage.getItem("lang") || (navigator.language.startsWith("ja") ? "ja" : "en");
let page = "servers";
let servers = [];
let open = null; // the server whose details are shown
let tab = "tools";
const seen = new Map(); // what was listed, is being listed or why it could not be, by server and tab

const $ = (id) => document.getElementById(id);
const t = (key) => texts[lang]?.[key] ?? key;

function h(tag, facts, ...inside) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(facts ?? {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") { if (value) made.setAttribute(key, ""); }
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

async function ask(path, method = "GET", body = undefined) {
  let reply;
  try {
    reply = await fetch(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "X-Language": lang, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw { message: t("gone"), hint: "" };
  }
  const data = await reply.json();
  if (!reply.ok) throw reply.status === 401 ? { message: t("gone"), hint: "" } : data.error;
  return data;
}

const post = (path, body = {}) => ask(path, "POST", body);
const say = (text) => { $("said").textContent = text; };
const wrong = (error) => h("p", { class: "error", role: "alert" }, `${error.message} ${error.hint ?? ""}`.trim());
const spin = () => h("span", { class: "spin", "aria-hidden": "true" });
const loading = () => h("p", { class: "dim", role: "status" }, spin(), ` ${t("loading")}`);

function field(id, key, input) {
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, t(key)), input);
}

function tick(id, key, on, changed) {
  const box = h("input", { type: "checkbox", id, onchange: changed });
  box.checked = on;
  return h("div", { class: "check" }, box, h("label", { for: id }, t(key)));
}

function copy(text) {
  const button = h("button", { type: "button", onclick: async () => {
    await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
    button.textContent = t("copied");
    say(t("copied"));
  } }, t("copy"));
  return button;
}

function long(text, label, left = 0) {
  const pre = h("pre", { tabindex: "0", "aria-label": label }, text.slice(0, SHOWN));
  const parts = [pre];
  if (text.length > SHOWN) {
    const more = h("button", { type: "button", class: "all", onclick: () => { pre.textContent = text; more.remove(); pre.focus(); } }, `${t("show_all")} (${text.length})`);
    parts.push(more);
  }
  if (left) parts.push(h("p", { class: "dim" }, `${left} ${t("cut")}`));
  return parts;
}

/* ---- the frame ---- */

function frame() {
  document.documentElement.lang = lang;
  $("skip").textContent = t("skip");
  $("language").textContent = t("language");
  $("language").lang = lang === "ja" ? "en" : "ja";
  $("title").textContent = t(page === "servers" ? "title" : "calls");
  document.title = `${t(page === "servers" ? "title" : "calls")} - wpf-agent`;
  $("pages").setAttribute("aria-label", t("pages"));
  $("pages").replaceChildren(...["servers", "calls"].map((name) =>
    h("button", { type: "button", id: `page-${name}`, "aria-current": page === name ? "page" : null, onclick: () => { page = name; draw(); } }, t(name))));
}

async function draw() {
  frame();
  if (page === "servers") await drawServers(true);
  else await drawCalls(true);
}

/* ---- the list of servers ---- */

async function drawServers(anew = false) {
  try {
    servers = (await ask("servers")).servers;
  } catch (error) {
    $("view").replaceChildren(wrong(error));
    return;
  }
  if (anew || !$("list")) {
    $("view").replaceChildren(
      h("div", { class: "bar" },
        h("button", { type: "button", class: "main", id: "add", onclick: () => form(null) }, t("add")),
        h("button", { type: "button", id: "import", onclick: importing }, t("import"))),
      h("ul", { id: "list" }));
  }
  const list = $("list");
  if (!servers.length) list.replaceChildren(h("li", { class: "dim" }, t("no_servers")));
  else if (list.querySelector(":scope > .dim")) list.replaceChildren();
  const there = new Map([...list.children].map((item) => [item.dataset.id, item]));
  for (const [id, item] of there) if (!servers.some((s) => s.id === id)) item.remove();
  for (const server of servers) {
    const known = there.get(server.id);
    const print = JSON.stringify([server, open === server.id, lang]);
    if (known && known.dataset.print === print) continue;
    const focused = known?.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const item = known ?? h("li", { class: "server", "data-id": server.id });
    if (!known) list.append(item);
    drawServer(item, server);
    item.dataset.print = print;
    if (focused) item.querySelector(`[data-key="${focused}"]`)?.focus();
  }
}

function drawServer(item, server) {
  const state = server.state;
  const busy = state.status === "Starting" || state.status === "Stopping";
  const on = server.enabled;
  const head = h("div", { class: "head" },
    h("h2", { id: `name-${server.id}` }, server.name),
    h("span", { class: `badge ${state.status}` }, busy ? spin() : null, t(state.status)),
    h("button", { type: "button", class: "switch", role: "switch", "data-key": "switch", "aria-checked": String(on), "aria-label": `${t("enabled")}: ${server.name}`, onclick: () => toggle(item, server) }, h("i", { "aria-hidden": "true" }), t(on ? "on" : "off")),
    h("button", { type: "button", "data-key": "open", "aria-expanded": String(open === server.id), "aria-label": `${t(open === server.id ? "close" : "open")}: ${server.name}`, onclick: () => { open = open === server.id ? null : server.id; drawServers(); } }, t(open === server.id ? "close" : "open")),
    h("button", { type: "button", "data-key": "edit", "aria-label": `${t("edit")}: ${server.name}`, onclick: () => form(server) }, t("edit")),
    h("button", { type: "button", class: "bad", "data-key": "remove", "aria-label": `${t("remove")}: ${server.name}`, onclick: () => removing(server) }, t("remove")));
  const parts = [head, h("code", { class: "line" }, server.command_line)];
  if (server.description) parts.push(h("p", { class: "dim" }, server.description));
  if (state.error) parts.push(h("p", { class: "error" }, state.error));
  if (state.status === "Error") {
    const kept = item.querySelector("details.why")?.open ?? false;
    const details = h("details", { class: "why" }, h("summary", {}, t("error_details")), diagnosis(server, `list-${server.id}`));
    details.open = kept;
    parts.push(details);
  }
  if (open === server.id) parts.push(panel(server));
  item.replaceChildren(...parts);
}

async function toggle(item, server) {
  try {
    if (server.enabled) await post(`servers/${server.id}/disable`);
    else if (server.approved) await post(`servers/${server.id}/enable`);
    else agree(server);
  } catch (error) {
    item.append(wrong(error));
    return;
  }
  await drawServers();
}

function dialog(title, ...inside) {
  const box = $("dialog");
  box.replaceChildren(h("h2", { id: "dialog-title" }, title), ...inside);
  if (!box.open) box.showModal();
}

const cancel = () => h("button", { type: "button", onclick: () => $("dialog").close() }, t("cancel"));

function agree(server) {
  dialog(t("agree_title"), h("p", {}, t("agree_text")),
    h("pre", { id: "whole", tabindex: "0", "aria-label": t("will_run") }, server.command_line + Object.entries(server.env).map(([k, v]) => `\n${k}=${v}`).join("")),
    h("div", { class: "end" }, cancel(), h("button", { type: "button", class: "main", id: "agree", onclick: async () => {
      try {
        await post(`servers/${server.id}/enable`, { agreed: server.fingerprint });
        $("dialog").close();
        await drawServers();
      } catch (error) { $("dialog").append(wrong(error)); }
    } }, t("start_it"))));
}

function removing(server) {
  dialog(`${t("remove")}: ${server.name}`, h("p", {}, t("remove_really")),
    h("div", { class: "end" }, cancel(), h("button", { type: "button", class: "bad", id: "really", onclick: async () => {
      try { await ask(`servers/${server.id}`, "DELETE"); $("dialog").close(); await drawServers(); $("add").focus(); }
      catch (error) { $("dialog").append(wrong(error)); }
    } }, t("remove"))));
}

/* ---- adding and editing ---- */

function form(server) {
  const of = server ?? { name: "", command: "", args: [], env: {}, headers: {}, cwd: "", url: "", description: "", enabled: true, include_resources: false };
  let checked = null;
  const rows = h("div", { class: "fields" });
  const row = (key = "", value = "") => {
    const line = h("div", { class: "pairs" },
      h("input", { type: "text", "aria-label": t("key"), value: key, autocomplete: "off", oninput: later }),
      h("input", { type: "text", "aria-label": t("value"), value, autocomplete: "off", oninput: later }),
      h("button", { type: "button", onclick: () => { line.remove(); later(); } }, t("remove_row")));
    return line;
  };
  rows.append(...Object.entries(of.env).map(([k, v]) => row(k, v)));
  const input = (id, key, value) => field(id, key, h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", oninput: later }));
  const args = h("textarea", { rows: "4", spellcheck: "false", oninput: later });
  args.value = of.args.join("\n");
  const notes = h("div", { id: "notes", "aria-live": "polite" });
  const submit = h("button", { type: "submit", class: "main", id: "save" });
  const values = () => ({
    name: $("f-name").value, command: $("f-command").value, args: args.value, url: $("f-url").value, cwd: $("f-cwd").value,
    description: $("f-description").value, enabled: $("f-enabled").checked, include_resources: $("f-resources").checked,
    no_arguments: $("f-none").checked, headers: Object.entries(of.headers),
    env: [...rows.children].map((line) => [...line.querySelectorAll("input")].map((one) => one.value)),
  });
  async function check() {
    submit.textContent = t($("f-enabled").checked ? "save_start" : "save");
    try { checked = await post(`check${server ? `?id=${server.id}` : ""}`, values()); } catch { return; }
    notes.replaceChildren(...checked.warnings.map((text) => h("p", { class: "warning" }, text)),
      checked.command_line && $("f-enabled").checked ? h("div", { class: "field" }, h("p", { class: "label" }, t("will_run")), h("pre", { id: "will-run", tabindex: "0", "aria-label": t("will_run") }, checked.command_line)) : null);
  }
  let timer = 0;
  function later() { checked = null; clearTimeout(timer); timer = setTimeout(check, 150); }
  const problem = h("div", { id: "problem" });
  dialog(server ? `${t("edit")}: ${server.name}` : t("add"), h("form", { class: "fields", novalidate: true, onsubmit: async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const body = values();
    if (!checked) { await check(); if (checked && body.enabled) { $("will-run")?.scrollIntoView(); } }
    try {
      await ask(server ? `servers/${server.id}` : "servers", server ? "PUT" : "POST", { ...body, agreed: (body.enabled && checked?.fingerprint) || "" });
      $("dialog").close();
      await drawServers();
    } catch (error) {
      problem.replaceChildren(wrong(error));
      $(`f-${error.details?.field}`)?.focus();
    }
  } },
    input("f-name", "name", of.name), input("f-command", "command", of.command), field("f-args", "args", args),
    tick("f-none", "no_arguments", Boolean(server && !of.args.length && of.command), later),
    input("f-description", "description", of.description),
    h("div", { class: "field", role: "group", "aria-labelledby": "env-label" }, h("p", { class: "label", id: "env-label" }, t("env")), rows,
      h("button", { type: "button", id: "add-row", onclick: () => { const line = row(); rows.append(line); line.querySelector("input").focus(); } }, t("add_row"))),
    input("f-cwd", "cwd", of.cwd), input("f-url", "url", of.url),
    tick("f-enabled", "enable_now", of.enabled, later), tick("f-resources", "include_resources", of.include_resources, later),
    notes, problem, h("div", { class: "end" }, cancel(), submit)));
  check();
  $("f-name").focus();
}

function importing() {
  const text = h("textarea", { rows: "10", spellcheck: "false" });
  const client = h("select", {}, ["", "claude", "codex", "vscode", "cursor", "gemini"].map((name) => h("option", { value: name }, name)));
  const told = h("div", { "aria-live": "polite" });
  dialog(t("import"), h("form", { class: "fields", onsubmit: async (event) => {
    event.preventDefault();
    try {
      const made = await post("import", client.value ? { client: client.value } : { text: text.value });
      told.replaceChildren(h("p", {}, made.imported.length ? `${t("imported")} ${made.imported.join(", ")}` : t("nothing_imported")), ...made.notes.map((note) => h("p", { class: "warning" }, note)));
      await drawServers();
    } catch (error) { told.replaceChildren(wrong(error)); }
  } }, field("i-text", "paste", text), field("i-client", "from_client", client), told,
    h("div", { class: "end" }, h("button", { type: "button", onclick: () => $("dialog").close() }, t("close")), h("button", { type: "submit", class: "main", id: "take-over" }, t("take_over")))));
  text.focus();
}

/* ---- one server ---- */

const TABS = ["tools", "resources", "log", "diagnosis", "settings"];

function panel(server) {
  const names = h("div", { class: "tabs", role: "tablist", "aria-label": server.name, onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    tab = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    redraw(server.id);
    $(`tab-${tab}`).focus();
  } }, TABS.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-key": `tab-${name}`, "aria-selected": String(tab === name), "aria-controls": "inside", tabindex: tab === name ? "0" : "-1", onclick: () => { tab = name; redraw(server.id); $(`tab-${name}`).focus(); } }, t(name))));
  const inside = h("div", { class: "panel", role: "tabpanel", id: "inside", "aria-labelledby": `tab-${tab}` });
  ({ tools: toolsTab, resources: resourcesTab, log: logTab, diagnosis: (s, box) => box.append(diagnosis(s, "tab")), settings: settingsTab })[tab](server, inside);
  return h("div", {}, names, inside);
}

function redraw(id) {
  const item = document.querySelector(`[data-id="${id}"]`);
  const server = servers.find((s) => s.id === id);
  if (item && server) { drawServer(item, server); item.dataset.print = JSON.stringify([server, open === id, lang]); }
}

function listing(server, box, what, show) {
  const key = `${server.id} ${what}`;
  if (server.state.status !== "Connected") {
    seen.delete(key);
    box.replaceChildren(h("p", { class: "error", role: "alert" }, t("enable_first")));
    return;
  }
  const fetchAll = async () => {
    seen.set(key, { loading: true });
    fill();
    try { seen.set(key, await ask(`servers/${server.id}/${what}`)); }
    catch (error) { seen.set(key, { error }); }
    if (box.isConnected) fill(); else redraw(server.id); // the panel was drawn anew meanwhile
  };
  const button = (text, facts) => h("button", { type: "button", onclick: fetchAll, ...facts }, t(text));
  const fill = () => {
    const known = seen.get(key);
    if (!known) box.replaceChildren(button(`show_${what}`, { id: `show-${what}` }));
    else if (known.loading) box.replaceChildren(loading());
    else if (known.error) box.replaceChildren(wrong(known.error), button("retry", { class: "retry" }));
    else show(known);
  };
  fill();
}

function toolsTab(server, box) {
  listing(server, box, "tools", ({ tools, count }) => {
    const items = h("ul", { class: "items" });
    const tally = h("p", { class: "dim", "aria-live": "polite", id: "tally" });
    const search = h("input", { type: "search", autocomplete: "off", oninput: filter });
    items.append(...tools.map((tool) => toolItem(server, tool)));
    function filter() {
      const wanted = search.value.toLowerCase();
      let shown = 0;
      tools.forEach((tool, n) => { const fits = `${tool.name}\n${tool.description}`.toLowerCase().includes(wanted); items.children[n].hidden = !fits; shown += fits; });
      tally.textContent = `${shown} ${t("shown_of")} ${count}`;
    }
    box.replaceChildren(h("div", { class: "bar" }, h("div", { class: "grow" }, field("search-tools", "search_tools", search)), tally), items);
    filter();
  });
}

function toolItem(server, tool) {
  const schema = tool.schema ?? {};
  const inputs = Object.entries(schema.properties ?? {}).map(([name, of]) => [name, of, argument(name, of)]);
  const told = h("div", { "aria-live": "polite" });
  const needed = new Set(schema.required ?? []);
  const button = h("button", { type: "submit", class: "main" }, t("run"));
  const allow = tick(`allow-${server.id}-${tool.name}`, "allowed", tool.allowed, async (event) => {
    try { tool.allowed = (await post(`servers/${server.id}/allow`, { tool: tool.name, allowed: event.target.checked })).allowed; }
    catch (error) { told.replaceChildren(wrong(error)); }
    event.target.checked = tool.allowed;
  });
  const trying = h("form", { class: "fields", onsubmit: async (event) => {
    event.preventDefault();
    let given;
    try { given = Object.fromEntries(inputs.filter(([name, , input]) => input.value !== "" || needed.has(name)).map(([name, of, input]) => [name, valueOf(of, input)])); }
    catch (error) { told.replaceChildren(wrong({ message: String(error.message) })); return; }
    told.replaceChildren(loading());
    try {
      const made = await post(`servers/${server.id}/call`, { tool: tool.name, arguments: given });
      told.replaceChildren(h("p", {}, h("span", { class: `badge ${made.ok ? "done" : "failed"}` }, t(made.ok ? "done" : "failed")), ` ${made.ms} ms`), ...long(made.text, t("result")), copy(made.text));
    } catch (error) { told.replaceChildren(wrong(error)); }
  } }, inputs.map(([name, , input]) => { input.id = `${server.id}-${tool.name}-${name}`; return h("div", { class: "field" }, h("label", { for: input.id }, needed.has(name) ? `${name} *` : name), input); }),
    h("div", { class: "bar" }, button, inputs.length ? h("button", { type: "button", onclick: () => inputs.forEach(([, of, input]) => { if (input.value === "") input.value = exampleOf(of); }) }, t("example")) : null), told);
  return h("li", { "data-tool": tool.name }, h("h3", {}, h("code", {}, tool.name)), h("p", {}, tool.description), allow,
    h("details", {}, h("summary", {}, t("schema")), h("pre", { tabindex: "0", "aria-label": `${t("schema")}: ${tool.name}` }, JSON.stringify(schema, null, 2))),
    h("details", { class: "try" }, h("summary", {}, t("try")), trying));
}

function argument(name, of) {
  if (of.enum) return h("select", {}, h("option", { value: "" }, ""), of.enum.map((one) => h("option", { value: String(one) }, String(one))));
  if (of.type === "boolean") return h("select", {}, ["", "true", "false"].map((one) => h("option", { value: one }, one)));
  return of.type === "object" || of.type === "array" ? h("textarea", { rows: "3", spellcheck: "false" }) : h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
}

function valueOf(of, input) {
  const kinds = [of.type, ...(of.anyOf ?? []).map((one) => one.type)].flat();
  if (of.enum) return of.enum.find((one) => String(one) === input.value) ?? input.value;
  if (kinds.includes("string")) return input.value;
  return JSON.parse(input.value);
}

function exampleOf(of) {
  if (of.default !== undefined && of.default !== null) return typeof of.default === "string" ? of.default : JSON.stringify(of.default);
  if (of.examples?.length) return String(of.examples[0]);
  if (of.enum) return String(of.enum[0]);
  return { integer: "1", number: "1", boolean: "true", object: "{}", array: "[]" }[of.type] ?? "example";
}

function resourcesTab(server, box) {
  listing(server, box, "resources", ({ resources, count }) => {
    const items = h("ul", { class: "items" });
    const tally = h("p", { class: "dim", "aria-live": "polite", id: "tally" });
    const search = h("input", { type: "search", autocomplete: "off", oninput: filter });
    const kind = h("select", { onchange: filter }, h("option", { value: "" }, t("all")), ["text", "image", "other"].map((one) => h("option", { value: one }, t(one))));
    items.append(...resources.map((one) => resourceItem(server, one)));
    function filter() {
      const wanted = search.value.toLowerCase();
      let shown = 0;
      resources.forEach((one, n) => { const fits = `${one.uri}\n${one.name}`.toLowerCase().includes(wanted) && (!kind.value || one.kind === kind.value); items.children[n].hidden = !fits; shown += fits; });
      tally.textContent = `${shown} ${t("shown_of")} ${count}`;
    }
    box.replaceChildren(h("div", { class: "bar" }, h("div", { class: "grow" }, field("search-resources", "search_resources", search)), field("kind", "kind", kind), tally), items);
    filter();
  });
}

function resourceItem(server, one) {
  const told = h("div", { "aria-live": "polite" });
  return h("li", { "data-uri": one.uri }, h("h3", {}, one.name), h("p", {}, h("code", {}, one.uri), one.mime_type ? ` · ${one.mime_type}` : ""), one.description ? h("p", { class: "dim" }, one.description) : null,
    h("button", { type: "button", "aria-label": `${t("preview")}: ${one.name}`, onclick: async () => {
      told.replaceChildren(loading());
      try { const made = await post(`servers/${server.id}/read`, { uri: one.uri }); told.replaceChildren(...long(made.text, one.name), copy(made.text)); }
      catch (error) { told.replaceChildren(wrong(error)); }
    } }, t("preview")), told);
}

function logTab(server, box) {
  const level = h("select", { onchange: () => read() }, h("option", { value: "" }, t("all")), ["info", "warning", "error", "stderr"].map((one) => h("option", { value: one }, one)));
  const search = h("input", { type: "search", autocomplete: "off", oninput: () => read() });
  const lines = h("pre", { class: "log", id: "log", tabindex: "0", role: "log", "aria-label": t("log") });
  const follow = tick("follow", "follow", true, () => read());
  async function read() {
    try {
      const found = (await ask(`servers/${server.id}/logs?level=${level.value}&search=${encodeURIComponent(search.value)}`)).lines;
      const at = lines.scrollTop;
      lines.replaceChildren(...found.map((one) => h("span", { class: one.level.toLowerCase() }, `${one.time} ${one.level} [${one.prefix}] ${one.text}\n`)));
      if (!found.length) lines.textContent = t("no_lines");
      lines.scrollTop = $("follow")?.checked ?? true ? lines.scrollHeight : at;
    } catch (error) { lines.textContent = error.message; }
  }
  lines.refresh = () => { if ($("follow")?.checked) read(); };
  box.append(h("div", { class: "bar" }, field("level", "level", level), h("div", { class: "grow" }, field("search-log", "search_log", search)), follow, copy(() => lines.textContent)), lines);
  read();
}

function diagnosis(server, prefix) {
  const state = server.state;
  const marks = { true: "step_ok", false: "step_failed", null: "step_open" };
  return h("div", { id: `diagnosis-${prefix}` },
    h("ol", { class: "steps" }, state.steps.map((one) => h("li", {}, h("span", {}, t(`step_${one.name}`)), h("strong", { class: one.ok === false ? "error" : "" }, t(marks[String(one.ok)])), h("span", {}, `${one.seen}${one.ok ? ` (${one.ms} ms)` : ""}`)))),
    h("dl", { class: "facts" }, h("dt", {}, t("status")), h("dd", {}, t(state.status)),
      state.error ? [h("dt", {}, t("message")), h("dd", { class: "message" }, `${state.error} ${state.hint}`)] : null,
      state.exit_code !== null ? [h("dt", {}, t("exit_code")), h("dd", {}, String(state.exit_code))] : null),
    h("h3", {}, t("stderr")), h("pre", { class: "stderr", tabindex: "0", "aria-label": t("stderr") }, state.stderr.join("\n") || "-"),
    h("div", { class: "bar" }, h("button", { type: "button", "data-key": `retry-${prefix}`, onclick: () => (server.approved ? post(`servers/${server.id}/enable`).then(() => drawServers()) : agree(server)) }, t("retry")), copy([state.error, state.hint, ...state.stderr].join("\n"))));
}

function settingsTab(server, box) {
  box.append(h("dl", { class: "facts" },
    ...[["name", server.name], ["command", server.command_line], ["description", server.description], ["env", Object.entries(server.env).map(([k, v]) => `${k}=${v}`).join("\n")], ["cwd", server.cwd], ["created", server.created_at], ["updated", server.updated_at]]
      .filter(([, value]) => value).map(([key, value]) => [h("dt", {}, t(key)), h("dd", {}, value)]).flat()));
}

/* ---- the calls ---- */

async function drawCalls(anew = false) {
  let calls;
  try { calls = (await ask("calls")).calls; }
  catch (error) { $("view").replaceChildren(wrong(error)); return; }
  if (anew || !$("cards")) $("view").replaceChildren(h("div", { class: "bar" }, ...["expand", "collapse"].map((key) => h("button", { type: "button", id: key, onclick: () => $("cards").querySelectorAll("details.call").forEach((one) => { one.open = key === "expand"; }) }, t(key)))), h("ol", { id: "cards" }));
  const list = $("cards");
  if (!calls.length) { list.replaceChildren(h("li", { class: "dim" }, t("no_calls"))); return; }
  const there = new Map([...list.children].map((item) => [item.dataset.id, item]));
  for (const [id, item] of there) if (!calls.some((call) => call.id === id)) item.remove();
  for (const call of calls) {
    const print = JSON.stringify(call) + lang;
    const known = there.get(call.id);
    if (known?.dataset.print === print) continue;
    const made = card(call, known?.querySelector("details").open ?? false);
    made.dataset.print = print;
    if (known) { const focused = known.contains(document.activeElement); known.replaceWith(made); if (focused) made.querySelector("summary").focus(); }
    else list.append(made);
  }
}

function card(call, isOpen) {
  const text = call.refused ?? call.text ?? "";
  const details = h("details", { class: "call" }, h("summary", {}, h("h2", {}, h("code", {}, call.tool)), h("span", { class: "dim" }, call.server),
    h("span", { class: `badge ${call.status}` }, call.status === "running" ? spin() : null, t(call.status)),
    h("span", { class: "dim" }, `${call.started}${call.ms === undefined ? "" : ` · ${call.ms} ms`} · ${t("by")} ${t(call.caller)}`)),
    h("div", { class: "body" }, h("h3", {}, t("arguments")), h("pre", { tabindex: "0", "aria-label": t("arguments") }, JSON.stringify(call.arguments, null, 2)),
      call.status === "running" ? null : [h("h3", {}, t(call.status === "done" ? "result" : "message")), ...long(text, t("result"), call.cut)],
      call.trace ? [h("h3", {}, t("trace")), ...long(call.trace, t("trace"))] : null,
      h("div", {}, copy(() => JSON.stringify({ tool: call.tool, arguments: call.arguments, result: text }, null, 2)))));
  details.open = isOpen;
  return h("li", { class: `card ${call.status}`, "data-id": call.id }, details);
}

/* ---- news ---- */

async function listen() {
  for (;;) {
    try {
      const reply = await fetch("/api/events", { headers: { Authorization: `Bearer ${token}` } });
      if (!reply.ok) throw new Error(String(reply.status));
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        const parts = text.split("\n\n");
        text = parts.pop();
        for (const part of parts) told(part.match(/^event: (.*)$/m)?.[1], JSON.parse(part.match(/^data: (.*)$/m)?.[1] ?? "{}"));
      }
    } catch {
      await new Promise((wait) => setTimeout(wait, 2000));
    }
  }
}

function told(kind, about) {
  if (kind === "calls" && page === "calls") drawCalls();
  if ((kind === "mcpServerStatusChanged" || kind === "servers") && page === "servers") drawServers();
  if (kind === "log" && servers.find((one) => one.id === open)?.name === about.server) $("log")?.refresh();
}

$("language").addEventListener("click", () => { lang = lang === "ja" ? "en" : "ja"; localStorage.setItem("lang", lang); draw(); });
$("skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
fetch("/texts.json").then((reply) => reply.json()).then((made) => { texts = made; draw().then(listen); });
