/**
 * The words of VS Code's language for an English text, with values in the places of `{0}`, `{1}`. What is pure gets it
 * injected (VS Code's `l10n.t`, or {@link inEnglish}); `npm run l10n` finds the texts where it is called by `t(…)`.
 */
export type Translate = (text: string, ...values: (string | number)[]) => string;

/** The text as it is. */
export const inEnglish: Translate = (text, ...values) =>
  text.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
