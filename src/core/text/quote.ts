/** `text` from a file, made fit for a sentence: long texts lose their middle, what cannot be seen becomes U+FFFD. */
export function visible(text: string): string {
  const short = text.length <= 200 ? text : `${text.slice(0, 120)}…${text.slice(-60)}`;
  return short.replace(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
}

/** {@link visible}, in quotes, with what quotes need escaped. */
export function quote(text: string): string {
  return `"${visible(text.replace(/["\\]/g, '\\$&'))}"`;
}
