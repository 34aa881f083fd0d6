/**
 * The hooks of Claude Code, whose shape other hosts took over: their input, and the answers that they read.
 *
 * @module
 */
import type { SessionAnswer } from '../session/session-protocol.ts';
import type { Fields, Host, HookEvent } from './host.ts';

/** Seconds that the host waits for an answer. The hook answers before. */
export const TIMEOUT_S = { stop: 900, other: 15 } as const;

/** The host's name of each event. */
export interface EventNames {
  readonly stop: string;
  readonly prompt: string;
  readonly begin: string;
  readonly write: string;
}

export const CLAUDE_EVENTS: EventNames = {
  stop: 'Stop',
  prompt: 'UserPromptSubmit',
  begin: 'SessionStart',
  write: 'PreToolUse',
};

/** @param matcher - the tools that write, as the host matches them @param second - units of a second */
export const hooksOf =
  (names: EventNames, { matcher, second = 1 }: { readonly matcher: string; readonly second?: number }): Host['hooks'] =>
  (command) => ({
    [names.stop]: { hooks: [{ type: 'command', command, timeout: TIMEOUT_S.stop * second }] },
    [names.prompt]: { hooks: [{ type: 'command', command, timeout: TIMEOUT_S.other * second }] },
    [names.begin]: { hooks: [{ type: 'command', command, timeout: TIMEOUT_S.other * second }] },
    [names.write]: { matcher, hooks: [{ type: 'command', command, timeout: TIMEOUT_S.other * second }] },
  });

/** @param message - the field with the last message of the agent */
export const readWith =
  (names: EventNames, message: string): Host['read'] =>
  (input) => {
    const { hook_event_name: name, session_id: session, cwd, tool_input: written } = input;
    if (typeof name !== 'string' || typeof session !== 'string' || typeof cwd !== 'string') return null;
    const said = input[message];
    const what = whatOf(name, names, typeof said === 'string' ? said : '', written);
    return what === null ? null : { name, session, cwd, what };
  };

const whatOf = (name: string, names: EventNames, message: string, written: unknown): HookEvent['what'] | null => {
  switch (name) {
    case names.stop:
      return { event: 'stop', message };
    case names.prompt:
      return { event: 'prompt' };
    case names.begin:
      return { event: 'begin' };
    case names.write:
      return { event: 'write', paths: pathsOf(written) };
    default:
      return null;
  }
};

/** The file of an editing tool, or the files of a patch. */
const pathsOf = (written: unknown): readonly string[] => {
  if (typeof written !== 'object' || written === null) return [];
  return Object.entries(written).flatMap(([key, value]) => {
    if (typeof value !== 'string') return [];
    if (/^(?:file_path|notebook_path|path|absolute_path)$/.test(key)) return [value];
    return [...value.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map(([, path = '']) => path.trim());
  });
};

/** The answer of a hook, as Claude Code reads it. */
export const writeAnswer = (answer: SessionAnswer, { name }: Pick<HookEvent, 'name'>): string => {
  switch (answer.answer) {
    case 'block':
      return print({ decision: 'block', reason: answer.prompt, ...messageOf(answer.says) });
    case 'deny':
      return print({
        hookSpecificOutput: {
          hookEventName: name,
          permissionDecision: 'deny',
          permissionDecisionReason: answer.reason,
        },
      });
    case 'pass':
      return print({
        ...messageOf(answer.says),
        ...(answer.context === undefined
          ? {}
          : { hookSpecificOutput: { hookEventName: name, additionalContext: answer.context } }),
      });
  }
};

export const writeWarning = (text: string): string => print({ systemMessage: text });

const messageOf = (says: string | undefined): Fields => (says === undefined ? {} : { systemMessage: says });

const print = (fields: Fields): string => (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields));
