/**
 * The native status block: what a `---PRP_PHASE_STATUS---` block says, for one iteration (RULES 3.6 to 3.9).
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import { parseBlockFields, type BlockField } from './block-fields.ts';
import type { Block, BlockMarkers } from './collect-block.ts';
import { contradictsItself, readList } from './contradiction.ts';
import { readDecidingKey, readSignalKey } from './deciding-keys.ts';
import { readClaims } from './read-claims.ts';
import { findMismatch, type SignalBinding } from './signal-binding.ts';

/** The lines around a block, each alone on its line. */
export const PRP_MARKERS = {
  opens: '---PRP_PHASE_STATUS---',
  closes: '---END_PRP_PHASE_STATUS---',
} as const satisfies BlockMarkers;

/** Blockers kept of a block, and characters kept of each. */
const MAX_BLOCKERS = { items: 20, characters: 300 } as const;

/** A signal without a block that says anything: `value` null, and why. `line`: of a block that was shown and not said. */
export const noSignal = (reason: SignalReason, line: number | null = null): Signal => ({
  value: null,
  source: null,
  dialect: 'prp',
  line,
  reason,
  status: null,
  blockers: [],
  refactoring_complete: false,
});

/** Reads the deciding block. Binding comes before content: of a block for another iteration nothing is taken. */
export const judgePrpBlock = (block: Block, binding: SignalBinding): Signal => {
  const unread = (reason: SignalReason): Signal => ({ ...noSignal(reason, block.line), source: 'block' });
  if (!block.closed) return unread('unterminated_block');
  if (block.tooLong) return unread('block_too_long');
  const fields = parseBlockFields(block.lines);
  const mismatch = findMismatch(fields, binding);
  if (mismatch !== null) return unread(mismatch);
  const claims = readClaims(fields);
  const blockers = readList(fields, 'BLOCKERS').slice(0, MAX_BLOCKERS.items);
  return {
    ...unread('signal_missing'),
    ...judgeWord(fields, block.lines, binding),
    status: readStatus(fields),
    blockers: blockers.map((blocker) => blocker.slice(0, MAX_BLOCKERS.characters)),
    refactoring_complete: readBoolean(readDecidingKey(fields, 'REFACTORING_COMPLETE')) === true,
    ...(Object.keys(claims).length === 0 ? {} : { claims }),
  };
};

const judgeWord = (
  fields: readonly BlockField[],
  lines: readonly string[],
  binding: SignalBinding,
): Pick<Signal, 'value' | 'reason'> => {
  const word = readSignalKey(fields, lines, 'EXIT_SIGNAL');
  const status = readDecidingKey(fields, 'STATUS');
  if (word.found === 'conflict' || status.found === 'conflict') return { value: null, reason: 'duplicate_field' };
  if (word.found === 'none') return { value: null, reason: 'signal_missing' };
  const value = readBoolean(word);
  if (value === null) return { value, reason: isPlaceholder(word.value) ? 'placeholder' : 'invalid_value' };
  if (!value) return { value, reason: 'explicit_false' };
  const known = readStatus(fields);
  if (status.found === 'one' && known === null) {
    return { value: null, reason: isPlaceholder(status.value) ? 'placeholder' : 'invalid_value' };
  }
  return contradictsItself(fields, known, binding)
    ? { value: false, reason: 'contradiction' }
    : { value, reason: 'explicit_true' };
};

const readStatus = (fields: readonly BlockField[]): Signal['status'] => {
  const status = readDecidingKey(fields, 'STATUS');
  const word = status.found === 'one' ? status.value.toUpperCase() : '';
  return word === 'IN_PROGRESS' || word === 'BLOCKED' || word === 'COMPLETE' ? word : null;
};

const readBoolean = (reading: ReturnType<typeof readDecidingKey>): boolean | null => {
  const word = reading.found === 'one' ? reading.value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : null;
};

// `true | false`, `<true/false>`, `IN_PROGRESS | BLOCKED | COMPLETE`
const isPlaceholder = (value: string): boolean =>
  /^[<[({]?[ \t]*\w+(?:[ \t]*[|/][ \t]*\w+)+[ \t]*[>\])}]?$/.test(value);
