import { commands } from 'vscode';

/** A value that `when` clauses ask for. Sent to VS Code only when it changes. */
export class ContextKey<V extends string | number | boolean> {
  readonly #name: string;
  #value: V | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  set(value: V): void {
    if (value === this.#value) return;
    this.#value = value;
    void commands.executeCommand('setContext', this.#name, value);
  }
}
