/** The commands after the end of a run, in columns; pure. */
import { clauseLines, type HoldLine, markLine, restOfWork, sayCauseOfHold, sayHold } from '../../records/say-hold.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { joinPlain, plain } from './paint.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { type NextStep, type StepFacts, stepsAfter } from '../../view/next-steps.ts';

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

type Cut = (words: string, indent: number) => readonly string[];

interface Layout {
  /** Globs of files that the suite wrote when the phase was last held. */
  readonly proposed?: readonly string[];
  /** Cuts the words for a narrow terminal; no command is cut. @param indent - before each piece */
  readonly cut?: Cut;
}

/** The next commands. A run that never started has no ledger, so there is nothing to explain or to resume. */
export const adviseAfter = (status: Status, facts: StepFacts, layout: Layout = {}): readonly string[] =>
  renderSteps(facts.began ? stepsAfter(status, facts) : [], layout);

/** A command longer than its column has its words below it. */
const renderStep = ({ command, what }: NextStep, cut: Cut = (words) => [words]): readonly string[] => {
  const behind = ' '.repeat(WIDTH + 2);
  const [first = '', ...rest] = cut(what, behind.length);
  const below = rest.map((piece) => `${behind}${piece}`);
  return command.length < WIDTH
    ? [`  ${command.padEnd(WIDTH)}${first}`, ...below]
    : [`  ${plain(command)}`, `${behind}${first}`, ...below];
};

/** The next commands in a column; may be empty. */
export const renderSteps = (steps: readonly NextStep[], { proposed = [], cut }: Layout = {}): readonly string[] =>
  steps.length === 0
    ? []
    : [
        ...renderRecommended(steps, cut),
        ...renderOthers(steps, cut),
        ...(proposed.length === 0
          ? []
          : renderStep(
              {
                command: renderAcceptance(proposed),
                what: 'exclude the files that each test run writes from the sources',
              },
              cut,
            )),
      ];

/** The first one. */
export const renderRecommended = ([first]: readonly NextStep[], cut?: Cut): readonly string[] =>
  first === undefined ? [] : ['Next:', ...renderStep(first, cut)];

export const renderOthers = ([, ...others]: readonly NextStep[], cut?: Cut): readonly string[] =>
  others.length === 0 ? [] : ['Other commands:', ...others.flatMap((each) => renderStep(each, cut))];
