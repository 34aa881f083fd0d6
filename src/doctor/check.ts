/**
 * One thing that `doctor` looks at. A check changes nothing of the workspace.
 *
 * @module
 */
import type { DualgateError } from '../../gates/errors.ts';
import type { Config } from '../config/shape-config.ts';
import type { TestCounts } from '../testing/test-run.ts';
import { type Finding, type Look, skipped } from './finding.ts';

/** In the words of the person who has to mend it. */
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
  | 'settings';

/** What is told while it is looked around. */
export type DoctorNews =
  | { readonly type: 'looking'; readonly name: string }
  | ({ readonly type: 'counted' } & TestCounts)
  /** A turn of the agent begins: it takes `timeout_ms` at the most, and may cost something. */
  | { readonly type: 'asking'; readonly agent: string; readonly timeout_ms: number }
  | { readonly type: 'found'; readonly finding: Finding };

/** What every check may look at. */
export interface Visit {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** `null` for one that does not load; then `refusal` says why. */
  readonly config: Config | null;
  readonly refusal: DualgateError | null;
  /** Marks every process that is started. */
  readonly run: string;
  /** A folder outside of the workspace that is removed afterwards. */
  readonly aside: string;
  readonly signal: AbortSignal;
  readonly announce: (news: DoctorNews) => void;
}

export interface Check {
  readonly name: CheckName;
  /** Without these being in order there is nothing to look at. */
  readonly needs: readonly CheckName[];
  readonly look: (visit: Visit) => Promise<Look>;
}

/** A look that needs a config which loads. */
export const ofConfig =
  (look: (config: Config, visit: Visit) => Promise<Look>): Check['look'] =>
  async (visit) =>
    visit.config === null ? skipped('not looked at: the config does not load') : look(visit.config, visit);
