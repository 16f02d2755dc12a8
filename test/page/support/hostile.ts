/** Texts that must stay texts, wherever in a record they stand. */
export const HOSTILE: readonly string[] = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '"><svg onload=window.pwned=1>',
  `' onmouseover='window.pwned=1' x='`,
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<a href="javascript:window.pwned=1">x</a>',
  '<style>*{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>',
  '<base href=https://evil.example/><meta http-equiv=refresh content="0;url=https://evil.example">',
  '&lt;script&gt;window.pwned=1&lt;/script&gt; &#60;b&#62;',
  '[go](javascript:window.pwned=1) [run](command:workbench.action.quit) [d](data:text/html,<script>1</script>)',
  '[v](vscode://x.y/z) <javascript:alert(1)> <https://evil.example/a> https://evil.example/b www.evil.example',
  '![p](https://evil.example/p.png) ![q](data:image/svg+xml,<svg/onload=1>) [![i](https://evil.example/i.png)](https://evil.example)',
  '[https://good.example/login](https://evil.example/login)',
  '[ref]: https://evil.example/ref.png\n\n![ref]\n\n[ref]',
  '```html"><img src=x onerror=1>\n<script>window.pwned=1</script>\n```',
  '| <b>a</b> | <i>b</i> |\n|---|---|\n| <img src=x> | `<u>` |',
  '$(trash) ${7*7} {{7*7}} <%= 7*7 %>',
  'user\u202egnp.exe \u2066hidden\u2069 zero\u200bwidth \ufeffbom tag\u{e0041}\u{e0042} \u0000nul \u0007bell \u009b31m',
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007 \u001b[2J\u001bPq\u001b\\',
  '__proto__',
  'constructor',
  `${'>'.repeat(3000)} deep`,
  `${'- '.repeat(3000)}deep`,
  `${'['.repeat(3000)}${']('.repeat(3000)}`,
  `${'*a_b'.repeat(3000)}`,
  'x'.repeat(100_000) + '@',
  'lone \ud800 surrogate',
  '\r\n\r progress 10%\r progress 20%\r\n',
];

/** A session of Pi in which every field that can hold text holds every one of {@link HOSTILE} in turn. */
export function hostileSession(): (object | string)[] {
  const at = '2026-01-05T10:00:00.000Z';
  const lines: (object | string)[] = [
    { type: 'session', version: 3, id: HOSTILE[1], timestamp: HOSTILE[0], cwd: HOSTILE[0] },
  ];
  let parentId: string | null = null;
  const add = (entry: Record<string, unknown>): void => {
    const id: string = `${lines.length} ${HOSTILE[lines.length % 8] ?? ''}`;
    lines.push({ id, parentId, timestamp: at, ...entry });
    parentId = id;
  };
  HOSTILE.forEach((text, i) => {
    const callId = `${i}${text}`;
    add({ type: 'message', message: { role: 'user', content: text, timestamp: 1 } });
    add({
      type: 'message',
      message: {
        role: 'assistant',
        model: text,
        errorMessage: text,
        stopReason: 'error',
        content: [
          { type: 'text', text },
          { type: 'thinking', thinking: text },
          { type: 'toolCall', id: callId, name: text, arguments: { [text]: text, list: [text] } },
          { type: text, x: text },
          { type: 'image', mimeType: text, data: text },
          { type: 'image', mimeType: 'image/png', data: '"><img src=x onerror=1>' },
        ],
      },
    });
    add({
      type: 'message',
      message: {
        role: 'toolResult',
        toolCallId: callId,
        toolName: text,
        content: [{ type: 'text', text }],
        details: { diff: text },
        isError: i % 2 === 0,
      },
    });
    add({ type: 'message', message: { role: text, content: text } });
    add({
      type: 'message',
      message: { role: 'toolResult', toolCallId: `${text}?`, toolName: text, content: text },
    });
    add({ type: 'message', message: { role: 'bashExecution', command: text, output: text, exitCode: 1 } });
    add({ type: 'model_change', provider: text, modelId: text });
    add({ type: 'thinking_level_change', thinkingLevel: text });
    add({ type: 'session_info', name: text });
    add({ type: 'label', targetId: parentId, label: text });
    add({ type: 'custom', customType: text, data: { [text]: text } });
    add({ type: 'custom_message', customType: text, content: text, display: true });
    add({ type: 'compaction', summary: text, firstKeptEntryId: text, tokensBefore: i });
    add({ type: 'branch_summary', fromId: text, summary: text });
    add({ type: text, payload: text });
  });
  const deep = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  lines.push(
    `{"type":"deep","id":"deep","parentId":${JSON.stringify(parentId)},"timestamp":"${at}","payload":${deep}}`,
  );
  parentId = 'deep';
  // Branches with awkward names at the last entry.
  for (const text of HOSTILE.slice(0, 5)) {
    lines.push({
      type: 'message',
      id: `branch ${text}`,
      parentId,
      timestamp: at,
      message: { role: 'user', content: text },
    });
  }
  return lines;
}
