import { claudeCodePlaces } from './claudeCode.ts';
import { codebuddyPlaces, workbuddyPlaces } from './codebuddy.ts';
import { codexPlaces } from './codex.ts';
import { copilotPlaces } from './copilot.ts';
import { cursorPlaces } from './cursor.ts';
import { factoryPlaces } from './factory.ts';
import { geminiPlaces } from './gemini.ts';
import { kimiPlaces } from './kimi.ts';
import { ompPlaces, openclawPlaces, piPlaces } from './pi.ts';
import type { AgentPlaces } from './place.ts';
import { qwenPlaces } from './qwen.ts';
import { vscodeChatPlaces } from './vscodeChat.ts';

/** Every agent whose sessions are looked for in its own folder. A new one is a file and a line here. */
export const AGENT_PLACES: readonly AgentPlaces[] = [
  claudeCodePlaces,
  codexPlaces,
  piPlaces,
  copilotPlaces,
  vscodeChatPlaces,
  geminiPlaces,
  qwenPlaces,
  codebuddyPlaces,
  workbuddyPlaces,
  kimiPlaces,
  factoryPlaces,
  cursorPlaces,
  ompPlaces,
  openclawPlaces,
];
