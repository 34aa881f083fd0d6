/**
 * The commands after the end of a run, in columns; pure.
 *
 * @module
 */
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { NextStep } from '../../view/steps-after-hold.ts';
import { type StepFacts, stepsAfter } from '../../view/next-steps.ts';
import { plain } from './text/paint.ts';

/** The column of the commands. */
const WIDTH = 34;

type Status = Extract<RunEvent, { readonly type: 'run.ended' }>['status'];

/**
 * The next commands. A run that never started has no ledger, so there is nothing to explain or to resume.
 *
 * @param proposed - globs of files that the suite wrote when the phase was last held
 */
export const adviseAfter = (status: Status, facts: StepFacts, proposed: readonly string[] = []): readonly string[] =>
  renderSteps(facts.began ? stepsAfter(status, facts) : [], proposed);

/** A command longer than its column has its words below it. */
const renderStep = ({ command, what }: NextStep): readonly string[] =>
  command.length < WIDTH
    ? [`  ${command.padEnd(WIDTH)}${what}`]
    : [`  ${plain(command)}`, `${' '.repeat(WIDTH + 2)}${what}`];

/** The next commands in a column; may be empty. @param proposed - as above */
export const renderSteps = (steps: readonly NextStep[], proposed: readonly string[] = []): readonly string[] =>
  steps.length === 0
    ? []
    : [
        ...renderRecommended(steps),
        ...renderOthers(steps),
        ...(proposed.length === 0
          ? []
          : [
              `  ${renderAcceptance(proposed)}`,
              `${' '.repeat(WIDTH + 2)}exclude the files that each test run writes from the sources`,
            ]),
      ];

/** The first one. */
export const renderRecommended = ([first]: readonly NextStep[]): readonly string[] =>
  first === undefined ? [] : ['Next:', ...renderStep(first)];

export const renderOthers = ([, ...others]: readonly NextStep[]): readonly string[] =>
  others.length === 0 ? [] : ['Other commands:', ...others.flatMap(renderStep)];
