/**
 * Tells the agent what held the last iteration, in the lines that people read (rule 4.5).
 *
 * @module
 */
import type { CheckResult } from '../../gates/iteration.ts';
import { SIGNAL_REASONS } from '../../gates/signal-reasons.ts';
import { type HoldLine, holdLines, sayHold, WIDTHS } from '../records/say-hold.ts';
import { listItem, oneLine, quoteLines } from './bounded-list.ts';
import type { HeldIteration } from './prompt-facts.ts';

const SAID = { lines: 20, characters: 200 } as const;
const OUTPUT = { lines: 1, characters: 200 } as const;

/** The section of the prompt, bounded for any output of the suite. */
export const describeHeld = (held: HeldIteration): readonly string[] => [
  '## Why the last iteration was held',
  '',
  oneLine(sayHold(held.hold)),
  '',
  ...holdLines(held.hold, WIDTHS.prompt).flatMap(writeLine),
  `- Signal: ${describeSignal(held)}`,
  ...describeFailingChecks(held.checks ?? []),
];

const writeLine = ({ kind, text }: HoldLine): readonly string[] => {
  if (kind === 'title') return ['', text, ''];
  return kind === 'output' ? quoteLines(text, OUTPUT) : [listItem(text)];
};

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
    ...quoteLines(said.join('\n'), SAID),
  ]);
};
