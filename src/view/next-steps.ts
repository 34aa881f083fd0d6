/** The commands that a person can use when a run has ended: the recommended one first, then the others. */
import { type AwaitedApproval, sayQuestion } from '../records/fold/open-approval.ts';
import { type Hold, sayCauseOfHold } from '../records/say-hold.ts';
import { quoteWord } from '../base/text/quote-text.ts';
import { type StatusName, statusNameOf, whyOf } from './status-name.ts';
import type { RunStatus } from './run-status.ts';
import type { HaltCode } from '../../gates/decide.ts';
import { isAbout } from '../evidence/findings/is-about.ts';

export interface NextStep {
  readonly command: string;
  readonly what: string;
}

const step = (command: string, what: string): NextStep => ({ command, what });

const EXPLAIN = step('dualgate explain', 'see why the last iteration was held');
const GUIDE = step('dualgate guide "TEXT"', 'tell the agent what to do differently, then resume');
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

/** For a hold that halted the run, by its cause; a person can always accept what was changed: `accept` alone only shows it. */
const AFTER_HALT: Readonly<Record<HaltCode, readonly NextStep[]>> = {
  blocked: [ANSWER, EXPLAIN, RESUME_FIXED],
  premature_signal: [GUIDE, EXPLAIN, RESUME_FIXED],
  max_iterations: [GUIDE, EXPLAIN, RESUME_FIXED],
  silent_agent: [TRY_AGENT, GUIDE, EXPLAIN, RESUME_FIXED],
  permission_denied: [RESUME_FIXED, EXPLAIN, GUIDE],
};

const stepsAfterHalt = (held: Held | null): readonly NextStep[] =>
  isTampered(held) ? [ACCEPT, RESUME_FIXED, EXPLAIN, GUIDE] : AFTER_HALT[held?.halt?.code ?? 'permission_denied'];

const isTampered = (held: Held | null): boolean => held?.findings.some((each) => isAbout(each, 'tampering')) === true;

