import { claudeCode } from './claudeCode/claudeCode.ts';
import { codex } from './codex/codex.ts';
import type { Format } from './format.ts';
import { copilot } from './copilot/copilot.ts';
import { cursor } from './cursor.ts';
import { codebuddy } from './codebuddy/codebuddy.ts';
import { flat } from './flat.ts';
import { genericTree } from './genericTree/genericTree.ts';
import { gemini } from './gemini/gemini.ts';
import { kimi } from './kimi/kimi.ts';
import { openaiTree } from './openaiTree.ts';
import { openaiTuning } from './openaiTuning.ts';
import { pi } from './pi/pi.ts';
import { qwen } from './qwen/qwen.ts';
import { records } from './records.ts';
import { tinyPi } from './tinyPi.ts';
import { vscodeChat } from './vscodeChat/vscodeChat.ts';
import { workbuddy } from './workbuddy.ts';

/** Every format that the project reads. A new one is a file (or a folder) and a line here. */
export const FORMATS: readonly Format[] = [
  pi,
  claudeCode,
  codex,
  qwen,
  copilot,
  tinyPi,
  openaiTree,
  workbuddy,
  codebuddy,
  gemini,
  vscodeChat,
  cursor,
  flat,
  kimi,
  openaiTuning,
  genericTree,
  records,
];

/** What a file of records is that are of no format. */
export const FALLBACK = records;

/** The format of this name (`pi-v3`), or undefined. */
export function formatByName(name: string): Format | undefined {
  return FORMATS.find((format) => format.name === name);
}
