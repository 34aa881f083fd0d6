/**
 * Why a decision held its phase, in the one text. The reason in a sentence, what to do, the conditions,
 * and the commands of the way out. Events, terminal, pipe, `status`, STATE.md, report, page, session and prompt print
 * these lines; each only knows its width and how its medium marks a kind. `explain` has its own list of all conditions. Pure.
 *
 * @module
 */
import type { HaltCode } from '../../gates/decide.ts';
import { sayReason } from '../../gates/gate-warnings.ts';
import type { Finding } from '../../gates/iteration.ts';
import { isAbout } from '../findings/is-about.ts';
import type { Hold } from './hold.ts';

export type { Hold } from './hold.ts';

export interface HoldLine {
  /** `output`: a line of the failure of the test above it. */
  readonly kind: 'finding' | 'test' | 'output' | 'title' | 'clause';
  readonly text: string;
}

/** How many failing tests, and how many lines of each failure. */
interface Width {
  readonly tests: number;
  readonly lines: number;
}

/** `explain` has the rest of a screen. */
export const WIDTHS = {
  screen: { tests: 5, lines: 6 },
  prompt: { tests: 20, lines: 6 },
  explain: { tests: 50, lines: 10 },
  state: { tests: 3, lines: 3 },
  page: { tests: 2, lines: 3 },
  line: { tests: 1, lines: 0 },
} as const satisfies Readonly<Record<string, Width>>;

/** Findings or clauses. */
const MOST = 20;
const MAX_CHARACTERS = 200;

/** The result of the gates, in one sentence. */
export const sayHold = ({ reason }: Pick<Hold, 'reason'>): string => sayReason(reason);

/** The work, then the conditions. */
export const holdLines = (hold: Hold, width: Width = WIDTHS.screen): readonly HoldLine[] => {
  const work = workLines(hold, width);
  return [
    ...work,
    ...(work.length > 0 && hold.unmet.length > 0 ? [{ kind: 'title', text: 'Conditions not met:' } as const] : []),
    ...bounded('clause', hold.unmet),
  ];
};

/** The first of these lines: for a place with one. */
export const sayHoldBriefly = (hold: Hold): string =>
  holdLines(hold, WIDTHS.line).find(({ kind }) => kind !== 'title')?.text ?? sayHold(hold);

/** The work: the findings, then the failing tests. */
export const workLines = (
  { findings, failing, failing_count: count }: Pick<Hold, 'findings' | 'failing' | 'failing_count'>,
  { tests, lines }: Width,
): readonly HoldLine[] => {
  const shown = failing.slice(0, tests);
  const left = count - shown.length;
  return [
    ...bounded(
      'finding',
      causesFirst(findings).map(({ text }) => text),
    ),
    ...shown.flatMap(({ file, name, message }): readonly HoldLine[] => [
      { kind: 'test', text: `fails: ${file === '' ? name : `${file} > ${name}`}` },
      ...firstLines(message, lines).map((text) => ({ kind: 'output', text }) as const),
    ]),
    ...(left > 0 ? [{ kind: 'test', text: `fails: ${left} more` } as const] : []),
  ];
};

/** For a medium that has only text. */
const MARKS = { finding: '! ', test: '✗ ', output: '  | ', title: '', clause: '- ' } as const satisfies Record<
  HoldLine['kind'],
  string
>;

/** Behind the mark of its kind, on one line. */
export const markLine = ({ kind, text }: HoldLine): string =>
  `${MARKS[kind]}${kind === 'output' ? text.trimEnd() : text.trim()}`;

/** A changed frozen file is often the cause of the others. */
const causesFirst = (findings: Hold['findings']): Hold['findings'] => {
  const isCause = (each: Finding) => isAbout(each, 'tampering');
  return [...findings.filter(isCause), ...findings.filter((each) => !isCause(each))];
};

