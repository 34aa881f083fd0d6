/**
 * How a run ended, and what a person can do about it; pure.
 *
 * @module
 */
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { type NextStep, type StepFacts, stepsAfter } from '../../view/next-steps.ts';
import { plain } from './text/paint.ts';

/** Of the commands, so that what they do stands in a column. */
const WIDTH = 29;

type Status = Extract<RunEvent, { readonly type: 'run.settled' }>['status'];

/** The status in the words of people. */
export const nameStatus = (status: Status): string => (status === 'needs_human' ? 'needs a person' : status);

/** The end in one line; a run that was interrupted has no reason beyond that. */
export const renderSettled = (status: Status, why: string): string =>
  why.toLowerCase() === status ? status : `${nameStatus(status)}: ${plain(why)}`;

/**
 * Commands that come next. A run that never began has no ledger, so there is nothing to explain or to go on with.
 *
 * @param proposed - globs of what the suite was seen to write when the run was last held
 */
export const adviseAfter = (status: Status, facts: StepFacts, proposed: readonly string[] = []): readonly string[] =>
  renderSteps(facts.began ? stepsAfter(status, facts) : [], proposed);

/** What a person can do, in a column; nothing where there is nothing to do. @param proposed - as above */
export const renderSteps = (steps: readonly NextStep[], proposed: readonly string[] = []): readonly string[] => {
  if (steps.length === 0) return [];
  const advice = ['Next:', ...steps.map(({ command, what }) => `  ${command.padEnd(WIDTH)}${what}`)];
  if (proposed.length === 0) return advice;
  return [
    ...advice,
    `  ${renderAcceptance(proposed)}`,
    '                               leave out what each test run writes',
  ];
};
