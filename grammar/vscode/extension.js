// The language server in VS Code, and two panels beside the editor: pictures that the program draws, and the board of its page.

const { execFile, spawn } = require("node:child_process");
const { mkdtemp, readFile, rm } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** The seconds for a picture or a position. */
const LIMIT = "10s";

let client;
let page;

const setting = (name) => vscode.workspace.getConfiguration("cg").get(name);

/** Runs the program and returns what it prints; what goes wrong is an error in its own words. */
const run = (args) => new Promise((settle, fail) => {
  execFile(setting("path"), ["--timeout", LIMIT, "--errors", "plain", "--color", "never", ...args], (error, printed, message) => {
    if (error?.code === "ENOENT") fail(new Error(`There is no program \`${setting("path")}\`; the setting cg.path says where it is.`));
    else if (error) fail(new Error(message.trim().split("\n")[0] || error.message));
    else settle(printed.trim());
  });
});

function start() {
  client = new LanguageClient("cg", "cg", { command: setting("path"), args: ["--timeout", setting("timeout"), "lsp"] }, {
    documentSelector: [{ language: "cg" }],
    initializationOptions: { valueHints: setting("valueHints") },
  });
  return client.start();
}

/** Returns what is selected, or the statement on the line of the cursor without what it is expected to give. */
function asked(editor) {
  const { document, selection } = editor;
  const text = selection.isEmpty ? document.lineAt(selection.active.line).text : document.getText(selection);
  return text.replace(/\s*#[^"\n]*$/gm, "").replace(/^\s*[\p{L}_][\p{L}\p{N}_]*\s*:=\s*/u, "").trim();
}

/** Returns the arguments by which the program knows what a script defines; a text without a file defines nothing. */
async function definitions(document) {
  if (document.isUntitled) return [];
  await document.save();
  return [document.uri.fsPath];
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Shows something beside the editor. */
function show(title, content, options = {}) {
  const panel = vscode.window.createWebviewPanel("cg", title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, options);
  panel.webview.html = content;
  return panel;
}

/** Draws what is selected. */
async function draw(editor) {
  const text = asked(editor);
  const folder = await mkdtemp(join(tmpdir(), "cg-"));
  try {
    const file = join(folder, "drawn.svg");
    await run([...(await definitions(editor.document)), "-e", `draw(${text}, ${JSON.stringify(file)})`]);
    const svg = await readFile(file, "base64");
    show(text, `<!DOCTYPE html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"></head>
<body style="background: white"><img alt="${escaped(text)}" src="data:image/svg+xml;base64,${svg}" style="max-width: 100%"></body></html>`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the address of the page, which is served from the first board on. */
function served() {
  page ??= new Promise((settle, fail) => {
    const folder = setting("page");
    const server = spawn(setting("path"), ["--errors", "plain", "page", ...(folder ? [folder] : [])]);
    let message = "";
    server.stderr.on("data", (bytes) => (message += bytes));
    server.stdout.on("data", (bytes) => {
      const address = /http:\/\/[\d.:]+\//.exec(String(bytes))?.[0];
      if (address) settle({ address, server });
    });
    server.on("error", fail);
    server.on("exit", () => {
      page = undefined;
      fail(new Error(message.trim().split("\n")[0]));
    });
  });
  return page;
}

/** Puts what is selected on a board. */
async function board(editor) {
  const text = asked(editor);
  // In a list a position is written as it is, and not by its value.
  const printed = await run([...(await definitions(editor.document)), "-e", `print([${text}])`]);
  const position = printed.split("\n").at(-1).slice(1, -1);
  const { address } = await served();
  const local = await vscode.env.asExternalUri(vscode.Uri.parse(address));
  show(text, `<!DOCTYPE html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${local}; style-src 'unsafe-inline'"></head>
<body style="padding: 0"><iframe title="board" src="${local}#alone&amp;board=${encodeURIComponent(position)}" style="border: 0; width: 100%; height: 98vh"></iframe></body></html>`, { enableScripts: true });
}

/** Runs the script in a terminal. */
async function runScript(editor) {
  const [file] = await definitions(editor.document);
  if (!file) return vscode.window.showInformationMessage("Save the script first.");
  const terminal = vscode.window.terminals.find(({ name }) => name === "cg") ?? vscode.window.createTerminal("cg");
  terminal.show(true);
  terminal.sendText(`${setting("path")} run --echo "${file}"`);
}

/** Starts the language server and registers the commands. */
exports.activate = (context) => {
  const command = (name, act) => vscode.commands.registerCommand(name, async () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    try {
      await act(editor);
    } catch (error) {
      vscode.window.showErrorMessage(error.message);
    }
  });
  const restart = async () => {
    await client?.stop();
    await start();
  };
  context.subscriptions.push(command("cg.run", runScript), command("cg.draw", draw), command("cg.board", board), command("cg.restart", restart));
  return start().catch(() => vscode.window.showErrorMessage(`The language server does not start; the setting cg.path is \`${setting("path")}\`.`));
};

/** Ends the language server and the page. */
exports.deactivate = async () => {
  (await page?.catch(() => undefined))?.server.kill();
  await client?.stop();
};
