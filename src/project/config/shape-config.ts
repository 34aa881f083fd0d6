/** The shape of a config after defaults: no gaps, no choices left open. */
import { isAbsolute, posix } from 'node:path';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Phase } from '../../../gates/phase.ts';
import type { WrittenConfig } from './schema/config-schema.ts';
import type { DialectName, WorkPhase } from '../../signals/systems/dialects.ts';
import { type ConfidenceConfig, shapeWorkItems, type WorkItemsConfig } from './schema/work-schema.ts';
import type { MetricDefinitions } from '../../../gates/metrics.ts';
import type { CheckCommand } from './check-command.ts';
import type { OwnMeasure } from './own-measure.ts';
import type { NotifyConfig } from '../../base/notification.ts';
import type { ConfigPresetName } from '../../signals/systems/systems.ts';
import { type AgentConfig, type ReviewConfig, shapeAgent, shapeReview } from './shape-agent.ts';
import { shapeTests, type TestsConfig, type SuiteConfig } from './shape-suites.ts';
import { plainPath } from './plain-path.ts';
import { type ListConfig, shapeList, shapeWork, type WorkConfig, specsOf } from './shape-work.ts';
import type { WrittenExitGate } from './schema/exit-gate-schema.ts';

export type { SuiteConfig } from './shape-suites.ts';

export type { ListConfig } from './shape-work.ts';

/** A config without gaps: every default filled in, deeply frozen. */
export interface Config {
  readonly version: 1;
  /** The system preset below it; `null` for none. */
  readonly preset: ConfigPresetName | null;
  /** Absolute; `null` for a config that was never a file. */
  readonly path: string | null;
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Absolute paths of the config and of every phase file that it names. They are frozen (rule 2.7). */
  readonly files: readonly string[];
  /** `spec` is empty for a config with a task list, until a task is chosen. */
  readonly work: WorkConfig;
  /** `null` for the config of one run: of the only one, or of a task of the list (`configOfTask`). */
  readonly list: ListConfig | null;
  readonly agent: AgentConfig;
  readonly tests: TestsConfig;
  /** In the order in which they run. */
  readonly checks: readonly CheckCommand[];
  /** Absent without an independent review. */
  readonly review?: ReviewConfig;
  /** Those of the config, then those of the program that embeds dualgate. */
  readonly measures: readonly OwnMeasure[];
  /** Every metric that a condition may name, in addition to METRICS of the gates. Derived from the rest. */
  readonly metrics: MetricDefinitions;
  readonly signals: {
    /** `auto`: whichever is found; for `check` only. */
    readonly dialect: DialectName | 'auto';
    readonly require_nonce: boolean;
    /** Phase → the work phase that its signal names; a phase that is absent has the default of the dialect. */
    readonly phase_map: Readonly<Record<string, WorkPhase>>;
  };
  readonly documents: { readonly globs: readonly string[]; readonly required_docs_count: number };
  readonly integrity: 'block' | 'warn';
  /** `named`: tests of before may change with a criterion that says so. */
  readonly existing_tests: 'named' | 'frozen';
  /** Whether criteria with ids need tests that name them. */
  readonly criteria_ids: 'require' | 'ignore';
  /** Whether a run works on its own branch, with a commit for each exit of a phase. */
  readonly commits: boolean;
  /** `worktree`: a run works in its own git worktree, beside the checkout. */
  readonly workspace: 'here' | 'worktree';
  /** Run in a new worktree before anything else; `null` for none. */
  readonly setup: readonly string[] | null;
  /** `null`: no mutation check. */
  readonly mutation_check: {
    readonly mutants: number;
    readonly at_least: number;
    readonly percent: number;
    readonly minutes: number;
  } | null;
  /** Green runs in a row for each phase whose tests must pass; `null`: two in the first of them. */
  readonly confirmations: number | null;
  /** `null`: no indicators are counted. */
  readonly exit_gate: ExitGateConfig | null;
  /** `null`: no list is read. */
  readonly plans: PlansConfig | null;
  /** `null`: iterations are not scored. */
  readonly confidence: ConfidenceConfig | null;
  /** The quick profile was given when the run began; absent otherwise. */
  readonly quick?: true;
  /** At least one, in order. */
  readonly phases: readonly Phase[];
  readonly limits: {
    readonly iterations: number;
    readonly minutes: number;
    readonly max_refactor_iterations: number;
    /** US dollars. */
    readonly cost: number;
    readonly tokens: number;
    readonly calls_per_hour: number;
  };
  readonly circuit_breaker: BreakerConfig;
  /** Commands that report how a run ended. */
  readonly notify: NotifyConfig;
  /** How a person is asked in a phase with `confirm`; absent where the config does not say. */
  readonly approval?: ApprovalConfig;
  /** The work items: no single run uses it. */
  readonly work_items: WorkItemsConfig;
}

export interface ApprovalConfig {
  /** Prints the answer; `null`: people answer by `dualgate approve` and `dualgate reject` alone. */
  readonly command: readonly string[] | null;
  /** How long a run waits for an answer. */
  readonly timeout_ms: number;
}

