/**
 * Reads the JSON of an exit signal, strictly: one object, no field twice, none that the protocol has not, nothing around it
 * (rule 3.11). Off unless the environment switches it on.
 *
 * @module
 */
import { DualgateError } from '../../../gates/errors.ts';
import { encodeText } from '../../text/bytes.ts';
import { checkExitSignal, type ExitSignal, MAX_SIGNAL_BYTES } from './exit-signal.ts';
import { explainJson } from './explain-json.ts';

/**
 * An exit signal of APM2 is invalid, or the protocol is off; only from `dualgate/signals`. Fix:
 * docs/reference/signals.md.
 */
export class ExitSignalError extends DualgateError {
  override readonly name = 'ExitSignalError';
  readonly code = 'E_EXIT_SIGNAL';
}

/** The variable that switches the protocol on. */
export const FLAG = 'AGENT_EXIT_PROTOCOL_ENABLED';

/** Whether the environment switches the protocol on: `true`, `1` or `yes`. */
export const isExitProtocolEnabled = (env: Readonly<Record<string, string | undefined>>): boolean =>
  ['true', '1', 'yes'].includes(env[FLAG] ?? '');

/**
 * The signal of a text that is nothing else.
 *
 * @param env - `process.env`, or what stands for it where there is no Node
 * @throws {ExitSignalError} with the words of spec 003, also when `env` does not switch the protocol on
 */
export const parseExitSignal = (json: string, env: Readonly<Record<string, string | undefined>>): ExitSignal => {
  if (!isExitProtocolEnabled(env)) throw new ExitSignalError(describeSwitchedOff());
  const read = readExitSignal(json);
  if ('problem' in read) throw new ExitSignalError(read.problem);
  return read.signal;
};

/** The message when the protocol is off. */
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
