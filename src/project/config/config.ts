/** The type of a config is what its schema makes of `dualgate.yaml`, with what stands beside it. No schema is loaded here. */
import { isAbsolute, posix } from 'node:path';
import type { MetricDefinitions } from '../../../gates/metrics.ts';
import type { Phase } from '../../../gates/phase.ts';
import type { MemoryLimit } from '../../base/processes/watch-memory.ts';
import type { OwnMeasure } from './own-measure.ts';
import type { WrittenConfig } from './schema/config-schema.ts';

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** A config without gaps: every default filled in, deeply frozen. Keys and defaults: docs/reference/config.md. */
export interface Config extends Frozen<Omit<WrittenConfig, 'work' | 'measures' | 'phases' | 'review'>> {
  /** Absolute; `null` for a config that was never a file. */
  readonly path: string | null;
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Absolute paths of the config and of every phase file that it names. They are frozen (rule 2.7). */
  readonly files: readonly string[];
  /** `spec` is empty for a config with a task list, until a task is chosen. `given`: when the run began, instead of the one in the config. */
  readonly work: Frozen<WrittenConfig['work']> & { readonly given?: true };
  /** Those of the config, then those of the program that embeds dualgate. */
  readonly measures: readonly OwnMeasure[];
  /** Absent without an independent review. */
  readonly review?: { readonly agent: Frozen<WrittenConfig['agent']> };
  /** Every metric that a condition may name, in addition to METRICS of the gates. Derived from the rest. */
  readonly metrics: MetricDefinitions;
  /** The quick profile was given when the run began; absent otherwise. */
  readonly quick?: true;
  /** At least one, in order. */
  readonly phases: readonly Phase[];
}

export type AgentConfig = Config['agent'];
export type SuiteConfig = Config['tests']['suites'][number];
/** Tasks that are done one after another, each by its own run. */
export type ListConfig = NonNullable<Config['list']>;

/** Every spec of the run. */
export const specsOf = ({ spec, more = [] }: Config['work']): readonly string[] => [spec, ...more];

/** The files of which the first that is there has the list; none where the config names none. */
export const pathsOfList = ({ plans }: Pick<Config, 'plans'>, kind: 'plans' | 'tasks'): readonly string[] =>
  kind === 'tasks' ? (plans?.tasks ?? []) : plans?.roadmap == null ? [] : [plans.roadmap];

/** @param spec - relative to the workspace, with `/` */
export const configOfSpec = (config: Config, spec: string): Config =>
  config.list === null && specsOf(config.work).join('\n') === spec
    ? config
    : { ...config, work: { spec, given: true }, list: null };

/** A name to find on PATH, or a path: absolute, or relative to the workspace. */
export const programOf = ({ folder, command: [program = ''] }: Pick<SuiteConfig, 'folder' | 'command'>): string =>
  folder === '' || isAbsolute(program) || !program.includes('/') ? program : posix.join(folder, program);

/** Whether the turns are those of an agent session that a person began. */
export const isSession = ({ use, command, script }: Pick<AgentConfig, 'use' | 'command' | 'script'>): boolean =>
  use === null && command === null && script === null;

/** A person has one agent session open. @param workers - `null`: one @returns `null` when nothing is wrong */
export const findWorkersProblem = (workers: number | null, agent: AgentConfig): string | null =>
  workers !== null && workers > 1 && isSession(agent)
    ? `workers must be 1 with \`agent: { use: session }\`: a session works on one task at a time (got ${workers}). Remove workers, or use an agent that dualgate starts`
    : null;

/** A worker has no session of a person. @returns `null` when nothing is wrong */
export const findSessionProblem = (agent: AgentConfig): string | null =>
  isSession(agent)
    ? '`agent: { use: session }` waits for the session of a person. Use an agent that dualgate starts'
    : null;

/** Also of builds, checks, measures and CI. */
export const memoryOfTests = ({ memory_bytes }: Pick<Config['tests'], 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'tests.memory',
});

/** Also of a reviewer. */
export const memoryOfAgent = ({ memory_bytes }: Pick<AgentConfig, 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'agent.memory',
});

/** RED and GREEN alone. The floor stays as it is: both gates, two green runs and the mutation check in these phases, too. */
export const configOfQuick = (config: Config): Config => {
  const { phases } = config;
  const quick = phasesOfQuick(phases);
  return quick.length === phases.length ? config : { ...config, quick: true, phases: quick };
};

/** All phases, if none of them has tests that must pass. */
export const phasesOfQuick = <P extends { readonly tests: string }>(phases: readonly P[]): readonly P[] => {
  const green = phases.findIndex(({ tests }) => tests === 'must_pass');
  return green === -1 ? phases : phases.slice(0, green + 1);
};
