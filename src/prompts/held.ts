/**
 * Tells the agent, word for word, what held the last iteration (rule 4.5).
 *
 * @module
 */
import type { CheckResult, FailingTest } from '../../gates/iteration.ts';
import { SIGNAL_REASONS } from '../../gates/signal-reasons.ts';
import { listItem, listItems, oneLine, quoteLines } from './bounded-list.ts';
import type { HeldIteration } from './prompt-facts.ts';

const MAX = {
  unmet: 20,
  failing: 20,
  findings: 20,
  message: { lines: 6, characters: 200 },
  said: { lines: 20, characters: 200 },
} as const;

/** The section of the prompt, bounded for any output of the suite. */
export const describeHeld = (held: HeldIteration): readonly string[] => [
  '## Why the last iteration was held',
  '',
  oneLine(held.reason),
  '',
  ...listItems(held.unmet, MAX.unmet),
  `- Signal: ${describeSignal(held)}`,
  ...listItems(held.findings, MAX.findings),
  ...describeFailing(held),
  ...describeFailingChecks(held.checks ?? []),
];

const describeSignal = ({ signal, signalDetail }: HeldIteration): string => {
  const [people, agent] = SIGNAL_REASONS[signal];
  const what = signalDetail === undefined ? people : `${people} (${oneLine(signalDetail)})`;
  return agent === '' ? what : `${what}. ${agent}`;
};

/** The last lines that each failing check printed. */
const describeFailingChecks = (checks: readonly CheckResult[]): readonly string[] => {
  const failing = checks.filter(({ ok, said }) => ok === false && said.length > 0);
  return failing.flatMap(({ check, command, because, said }) => [
    '',
    `The last output of the check ${check} (${oneLine(command)}), ${because}:`,
    '',
    ...quoteLines(said.join('\n'), MAX.said),
  ]);
};

const describeFailing = ({ failing, failingCount: count = failing.length }: HeldIteration): readonly string[] => {
  if (failing.length === 0) return [];
  const shown = failing.slice(0, MAX.failing);
  const left = count - shown.length;
  return [
    '',
    `Failing tests (${count}):`,
    '',
    ...shown.flatMap(describeTest),
    ...(left > 0 ? [`- … and ${left} more`] : []),
  ];
};

const describeTest = ({ file, name, message }: FailingTest): readonly string[] =>
  [listItem(file === '' ? name : `${file} > ${name}`)].concat(quoteLines(message, MAX.message));
