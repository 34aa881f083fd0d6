/** Measures of one's own: they run when a condition asks for them and the tests are as it wants them. */
import type { Metrics } from '../../../gates/metrics.ts';
import type { MeasureFunction, OwnMeasure, OwnMetric } from '../../project/config/own-measure.ts';
import { finding } from '../findings/findings.ts';
import { compareFingerprints } from '../../project/sources/fingerprint.ts';
import { parseJson, isMap } from '../../base/text/parse-json.ts';
import { listWriting, testsAreThere, waitsForTests } from './checks.measure.ts';
import { asksFor, type Found, type Measure, type Measured, type Question } from './measure.ts';
import { metricsOfOwn } from './metrics-of-measures.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

export const measureOfUser = (own: OwnMeasure): Measure => ({
  after: 'tests',
  metrics: metricsOfOwn(own),
  measure: async (question) => {
    const { gate, known } = question;
    if (!asksFor(gate, own.metrics)) return { metrics: {} };
    if (!testsAreThere(gate, known)) return { metrics: {}, findings: [waitsForTests(gate, [own.name])] };
    const { values, problems, looks = [], findings = [] } = await ask(own, question);
    const read = values === null ? { metrics: {}, problems: [] } : readValues(own, values);
    return {
      metrics: read.metrics,
      findings: [
        ...[...problems, ...read.problems].map((problem) =>
          finding('measure.not_measured', { measure: own.name, problem }),
        ),
        ...findings,
      ],
      found: { looks: [...(question.found.looks ?? []), ...looks] },
    };
  },
});

interface Answer extends Pick<Found, 'looks'>, Pick<Measured, 'findings'> {
  /** Null where there are none. */
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly string[];
}

const ask = async ({ name, command, measure, timeout_ms }: OwnMeasure, question: Question): Promise<Answer> => {
  if (measure !== null) return callFunction(measure, timeout_ms, question);
  const ran = await question.runCheck({ name, command: command ?? [], timeout_ms });
  const { result, after, stdout } = ran;
  const common = {
    looks: [after],
    findings: listWriting(question.found.looks?.at(-1) ?? question.tests.after, [ran], 'measure'),
  };
  if (result.ok !== true) return { values: null, problems: [`${result.because} (${result.command})`], ...common };
  const values = parseJson(stdout ?? '');
  return isMap(values)
    ? { values, problems: [], ...common }
    : { values: null, problems: [`stdout is not one JSON object (${result.command})`], ...common };
};
const callFunction = async (
  measure: MeasureFunction,
  timeoutMs: number,
  { config, gate, iteration, base, before, tests: { after }, abort }: Question,
): Promise<Answer> => {
  const { created, modified, deleted } = compareFingerprints(before, after);
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([abort, deadline]);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () =>
      reject(new Error(`it reached its time limit of ${timeoutMs / 1_000} s (timeout of the measure)`)),
    );
    abort.addEventListener('abort', () => reject(new Error('it was cancelled')));
  });
  try {
    const question = {
      folder: config.folder,
      phase: gate.phase.phase,
      iteration,
      base,
      files: [...after.files.keys()],
      changed: { created, modified, deleted },
      signal,
    };
    const values: unknown = await Promise.race([(async () => measure(question))(), late]);
    abort.throwIfAborted();
    return isMap(values) ? { values, problems: [] } : { values: null, problems: ['it returned no object'] };
  } catch (error) {
    abort.throwIfAborted();
    return { values: null, problems: [describeCause(error)] };
  }
};

/** The limit of values in conditions: twelve digits. */
const MAX_NUMBER = 999_999_999_999;

const readValues = (
  { metrics: wanted }: OwnMeasure,
  values: Readonly<Record<string, unknown>>,
): { readonly metrics: Metrics; readonly problems: readonly string[] } => {
  const fit: (readonly [string, number | boolean])[] = [];
  const problems: string[] = [];
  for (const [name, { type }] of Object.entries(wanted)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (isOfType(value, type)) fit.push([name, value]);
    else problems.push(`${name} must be ${WANTED[type]} (got ${show(value)})`);
  }
  return { metrics: Object.fromEntries(fit), problems };
};

const WANTED = {
  number: `a whole number from 0 to ${MAX_NUMBER}`,
  boolean: 'true or false',
} as const satisfies Record<OwnMetric['type'], string>;

const isOfType = (value: unknown, type: OwnMetric['type']): value is number | boolean =>
  type === 'boolean'
    ? typeof value === 'boolean'
    : typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;

const MAX_SHOWN = 60;

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, MAX_SHOWN));
