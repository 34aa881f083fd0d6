/**
 * The trailers of a run's commits: they bind a commit to its run, its phase, its record in the ledger, and the
 * measured sources. Only this file writes and reads them, for the loop and for proofs.
 */
import type { ChangedTest } from '../evidence/changing/judge-change.ts';
import type { Guard } from '../../gates/record-parts.ts';
import { isPlainObject } from '../ledger/json.ts';
import { parseJson } from '../base/text/parse-json.ts';
import { DualgateError } from '../../gates/errors.ts';

/** A commit of a run cannot be made, read or proven. Fix: docs/how-to/commits.md, docs/how-to/prove.md. */
export class ProofError extends DualgateError {
  override readonly name = 'ProofError';
  readonly code = 'E_PROOF';
}

export interface CommitTrailers {
  readonly run: string;
  /** The phase that was exited; `null` for the commit that a run begins with. */
  readonly phase: string | null;
  /** The iteration in which both gates agreed, from 1; `null` without one: at the start, and for a forced exit. */
  readonly iteration: number | null;
  /** The record of the ledger that decided it: its number, from 0, and its hash, 64 hexadecimal digits. */
  readonly record: { readonly seq: number; readonly hash: string };
  /** Fingerprint (SHA-256) of the measured sources: those of the commit, byte by byte. */
  readonly sources: string;
  /** Hash of the complete config of the run. */
  readonly config: string;
  /** The operator who forced the phase, and why; `null` where both gates agreed (rule 1.6). */
  readonly forced: { readonly by: string; readonly reason: string } | null;
  /** The person who approved these sources; absent where none was asked. */
  readonly approved?: string | undefined;
  /** The spec, if it was given when the run began: only in the first commit. */
  readonly spec?: string | undefined;
  /** Absent when there are none. */
  readonly reopened?: readonly ReopenedTrailer[] | undefined;
  /** Earlier tests that a criterion changed in the phase; absent when there are none. */
  readonly changed?: readonly ChangedTest[] | undefined;
  /** Criteria that already held; absent when there are none. */
  readonly guards?: readonly Guard[] | undefined;
}

/** A frozen test that an operator reopened in the phase, and that was edited. */
export interface ReopenedTrailer {
  readonly file: string;
  /** Its id. */
  readonly test: string;
  readonly by: string;
  readonly reason: string;
}

/** Each key with its value, in order. */
export const listTrailers = (trailers: CommitTrailers): readonly (readonly [key: string, value: string])[] => {
  const { run, phase, iteration, record, sources, config, spec, forced, approved, reopened, changed, guards } =
    trailers;
  return [
    ['Dualgate-Run', run],
    ...(phase === null ? [] : [['Dualgate-Phase', phase] as const]),
    ...(iteration === null ? [] : [['Dualgate-Iteration', String(iteration)] as const]),
    ['Dualgate-Record', `${record.seq} ${record.hash}`],
    ['Dualgate-Sources', sources],
    ['Dualgate-Config', config],
    ...(spec === undefined ? [] : [['Dualgate-Spec', oneLine(spec)] as const]),
    ...(forced === null
      ? []
      : [['Dualgate-Forced', `${nameWithoutColon(forced.by)}: ${oneLine(forced.reason)}`] as const]),
    ...(approved === undefined ? [] : [['Dualgate-Approved', oneLine(approved)] as const]),
    ...(reopened === undefined ? [] : [['Dualgate-Reopened', writeList(reopened)] as const]),
    ...(changed === undefined ? [] : [['Dualgate-Changed', writeList(changed)] as const]),
    ...(guards === undefined ? [] : [['Dualgate-Guards', writeList(guards)] as const]),
  ];
};

/** The fields of an item in one order: the same items are the same text. */
const writeList = (list: readonly object[]): string =>
  JSON.stringify(
    list.map((each) => Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))),
  );

/** The lines of the last paragraph. */
export const writeTrailers = (trailers: CommitTrailers): readonly string[] =>
  listTrailers(trailers).map(([key, value]) => `${key}: ${value}`);

/**
 * Only the last paragraph of a message counts, each key once. @returns `null` without trailers: it is not a commit of a run
 * @throws {ProofError} when it has some, and they are incomplete
 */
