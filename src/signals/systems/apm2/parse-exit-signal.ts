/** Reads the JSON of an exit signal, strictly (rule 3.11). Off unless the environment switches it on. */
import { DualgateError } from '../../../../gates/errors.ts';
import { encodeText } from '../../../base/text/bytes.ts';
import { checkExitSignal, type ExitSignal, MAX_SIGNAL_BYTES, withoutNonces, PROTOCOL, VERSION } from './exit-signal.ts';
import { type ExitReason, nextWorkPhase, type WorkPhase } from '../../../../machines/work-item.refusals.ts';

// The first place at which a text is no JSON, in the words of spec 003: each engine has words of its own, mostly without a place.

/** One token from a place on; blanks before it are skipped. */
const BLANKS = /[ \t\n\r]*/y;
const OPEN_STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;

/** The first place at which the text is wrong. */
interface Gap {
  readonly expected: string;
  readonly at: number;
}

export const explainJson = (text: string): string => {
  const found = readValue(text, 0, 0);
  const end = typeof found === 'number' ? skip(text, found) : found;
  const { expected, at } = typeof end === 'number' ? { expected: 'the end', at: end } : end;
  const before = text.slice(0, at).split('\n');
  return `expected ${expected} at line ${before.length} column ${(before.at(-1) ?? '').length + 1}`;
};

/** Deeper than any exit signal. */
const MAX_DEPTH = 100;

const skip = (text: string, from: number): number => match(BLANKS, text, from) ?? from;

/** The place behind it; `null` where it does not begin. */
const match = (pattern: RegExp, text: string, from: number): number | null => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
};

const readValue = (text: string, from: number, depth: number): number | Gap => {
  const at = skip(text, from);
  const opened = text[at];
  if ((opened === '{' || opened === '[') && depth < MAX_DEPTH)
    return readMembers(text, at, { close: opened === '{' ? '}' : ']', depth: depth + 1 });
  return readString(text, at) ?? match(LITERAL, text, at) ?? { expected: 'a value', at };
};

/** `null` where none begins. A string without its end, or with a wrong letter, ends where it goes wrong. */
const readString = (text: string, at: number): number | Gap | null => {
  if (text[at] !== '"') return null;
  const end = match(OPEN_STRING, text, at) ?? at;
  if (text[end] === '"') return end + 1;
  return { expected: text[end] === '\\' ? 'an escape of JSON' : '`"`', at: end };
};

interface Members {
  readonly close: '}' | ']';
  readonly depth: number;
}

/** Behind the brace or bracket that opens at `from`. */
const readMembers = (text: string, from: number, { close, depth }: Members): number | Gap => {
  let at = skip(text, from + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    if (close === '}') {
      const key = readString(text, skip(text, at)) ?? { expected: '`"`', at: skip(text, at) };
      if (typeof key !== 'number') return key;
      at = skip(text, key);
      if (text[at] !== ':') return { expected: '`:`', at };
      at += 1;
    }
    const value = readValue(text, at, depth);
    if (typeof value !== 'number') return value;
    at = skip(text, value);
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') return { expected: `\`,\` or \`${close}\``, at };
    at += 1;
  }
};

/**
 * An exit signal of APM2 is invalid, or the protocol is off; only from `dualgate/signals`. Fix:
 * docs/reference/signals.md.
 */
export class ExitSignalError extends DualgateError {
  override readonly name = 'ExitSignalError';
  readonly code = 'E_EXIT_SIGNAL';
}

export const FLAG = 'AGENT_EXIT_PROTOCOL_ENABLED';

/** Whether the environment switches the protocol on: `true`, `1` or `yes`. */
export const isExitProtocolEnabled = (env: Readonly<Record<string, string | undefined>>): boolean =>
  ['true', '1', 'yes'].includes(env[FLAG] ?? '');

/**
 * The signal of a text that is nothing else.
 * @param env - `process.env`, or what stands for it where there is no Node
 * @throws {ExitSignalError} with the words of spec 003, also when `env` does not switch the protocol on
 */
export const parseExitSignal = (json: string, env: Readonly<Record<string, string | undefined>>): ExitSignal => {
  if (!isExitProtocolEnabled(env)) throw new ExitSignalError(describeSwitchedOff());
  const read = readExitSignal(json);
  if ('problem' in read) throw new ExitSignalError(read.problem);
  return read.signal;
};

/** As it is, where the words of spec 003 may name a value that nobody set. */
export const describeFlag = ({ [FLAG]: value }: Readonly<Record<string, string | undefined>>): string =>
  value === undefined ? `${FLAG} is not set` : `${FLAG} is ${JSON.stringify(value)}`;

