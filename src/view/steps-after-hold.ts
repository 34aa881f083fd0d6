/** The commands that a person can use after a hold: the recommended one for its cause first. Pure. */
import type { HaltCode } from '../../gates/decide.ts';
import { isAbout } from '../evidence/findings/is-about.ts';
import { quoteWord } from '../base/text/quote-word.ts';
import type { Hold } from '../records/hold.ts';

export interface NextStep {
  /** The exact command line. */
  readonly command: string;
  readonly what: string;
}

export const step = (command: string, what: string): NextStep => ({ command, what });

export const EXPLAIN = step('dualgate explain', 'see why the last iteration was held');
export const GUIDE = step('dualgate guide "TEXT"', 'tell the agent what to do differently, then resume');
const GUIDE_NOW = step('dualgate guide "TEXT"', 'tell the agent what to do differently, from its next turn on');
const ANSWER = step('dualgate guide "TEXT"', 'answer the agent, then resume');
const TRY_AGENT = step('dualgate doctor --try-agent', "see why the agent's signal is not found, then resume");
const RESUME_FIXED = step('dualgate resume', 'continue when the cause is fixed');
const ACCEPT = step('dualgate accept', 'list the changed frozen files, and show how to accept them');
const REOPEN = step('dualgate reopen TEST -m "why"', 'let one frozen test be edited, then resume');
const SKIP = step('dualgate skip -m "why"', 'exit the phase although its gates are not satisfied, then resume');
const ROLLBACK = step('dualgate rollback PHASE -m "why"', 'return to the end of an earlier PHASE, then resume');
const ABORT = step('dualgate abort -m "why"', 'end the run for good');

type Held = Pick<Hold, 'findings'> & Partial<Pick<Hold, 'halt' | 'failing_count'>>;

/** For a hold that halted the run; the recommended one first. @param held - null: nothing was held */
export const stepsAfterHalt = (held: Held | null): readonly NextStep[] =>
  isTampered(held) ? [ACCEPT, RESUME_FIXED, EXPLAIN, GUIDE] : stepsAfterCode(held?.halt?.code);

/** Only a person can accept what was changed. `accept` alone shows it, and changes nothing. */
export const isTampered = (held: Held | null): boolean =>
  held?.findings.some((each) => isAbout(each, 'tampering')) === true;

/** @param code - absent: the hold did not halt the run */
const stepsAfterCode = (code: HaltCode | undefined): readonly NextStep[] => {
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

/** For a phase that is held while the run is active: nobody has to do anything, and somebody may. */
export const stepsWhileHeld = (held: Held): readonly NextStep[] =>
  isTampered(held) ? [ACCEPT, GUIDE_NOW, EXPLAIN] : [GUIDE_NOW, EXPLAIN];

/** Rarer commands, each only where it can work. @param branch - of the run; null where it makes no commits */
export const waysOut = (held: Held | null, branch: string | null): readonly NextStep[] => {
  const findings = held?.findings ?? [];
  const tampered = isTampered(held);
  return [
    ...(tampered ? exactly(findings) : []),
    ...(tampered || (held?.failing_count ?? 0) > 0 ? [reopen(findings)] : []),
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

/** The command as it means this run, and no other. @param task - null: of no list */
export const nameRun = (command: string, task: { readonly task: string } | null, run: string): string => {
  const [program = '', verb = '', ...rest] = command.split(' ');
  const named = NAMED[verb]?.(run, task === null ? null : quoteWord(task.task)) ?? [];
  return [program, verb, ...named, ...rest].join(' ');
};

const NAMED: Readonly<Record<string, (run: string, task: string | null) => readonly string[]>> = {
  explain: (run) => ['--run', run],
  report: (run) => ['--run', run],
  approve: (run) => ['--run', run],
  reject: (run) => ['--run', run],
  accept: (run) => ['--run', run],
  reopen: (run) => ['--run', run],
  guide: (run) => ['--run', run],
  reset: (run) => ['--run', run],
  skip: (run) => ['--run', run],
  rollback: (run) => ['--run', run],
  abort: (run) => ['--run', run],
  resume: (run, task) => (task === null ? ['--run', run] : [task]),
  run: (_, task) => (task === null ? [] : ['--only', task]),
};
