/**
 * From format 2 to 3: the notes of an iteration, which were sentences, are findings with a code each. What a sentence was about
 * is read from it here and nowhere else.
 *
 * @module
 */
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../../findings/findings.ts';
import { isPlainObject, type JsonObject } from '../json.ts';
import type { Migration } from './migration.ts';

export const structureNotes: Migration = ({ type, data }) => {
  const { record } = data;
  if (type !== 'iteration.decided' || !isPlainObject(record) || !('notes' in record)) return { type, data };
  const { notes, ...rest } = record;
  const sentences = Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  const { metrics } = rest;
  const isIntact = !isPlainObject(metrics) || metrics['tests_intact'] !== false;
  const findings = sentences.map((sentence): JsonObject => ({ ...recognise(sentence, isIntact) }));
  return { type, data: { ...data, record: { ...rest, findings } } };
};

/** Of an iteration whose frozen things were touched, a sentence about nothing else is about that. */
const recognise = (sentence: string, isIntact: boolean): Finding => {
  const [, test, states] =
    /^Flaky on one and the same tree: "(.*)" ((?:passed|failed|skipped)(?:, then \w+)+)\.$/s.exec(sentence) ?? [];
  if (test !== undefined && states !== undefined)
    return finding('tests.flaky', { test, states: states.split(', then ') });
  if (/ ha(?:s|ve) no (?:passing test|test yet)\b/.test(sentence)) return finding('criteria.recorded', { sentence });
  return finding(isIntact ? 'recorded' : 'tampering.recorded', { sentence });
};