/** Times in milliseconds. */
interface BreakerConfig {
  readonly cooldown_ms: number;
  readonly reopenings: number;
  readonly backoff_ms: number;
  /** `null`: not counted. */
  readonly stagnation_threshold: number | null;
}

/** Facts that the text of a config does not contain. */
type ConfigSurroundings = Pick<Config, 'files' | 'phases' | 'checks' | 'measures' | 'metrics'> & {
  readonly path: string;
  readonly folder: string;
};

/** From the written config to the shaped one. `phases` of the surroundings count only if the config names any. */
export const shapeConfig = (written: WrittenConfig, found: ConfigSurroundings): Config => {
  const config = shapeKeys(written, found);
  const review = shapeReview(written.checks.review, config.agent);
  return review === undefined ? config : { ...config, review };
};

const shapeKeys = (written: WrittenConfig, found: ConfigSurroundings): Config => ({
  version: written.version,
  preset: written.preset ?? null,
  path: found.path,
  folder: found.folder,
  files: found.files,
  work: shapeWork(written.work),
  list: shapeList(written.work),
  agent: shapeAgent(written.agent, found.folder),
  tests: shapeTests(written.tests),
  checks: found.checks,
  measures: found.measures,
  metrics: found.metrics,
  signals: written.signals,
  documents: written.documents,
  ...shapeIntegrity(written.integrity),
  criteria_ids: written.criteria_ids,
  commits: written.commits,
  workspace: written.workspace,
  setup: written.setup ?? null,
  mutation_check: shapeMutationCheck(written.mutation_check),
  confirmations: written.confirmations ?? null,
  exit_gate: written.exit_gate === undefined ? null : shapeExitGate(written.exit_gate),
  plans: written.plans === undefined ? null : shapePlans(written.plans),
  confidence: written.confidence ?? null,
  phases: written.phases === undefined ? structuredClone<readonly Phase[]>(DEFAULT_PHASES) : found.phases,
  limits: written.limits,
  circuit_breaker: shapeBreaker(written),
  notify: shapeNotify(written.notify),
  ...(written.approval === undefined ? {} : { approval: shapeApproval(written.approval) }),
  work_items: shapeWorkItems(written.work_items),
});

const shapeApproval = ({ command, timeout }: NonNullable<WrittenConfig['approval']>): ApprovalConfig => ({
  command: command ?? null,
  timeout_ms: timeout,
});

const shapeBreaker = ({ circuit_breaker: written, exit_gate: gate }: WrittenConfig): BreakerConfig => ({
  cooldown_ms: written.cooldown,
  reopenings: written.reopenings,
  backoff_ms: written.backoff,
  stagnation_threshold: written.stagnation_threshold ?? gate?.stagnation_threshold ?? null,
});

const shapeNotify = ({ timeout, ...commands }: WrittenConfig['notify']): NotifyConfig => ({
  commands: Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined)),
  timeout_ms: timeout,
});

const shapeIntegrity = (written: WrittenConfig['integrity']): Pick<Config, 'integrity' | 'existing_tests'> =>
  typeof written === 'string'
    ? { integrity: written, existing_tests: 'named' }
    : { integrity: written.changes, existing_tests: written.existing_tests };

const shapeMutationCheck = (written: WrittenConfig['mutation_check']): Config['mutation_check'] =>
  written === false ? null : { ...written, at_least: written.at_least ?? Math.min(3, written.mutants) };

/** The signal and the tests are not here: nothing switches them off. */
type ExitGateConfig = Readonly<
  Omit<WrittenExitGate, 'require_explicit_signal' | 'stagnation_threshold'> & {
    /** `null`: not counted. */
    stagnation_threshold: number | null;
  }
>;

/** Paths are relative to the folder of the config, with `/`. */
interface PlansConfig {
  readonly roadmap: string | null;
  /** The first that exists counts. */
  readonly tasks: readonly string[] | null;
  readonly optional: readonly string[];
}

/** From the written keys to the shaped ones. */
const shapeExitGate = ({
  require_explicit_signal: _alwaysTrue,
  stagnation_threshold: threshold,
  ...written
}: WrittenExitGate): ExitGateConfig => ({ ...written, stagnation_threshold: threshold ?? null });

/** From the written keys to the shaped ones. */
const shapePlans = ({ roadmap, tasks, optional }: NonNullable<WrittenConfig['plans']>): PlansConfig => ({
  roadmap: roadmap === undefined ? null : plainPath(roadmap),
  tasks: tasks === undefined ? null : tasks.map(plainPath),
  optional,
});

/** @param spec - relative to the workspace, with `/` */
export const configOfSpec = (config: Config, spec: string): Config =>
  config.list === null && specsOf(config.work).join('\n') === spec
    ? config
    : { ...config, work: { spec, given: true }, list: null };

/** A name to find on PATH, or a path: absolute, or relative to the workspace. */
export const programOf = ({ folder, command: [program = ''] }: Pick<SuiteConfig, 'folder' | 'command'>): string =>
  folder === '' || isAbsolute(program) || !program.includes('/') ? program : posix.join(folder, program);
