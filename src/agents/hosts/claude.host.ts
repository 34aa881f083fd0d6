/**
 * Claude Code. A subagent's stop is let through without a hook: it reports to the agent, which is held at its own stop.
 */
import { CLAUDE_EVENTS, type EventNames, hooksOf, readWith, TIMEOUT_S, writeAnswer } from './claude-shape.ts';
import type { Env, Host } from './host.ts';

const EVENTS: EventNames = { ...CLAUDE_EVENTS, tasks: ['TaskCompleted', 'TeammateIdle'] };
const read = readWith(EVENTS, 'last_assistant_message');

/** 2.1.160 lets the turn end all the same. */
export const WITH_CONTEXT = [2, 1, 163] as const;

/** Its version, which its hooks get since 2.1.150; older ones do not say. */
const takesContext = ({ AI_AGENT: name = '' }: Env): boolean => {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)_/.exec(name)?.slice(1).map(Number);
  const at = WITH_CONTEXT.findIndex((part, index) => found?.[index] !== part);
  return found !== undefined && (at < 0 || Number(found[at]) > Number(WITH_CONTEXT[at]));
};

export const claude: Host<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  settings: { path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', inVariable: 'settings.json' },
  hooks: hooksOf(EVENTS, { matcher: 'Write|Edit|MultiEdit|NotebookEdit' }),
  // Cursor runs these hooks too, and has its own.
  read: (input, env = {}) => {
    const event = input['cursor_version'] === undefined ? read(input) : null;
    const isAlone = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0';
    return event === null ? null : { ...event, isAlone, takesContext: takesContext(env) };
  },
  write: writeAnswer,
  // CLAUDE_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
  limits: [`It waits ${TIMEOUT_S.stop / 60} minutes for a hook at a stop; then the turn ends unheld.`],
};
