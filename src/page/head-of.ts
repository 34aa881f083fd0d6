/**
 * The head of a page, from the first record of a run, which names the phases that it went by, whatever the config says today.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';
import { pictureOf } from '../graph/picture-of.ts';
import { findRecordedConfig, type ReplayConfig } from '../records/recorded-config.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { PageHead, PageLimits } from './page-data.ts';
import { pagePhasesOf } from './page-phases.ts';
import { showText } from './show-text.ts';

type Told = Pick<PageHead, 'run' | 'going' | 'orders' | 'at'>;
type Planned = Pick<PageHead, 'chart' | 'phases'>;

const MAX_SPEC = 500;
const NOTHING: Planned = { chart: { width: 0, height: 0, nodes: [], edges: [] }, phases: [] };

/**
 * @param started - the first record; without one, or without a config in it that gates can be made of, the page has no chart, and phases
 * as its records name them
 */
export const headOf = (started: WorkRecord | undefined, told: Told): PageHead => {
  const data = started?.type === 'run.started' ? started.data : null;
  return makeHead(data?.config, data === null ? null : findRecordedConfig(data), told);
};

/** Of a run that has no record yet: by the config that it begins with. */
export const headOfConfig = (config: ReplayConfig, told: Told): PageHead => makeHead(config, config, told);

/** @param written - of any version @param config - the same, where it is one of this version */
const makeHead = (written: unknown, config: ReplayConfig | null, { run, going, orders, at }: Told): PageHead => {
  const limits = readLimits(written);
  return {
    v: 1,
    run,
    spec: showText(readSpec(written), MAX_SPEC),
    ...(config === null ? NOTHING : plan(config)),
    ...(limits === null ? {} : { limits }),
    going,
    orders,
    at,
  };
};

/** An older dualgate may have taken names that make no chart today. */
const plan = (config: ReplayConfig): Planned => {
  try {
    return { chart: pictureOf(config), phases: pagePhasesOf(config) };
  } catch (error) {
    if (!(error instanceof DualgateError)) throw error;
    return NOTHING;
  }
};

/** Of the config that a record holds: of any version. */
const readSpec = (config: unknown): string => {
  const spec = read(read(config, 'work'), 'spec');
  return typeof spec === 'string' ? spec : '';
};

const readLimits = (config: unknown): PageLimits | null => {
  const limits = read(config, 'limits');
  const [iterations, minutes, cost] = ['iterations', 'minutes', 'cost'].map((name) => read(limits, name));
  return typeof iterations === 'number' && typeof minutes === 'number' && typeof cost === 'number'
    ? { iterations, minutes, cost }
    : null;
};

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
