/**
 * What an operator told the agent while the run went on. It is advice: no gate looks at it.
 *
 * @module
 */
import { listItem, quoteLines } from './bounded-list.ts';
import type { Guidance } from './prompt-facts.ts';

const MAX = { told: 10, text: { lines: 60, characters: 500 } } as const;

/** The section of the prompt, empty when nobody said anything; the last words count most, so they stay. */
export const describeGuidance = (guidance: readonly Guidance[]): readonly string[] => {
  if (guidance.length === 0) return [];
  const left = guidance.length - MAX.told;
  return [
    '## From the operator',
    '',
    'A person follows this run and says this about the phase. It changes nothing of when the phase is left.',
    '',
    ...(left > 0 ? [`- … ${left} earlier left out`] : []),
    ...guidance.slice(-MAX.told).flatMap(({ by, text }) => [listItem(`${by}:`), ...quoteLines(text, MAX.text)]),
  ];
};