const bounded = (kind: HoldLine['kind'], texts: readonly string[]): readonly HoldLine[] =>
  [...texts.slice(0, MOST), ...(texts.length > MOST ? [`… and ${texts.length - MOST} more`] : [])].map((text) => ({
    kind,
    text,
  }));

/** Without empty lines: the values of an assertion often come below its title. */
const firstLines = (message: string, most: number): readonly string[] => {
  const said = message.split(/\r?\n/).filter((each) => each.trim() !== '');
  const kept = said
    .slice(0, most)
    .map((each) => (each.length > MAX_CHARACTERS ? `${each.slice(0, MAX_CHARACTERS - 1)}…` : each));
  return said.length > most ? [...kept, '…'] : kept;
};

export interface NextStep {
  /** The exact command line. */
  readonly command: string;
  readonly what: string;
}

export const step = (command: string, what: string): NextStep => ({ command, what });

export const EXPLAIN = step('dualgate explain', 'see why the last iteration was held');
export const GUIDE = step('dualgate guide "TEXT"', 'tell the agent what to do differently, then resume');
const ANSWER = step('dualgate guide "TEXT"', 'answer the agent, then resume');
const TRY_AGENT = step('dualgate doctor --try-agent', "see why the agent's signal is not found, then resume");
const RESUME_FIXED = step('dualgate resume', 'continue when the cause is fixed');
const ACCEPT = step('dualgate accept', 'list the changed frozen files, and show how to accept them');
const REOPEN = step('dualgate reopen TEST -m "why"', 'let one frozen test be edited, then resume');
const SKIP = step('dualgate skip -m "why"', 'exit the phase although its gates are not satisfied, then resume');
const ROLLBACK = step('dualgate rollback PHASE -m "why"', 'return to the end of an earlier PHASE, then resume');
const ABORT = step('dualgate abort -m "why"', 'end the run for good');

/** For a hold that halted the run; the recommended one first. @param code - absent: it did not */
export const stepsAfterHalt = (code: HaltCode | undefined): readonly NextStep[] => {
  switch (code) {
    case 'blocked':
      return [ANSWER, EXPLAIN, RESUME_FIXED];
    case 'premature_signal':
    case 'max_iterations':
      return [GUIDE, EXPLAIN, RESUME_FIXED];
    case 'silent_agent':
      return [TRY_AGENT, GUIDE, EXPLAIN, RESUME_FIXED];
    case 'permission_denied':
    case undefined:
      return [RESUME_FIXED, EXPLAIN, GUIDE];
  }
};

/** Rarer commands, each only where it can work. @param branch - of the run; null where it makes no commits */
export const waysOut = (
  held: (Pick<Hold, 'findings'> & Partial<Pick<Hold, 'failing_count'>>) | null,
  branch: string | null,
): readonly NextStep[] => {
  const findings = held?.findings ?? [];
  const isTampered = findings.some((each) => isAbout(each, 'tampering'));
  return [
    ...(isTampered ? [ACCEPT, ...exactly(findings)] : []),
    ...(isTampered || (held?.failing_count ?? 0) > 0 ? [reopen(findings)] : []),
    SKIP,
    ...(branch === null ? [] : [ROLLBACK]),
    ABORT,
  ];
};

/** The command that accepts what held the last iteration. */
const exactly = (findings: Hold['findings']): readonly NextStep[] => {
  const command = findings.find((each) => isAbout(each, 'tampering.way_out'))?.values['command'];
  return typeof command === 'string' ? [step(command, 'accept the changes of the last iteration, then resume')] : [];
};

/** With the name of an old test that contradicts a new one. */
const reopen = (findings: Hold['findings']): NextStep => {
  const found = findings.find((each) => isAbout(each, 'tests.contradiction'));
  const command = found?.values['does'] === 'reopen' ? found.values['command'] : undefined;
  return typeof command === 'string' ? { ...REOPEN, command } : REOPEN;
};
