/** The commands after the end of a run, in columns; pure. */
import { clauseLines, type HoldLine, markLine, restOfWork, sayCauseOfHold, sayHold } from '../../records/say-hold.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { joinPlain, plain } from './paint.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { NextStep } from '../../view/steps-after-hold.ts';
import { type StepFacts, stepsAfter } from '../../view/next-steps.ts';

/** Each line behind the mark of its kind. */
export const renderHoldLines = (lines: readonly HoldLine[]): readonly string[] =>
  lines.map((each) => `  ${joinPlain([markLine(each)])}`);

type Held = Pick<RunStatus, 'held' | 'phase' | 'iteration'>;

/** The cause in words, and the conditions. @param ending - its reason is printed right above @param isGoing - a newer one is active */
export const renderHeld = (
  { held, phase, iteration, ending }: Held & Partial<Pick<RunStatus, 'ending'>>,
  isGoing = false,
): readonly string[] => {
  if (held === null || phase === null) return [];
  const cause = sayCauseOfHold(held);
  const said = cause === ending?.why ? sayHold(held) : cause;
  return [
    `${joinPlain([`${phase} ${iteration}`])} ${isGoing ? 'was' : 'is'} held: ${joinPlain([said])}`,
    ...renderHoldLines(clauseLines(held)),
  ];
};

/** The failing tests, and the other work. */
export const renderRestOfHold = ({ held, phase }: Held): readonly string[] => {
  const rest = held === null || phase === null ? [] : restOfWork(held);
  return rest.length === 0 ? [] : ['In that iteration:', ...renderHoldLines(rest)];
};

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
