/**
 * The commands of an operator.
 *
 * @module
 */
import type { SpecCriteria } from '../../evidence/criteria.ts';
import type { BreakerRules } from '../../../machines/index.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import type { ConfigChange } from '../config-change.ts';
import type { PhaseExit } from './decision.records.ts';
import type { RecordKind } from './record-kind.ts';

export interface OperatorSkipped {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The files and tests that are frozen from here on, as at an exit by both gates. */
  readonly exit: PhaseExit;
  /** The phase and every phase after it are forced. Absent when only this one is forced. */
  readonly whole?: true;
}

export const operatorSkipped: RecordKind<OperatorSkipped> = {
  meaning: 'an operator forced a phase: who, when, why',
  toEvents: ({ phase, by, reason }) => [{ type: 'operator.skipped', phase, by, reason }],
};

export interface OperatorResumed {
  /** The operator. */
  readonly by: string;
}

export const operatorResumed: RecordKind<OperatorResumed> = {
  meaning: 'an operator resumed halted work: who, when',
  toEvents: () => [],
};

export interface OperatorAborted {
  readonly by: string;
  readonly reason: string;
}

export const operatorAborted: RecordKind<OperatorAborted> = {
  meaning: 'an operator aborted the work permanently: who, when, why',
  toEvents: ({ by, reason }) => [{ type: 'operator.aborted', by, reason }],
};

export interface OperatorReset {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
}

export const operatorReset: RecordKind<OperatorReset> = {
  meaning: 'an operator reset the counts that halt the work and let it continue: who, when, why',
  toEvents: ({ phase, by, reason }) => [{ type: 'operator.reset', phase, by, reason }],
};

/** A config that an operator accepted during the run: it rules from here on. */
interface AcceptedConfig {
  /** The complete config, as in `run.started`. */
  readonly config: unknown;
  /** The hash of the config: from here on, the run resumes only under it. */
  readonly config_hash: string;
  /** The keys that changed, with their values before and after; environment values are hidden. */
  readonly changed: readonly ConfigChange[];
  /** Files that new checks depend on: frozen from here on. */
  readonly frozen: Freeze;
  /** When the circuit breaker opens, from here on. */
  readonly breaker: BreakerRules;
}

export interface OperatorAccepted {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The accepted files as they were when the operator checked them: frozen from here on. */
  readonly files: Freeze;
  /** Ids of tests that may be missing from here on. */
  readonly tests: readonly string[];
  /** Globs of files that the suite writes for itself: no sources from here on. Absent when there are none. */
  readonly writes?: readonly string[];
  /** The criteria of the changed spec; absent when the spec is not among the files. */
  readonly criteria?: SpecCriteria;
  /** The changed config; absent when it is not accepted. */
  readonly config?: AcceptedConfig;
}

export const operatorAccepted: RecordKind<OperatorAccepted> = {
  meaning:
    'an operator accepted changed frozen files, missing tests, files that the suite writes for itself, or a changed config: who, when, why, which',
  toEvents: ({ phase, by, reason, files, tests, writes, config }) => [
    {
      type: 'operator.accepted',
      phase,
      by,
      reason,
      files: Object.keys(files),
      tests,
      ...(writes === undefined ? {} : { writes }),
      ...(config === undefined ? {} : { config: config.changed }),
    },
  ],
};

export interface OperatorReopened {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The frozen test file that may be edited, relative to the workspace. */
  readonly file: string;
  /** The id of the test that may be edited. Absent: any one test of the file. */
  readonly test?: string;
}

export const operatorReopened: RecordKind<OperatorReopened> = {
  meaning: 'an operator reopened one frozen test for an edit: who, when, why, which',
  toEvents: (reopened) => [{ type: 'operator.reopened', ...reopened }],
};

export interface OperatorRolledBack {
  /** The phase to whose exit the work returns. */
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The commit of that exit. */
  readonly commit: string;
  /** A name in git under which the former state of branch and files is kept. */
  readonly kept: string;
}

export const operatorRolledBack: RecordKind<OperatorRolledBack> = {
  meaning: 'an operator rolled the work back to the exit of a phase: who, when, why, to which commit',
  toEvents: ({ phase, by, reason, commit }) => [{ type: 'operator.rolled_back', phase, by, reason, commit }],
};

/** The iteration whose exit is approved or rejected, and its sources. */
export interface OperatorApproved {
  readonly phase: string;
  readonly iteration: number;
  /** The number of the turn within the iteration. */
  readonly attempt: number;
  /** Fingerprint of the measured sources: the answer is about no others. */
  readonly tree: string;
  /** The operator, or `approval.command`. */
  readonly by: string;
}

export const operatorApproved: RecordKind<OperatorApproved> = {
  meaning: 'an operator approved the exit of a phase that both gates agree on: who, when, which iteration and sources',
  toEvents: ({ phase, iteration, tree, by }) => [{ type: 'operator.approved', phase, iteration, tree, by }],
};

export interface OperatorRejected extends OperatorApproved {
  /** Why, in the operator's words: the next prompt has it. */
  readonly reason: string;
}

export const operatorRejected: RecordKind<OperatorRejected> = {
  meaning:
    'an operator rejected the exit of a phase that both gates agree on: who, when, why, which iteration and sources',
  toEvents: ({ phase, iteration, tree, by, reason }) => [
    { type: 'operator.rejected', phase, iteration, tree, by, reason },
  ],
};

export interface OperatorGuided {
  readonly phase: string;
  readonly by: string;
  readonly text: string;
}

export const operatorGuided: RecordKind<OperatorGuided> = {
  meaning: 'an operator gave the agent guidance for the rest of the phase: who, when, what',
  toEvents: ({ phase, by, text }) => [{ type: 'operator.guided', phase, by, text }],
};
