/** The fields of a status block: `KEY: value` at column 0, with the indented lines and list items below it. */
import type { NamedGuard } from '../../../gates/record-parts.ts';
import type { Signal } from '../../../gates/iteration.ts';
import type { SignalReason } from '../../../gates/signal-reasons.ts';
import { plainLine } from '../../base/text/plain-line.ts';

const MAX = { guards: 20, characters: 300 } as const;

const LINE = /^(?:[-*]\s+)?GUARD:\s*(\S.*)$/;

export const isGuardLine = (line: string): boolean => LINE.test(line);

export const readGuardLines = (lines: readonly string[]): readonly NamedGuard[] =>
  readGuards(lines.flatMap((line) => LINE.exec(line)?.[1] ?? []));

/** With or without a colon or a dash behind the id. */
export const readGuards = (lines: readonly string[]): readonly NamedGuard[] =>
  lines
    .flatMap((line) => {
      const [, id, why = ''] = /^\s*([A-Za-z][\w.-]*\d)(?:\s*[:–—-])?(?:\s+(.*))?$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id, why: why.trim().slice(0, MAX.characters) }];
    })
    .slice(0, MAX.guards);

/** @param line - of a block that was shown, not said */
export const noSignal = (reason: SignalReason, dialect: string | null, line: number | null = null): Signal => ({
  value: null,
  source: null,
  dialect,
  line,
  reason,
  status: null,
  blockers: [],
  refactoring_complete: false,
});

const MAX_DETAIL = 200;

interface FoundBlock {
  readonly dialect: string;
  readonly line: number;
  readonly detail?: string | undefined;
  /** How the agent can give the nonce. @default as a line of the block */
  readonly carryNonce?: string;
}

export const unreadBlock = (
  reason: SignalReason,
  {
    dialect,
    line,
    detail,
    carryNonce = 'print NONCE: VALUE in the block, with the value of $DUALGATE_NONCE',
  }: FoundBlock,
): Signal => ({
  ...noSignal(reason, dialect, line),
  source: 'block',
  ...(detail === undefined ? {} : { detail: plainLine(detail, MAX_DETAIL) }),
  ...(isOfNonce(reason) ? { way_out: describeWaysOut(carryNonce) } : {}),
});

const isOfNonce = (reason: SignalReason): boolean => reason === 'nonce_missing' || reason === 'stale_signal';

/** Each remedy works without the others. */
const describeWaysOut = (carryNonce: string): string =>
  `To fix this, ${carryNonce}; or run the signal command, "$DUALGATE_SIGNAL" exit --reason TEXT, instead of the block; or let an operator start a new run with signals.require_nonce: false`;

export interface BlockField {
  readonly key: string;
  /** The key in upper case: to veto, it may be written in any way. */
  readonly name: string;
  readonly value: string;
  /** Lines below it, without indentation and list dash, as written. */
  readonly below: readonly string[];
}

export const FIELD = /^([A-Za-z_]\w*)[ \t]*:(.*)$/;

/** Reads the lines between the markers. Lines that are neither a field nor below one are ignored. */
export const parseBlockFields = (lines: readonly string[]): readonly BlockField[] => {
  const fields: (Omit<BlockField, 'below'> & { below: string[] })[] = [];
  for (const line of lines) {
    const [, key, value = ''] = FIELD.exec(line) ?? [];
    if (key !== undefined) fields.push({ key, name: key.toUpperCase(), value: readScalar(value), below: [] });
    else if (/^[ \t-]/.test(line)) fields.at(-1)?.below.push(line.replace(/^[ \t]*(?:-(?:[ \t]+|$))?/, ''));
  }
  return fields;
};

/** A nested `KEY: value` line, its key in upper case; or `null`. */
export const parseNestedField = (line: string): Pick<BlockField, 'name' | 'value'> | null => {
  const [, key, value = ''] = FIELD.exec(line) ?? [];
  return key === undefined ? null : { name: key.toUpperCase(), value: readScalar(value) };
};

