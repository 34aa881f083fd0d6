/** The meaning of a block of `KEY: value` fields for one iteration (rules 3.7 to 3.9). */
import {
  type BlockField,
  parseNestedField,
  parseBlockFields,
  readDecidingKey,
  readSignalKey,
  unreadBlock,
  readGuards,
  carriesNonce,
  findMismatch,
  type SignalBinding,
} from './block-fields.ts';
import type { Signal, Reported } from '../../../gates/iteration.ts';
import type { SignalReason } from '../../../gates/signal-reasons.ts';
import type { Block } from './place-lines.ts';
import { contradictsItself, readList } from './contradiction.ts';

// No gate uses claims (rules 1.6, 2.1): they are compared with the measurement.

/** Key of the block, nested or not → metric. */
const CLAIMS: Readonly<Record<string, string>> = {
  TESTS_TOTAL: 'tests_total',
  TESTS_PASSING: 'tests_passing',
  TESTS_FAILING: 'tests_failing',
  TESTS_SKIPPED: 'tests_skipped',
  FILES_CREATED: 'files_created',
  FILES_MODIFIED: 'files_modified',
  FILES_DELETED: 'files_deleted',
  BUILD: 'build_ok',
  BUILD_OK: 'build_ok',
  BUILD_STATUS: 'build_ok',
  TYPES: 'types_ok',
  TYPES_OK: 'types_ok',
  TYPECHECK: 'types_ok',
  LINT: 'lint_ok',
  LINT_OK: 'lint_ok',
  GIT_CLEAN: 'git_clean',
  COVERAGE: 'coverage_lines',
  COVERAGE_LINES: 'coverage_lines',
};

/** A value that is neither a number nor a yes or no claims nothing. The last of duplicate keys counts. */
const readClaims = (fields: readonly BlockField[]): Readonly<Record<string, number | boolean>> => {
  const claims = new Map<string, number | boolean>();
  const add = (key: string, value: string): void => {
    const metric = Object.hasOwn(CLAIMS, key) ? CLAIMS[key] : undefined;
    const claim = metric === undefined ? null : /_ok$|^git_clean$/.test(metric) ? readFlag(value) : readNumber(value);
    if (metric !== undefined && claim !== null) claims.set(metric, claim);
  };
  for (const { name, value, below } of fields) {
    add(name, value);
    if (name !== 'TESTS' && name !== 'FILES') continue;
    for (const line of below) {
      const nested = parseNestedField(line);
      if (nested !== null) add(`${name}_${nested.name}`, nested.value);
    }
  }
  return Object.fromEntries(claims);
};

/** `12`, `12/12`, `93.4 %`: the number before anything else, rounded down. */
const readNumber = (value: string): number | null => {
  const [, whole] = /^(\d{1,9})(?:\.\d+)?(?:\s*(?:%|\/.*))?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole);
};

const readFlag = (value: string): boolean | null => {
  const word = value.toLowerCase();
  if (/^(?:true|yes|ok|pass|passes|passed|passing|clean|success)$/.test(word)) return true;
  return /^(?:false|no|fail|fails|failed|failing|broken)$/.test(word) ? false : null;
};

interface SignalKey {
  readonly dialect: string;
  readonly key: string;
  readonly yes: string;
  readonly no: string;
}

/** Kept of lists and texts. */
const MAX = { items: 20, characters: 300 } as const;

export const readAsFields = (signal: SignalKey) => ({
  key: signal.key,
  judge: (block: Block, binding: SignalBinding, keys: readonly string[]): Signal =>
    judgeFields(block, { binding, signal, others: keys.filter((key) => key !== signal.key) }),
  carriesNonce: (block: Block, nonce: string): boolean =>
    carriesNonce(parseBlockFields(block.form.tidy(block.lines)), nonce),
});

interface FieldsQuestion {
  readonly binding: SignalBinding;
  readonly signal: SignalKey;
  /** Keys that carry the signal of other dialects. */
  readonly others: readonly string[];
}

/** Reads the deciding block. Binding comes before content: nothing is taken from a block for another iteration. */
const judgeFields = (block: Block, { binding, signal, others }: FieldsQuestion): Signal => {
  const { dialect } = signal;
  const lines = block.form.tidy(block.lines);
  const fields = parseBlockFields(lines);
  const unread = (reason: SignalReason): Signal => unreadBlock(reason, { dialect, line: block.line });
  if (block.form.endsAnywhere && isLeftOpen(fields)) return unread('unterminated_block');
  if (block.form.endsAnywhere && (lines.some(isForeign) || fields.some(({ key }) => others.includes(key))))
    return unread('foreign_line');
  // Fields beside a block and not in it: asking for the nonce first would not help.
  if (fields.length === 0) return unread('signal_missing');
  const mismatch = findMismatch(fields, binding);
  if (mismatch !== null) return unread(mismatch);
  const claims = readClaims(fields);
  const told = readReported(fields);
  const guards = readGuards(fields.flatMap(({ name, value, below }) => (name === 'GUARD' ? [value, ...below] : [])));
  const status = readStatus(fields);
  return {
    ...unread('signal_missing'),
    ...judgeSignal(fields, { lines, binding, signal }),
    status,
    blockers: readBlockers(fields, status),
    refactoring_complete: readYesNo(fields, 'REFACTORING_COMPLETE') === true,
    ...(Object.keys(claims).length === 0 ? {} : { claims }),
    ...(Object.keys(told).length === 0 ? {} : { told }),
    ...(guards.length === 0 ? {} : { guards }),
  };
};

