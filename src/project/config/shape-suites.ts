/**
 * `tests` of a config, written as one suite or as a list, in one form: paths relative to the workspace, names filled in, and
 * the keys that concern the workspace kept apart from the suites.
 */
import { posix } from 'node:path';
import { REPORT_PLACE } from '../../runners/report/report-files.ts';
import { FILES_RUNNERS } from '../../runners/runners.ts';
import { DEFAULT_MAX_RUNS, type WrittenConfig } from './schema/config-schema.ts';

type WrittenSuite = Exclude<WrittenConfig['tests'], readonly unknown[]>;
type RunnerChoice = WrittenSuite['runner'] | null;

/** One suite of the workspace. */
export interface SuiteConfig {
  /** Unique in a list; by default its folder, else `suite 2`. */
  readonly name: string;
  /** The folder in which it runs, relative to the workspace, with `/`; `''` for the workspace itself. */
  readonly folder: string;
  readonly command: readonly string[];
  /** The build before each run; absent where there is none. */
  readonly before?: {
    readonly command: readonly string[];
    readonly makes: readonly string[];
    readonly timeout_ms: number;
  };
  /** `null`: detected from the command. */
  readonly runner: RunnerChoice;
  /** Relative to `folder`: where the runner writes its report; `null` if it writes none, or if the command has a `{report}`. */
  readonly report: string | null;
  /** The sums of its JUnit files are not compared with their tests. Absent: they are. */
  readonly sums?: 'ignore';
  /** Limit of one run. */
  readonly timeout_ms: number;
  /** Globs, relative to the workspace. */
  readonly files: readonly string[];
  /** Relative to `folder`, with `/`; `null` for none. */
  readonly coverage: string | null;
}

export interface TestsConfig {
  /** At least one, in the order in which they run. */
  readonly suites: readonly SuiteConfig[];
  /** Globs, relative to the workspace. */
  readonly writes: readonly string[];
  readonly known_failing: readonly string[];
  /** Outside the workspace; `null` for none. */
  readonly hidden: {
    readonly command: readonly string[];
    readonly runner: RunnerChoice;
    readonly timeout_ms: number;
  } | null;
  /** `null`: only if the suite is slow. */
  readonly fast_first: boolean | null;
  readonly max_runs: number;
  /** Limit of each run, build, check and measure. Absent: by what is free. */
  readonly memory_bytes?: number;
}

/** From the written suites to the shaped ones. Keys that concern the workspace are combined. */
export const shapeTests = (written: WrittenConfig['tests']): TestsConfig => {
  const items = Array.isArray(written) ? written : [written];
  const suites = items.map(shapeSuite);
  const isList = suites.length > 1;
  const memory = items.find((each) => each.memory !== undefined)?.memory;
  return {
    suites,
    writes: items.flatMap(({ writes }, i) => writes.map((glob) => placeGlob(suites[i]?.folder ?? '', glob))),
    known_failing: items.flatMap(({ known_failing: names }, i) =>
      names.flatMap((name) => (isList ? [name, `${suites[i]?.name ?? ''} > ${name}`] : [name])),
    ),
    hidden: shapeHiddenSuite(items.find(({ hidden: hiddenSuite }) => hiddenSuite !== undefined)?.hidden),
    fast_first: items.find(({ fast_first: fast }) => fast !== undefined)?.fast_first ?? null,
    max_runs: items.find(({ max_runs: runs }) => runs !== undefined)?.max_runs ?? DEFAULT_MAX_RUNS,
    ...(memory !== undefined && { memory_bytes: memory }),
  };
};

const shapeSuite = (suite: WrittenSuite, position: number): SuiteConfig => {
  const folder = shapeFolder(suite.folder ?? '');
  return {
    name: suite.name ?? (folder === '' ? `suite ${position + 1}` : folder),
    folder,
    command: suite.command,
    ...(suite.before === undefined ? {} : { before: shapeBefore(suite.before) }),
    runner: suite.runner ?? findNamed(suite),
    report: suite.report ?? null,
    ...(suite.junit?.sums === 'ignore' && { sums: 'ignore' }),
    timeout_ms: suite.timeout,
    files: suite.files.map((glob) => placeGlob(folder, glob)),
    coverage: suite.coverage?.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '') ?? null,
  };
};

const shapeBefore = ({
  timeout,
  ...written
}: NonNullable<WrittenSuite['before']>): NonNullable<SuiteConfig['before']> => ({
  ...written,
  timeout_ms: timeout,
});

const shapeFolder = (written: string): string => {
  const folder = posix.normalize(written.replaceAll('\\', '/')).replace(/\/$/, '');
  return folder === '.' ? '' : folder;
};

/** A glob of a suite's folder as a glob of the workspace. The name of the folder is no pattern. */
const placeGlob = (folder: string, glob: string): string =>
  folder === '' ? glob : `${folder.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&')}/${glob.replace(/^(?:\.\/)+/, '')}`;

/** A config with the path of a report implies the runner. */
const findNamed = ({ report, command }: Pick<WrittenSuite, 'report' | 'command'>): RunnerChoice =>
  report !== undefined || command.some((word) => word.includes(REPORT_PLACE)) ? (FILES_RUNNERS[0] ?? null) : null;

const shapeHiddenSuite = (written: WrittenSuite['hidden']): TestsConfig['hidden'] =>
  written === undefined
    ? null
    : {
        command: written.command,
        runner: written.runner ?? findNamed(written),
        timeout_ms: written.timeout,
      };
