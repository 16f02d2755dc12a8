/** One separator a message: the line feed that ends its line in a session file. */
const SEPARATOR_CHARS = 1;

/**
 * Size of messages as a model's input, in UTF-16 units: the length of each message's JSON plus one separator each.
 * Local and approximate: it is no count of tokens, and says nothing of what a provider adds (seed 001, "字符预算").
 *
 * @throws Error `message <index> cannot be serialized…` for the first message that JSON cannot hold, whether
 *   JSON.stringify throws (a loop, a BigInt) or gives undefined (a function, a lone undefined).
 */
export function estimateContextChars(messages: readonly unknown[]): number {
  let total = 0;
  for (let index = 0; index < messages.length; index += 1) total += messageChars(messages[index], index);
  return total;
}

/** What one message adds to {@link estimateContextChars}; `index` is only for the error. */
export function messageChars(message: unknown, index: number): number {
  let json: string | undefined;
  try {
    // JSON.stringify's declared result leaves out that it may be undefined.
    json = JSON.stringify(message) as string | undefined;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new Error(`message ${index} cannot be serialized: ${why}`, { cause });
  }
  if (json === undefined) throw new Error(`message ${index} cannot be serialized: JSON has no text for it`);
  return json.length + SEPARATOR_CHARS;
}