/** Rarer commands, each only where it can work. */
const waysOut = (held: Held | null, { branch, exited }: StepFacts): readonly NextStep[] => {
  const findings = held?.findings ?? [];
  const tampered = isTampered(held);
  return [
    ...(tampered ? exactly(findings) : []),
    ...(tampered || (held?.failing_count ?? 0) > 0 ? [reopen(findings)] : []),
    SKIP,
    ...(branch == null || exited !== true ? [] : [ROLLBACK]),
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

const OF_A_RUN: ReadonlySet<string> = new Set(
  'explain report approve reject accept reopen guide reset skip rollback abort resume'.split(' '),
);

/** The command as it means this run, and no other. @param task - null: of no list */
export const nameRun = (command: string, task: { readonly task: string } | null, run: string): string => {
  const [program = '', verb = '', ...rest] = command.split(' ');
  return [program, verb, ...nameAfter(verb, task, run), ...rest].join(' ');
};

const nameAfter = (verb: string, task: { readonly task: string } | null, run: string): readonly string[] => {
  if (verb === 'run') return task === null ? [] : ['--only', quoteWord(task.task)];
  if (verb === 'resume' && task !== null) return [quoteWord(task.task)];
  return OF_A_RUN.has(verb) ? ['--run', run] : [];
};

/** The report itself leaves it out. */
export const REPORT_COMMAND = 'dualgate report';

const RESUME = step('dualgate resume', 'continue');
const RESET = step('dualgate reset -m "why"', 'set all counters back to 0, but do not continue yet');

/** For a run that never started: there is nothing to explain or to resume. */
const START: readonly NextStep[] = [
  step('dualgate doctor', 'find what prevents a run'),
  step('dualgate run', 'start again when it is fixed'),
];

export interface StepFacts {
  readonly began: boolean;
  readonly approval?: Pick<AwaitedApproval, 'approve' | 'reject' | 'answer'> | undefined;
  readonly held?: Held | null;
  readonly isExhausted?: boolean;
  /** The branch of the run; null where it makes no commits. */
  readonly branch?: string | null;
  /** Whether a phase was exited, to whose end the work can return. */
  readonly exited?: boolean;
}

/** The recommended one comes first; none if there is nothing to do. */
export const stepsAfter = (status: StatusName, facts: StepFacts): readonly NextStep[] =>
  facts.began ? [...answers(status, facts), ...stepsOf(status, facts)] : START;

/** An answer is the first thing that a run with a question needs. */
const answers = (status: StatusName, { approval }: StepFacts): readonly NextStep[] => {
  if (!isAsked(approval)) return [];
  const then = status === 'running' ? '' : ', then resume';
  return [
    step(approval.approve, `let the phase be exited: both gates agree${then}`),
    step(approval.reject, `hold the phase; the agent gets the reason${then}`),
  ];
};

const stepsOf = (status: StatusName, facts: StepFacts): readonly NextStep[] => {
  const { held = null, branch = null, approval, isExhausted } = facts;
  const others = waysOut(held, facts);
  switch (status) {
    case 'running':
      // A person may act, and need not.
      return held === null || approval !== undefined ? [] : [...(isTampered(held) ? [ACCEPT] : []), GUIDE_NOW, EXPLAIN];
    case 'paused':
      return [RESUME];
    case 'completed':
      return afterCompletion(branch);
    case 'aborted':
      return [step('dualgate run', 'start a new run')];
    case 'interrupted':
    case 'crashed':
      return [RESUME, GUIDE, ...others];
    case 'stuck': {
      if (isTampered(held)) return [...stepsAfterHalt(held), RESET, ...others];
      const resume = { ...RESUME, what: 'continue, with all counters (iterations, limits, circuit breaker) back at 0' };
      // More of the same would end the same; a limit of time or money says nothing about the work.
      const isHeldUp = isExhausted === true || held?.halt !== undefined;
      return [...(isHeldUp ? [GUIDE, EXPLAIN, resume] : [resume, EXPLAIN, GUIDE]), RESET, ...others];
    }
    case 'needs_human':
      return [...stepsAfterHalt(held), ...others];
  }
};

const REPORT = step(REPORT_COMMAND, 'see what the run did');

const afterCompletion = (branch: string | null): readonly NextStep[] =>
  branch === null
    ? [REPORT]
    : [
        step(`git switch BRANCH && git merge ${quoteWord(branch)}`, 'bring the work into your BRANCH'),
        REPORT,
        step('dualgate prove', 'run the tests of its commits again, in clean checkouts'),
        step('dualgate run --pr', 'next time, open a draft pull request at the end'),
      ];

/** Whether the work has left the first phase. */
export const isAfterFirst = (phase: string | null, phases: readonly string[]): boolean =>
  phase !== null && phases.indexOf(phase) > 0;

/**
 * @param around.isGoing - whether a loop is active: the lock shows it, and no record does
 * @param around.ofList - whether a list is shown beside it, which has the branches of all tasks
 * @returns `why` in one sentence, '' while it is active and waits for nobody; `says` the cause in words, or how the run ended: each
 * place begins with it; '' while it is active and nothing is held
 */
export const statusNow = (
  run: Pick<RunStatus, 'ending' | 'held' | 'approval' | 'phases' | 'phase'> &
    Partial<Pick<RunStatus, 'breaker' | 'branch'>>,
  { isGoing, ofList = false }: { readonly isGoing: boolean; readonly ofList?: boolean },
) => {
  const { ending, held, approval, breaker, branch, phases, phase } = run;
  const status = statusNameOf(ending, isGoing);
  const ended = whyOf(ending, isGoing);
  const asked = isAsked(approval) ? approval : null;
  const cause = held === null ? ended : sayCauseOfHold(held);
  return {
    status,
    why: isGoing && asked !== null ? asked.says : ended,
    says: asked === null ? cause : `${sayQuestion(asked)}: both gates agree`,
    next: stepsAfter(status, {
      began: true,
      held,
      approval,
      isExhausted: breaker?.exhausted ?? false,
      branch: ofList && status === 'completed' ? null : (branch?.name ?? null),
      exited: isAfterFirst(phase, phases),
    }),
  };
};

const isAsked = <T extends Pick<AwaitedApproval, 'answer'>>(approval: T | undefined): approval is T =>
  approval !== undefined && approval.answer === undefined;
