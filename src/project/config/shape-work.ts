/** The shape of `work`: the spec of one run, or a task list. */
import { plainPath } from './plain-path.ts';
import type { WrittenConfig } from './schema/config-schema.ts';
import { type AgentConfig, isSession } from './shape-agent.ts';

/** Tasks that are done one after another, each by its own run. */
export interface ListConfig {
  /** At least one, in the order of the config. */
  readonly entries: readonly ListEntry[];
  /** How the file of a finished task is marked. */
  readonly done: 'checkboxes' | 'front_matter' | 'move';
  /** How often a task may end stuck before it is given up; 1 or more. */
  readonly attempts: number;
  /** After this time no further task starts; `null`: no limit. */
  readonly minutes: number | null;
  /** How many tasks run at the same time, with their branches merged back; `null`: one at a time, nothing is merged. */
  readonly workers: number | null;
  /** For all runs of the list together. */
  readonly budget: ListBudget;
}

/** `null`: no limit. */
export interface ListBudget {
  /** US dollars. */
  readonly cost: number | null;
  /** Input and output. */
  readonly tokens: number | null;
  readonly callsPerHour: number | null;
}

export interface ListEntry {
  /** A path, a folder or a glob, relative to the workspace, with `/`. */
  readonly spec: string;
  readonly name: string | null;
  /** Specs or names of other entries. */
  readonly needs: readonly string[];
}

/** The specs of one run. */
export interface WorkConfig {
  /** Relative to the workspace, with `/`. The first one names the run. */
  readonly spec: string;
  /** Absent where there is only one. */
  readonly more?: readonly string[];
  /** Given when the run began, instead of the one in the config; absent otherwise. */
  readonly given?: true;
}

type WrittenWork = WrittenConfig['work'];

/** Every spec of the run. */
export const specsOf = ({ spec, more = [] }: WorkConfig): readonly string[] => [spec, ...more];

/** From the written key; '' for a task list. */
export const shapeWork = ({ spec: written = '' }: WrittenWork): WorkConfig => {
  const [spec = '', ...more] = (typeof written === 'string' ? [written] : written).map(plainPath);
  return more.length === 0 ? { spec } : { spec, more };
};

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

/** `null` for a config with one spec. */
export const shapeList = ({ specs, done, attempts, minutes, workers, ...budget }: WrittenWork): ListConfig | null =>
  specs === undefined
    ? null
    : {
        entries: (typeof specs === 'string' ? [specs] : specs).map((each) =>
          typeof each === 'string'
            ? { spec: plainPath(each), name: null, needs: [] }
            : {
                spec: plainPath(each.spec),
                name: each.name ?? null,
                needs: [...each.needs, ...each.after].map(plainPath),
              },
        ),
        done: done ?? 'checkboxes',
        attempts: attempts ?? 3,
        minutes: minutes ?? null,
        workers: workers ?? null,
        budget: {
          cost: budget.cost ?? null,
          tokens: budget.tokens ?? null,
          callsPerHour: budget.calls_per_hour ?? null,
        },
      };
