/** The hooks of Claude Code, whose shape other hosts took over: their input, and the answers that they read. */
import type { SessionAnswer } from './session-protocol.ts';
import type { Fields, Host, HookEvent, HookOutput, Transcript } from './host.ts';

/** Seconds that the host waits for an answer. The hook answers before. */
export const TIMEOUT_S = { stop: 900, other: 15 } as const;

export interface EventNames {
  readonly stop: string;
  readonly prompt: string;
  readonly begin: string;
  readonly write: string;
  /** A task of the agent's list is completed, or a teammate has nothing to do. */
  readonly tasks?: readonly string[];
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
  (command) => {
    const hook = (seconds: number): Fields => ({ hooks: [{ type: 'command', command, timeout: seconds * second }] });
    return {
      [names.stop]: hook(TIMEOUT_S.stop),
      [names.prompt]: hook(TIMEOUT_S.other),
      [names.begin]: hook(TIMEOUT_S.other),
      [names.write]: { matcher, ...hook(TIMEOUT_S.other) },
      ...Object.fromEntries((names.tasks ?? []).map((name) => [name, hook(TIMEOUT_S.other)])),
    };
  };

/** @param message - the field with the last message of the agent, or what has it instead */
export const readWith =
  (names: EventNames, message: string | ((input: Fields) => Transcript | null)): Host['read'] =>
  (input) => {
    const { hook_event_name: name, session_id: session, cwd } = input;
    if (typeof name !== 'string' || typeof session !== 'string' || typeof cwd !== 'string') return null;
    const said = typeof message === 'string' ? textOf(input[message]) : (message(input) ?? '');
    const what = whatOf(name, names, input, said);
    if (what === null) return null;
    // Some hosts report a subagent's stop as one of the session; only a file that it writes is ours to judge.
    if (input['agent_id'] !== undefined && what.event !== 'write' && what.event !== 'task') return null;
    return { name, session, cwd, what };
  };

const whatOf = (
  name: string,
  names: EventNames,
  input: Fields,
  message: string | Transcript,
): HookEvent['what'] | null => {
  if (names.tasks?.includes(name) === true) return { event: 'task' };
  switch (name) {
    case names.stop:
      return {
        event: 'stop',
        message,
        waits: isActive(input['background_tasks'], 'subagent'),
        runs: isActive(input['background_tasks'], 'shell'),
        plans: input['permission_mode'] === 'plan',
      };
    case names.prompt:
      return { event: 'prompt', text: textOf(input['prompt']), isRead: true };
    case names.begin:
      return { event: 'begin' };
    case names.write:
      return { event: 'write', paths: pathsOf(input['tool_input']) };
    default:
      return null;
  }
};

/** Whether such a task is still active, whose end wakes the session. */
const isActive = (tasks: unknown, type: 'subagent' | 'shell'): boolean =>
  Array.isArray(tasks) && tasks.some((each: unknown) => Object(each)['type'] === type);

export const pathsOf = (written: unknown): readonly string[] => {
  if (typeof written === 'string') return pathsOf({ patch: written });
  if (typeof written !== 'object' || written === null) return [];
  return Object.entries(written).flatMap(([key, value]) => {
    if (typeof value !== 'string') return [];
    if (/^(?:file_path|notebook_path|path|absolute_path|target_file)$/.test(key)) return [value];
    return [...value.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map(([, path = '']) => path.trim());
  });
};

export const writeAnswer = (answer: SessionAnswer, { name, what, takesContext = false }: HookEvent): HookOutput => {
  switch (answer.answer) {
    case 'block':
      // The documented way to refuse these two.
      if (what.event === 'task') return { stderr: answer.prompt, exitCode: 2 };
      return print({
        ...(takesContext
          ? { hookSpecificOutput: { hookEventName: name, additionalContext: answer.prompt } }
          : { decision: 'block', reason: answer.prompt }),
        ...messageOf(answer.says),
      });
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

const messageOf = (says: string | undefined): Fields => (says === undefined ? {} : { systemMessage: says });

/** @returns an output on stdout; none without a field */
export const print = (fields: Fields): HookOutput =>
  Object.keys(fields).length === 0 ? {} : { stdout: JSON.stringify(fields) };

/** '' for what is no text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
