/**
 * The measures of an iteration, one after the other, and the answers from before them.
 *
 * @module
 */
import type { Measured as MeasureAnswer, Question } from '../measures/measure.ts';

/** The answers from before the measures. */
export const joinFound = (...all: readonly Pick<Partial<MeasureAnswer>, 'findings' | 'found'>[]): Gathered => ({
  metrics: {},
  findings: all.flatMap(({ findings = [] }) => findings),
  found: Object.assign({}, ...all.map(({ found = {} }) => found)),
});

type Gathered = Required<MeasureAnswer>;

/** One after the other: each measure knows the results of those before it. */
export const measureEach = async (
  measures: readonly ((known: Pick<Question, 'known' | 'found'>) => Promise<MeasureAnswer> | MeasureAnswer)[],
  before: Gathered,
): Promise<Gathered> => {
  const metrics = { ...before.metrics };
  const findings = [...before.findings];
  const found = { ...before.found };
  for (const measure of measures) {
    const measured = await measure({ known: metrics, found });
    Object.assign(metrics, measured.metrics);
    findings.push(...(measured.findings ?? []));
    Object.assign(found, measured.found);
  }
  return { metrics, findings, found };
};