export const readTrailers = (message: string): CommitTrailers | null => {
  const last = message.replaceAll('\r\n', '\n').trimEnd().split(/\n\n+/).at(-1) ?? '';
  const lines = last.split('\n').filter((line) => line.startsWith('Dualgate-'));
  if (lines.length === 0) return null;
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, key, value] = /^Dualgate-([A-Z][a-z]+): (\S.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined || !KEYS.has(key)) throw refuse(`it has ${quote(line)}`);
    if (found.has(key)) throw refuse(`it has Dualgate-${key} twice`);
    found.set(key, value);
  }
  const read = (key: string, form: RegExp): RegExpExecArray => {
    const match = form.exec(found.get(key) ?? '');
    if (match === null) throw refuse(`its Dualgate-${key} is missing or wrong (got ${quote(found.get(key) ?? '')})`);
    return match;
  };
  const [, seq = '', hash = ''] = read('Record', /^(0|[1-9]\d{0,14}) ([0-9a-f]{64})$/);
  const forced = found.has('Forced') ? read('Forced', /^([^:]*[^:\s]): (\S.*)$/) : null;
  const phase = found.get('Phase') ?? null;
  const iteration = found.has('Iteration') ? Number(read('Iteration', /^[1-9]\d{0,8}$/)[0]) : null;
  if ((phase !== null && forced === null) !== (iteration !== null))
    throw refuse('a phase is exited either in an iteration or by a forced exit, and it does not say which');
  if (found.has('Approved') && iteration === null) throw refuse('it names an approval, and no iteration');
  if (phase === null && forced !== null) throw refuse('it names a forced exit without a phase');
  return {
    run: read('Run', /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)[0],
    phase,
    iteration,
    record: { seq: Number(seq), hash },
    sources: read('Sources', /^[0-9a-f]{64}$/)[0],
    config: read('Config', /^[0-9a-f]{64}$/)[0],
    ...(found.has('Spec') ? { spec: read('Spec', /^\S.*$/)[0] } : {}),
    forced: forced === null ? null : { by: forced[1] ?? '', reason: forced[2] ?? '' },
    ...(found.has('Approved') ? { approved: found.get('Approved') } : {}),
    ...(found.has('Reopened') ? { reopened: readList('Reopened', found.get('Reopened') ?? '', isReopened) } : {}),
    ...(found.has('Changed') ? { changed: readList('Changed', found.get('Changed') ?? '', isChanged) } : {}),
    ...(found.has('Guards') ? { guards: readList('Guards', found.get('Guards') ?? '', isGuard) } : {}),
  };
};

const KEYS: ReadonlySet<string> = new Set([
  'Run',
  'Phase',
  'Iteration',
  'Record',
  'Sources',
  'Config',
  'Spec',
  'Forced',
  'Approved',
  'Reopened',
  'Changed',
  'Guards',
]);

/** @throws {ProofError} when it is empty, or one of its items has another shape */
const readList = <T>(key: string, value: string, isItem: (item: unknown) => item is T): readonly T[] => {
  const list = parseJson(value);
  if (Array.isArray(list) && list.length > 0 && list.every(isItem)) return list;
  throw refuse(`its Dualgate-${key} is wrong (got ${quote(value)})`);
};

const hasTexts = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string');

/** The spec or the agent named it. */
const isNamed = (by: unknown): boolean => by === 'spec' || by === 'agent';

const isReopened = (value: unknown): value is ReopenedTrailer =>
  isPlainObject(value) && hasTexts(value, ['file', 'test', 'by', 'reason']);

const isChanged = (value: unknown): value is ChangedTest =>
  isPlainObject(value) &&
  hasTexts(value, ['test', 'file', 'because']) &&
  isNamed(value['by']) &&
  (value['what'] === 'edited' || value['what'] === 'removed');

const isGuard = (value: unknown): value is Guard =>
  isPlainObject(value) &&
  hasTexts(value, ['id', 'why']) &&
  isNamed(value['by']) &&
  Array.isArray(value['tests']) &&
  value['tests'].every((test) => typeof test === 'string');

/** Words of others must not begin a line: it could be a trailer. */
export const oneLine = (text: string): string => {
  // oxlint-disable-next-line no-control-regex -- control characters have no place in a message
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
  return line === '' ? '(none given)' : line;
};

const nameWithoutColon = (name: string): string => oneLine(name.replaceAll(':', ' '));

const quote = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);

const refuse = (what: string): ProofError =>
  new ProofError(
    `Cannot read the commit message: ${what}. dualgate did not write it, or it was changed since. See git log.`,
  );
