/**
 * From format 2 to 3: in `iteration.decided`, `record.findings` are data with a code (before: sentences, `record.notes`), and a clause
 * that is not met names its `metrics`. The topic of a sentence or of a clause is read from its text here and nowhere else.
 *
 * @module
 */
import { namesIn as namesInExpression } from '../../../gates/conditions/expression.ts';
import { parseCondition } from '../../../gates/conditions/parse-condition.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../../findings/findings.ts';
import { isPlainObject, type JsonObject } from '../json.ts';
import type { Migration } from './migration.ts';

export const structureNotes: Migration = ({ type, data }) => {
  if (type !== 'iteration.decided') return { type, data };
  const { record, decision } = data;
  return {
    type,
    data: {
      ...data,
      ...(isPlainObject(record) && 'notes' in record ? { record: withFindings(record) } : {}),
      ...(isPlainObject(decision) ? { decision: withMetrics(decision) } : {}),
    },
  };
};

const withFindings = ({ notes, ...record }: JsonObject): JsonObject => {
  const sentences = Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  const { metrics } = record;
  const isIntact = !isPlainObject(metrics) || metrics['tests_intact'] !== false;
  return { ...record, findings: sentences.map((sentence): JsonObject => ({ ...recognise(sentence, isIntact) })) };
};

/** If frozen files of the iteration were touched, a sentence about nothing else is about that. */
const recognise = (sentence: string, isIntact: boolean): Finding => {
  const [, test, states] =
    /^Flaky on one and the same tree: "(.*)" ((?:passed|failed|skipped)(?:, then \w+)+)\.$/s.exec(sentence) ?? [];
  if (test !== undefined && states !== undefined)
    return { ...finding('tests.flaky', { test, states: states.split(', then ') }), text: sentence };
  if (/ ha(?:s|ve) no (?:passing test|test yet)\b/.test(sentence)) return finding('criteria.recorded', { sentence });
  return finding(isIntact ? 'recorded' : 'tampering.recorded', { sentence });
};

const withMetrics = (decision: JsonObject): JsonObject => ({
  ...decision,
  ...gateOf(decision, 'gate_1'),
  ...gateOf(decision, 'gate_2'),
});

const gateOf = (decision: JsonObject, name: 'gate_1' | 'gate_2'): JsonObject => {
  const gate = decision[name];
  if (!isPlainObject(gate) || !Array.isArray(gate['unmet'])) return {};
  const isFunction = namesInText(gate['condition']) === null;
  const unmet = gate['unmet'].map((each: unknown) =>
    isPlainObject(each) ? { ...each, metrics: namesIn(each, isFunction) } : each,
  );
  return { [name]: { ...gate, unmet } };
};

/** A record for another phase, and a gate that broke: no value of a metric meets them. */
const WITHOUT_METRICS: ReadonlySet<unknown> = new Set(['1.1', '1.7']);

/** A clause without a rule is one of the gate's own, and a gate that was a function stated none. */
const namesIn = ({ clause, rule }: JsonObject, isFunction: boolean): readonly string[] =>
  WITHOUT_METRICS.has(rule) || (rule === undefined && isFunction) ? [] : (namesInText(clause) ?? []);

/** The names that a condition asks for; `null` for what is no condition. */
const namesInText = (text: unknown): readonly string[] | null => {
  if (typeof text !== 'string') return null;
  try {
    return namesInExpression(parseCondition(text));
  } catch {
    return null;
  }
};