/** A block without an end marker may be continued by other text: words that are no field of it invalidate it. */
const isForeign = (line: string): boolean => !/^(?:[ \t#]|-(?:[ \t]|$)|$)|^[A-Za-z_]\w*[ \t]*:/.test(line);

/** A block without an end marker, whose last field has no value: the value may come later. */
const isLeftOpen = (fields: readonly BlockField[]): boolean => {
  const last = fields.at(-1);
  return last !== undefined && last.value === '' && last.below.every((line) => line.trim() === '');
};

interface SignalQuestion {
  readonly lines: readonly string[];
  readonly binding: SignalBinding;
  readonly signal: SignalKey;
}

const judgeSignal = (
  fields: readonly BlockField[],
  { lines, binding, signal }: SignalQuestion,
): Pick<Signal, 'value' | 'reason'> => {
  const word = readSignalKey(fields, lines, signal.key);
  const status = readDecidingKey(fields, 'STATUS');
  if (word.found === 'conflict' || status.found === 'conflict') return { value: null, reason: 'duplicate_field' };
  if (word.found === 'none') return { value: null, reason: 'signal_missing' };
  const said = word.value.toLowerCase();
  const value = said === signal.yes ? true : said === signal.no ? false : null;
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

/** For a dialect without BLOCKERS: a BLOCKED block gives its reason in other fields. */
const readBlockers = (fields: readonly BlockField[], status: Signal['status']): readonly string[] => {
  const named = readList(fields, 'BLOCKERS');
  const others = ['EXIT_REASON', 'REMAINING_WORK', 'RECOMMENDATION'].map((key) => readList(fields, key));
  const blockers = named.length > 0 || status !== 'BLOCKED' ? named : (others.find(({ length }) => length > 0) ?? []);
  return blockers.slice(0, MAX.items).map((blocker) => blocker.slice(0, MAX.characters));
};

// `true | false`, `<true/false>`, `{COMPLETE|CONTINUE}`, `IN_PROGRESS | BLOCKED | COMPLETE`
const isPlaceholder = (value: string): boolean =>
  /^[<[({]?[ \t]*\w+(?:[ \t]*[|/][ \t]*\w+)+[ \t]*[>\])}]?$/.test(value);

/** The last of duplicate keys counts; a duplicate override, which may lift a threshold, does not. */
const readReported = (fields: readonly BlockField[]): Reported => {
  const last = (key: string): string | undefined => fields.findLast(({ name }) => name === key)?.value;
  const progress = readPercent(last('PROGRESS_PERCENT'));
  const confidence = readConfidence(last('EXIT_CONFIDENCE') ?? last('CONFIDENCE'));
  const override = readYesNo(fields, 'EXIT_OVERRIDE');
  const tests = last('TESTS_STATUS')?.toLowerCase().slice(0, MAX.characters);
  const because = last('EXIT_REASON')?.slice(0, MAX.characters);
  const remaining = readList(fields, 'REMAINING_WORK').map((item) => item.slice(0, MAX.characters));
  return {
    ...(progress === null ? {} : { progress_percent: progress }),
    ...(confidence === null ? {} : { confidence }),
    ...(override === null ? {} : { override }),
    ...(tests === undefined || tests === '' ? {} : { tests_status: tests }),
    ...(remaining.length === 0 ? {} : { remaining_work: remaining.slice(0, MAX.items) }),
    ...(because === undefined || because === '' ? {} : { because }),
  };
};

const readPercent = (value: string | undefined): number | null => {
  const [, digits] = /^(\d{1,3})(?:\.\d+)?[ \t]*%?$/.exec(value ?? '') ?? [];
  return digits === undefined || Number(digits) > 100 ? null : Number(digits);
};

const readConfidence = (value: string | undefined): NonNullable<Reported['confidence']> | null => {
  const word = value?.toLowerCase();
  return word === 'high' || word === 'medium' || word === 'low' ? word : null;
};

const readYesNo = (fields: readonly BlockField[], key: string): boolean | null => {
  const reading = readDecidingKey(fields, key);
  const word = reading.found === 'one' ? reading.value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : null;
};
