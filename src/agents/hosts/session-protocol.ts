/**
 * The protocol between the hooks of an agent session and its run: one JSON object a line, one line an answer. Without a
 * schema library: a hook has to answer as fast as a program can start.
 */
import { isPlainObject } from '../../ledger/json.ts';
import { parseJson } from '../../base/text/parse-json.ts';

export type SessionQuestion =
  | SessionEvent
  /** `session start`: the prompt of the turn, as soon as there is one. `deliver`: the agent reads the answer. */
  | { readonly event: 'show'; readonly deliver: boolean };

export type SessionEvent =
  /**
   * The agent wants to end its turn. `message`: null where `said` had it. `waits`: for subagents, whose end wakes it.
   * `runs`: a command of its shell does. `plans`: it may change nothing now.
   */
  | (Caller & {
      readonly event: 'stop';
      readonly message: string | null;
      readonly waits: boolean;
      readonly runs: boolean;
      readonly plans: boolean;
      readonly most_blocks: number | null;
    })
  /** A message of the agent, of a host whose stop has none. */
  | (Caller & { readonly event: 'said'; readonly message: string })
  /**
   * A person wrote to the agent, or the host sent the text of a block. `deliver`: the agent reads the answer.
   * `attended`: a person may be there.
   */
  | (Caller & {
      readonly event: 'prompt';
      readonly text: string;
      readonly deliver: boolean;
      readonly attended: boolean;
    })
  /** The session began, or its context was made anew. */
  | (Caller & { readonly event: 'begin' })
  /** The agent is about to write these files: absolute, or relative to the workspace. */
  | (Caller & { readonly event: 'write'; readonly paths: readonly string[] })
  /** A task of its list is said to be completed, or a teammate has nothing more to do. */
  | (Caller & { readonly event: 'task' });

export type SessionStop = SessionEvent & { readonly event: 'stop' };

interface Caller {
  readonly session: string;
  /** The process that started the hook. */
  readonly pid: number;
}

/** `says`: for the person, in one sentence. */
export type SessionAnswer =
  /** The agent continues, with this text as its prompt. */
  | { readonly answer: 'block'; readonly prompt: string; readonly says?: string }
  /** Nothing is in the way. `context`: text that the agent gets in addition. */
  | { readonly answer: 'pass'; readonly context?: string; readonly says?: string }
  | { readonly answer: 'deny'; readonly reason: string };

const EVENTS: readonly unknown[] = [
  'stop',
  'said',
  'prompt',
  'begin',
  'write',
  'task',
  'show',
] satisfies SessionQuestion['event'][];

/** `null` when the line is no question of this protocol. */
export const readQuestion = (line: string): SessionQuestion | null => {
  const found = parseJson(line);
  if (!isPlainObject(found) || !EVENTS.includes(found['event'])) return null;
  const { event, session, pid, message, most_blocks, paths, text } = found;
  if (event === 'show') return { event, deliver: found['deliver'] === true };
  if (typeof session !== 'string' || !Number.isSafeInteger(pid)) return null;
  const caller = { session, pid: Number(pid) };
  if (event === 'stop')
    return {
      ...caller,
      event,
      message: message === null ? null : textOf(message),
      waits: found['waits'] === true,
      runs: found['runs'] === true,
      plans: found['plans'] === true,
      most_blocks: typeof most_blocks === 'number' ? most_blocks : null,
    };
  if (event === 'write')
    return {
      ...caller,
      event,
      paths: Array.isArray(paths) ? paths.filter((each): each is string => typeof each === 'string') : [],
    };
  if (event === 'said') return { ...caller, event, message: textOf(message) };
  if (event === 'prompt') {
    const { deliver, attended } = found;
    return { ...caller, event, text: textOf(text), deliver: deliver !== false, attended: attended !== false };
  }
  return event === 'begin' || event === 'task' ? { ...caller, event } : null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `null` when the line is no answer of this protocol. */
export const readSessionAnswer = (line: string): SessionAnswer | null => {
  const found = parseJson(line);
  if (!isPlainObject(found)) return null;
  const { answer, prompt, context, reason, says } = found;
  const said = typeof says === 'string' ? { says } : {};
  if (answer === 'block' && typeof prompt === 'string') return { answer, prompt, ...said };
  if (answer === 'deny' && typeof reason === 'string') return { answer, reason };
  if (answer === 'pass') return { answer, ...(typeof context === 'string' ? { context } : {}), ...said };
  return null;
};
