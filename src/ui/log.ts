import { window, type LogOutputChannel } from 'vscode';

let channel: LogOutputChannel | undefined;

/**
 * The extension's log: an output channel named "Session Tree", made when the first line is written. File names and
 * errors go into it, never the content of a transcript.
 */
export function log(): LogOutputChannel {
  channel ??= window.createOutputChannel('Session Tree', { log: true });
  return channel;
}

/** Ends the channel; for the extension's subscriptions. */
export function disposeLog(): void {
  channel?.dispose();
  channel = undefined;
}
