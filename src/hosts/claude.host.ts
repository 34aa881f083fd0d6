/**
 * Claude Code. A subagent's stop is let through without a hook: it reports to the agent, which is held at its own stop.
 *
 * @module
 */
import { CLAUDE_EVENTS, type EventNames, hooksOf, readWith, TIMEOUT_S, writeAnswer } from './claude-shape.ts';
import type { Host } from './host.ts';

const EVENTS: EventNames = { ...CLAUDE_EVENTS, tasks: ['TaskCompleted', 'TeammateIdle'] };
const read = readWith(EVENTS, 'last_assistant_message');

export const claude: Host<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  settings: { path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', inVariable: 'settings.json' },
  hooks: hooksOf(EVENTS, { matcher: 'Write|Edit|MultiEdit|NotebookEdit' }),
  // Cursor runs these hooks too, and has its own.
  read: (input) => (input['cursor_version'] === undefined ? read(input) : null),
  write: writeAnswer,
  // CLAUDE_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
  wont: [`It waits ${TIMEOUT_S.stop / 60} minutes for a hook at a stop; then the turn ends unheld.`],
};
