/** Whether HEAD contains the sources: measured when a condition needs it, or the exit gate counts it. */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../project/config/config.ts';
import { findBroken, type Freeze, nameFrozen } from '../integrity/freeze.ts';
import { SPARSE } from '../integrity/frozen-parts.ts';
import { isClean } from '../../project/sources/git-clean.ts';
import { findCone } from '../../project/sources/sparse-checkout.ts';
import { asksFor, asksForMetric, type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

/** By a condition, or as evidence of its exit gate (spec 000). */
export const asksForCleanGit = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): boolean =>
  asksFor(gate, METRICS_OF.gitClean) ||
  (config?.evidence_checks.clean_git === true && asksForMetric(gate, 'evidence_indicators'));

export const gitClean = {
  after: 'last_look',
  metrics: METRICS_OF.gitClean,
  measure: async ({ config, gate, last, run }) => {
    if (!asksForCleanGit(config, gate)) return { metrics: {} };
    const writes = [...config.tests.writes, ...run.writes];
    const clean = await isClean(config.folder, last, { writes, cone: await findSameCone(config.folder, run.frozen) });
    return { metrics: clean === null ? {} : { git_clean: clean } };
  },
} as const satisfies Measure;

/** The cone of a checkout that was sparse when the run began, if it is still the same. */
const findSameCone = async (folder: string, frozen: Freeze): Promise<string | null> => {
  if (!Object.hasOwn(frozen, SPARSE)) return null;
  const cone = await findCone(folder);
  if (cone === null) return null;
  const names = [SPARSE, nameFrozen(folder, cone)];
  const held = Object.fromEntries(names.map((name) => [name, frozen[name] ?? 'not frozen']));
  return (await findBroken(folder, held)).length === 0 ? cone : null;
};