export const describeSwitchedOff = (): string => `exit signal validation is disabled (${FLAG}=false)`;

/** As `parseExitSignal`, as a value and whatever the environment says. */
export const readExitSignal = (json: string): { readonly signal: ExitSignal } | { readonly problem: string } => {
  const bytes = encodeText(json).length;
  if (bytes > MAX_SIGNAL_BYTES) return { problem: `exit signal too long: ${bytes} bytes, at most ${MAX_SIGNAL_BYTES}` };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: `invalid JSON: ${explainJson(json)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'invalid JSON: expected one object' };
  }
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const checked = checkExitSignal(fields);
  const twice = 'signal' in checked ? findDouble(json) : null;
  return twice === null ? checked : { problem: `duplicate field '${twice}'` };
};

/** For an object whose values are all strings: keys and values alternate, and a key may contain escapes. */
const findDouble = (json: string): string | null => {
  const seen = new Set<unknown>();
  const strings = json.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  for (let at = 0; at < strings.length; at += 2) {
    const key: unknown = JSON.parse(strings[at] ?? '""');
    if (seen.has(key)) return String(key);
    seen.add(key);
  }
  return null;
};

/** Names of the signal are the protocol's. */
export interface AgentSessionCompleted {
  /** Id of the agent's own session, or else of the turn; for a work item, the session that held its lease. */
  readonly session_id: string;
  /** The program of the agent; for a work item, who worked in the session. */
  readonly actor_id: string;
  /** The work phase that `signals.phase_map` names for the phase; for a work item, its own phase. */
  readonly phase_completed: WorkPhase;
  /** The agent's. */
  readonly exit_reason: ExitReason;
  /** Absent where the signal has none. */
  readonly pr_url?: string;
  /** Absent where the signal has none. */
  readonly evidence_bundle_ref?: string;
  /** Without the nonce; absent where the signal has none. */
  readonly notes?: string;
  /** The next one of spec 003; `null` where it names none. */
  readonly next_work_phase: WorkPhase | null;
}

/**
 * The event, frozen. It repeats the signal; both gates decide whether a TDD phase is exited.
 * @param parts.session_id - of the agent's own session
 * @param parts.actor_id - who worked in it
 * @example
 *     const event = createSessionCompleted({ session_id: 'session-123', actor_id: 'actor-456', signal: parseExitSignal(json, process.env) });
 * @throws {ExitSignalError} for a signal that the protocol refuses
 */
export const createSessionCompleted = ({
  session_id,
  actor_id,
  signal,
}: {
  readonly session_id: string;
  readonly actor_id: string;
  readonly signal: ExitSignal;
}): AgentSessionCompleted => {
  const checked = checkExitSignal({ ...signal });
  if ('problem' in checked) throw new ExitSignalError(checked.problem);
  return Object.freeze(describeCompletion({ session_id, actor_id, ...checked.signal }));
};

/** The event of fields that were looked at before. */
export const describeCompletion = ({
  session_id,
  actor_id,
  phase_completed,
  exit_reason,
  pr_url,
  evidence_bundle_ref,
  notes: given = '',
}: Omit<AgentSessionCompleted, 'next_work_phase'>): AgentSessionCompleted => {
  const notes = withoutNonces(given);
  return {
    session_id,
    actor_id,
    phase_completed,
    exit_reason,
    ...(pr_url === undefined ? {} : { pr_url }),
    ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    ...(notes === '' ? {} : { notes }),
    next_work_phase: nextWorkPhase(phase_completed, exit_reason),
  };
};

/** The result of a phase; the nonce of the iteration is added to the notes as a separate token (rule 3.8). */
export type ExitSignalParts = Omit<ExitSignal, 'protocol' | 'version'> & { readonly nonce?: string };

/**
 * The signal, frozen; `JSON.stringify` of it is what goes to stdout, from the start of a line.
 * @example
 *     console.log(JSON.stringify(createExitSignal({
 *       phase_completed: 'IMPLEMENTATION', exit_reason: 'completed', notes: 'suite run twice', nonce: process.env.DUALGATE_NONCE,
 *     })));
 * @throws {ExitSignalError} for a field that the protocol refuses
 */
export const createExitSignal = ({ nonce, notes, ...parts }: ExitSignalParts): ExitSignal => {
  const words = [notes, nonce === undefined ? undefined : `nonce:${nonce}`].filter((word) => word !== undefined);
  const checked = checkExitSignal({
    protocol: PROTOCOL,
    version: VERSION,
    ...parts,
    ...(words.length === 0 ? {} : { notes: words.join(' ') }),
  });
  if ('problem' in checked) throw new ExitSignalError(checked.problem);
  return Object.freeze(checked.signal);
};