/** A value without matching quotes around it and without a trailing ` # comment` (rule 3.7). */
export const readScalar = (raw: string): string => {
  const text = raw.trim();
  const quoted = /^(?:"([^"]*)"|'([^']*)')(?:[ \t]+#.*)?$/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  const comment = /(?:^|[ \t])#/.exec(text)?.index;
  return (comment === undefined ? text : text.slice(0, comment)).trim();
};

// Only the exact key can satisfy; to veto, a key may be written in any way, so that a second, different value is never overlooked.

export type Reading =
  | { readonly found: 'one'; readonly value: string }
  | { readonly found: 'none' }
  | { readonly found: 'conflict' };

/** A key may occur several times with equal values (rule 3.7). */
export const readDecidingKey = (fields: readonly BlockField[], key: string): Reading =>
  agree(fields.filter(({ name }) => name === key).map(({ value }) => value));

/** As `readDecidingKey`, for the signal itself: the key must match exactly, and the same word in a list, bold or indented must not differ. */
export const readSignalKey = (fields: readonly BlockField[], lines: readonly string[], key: string): Reading => {
  if (!fields.some((field) => field.key === key)) return { found: 'none' };
  const strict = readDecidingKey(fields, key);
  if (strict.found !== 'one') return strict;
  const loose = lines.flatMap((line) => looseValue(line, key));
  return agree([strict.value, ...loose]);
};

const agree = (values: readonly string[]): Reading => {
  const [first, ...others] = values;
  if (first === undefined) return { found: 'none' };
  return others.every((other) => fold(other) === fold(first)) ? { found: 'one', value: first } : { found: 'conflict' };
};

const looseValue = (line: string, key: string): readonly string[] => {
  // Fields at column 0 were already read.
  if (/^[A-Za-z]/.test(line)) return [];
  const bare = line.replaceAll(/[*`>]/g, '').replace(/^[ \t+-]*/, '');
  const [, name = '', value = ''] = /^(\w+)[ \t]*:(.*)$/.exec(bare) ?? [];
  return fold(name) === key ? [readScalar(value)] : [];
};

const fold = (word: string): string => word.toUpperCase();

// A quoted, cached or replayed block is for another phase or iteration (rule 3.8).

export interface SignalBinding {
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** `null`: none was issued (`check`, `require_nonce: false`). */
  readonly nonce: string | null;
  /** The required result of the tests in the phase, for contradictions (rule 3.9). */
  readonly tests: 'must_fail' | 'must_pass';
  /** Number of tests at the start of the run, which may pass while new tests must fail (rule 2.5). @default 0 */
  readonly existingTests?: number | undefined;
  /** In a dialect that has work phases (rule 3.11). @default its own default */
  readonly workPhase?: string | undefined;
  /** The caller wants only the words of the block: it may be of another turn. @default false */
  readonly ofAnyTurn?: boolean;
}

/** Why the block is not for this iteration, or `null` if it is. PHASE and ITERATION count if they are given. */
export const findMismatch = (fields: readonly BlockField[], binding: SignalBinding): SignalReason | null => {
  const keyed = (key: string) => readDecidingKey(fields, key);
  const [nonce, phase, iteration] = [keyed('NONCE'), keyed('PHASE'), keyed('ITERATION')];
  if (nonce.found === 'conflict') return 'duplicate_field';
  if (binding.ofAnyTurn === true) return null;
  if (binding.nonce !== null && (nonce.found === 'none' || nonce.value === '')) return 'nonce_missing';
  if (binding.nonce !== null && !carriesNonce(fields, binding.nonce)) return 'stale_signal';
  if (phase.found === 'conflict') return 'duplicate_field';
  if (phase.found === 'one' && phase.value.toUpperCase() !== binding.phase.toUpperCase()) return 'phase_mismatch';
  if (iteration.found === 'conflict') return 'duplicate_field';
  if (iteration.found === 'none') return null;
  if (!/^\d+$/.test(iteration.value)) return 'invalid_value';
  return Number(iteration.value) === binding.iteration ? null : 'iteration_mismatch';
};

/** Whether every NONCE of the block is exactly this one. */
export const carriesNonce = (fields: readonly BlockField[], nonce: string): boolean => {
  const nonces = fields.filter(({ name }) => name === 'NONCE');
  return nonce !== '' && nonces.length > 0 && nonces.every((field) => field.value === nonce);
};
