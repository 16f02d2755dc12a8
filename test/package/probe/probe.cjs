// An extension under development, because VS Code runs tests only beside one. As the test's entry it looks at the
// installed package from inside and writes down what it sees.
const { writeFileSync } = require('node:fs');
const vscode = require('vscode');

exports.activate = () => undefined;

exports.run = async () => {
  const extension = vscode.extensions.getExtension('session-tree.session-tree');
  const seen = { path: extension?.extensionPath, version: extension?.packageJSON.version };
  try {
    await extension?.activate();
    seen.active = extension?.isActive;
    const contributed = extension?.packageJSON.contributes?.commands ?? [];
    const known = new Set(await vscode.commands.getCommands(true));
    seen.missingCommands = contributed.map(({ command }) => command).filter((command) => !known.has(command));
  } catch (error) {
    seen.error = String(error?.stack ?? error);
  }
  writeFileSync(process.env.SESSION_TREE_PROBE, JSON.stringify(seen));
};
