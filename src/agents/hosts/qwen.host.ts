/** Qwen Code. */
import { CLAUDE_EVENTS, hooksOf, readWith, writeAnswer } from './claude-shape.ts';
import type { Host } from './host.ts';

export const qwen: Host<'qwen'> = {
  name: 'qwen',
  title: 'Qwen Code',
  settings: { path: '.qwen/settings.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'write_file|edit|replace', second: 1_000 }),
  read: readWith(CLAUDE_EVENTS, 'last_assistant_message'),
  write: writeAnswer,
  // QWEN_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
  limits: [],
};
