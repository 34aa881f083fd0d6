/**
 * Tells the agent, word for word, what held the last iteration (RULES 4.5).
 *
 * @module
 */
import type { FailingTest } from '../../gates/iteration.ts';
import { SIGNAL_REASONS } from '../../gates/signal-reasons.ts';
import { listItem, listItems, oneLine, quoteLines } from './bounded-list.ts';
import type { HeldIteration } from './prompt-facts.ts';

const MAX = { unmet: 20, failing: 20, notes: 20, message: { lines: 6, characters: 200 } } as const;

/** The section of the prompt, bounded whatever the suite prints. */
export const describeHeld = (held: HeldIteration): readonly string[] => [
  '## What held the last iteration',
  '',
  oneLine(held.reason),
  '',
  ...listItems(held.unmet, MAX.unmet),
  `- Signal: ${[...SIGNAL_REASONS[held.signal]].filter((words) => words !== '').join('. ')}`,
  ...listItems(held.notes, MAX.notes),
  ...describeFailing(held.failing),
];

const describeFailing = (failing: readonly FailingTest[]): readonly string[] => {
  if (failing.length === 0) return [];
  const left = failing.length - MAX.failing;
  return [
    '',
    `Failing tests (${failing.length}):`,
    '',
    ...failing.slice(0, MAX.failing).flatMap(describeTest),
    ...(left > 0 ? [`- … and ${left} more`] : []),
  ];
};

const describeTest = ({ file, name, message }: FailingTest): readonly string[] =>
  [listItem(file === '' ? name : `${file} > ${name}`)].concat(quoteLines(message, MAX.message));
