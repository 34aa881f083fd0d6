/**
 * The operator's guidance to the agent during the run. It is advice: no gate uses it.
 *
 * @module
 */
import { listItem, quoteLines } from './bounded-list.ts';
import type { Guidance } from './prompt-facts.ts';

const MAX = { items: 10, text: { lines: 60, characters: 500 } } as const;

/** The section of the prompt, empty without guidance. The latest guidance counts most, so it is kept. */
export const describeGuidance = (guidance: readonly Guidance[]): readonly string[] => {
  if (guidance.length === 0) return [];
  const left = guidance.length - MAX.items;
  return [
    '## From the operator',
    '',
    'Follow this guidance from the operator of the run. It does not change the conditions for exiting the phase.',
    '',
    ...(left > 0 ? [`- … ${left} earlier entries omitted`] : []),
    ...guidance.slice(-MAX.items).flatMap(({ by, text }) => [listItem(`${by}:`), ...quoteLines(text, MAX.text)]),
  ];
};
