/**
 * What a commit of a run shows, in a sentence, from the numbers that were measured.
 *
 * @module
 */
import type { Metrics } from '../../gates/metrics.ts';

export interface ShownPhase {
  readonly phase: string;
  readonly tests: 'must_fail' | 'must_pass';
  readonly metrics: Metrics;
}

/** After the name of the phase: `2 new tests fail by assertion, 12 old ones pass`. A number that is absent is not told. */
export const describeShown = ({ tests, metrics }: ShownPhase): string => {
  const count = (name: keyof Metrics): number => {
    const value = metrics[name];
    return typeof value === 'number' ? value : 0;
  };
  if (tests === 'must_fail') {
    const failing = count('tests_failing');
    const old = count('existing_passing');
    const fails = `${numbered(failing, 'new test')} ${failing === 1 ? 'fails' : 'fail'} by assertion`;
    return old === 0 ? fails : `${fails}, ${old === 1 ? '1 old one passes' : `${old} old ones pass`}`;
  }
  const passing = count('tests_passing');
  const runs = count('consecutive_green_runs');
  const documents = count('docs_generated');
  const diagrams = count('diagrams_valid');
  return [
    `${passing === 1 ? '1 test passes' : `${passing} tests pass`}${runs > 1 ? `, ${times(runs)} in a row` : ''}`,
    ...(documents > 0 ? [`${numbered(documents, 'document')} and ${numbered(diagrams, 'valid diagram')}`] : []),
  ].join(', ');
};

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

export const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
