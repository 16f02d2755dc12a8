import type { Region } from '../core/text/telling.ts';

/** What the page's HTML is made of. */
export interface PageSource {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** Address of a file of dist for the webview. */
  uri(name: string): string;
  /** How numbers and times are told, and the texts of the page. */
  readonly region?: Region;
  readonly strings?: unknown;
}

/**
 * The page's frame: everything in it is drawn by its script from messages. Nothing inline, no string is ever made into
 * markup by the script (Trusted Types refuse it), nothing is loaded but what the extension brings.
 */
export function pageHtml(source: PageSource): string {
  const { cspSource } = source;
  const { language, hours } = source.region ?? { language: 'en', hours: 'h12' };
  const policy = [
    `default-src 'none'`,
    `script-src ${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src data:`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Session Tree</title>
<link rel="stylesheet" href="${escapeAttribute(source.uri('page.css'))}">
</head>
<body data-hours="${hours}" data-strings="${escapeAttribute(JSON.stringify(source.strings ?? {}))}">
<script type="module" src="${escapeAttribute(source.uri('page.js'))}"></script>
</body>
</html>`;
}

/** A page that only says something: used where the real one cannot be shown. No script, no style of its own. */
export function messageHtml(message: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Session Tree</title>
</head>
<body><main><h1>Session Tree</h1><p>${escapeText(message)}</p></main></body>
</html>`;
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
