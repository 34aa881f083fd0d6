/**
 * Claude Code.
 *
 * @module
 */
import { CLAUDE_EVENTS, hooksOf, readWith, writeAnswer, writeWarning } from './claude-shape.ts';
import type { Host } from './host.ts';

export const claude: Host<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  settings: { path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', inVariable: 'settings.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'Write|Edit|MultiEdit|NotebookEdit' }),
  read: readWith(CLAUDE_EVENTS, 'last_assistant_message'),
  write: writeAnswer,
  warn: writeWarning,
  // CLAUDE_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
};
