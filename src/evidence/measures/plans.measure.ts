/** The lists that the agent ticks. Ticks alone satisfy no gate: the floor always requires tests. */
import { join } from 'node:path';
import type { Finding } from '../../../gates/iteration.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { type Config, pathsOfList } from '../../project/config/config.ts';
import { findGoneItems, type ListAtStart, type ListsAtStart, type PlanItem, readPlans } from '../criteria.ts';
import { finding, firstOf } from '../findings/findings.ts';
import { asksForMetric, type KnownOfRun, type Measure } from './measure.ts';
import { METRICS_OF, PLAN_KEYS } from './metrics-of-measures.ts';
import { readText } from '../../base/files/open-plain.ts';

type Kind = 'plans' | 'tasks';
const KINDS = ['plans', 'tasks'] as const satisfies readonly Kind[];

interface ListMeasured {
  readonly metrics: Metrics;
  /** Items that were there when the run began, each with its way out. */
  readonly gone: readonly Finding[];
}

const MAX_NAMED = 10;

/** For the record of the beginning. */
export const readListsAtStart = async (config: Config): Promise<ListsAtStart> => {
  const lists = await Promise.all(
    KINDS.map(async (kind) => [kind, await readList(config, pathsOfList(config, kind))] as const),
  );
  return Object.fromEntries(
    lists.flatMap(([kind, list]) =>
      list === null ? [] : [[kind, { path: list.path, items: list.items.map(({ name }) => name) }] as const],
    ),
  );
};

/** Before a run: a list that a gate asks for exists, and has items (rules 1.5, 2.6). */
export const findPlanProblems = async (config: Config, gates: readonly CompiledGate[]): Promise<readonly string[]> => {
  const problems = await Promise.all(
    KINDS.map(async (kind) => {
      const isAsked = gates.some(
        (gate) => asksForMetric(gate, `${kind}_total`) || asksForMetric(gate, `${kind}_remaining`),
      );
      const paths = pathsOfList(config, kind);
      if (!isAsked || paths.length === 0) return null;
      const list = await readList(config, paths);
      if (list === null)
        return `The list of ${kind} was not found: ${paths.join(', ')}. Write the file, or fix ${PLAN_KEYS[kind]}.`;
      return list.items.length > 0
        ? null
        : `The list of ${kind} has no items that count: ${list.path}. Write each item as a checkbox: "- [ ] text of the item".`;
    }),
  );
  return problems.filter((problem) => problem !== null);
};

/** Ticks open nothing by themselves: the floor asks for tests. */
export const plans = {
  after: 'tests',
  metrics: METRICS_OF.plans,
  measure: async ({ config, run: { lists } }: { readonly config: Config; readonly run: Pick<KnownOfRun, 'lists'> }) => {
    const measured = await Promise.all(KINDS.map(async (kind) => measureList(config, kind, lists[kind])));
    return {
      metrics: Object.assign({}, ...measured.map(({ metrics }) => metrics)),
      found: { tampering: measured.flatMap(({ gone }) => gone) },
    };
  },
} as const satisfies Measure;

const measureList = async (config: Config, kind: Kind, before: ListAtStart | undefined): Promise<ListMeasured> => {
  const list = await readList(config, before === undefined ? pathsOfList(config, kind) : [before.path]);
  if (list === null && before === undefined) return { metrics: {}, gone: [] };
  const items = list?.items ?? [];
  const gone = before === undefined ? [] : findGoneItems(before.items, items);
  const { path } = before ?? { path: '' };
  return {
    metrics: {
      [`${kind}_total`]: items.length + gone.length,
      [`${kind}_remaining`]: items.filter(({ ticked }) => !ticked).length + gone.length,
    },
    gone: firstOf(
      gone,
      MAX_NAMED,
      (item) => finding('tampering.lost_item', { path, item }),
      (count) => finding('tampering.lost_item.more', { path, count }),
    ),
  };
};

const readList = async (
  { folder, plans }: Config,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly items: readonly PlanItem[] } | null> => {
  for (const path of paths) {
    const text = readText(join(folder, path));
    if (text !== null) return { path, items: readPlans(text, plans?.optional ?? []) };
  }
  return null;
};
