/**
 * Whether HEAD contains the sources: measured when a condition needs it, or the exit gate counts it.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { flag } from '../../gates/metrics.ts';
import type { Config } from '../config/shape-config.ts';
import { isClean } from '../sources/git-clean.ts';
import { asksFor, asksForMetric, type Measure } from './measure.ts';

const metrics = { git_clean: flag('HEAD contains all sources byte by byte, without uncommitted changes') };

/** By a condition, or as evidence of its exit gate (spec 000). */
export const asksForCleanGit = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): boolean =>
  asksFor(gate, metrics) || (config?.evidence_checks.clean_git === true && asksForMetric(gate, 'evidence_indicators'));

export const gitClean = {
  after: 'last_look',
  metrics,
  measure: async ({ config, gate, last, run }) => {
    if (!asksForCleanGit(config, gate)) return { metrics: {} };
    const clean = await isClean(config.folder, last, [...config.tests.writes, ...run.writes]);
    return { metrics: clean === null ? {} : { git_clean: clean } };
  },
} as const satisfies Measure;
