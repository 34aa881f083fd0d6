/**
 * From format 3 to 4: records, fields, config keys, metrics and codes of findings have the names of `docs/concepts.md`. The hash of a
 * recorded config is that of its new names; the one that commits of the run carry is kept as `config_hash_before`.
 *
 * @module
 */
import { hashBytes } from '../ledger-record.ts';
import { isPlainObject, type JsonObject } from '../json.ts';
import { renewSentences } from './plain-sentences.ts';
import type { Migration } from './migration.ts';

export const plainNames: Migration = ({ type, data }) => ({
  type: TYPES.get(type) ?? type,
  data: renameData(type, data),
});

const TYPES: ReadonlyMap<string, string> = new Map([
  ['turn.begun', 'turn.started'],
  ['phase.left', 'phase.exited'],
  ['attempt.void', 'turn.discarded'],
  ['run.settled', 'run.ended'],
  ['list.settled', 'list.ended'],
  ['task.begun', 'task.started'],
  ['task.put_aside', 'task.deferred'],
]);

type Names = Readonly<Record<string, string>>;

const RECORD_KEYS: Readonly<Record<string, Names>> = {
  'run.resumed': { unasked: 'automatic' },
  'turn.begun': { left: 'remaining' },
  'breaker.changed': { spent: 'exhausted', cooled: 'cooled_down' },
  'iteration.decided': { calibration: 'write_detection', probe: 'mutation_check' },
};

const renameData = (type: string, data: JsonObject): JsonObject => {
  if (type === 'run.started') return renameStart(data);
  const renamed = renameHiddenTests(renameKeys(data, RECORD_KEYS[type] ?? {}));
  return type === 'iteration.decided' ? renameDecided(renamed) : renamed;
};

/** Ids of the tests of the hidden suite, which must not be missing after a resume. */
const renameHiddenTests = (data: JsonObject): JsonObject => ({
  ...mapIds(data, ['tests', 'gone']),
  ...(isPlainObject(data['exit']) ? { exit: mapIds(data['exit'], ['tests', 'failing']) } : {}),
});

const mapIds = (data: JsonObject, lists: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      lists.includes(key) && Array.isArray(value) ? value.map(renameHidden) : value,
    ]),
  );

const renameHidden = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^\(held out\)/, '(hidden)') : value;

/** Keeps the order of the keys: a hash may be over them. */
const renameKeys = (data: JsonObject, names: Names): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value]),
  );

const renameStart = (data: JsonObject): JsonObject => {
  const { config, config_hash } = data;
  const named = renameKeys(data, { inventory: 'baseline' });
  // A config that has not its hash is left as it is: who reads it says so.
  if (!isPlainObject(config) || hashBytes(JSON.stringify(config)) !== config_hash) return named;
  const renamed = renameConfig(config);
  return {
    ...named,
    config: renamed,
    config_hash: hashBytes(JSON.stringify(renamed)),
    config_hash_before: config_hash,
  };
};

const renameConfig = (config: JsonObject): JsonObject => {
  const renamed = renameKeys(config, { probe: 'mutation_check' });
  return mapKeys(renamed, {
    tests: (tests) => renameKeys(tests, { held_out: 'hidden' }),
    mutation_check: (check) => renameKeys(check, { faults: 'mutants' }),
    notify: (notify) => renameKeys(notify, { broke_off: 'crashed' }),
    phases: (phase) => mapKeys(phase, { gate_1: renameTexts, gate_2: renameTexts }),
  });
};

const renameDecided = (data: JsonObject): JsonObject =>
  mapKeys(data, {
    mutation_check: renameCheck,
    decision: renameMetrics,
    record: (record) =>
      mapKeys(renameKeys(record, { allowance_used: 'iterations_used' }), {
        metrics: renameMetrics,
        failing: (test) => ({ ...test, file: renameHidden(test['file']) }),
        nearest: renameMetrics,
        findings: (finding) => ({ ...finding, code: CODES.get(String(finding['code'])) ?? finding['code'] }),
      }),
  });

const CODES: ReadonlyMap<string, string> = new Map([
  ['faults.not_tried', 'mutants.not_tested'],
  ['faults.nothing_shown', 'mutants.inconclusive'],
  ['faults.none_noticed', 'mutants.none_killed'],
  ['faults.unnoticed', 'mutants.survived'],
  ['faults.unproven', 'mutants.unproven'],
  ['faults.unproven.more', 'mutants.unproven.more'],
  ['tampering.intruder', 'tampering.unexpected_file'],
]);

const renameCheck = (check: JsonObject): JsonObject =>
  mapKeys(
    renameKeys(check, {
      faults: 'mutants',
      faults_planted: 'mutants_tested',
      faults_noticed: 'mutants_killed',
      nothing_shown: 'inconclusive',
    }),
    { mutants: (mutant) => ({ ...mutant, end: ENDS.get(String(mutant['end'])) ?? mutant['end'] }) },
  );

const ENDS: ReadonlyMap<string, string> = new Map([
  ['noticed', 'killed'],
  ['unnoticed', 'survived'],
]);

/** Applies `changes` to the objects under these keys, or to each object of a list there. */
const mapKeys = (data: JsonObject, changes: Readonly<Record<string, (value: JsonObject) => JsonObject>>): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
      if (change === undefined) return [key, value];
      if (Array.isArray(value)) return [key, value.map((each: unknown) => (isPlainObject(each) ? change(each) : each))];
      return [key, isPlainObject(value) ? change(value) : value];
    }),
  );

const METRIC = /\bfaults_(planted|noticed)\b/g;

const renameText = (text: string): string =>
  renewSentences(text).replaceAll(METRIC, (_, which) => (which === 'planted' ? 'mutants_tested' : 'mutants_killed'));

const renameTexts = (gate: JsonObject): JsonObject =>
  mapValues(gate, (value) => (typeof value === 'string' ? renameText(value) : value));

/** In keys and texts, all the way down: conditions, clauses with their reasons, values by metric. */
const renameMetrics = (data: JsonObject): JsonObject => {
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return renameText(value);
    if (Array.isArray(value)) return value.map(rename);
    return isPlainObject(value) ? renameMetrics(value) : value;
  };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [renameText(key), rename(value)]));
};

const mapValues = (data: JsonObject, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, change(value)]));
