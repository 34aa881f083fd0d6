/** An operator accepted changes that held the work. */
import type { BreakerRules } from '../../../machines/index.ts';
import type { SpecCriteria } from '../../evidence/criteria.ts';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import type { ConfigChange } from '../config-change.ts';
import { GO_ON } from '../fold/work-position.ts';
import { type OpenEnds, withoutApproval } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';
import type { SuiteWrites } from '../fold/reopened-tests.ts';

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

const acceptWrites = (writes: SuiteWrites, globs: readonly string[]): SuiteWrites => ({
  ...writes,
  accepted: [...writes.accepted, ...globs],
  proposed: writes.proposed.filter((glob) => !globs.includes(glob)),
});

export const operatorAccepted: RecordKind<OperatorAccepted> = {
  meaning:
    'an operator accepted changed frozen files, missing tests, files that the suite writes for itself, or a changed config: who, when, why, which',
  events: ({ phase, by, reason, files, tests, writes, config }) => [
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
  fold: (state, { data, at }) => {
    const { phase, by, reason, files, tests, writes = [], criteria, config } = data;
    const named = {
      ...(writes.length === 0 ? {} : { writes }),
      ...(config === undefined ? {} : { config: config.changed }),
    };
    const isExited = (id: string) => !tests.includes(id);
    return {
      ...state,
      ...(config === undefined ? {} : { configHash: config.config_hash }),
      frozen: { ...state.frozen, ...config?.frozen, ...files },
      tests: state.tests.filter(isExited),
      failing: state.failing.filter(isExited),
      gone: state.gone.filter(isExited),
      baseline: { ...state.baseline, passing: state.baseline.passing.filter(isExited) },
      criteria: criteria ?? state.criteria,
      writes: acceptWrites(state.writes, writes),
      accepted: [...state.accepted, { phase, by, reason, at, files: Object.keys(files), tests, ...named }],
    };
  },
  openEnds: (ends, { data: { config } }) => (config === undefined ? ends : underNewConfig(ends)),
  // The gates of a new config decide nothing that came before it; halted work waits no longer.
  moves: ({ config }) => (config === undefined ? null : GO_ON),
  breaker: ({ data: { config } }) => (config === undefined ? null : { type: 'RULES', rules: config.breaker }),
  trims: ({ config, ...data }) =>
    config === undefined ? data : { ...data, config: { ...config, config: null, frozen: {} } },
};

/** A measurement under another config is discarded, as if the loop had been killed before the question. */
const underNewConfig = (ends: OpenEnds): OpenEnds => {
  if (ends.approval === undefined) return ends;
  const { phase, iteration, attempt } = ends.approval.asked.record;
  return { ...withoutApproval(ends), startedTurn: { phase, iteration, attempt } };
};
