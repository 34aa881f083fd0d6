/**
 * The closed list of what a ledger may record, each with its meaning. docs/reference/ledger.md carries the same list.
 *
 * @module
 */

/** Type of a record and what it means. */
export const LEDGER_TYPES = {
  'run.started':
    'a run began: its config and the hash of it, the hash of the spec, the inventory of tests, what tells the sources, versions',
  'run.resumed': 'an ended or interrupted run goes on, with a new allowance of iterations',
  'turn.begun':
    'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of the nonce that it is given; an iteration without a decision after it was cut off',
  'turn.ended':
    'one turn of the agent is over: how it ended, how long it took, what its signal command said, which processes were left',
  'tests.ended': 'one test run is over: its counts, exit code and problems',
  'session.completed':
    'with `signals.dialect: apm2`, the agent completed its session (AgentSessionCompleted of spec 003): both gates let the last phase of a work phase go, or its `blocked` or `error` halts the run; what the signal says, and the work phase that follows',
  'iteration.decided': 'one iteration was decided: everything that was measured and said, and the decision on it',
  'phase.left': 'a phase was left, by both gates or by a recorded forced exit',
  'work.committed': 'the start of the run, or the exit of a phase, was made a commit on the branch of the run: which',
  'work.rolled_back': 'branch and files are back at the exit of the phase that an operator named',
  'attempt.void': 'a turn or a measurement came to no decision, and why',
  'breaker.changed': 'the circuit breaker opened, cooled down for a probe, or closed: its counts, and why',
  'chart.halted': 'the work was halted for an operator, and why',
  'operator.skipped': 'an operator forced a phase: who, when, why',
  'operator.resumed': 'an operator let halted work go on: who, when, why',
  'operator.aborted': 'an operator ended the work for good: who, when, why',
  'operator.reset': 'an operator put the counts that halt the work back to 0 and let it go on: who, when, why',
  'operator.accepted':
    'an operator accepted changes of frozen files, tests that are gone, or what the suite writes for itself: who, when, why, which',
  'operator.rolled_back': 'an operator took the work back to the exit of a phase: who, when, why, to which commit',
  'operator.guided': 'an operator told the agent something for the rest of the phase: who, when, what',
  'run.settled': 'the run ended: its status and exit code',
} as const satisfies Readonly<Record<string, string>>;

/** The same of the ledger of a list of work, which is a file of its own. */
export const LIST_TYPES = {
  'list.started':
    'a list of work began: its tasks in order, the hash of each spec, what each needs, and where the checkout stood',
  'list.resumed': 'a list goes on: by whom, and the one task that it is for, if it is for one alone',
  'checkout.moving':
    'the checkout is about to be taken to a commit for the next task, or back: which, and what was kept of what lay there',
  'task.begun': 'a task begins, or its run goes on: which run, in which folder, from which commit',
  'task.put_aside':
    'a task did not end: its status and reason, how often it has failed, whether it is tried again, and where its unfinished work is kept',
  'task.done': 'a task is done: its run, the commit that others begin from, and how its file was marked',
  'list.settled': 'the list ended: its status and exit code',
} as const satisfies Readonly<Record<string, string>>;

export type LedgerType = keyof typeof LEDGER_TYPES;

export type ListType = keyof typeof LIST_TYPES;
