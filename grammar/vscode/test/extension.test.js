// The extension without an editor: what it contributes is there, and its commands work with the program. `CG` is the program, and
// `CG_PAGE` a folder with its page, without which boards are not tested.

const assert = require("node:assert/strict");
const { existsSync, mkdtempSync, readFileSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { test } = require("node:test");

const folder = join(__dirname, "..");
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const manifest = read("package.json");
const cg = process.env.CG ?? join(folder, "../../target/debug/cg");
const page = process.env.CG_PAGE ?? join(folder, "../../web/dist");
const skip = existsSync(cg) ? false : "there is no program; CG names it";

/** An editor as far as the extension uses it. */
const commands = new Map();
const panels = [];
const messages = [];
const started = [];
const settings = { path: cg, timeout: "1s", valueHints: true, page };
const vscode = {
  commands: { registerCommand: (name, act) => (commands.set(name, act), { dispose() {} }) },
  env: { asExternalUri: async (uri) => uri },
  Uri: { parse: (text) => text },
  ViewColumn: { Beside: -2 },
  window: {
    terminals: [],
    createWebviewPanel: (kind, title) => panels[panels.push({ title, webview: {} }) - 1],
    createTerminal: (name) => ({ name, show() {}, sendText: (text) => messages.push(text) }),
    showErrorMessage: (text) => messages.push(text),
    showInformationMessage: (text) => messages.push(text),
  },
  workspace: { getConfiguration: () => ({ get: (name) => settings[name] }) },
};
class LanguageClient {
  constructor(id, name, server, options) {
    started.push({ server, options });
  }
  async start() {}
  async stop() {}
}
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest));
const extension = require("../extension.js");

const script = join(mkdtempSync(join(tmpdir(), "cg-test-")), "script.cg");
writeFileSync(script, "g := domineering(3, 3)\ng  #=> +-1\n");

/** An editor with the cursor on a line. */
function at(line) {
  const lines = readFileSync(script, "utf8").split("\n");
  vscode.window.activeTextEditor = {
    document: { isUntitled: false, uri: { fsPath: script }, save: async () => true, lineAt: (n) => ({ text: lines[n] }) },
    selection: { isEmpty: true, active: { line } },
  };
}

test("what the manifest names is there", async () => {
  const { subscriptions } = await new Promise((settle) => {
    const context = { subscriptions: [] };
    Promise.resolve(extension.activate(context)).then(() => settle(context));
  });
  assert.equal(subscriptions.length, commands.size);
  assert.deepEqual([...commands.keys()].sort(), manifest.contributes.commands.map(({ command }) => command).sort());
  const used = Object.values(manifest.contributes.menus).flat().map(({ command }) => command);
  for (const command of used) assert.ok(commands.has(command), command);
  for (const name of Object.keys(settings)) assert.ok(`cg.${name}` in manifest.contributes.configuration.properties, name);
  assert.deepEqual(started[0].options.initializationOptions, { valueHints: true });
  assert.deepEqual(started[0].server, { command: cg, args: ["--timeout", "1s", "lsp"] });
  assert.ok(existsSync(join(folder, "../cg.tmLanguage.json")));
});

test("the configuration of the language has patterns that hold", () => {
  const { indentationRules: rules, wordPattern, comments } = read("language-configuration.json");
  assert.equal(comments.lineComment, "#");
  const opens = new RegExp(rules.increaseIndentPattern, "u");
  for (const line of ["for k in 1..3 do", "  if x then  # why", "game f(n) := <"]) assert.match(line, opens);
  for (const line of ["x := 3", "# do", "up < down"]) assert.doesNotMatch(line, opens);
  assert.match("end", new RegExp(rules.decreaseIndentPattern, "u"));
  assert.deepEqual("nim_value(kayles(7))".match(new RegExp(wordPattern, "gu")), ["nim_value", "kayles", "7"]);
});

test("draws what stands on a line", { skip }, async () => {
  at(1);
  await commands.get("cg.draw")();
  assert.deepEqual(messages, []);
  const { title, webview } = panels.at(-1);
  assert.equal(title, "g");
  const svg = Buffer.from(/base64,([^"]+)/.exec(webview.html)[1], "base64").toString();
  assert.match(svg, /^<svg/);
});

test("plays what stands on a line", { skip: skip || (existsSync(join(page, "index.html")) ? false : "there is no page") }, async () => {
  at(0);
  await commands.get("cg.board")();
  assert.deepEqual(messages, []);
  const { webview } = panels.at(-1);
  const [, address, position] = /src="([^"#]+)#alone&amp;board=([^"]+)"/.exec(webview.html);
  assert.equal(decodeURIComponent(position), 'domineering(".../.../...")');
  assert.match(await (await fetch(address)).text(), /combinatorial games/);
  await extension.deactivate();
});

test("says what is wrong in the words of the program", { skip }, async () => {
  writeFileSync(script, "no_such_name\n");
  at(0);
  await commands.get("cg.draw")();
  assert.match(messages.pop(), /no_such_name/);
  settings.path = "/no/such/program";
  await commands.get("cg.draw")();
  assert.match(messages.pop(), /cg\.path/);
});
