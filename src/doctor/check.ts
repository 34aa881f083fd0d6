/** One check of `doctor`. A check changes nothing in the workspace. */
import type { DualgateError } from '../../gates/errors.ts';
import type { Config } from '../project/config/config.ts';
import type { TestCounts } from '../runners/test-run.ts';
import { type Finding, type Look, skipped } from './finding.ts';

/** The advice: the fix, for the reader of the finding. */
export type CheckName =
  | 'node'
  | 'config'
  | 'repository'
  | 'sources'
  | 'commits'
  | 'state'
  | 'anchors'
  | 'sockets'
  | 'lock'
  | 'leftovers'
  | 'run'
  | 'spec'
  | 'tests'
  | 'sandbox'
  | 'suite'
  | 'diagrams'
  | 'agent'
  | 'memory'
  | 'settings';

/** Progress of the examination. */
export type DoctorEvent =
  | { readonly type: 'looking'; readonly name: string }
  | ({ readonly type: 'counted' } & TestCounts)
  /** A turn of the agent starts: it takes at most `timeout_ms`, and may cost money. */
  | { readonly type: 'asking'; readonly agent: string; readonly timeout_ms: number }
  | { readonly type: 'found'; readonly finding: Finding };

/** The input of every check. */
export interface Visit {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** `null` if the config does not load; then `refusal` has the reason. */
  readonly config: Config | null;
  readonly refusal: DualgateError | null;
  /** Marks every process that is started. */
  readonly run: string;
  /** A folder outside the workspace that is removed afterwards. */
  readonly aside: string;
  readonly signal: AbortSignal;
  readonly emit: (event: DoctorEvent) => void;
}

export interface Check {
  readonly name: CheckName;
  /** Checks that must be in order first. */
  readonly needs: readonly CheckName[];
  readonly look: (visit: Visit) => Promise<Look>;
}

/** A check that needs a valid config. */
export const ofConfig =
  (look: (config: Config, visit: Visit) => Promise<Look>): Check['look'] =>
  async (visit) =>
    visit.config === null ? skipped('not checked: the config does not load') : look(visit.config, visit);
