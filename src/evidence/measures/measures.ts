/** The list of measures, in the order in which they measure. A new one: an element here, and in `METRICS_OF`. */
import type { Config } from '../../project/config/config.ts';
import { changedDocuments, documents } from './documents.measure.ts';
import { checks } from './checks.measure.ts';
import { confidence } from './confidence.measure.ts';
import { exitGate } from './exit-gate.measure.ts';
import { integrity } from './integrity.measure.ts';
import { type Measure, asksFor, asksForMetric, type Question } from './measure.ts';
import { measureOfUser } from './user.measure.ts';
import { removedNames } from './removed-names.measure.ts';
import { plans } from './plans.measure.ts';
import { tests } from './tests.measure.ts';
import { tree } from './tree.measure.ts';
import { compareFingerprints } from '../../project/sources/fingerprint.ts';
import { METRICS_OF } from './metrics-of-measures.ts';
import { coverCriteria, coveringOf, findingsOfCoverage } from '../cover-criteria.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { findBroken, type Freeze, nameFrozen } from '../integrity/freeze.ts';
import { SPARSE } from '../integrity/frozen-parts.ts';
import { isClean } from '../../project/sources/git-clean.ts';
import { findCone } from '../../project/sources/sparse-checkout.ts';

export const position = {
  after: 'tests',
  metrics: METRICS_OF.position,
  measure: ({ iteration, config: { limits, documents } }: Pick<Question, 'iteration' | 'config'>) => ({
    metrics: {
      iteration,
      max_refactor_iterations: limits.max_refactor_iterations,
      required_docs_count: documents.required_docs_count,
    },
  }),
} as const satisfies Measure;

/** By a condition, or as evidence of its exit gate (spec 000). */
export const asksForCleanGit = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): boolean =>
  asksFor(gate, METRICS_OF.gitClean) ||
  (config?.evidence_checks.clean_git === true && asksForMetric(gate, 'evidence_indicators'));

const gitClean = {
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

const criteria = {
  after: 'tests',
  metrics: METRICS_OF.criteria,
  measure: ({ gate: { phase }, tests: { run, part }, run: known, found: { guards } }) => {
    const { criteria: found } = known;
    // A criterion that already holds asks for no test that fails.
    const metrics = { criteria_count: found.count - (guards?.holding ?? 0) };
    // A part of the suite says nothing of criteria whose tests it left out.
    if (part !== undefined) return { metrics };
    const coverage = coverCriteria(found.ids, run, coveringOf(known, phase.tests));
    return {
      metrics: {
        ...metrics,
        ...(found.ids.length === 0 ? {} : { criteria_with_id: found.ids.length }),
        ...coverage.metrics,
      },
      findings: findingsOfCoverage(coverage, phase.tests, run),
      found: { coverage },
    };
  },
} as const satisfies Measure;

/** They describe the changes of a turn, not the state of the work. */
const changes = {
  after: 'last_look',
  metrics: METRICS_OF.changes,
  measure: ({ turn, signal, before, afterTurn, last, run: { phaseTree } }) => {
    const { created, modified, deleted } = compareFingerprints(before, afterTurn);
    const unchanged = turn.outcome === 'ok' && afterTurn.tree === before.tree;
    return {
      metrics: {
        files_created: created.length,
        files_modified: modified.length,
        files_deleted: deleted.length,
        refactoring_complete: signal.refactoring_complete && last.tree !== phaseTree,
        no_more_improvements_identified: unchanged,
        no_improvements_found: unchanged,
      },
    };
  },
} as const satisfies Measure;

/** They may run commands: what those do to frozen things is looked at after them. */
const COMMANDS: readonly Measure[] = [tests, criteria, position, checks];

const BUILT_IN: readonly Measure[] = [
  ...COMMANDS,
  plans,
  integrity,
  documents,
  changedDocuments,
  removedNames,
  tree,
  gitClean,
  changes,
  exitGate,
  confidence,
  // src/loop/agreement/ measures these, in steps of their own.
  { after: 'agreement', metrics: METRICS_OF.mutants },
  { after: 'agreement', metrics: METRICS_OF.review },
];

/** All measures of a config, in order: its own run right after its checks. */
export const measuresOf = ({ measures }: Pick<Config, 'measures'>): readonly Measure[] => [
  ...COMMANDS,
  ...measures.map(measureOfUser),
  ...BUILT_IN.slice(COMMANDS.length),
];
