/** The suites of a config, and conflicts between them: two with one name, and two values of a key that concerns the workspace. */
import type { KeyProblem } from './find-config.ts';
import type { YamlDocument } from './read-yaml.ts';
import { REPORT_PLACE } from '../../runners/report/report-files.ts';
import { FILES_RUNNERS, type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { type Config, type SuiteConfig, memoryOfTests } from './config.ts';
import { valueAt } from './word-issues.ts';
import { join } from 'node:path';
import { findRunner } from '../../runners/command/find-runner.ts';
import { refuseCommand } from '../../runners/command/refuse-command.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';

/** The suites that the config names. @throws {RunnerError} when the runner of a command is not recognized */
export const suitesOf = ({ tests, folder }: Pick<Config, 'tests' | 'folder'>): readonly PlacedSuite[] =>
  tests.suites.map((suite) => ({
    name: suite.name,
    folder: suite.folder,
    command: suite.command,
    before: suite.before === undefined ? null : { ...suite.before, timeoutMs: suite.before.timeout_ms },
    runner: suite.runner ?? findRunner(suite.command, join(folder, suite.folder)),
    report: suite.report,
    sums: suite.sums ?? 'compare',
    timeoutMs: suite.timeout_ms,
    memory: memoryOfTests(tests),
    coverage: suite.coverage,
  }));

/** As `suitesOf`, before they are run. @throws {RunnerError} also for a command whose results would not be the suite's */
export const usableSuitesOf = (config: Pick<Config, 'tests' | 'folder'>): readonly PlacedSuite[] => {
  const suites = suitesOf(config);
  for (const suite of suites) refuseCommand(suite, join(config.folder, suite.folder));
  return suites;
};

type Path = readonly PropertyKey[];

/** The path of each suite in the document, in their order. */
export const pathsOfSuites = ({ value }: Pick<YamlDocument, 'value'>): readonly Path[] => {
  const tests = valueAt(value, ['tests']);
  return Array.isArray(tests) ? tests.map((_, i): Path => ['tests', i]) : [['tests']];
};

/** The paths of the suites that set a key, with its value. */
export const findKey = (
  document: Pick<YamlDocument, 'value'>,
  key: string,
): readonly { readonly path: Path; readonly value: unknown }[] =>
  pathsOfSuites(document)
    .map((path) => ({ path: [...path, key], value: valueAt(document.value, [...path, key]) }))
    .filter(({ value }) => value !== undefined);

/** The problems of `tests.runner`, `tests.report` and `tests.files` together, of each suite. */
export const checkReports = (config: Config, document: YamlDocument): readonly KeyProblem[] => [
  ...config.tests.suites.flatMap((suite, i) => {
    const key = pathsOfSuites(document)[i] ?? [];
    return [...findUnnamedTests(suite, key), ...findMissingReport(suite, key)];
  }),
  ...findHiddenSuiteReport(config, document),
];

/** A test file that is not named would never be frozen: the agent could rewrite it in GREEN (rule 2.7). */
const findUnnamedTests = (suite: SuiteConfig, place: Path): readonly KeyProblem[] => {
  const why = suite.runner == null ? undefined : RUNNERS[suite.runner].withoutFiles;
  if (why === undefined || suite.files.length > 0) return [];
  const message = `runner: ${suite.runner} needs tests.files, since ${why}. Write the globs of the test files there: they are frozen when RED is exited`;
  return [{ key: [...place, 'runner'], message }];
};

const findMissingReport = (suite: SuiteConfig, place: Path): readonly KeyProblem[] => {
  const hasPlace = suite.command.some((word) => word.includes(REPORT_PLACE));
  const problemAt = (key: string, message: string): readonly KeyProblem[] => [{ key: [...place, key], message }];
  const form = formOf(suite.runner);
  if (form === null && suite.sums !== undefined) return problemAt('junit', `junit is ${onlyFor(suite.runner)}`);
  if (form === null && suite.report !== null) return problemAt('report', `report is ${onlyFor(suite.runner)}`);
  if (form === null && hasPlace) return problemAt('command', `${REPORT_PLACE} is ${onlyFor(suite.runner)}`);
  if (form === null || hasPlace !== (suite.report !== null)) return [];
  return hasPlace
    ? problemAt('report', `report and ${REPORT_PLACE} in the command contradict each other: keep one of them`)
    : problemAt(
        'runner',
        `runner: ${suite.runner} needs tests.report, or ${REPORT_PLACE} in the command, to find its ${form}`,
      );
};

/** The form of the files that the runner writes; `null` if it writes none. */
const formOf = (runner: RunnerName | null | undefined): string | null => {
  const found = runner == null ? null : RUNNERS[runner];
  return found?.report === 'files' ? found.form : null;
};

const onlyFor = (runner: string | null | undefined): string =>
  `for runner: ${FILES_RUNNERS.join(' or ')} only (got runner: ${runner})`;

/** A report of the hidden suite in the workspace would show its tests to the agent. */
const findHiddenSuiteReport = ({ tests }: Config, document: YamlDocument): readonly KeyProblem[] => {
  if (tests.hidden === null) return [];
  const { runner, command } = tests.hidden;
  const hasPlace = command.some((word) => word.includes(REPORT_PLACE));
  const form = formOf(runner);
  if ((form !== null) === hasPlace) return [];
  const written = findKey(document, 'hidden')[0]?.path ?? [];
  const message = hasPlace
    ? `${REPORT_PLACE} is ${onlyFor(runner)}`
    : `runner: ${runner} needs ${REPORT_PLACE} in the command, as the path of its ${form}`;
  return [{ key: [...written, hasPlace ? 'command' : 'runner'], message }];
};

interface Source {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
}

/** The problems of the list; none for a single suite. */
export const checkSuites = (config: Config, { document, path }: Source): readonly KeyProblem[] => [
  ...findNamesakes(config, document),
  ...findDoubles({ document, path }, 'hidden', () => true),
  ...findDoubles({ document, path }, 'max_runs', (value, first) => value !== first),
  ...findDoubles({ document, path }, 'memory', (value, first) => value !== first),
  ...findDoubles({ document, path }, 'fast_first', (value, first) => value !== first),
];

/** The name of a suite distinguishes its tests from those of the others. */
const findNamesakes = ({ tests: { suites } }: Config, document: YamlDocument): readonly KeyProblem[] =>
  suites.flatMap(({ name }, i) => {
    if (suites.findIndex((each) => each.name === name) === i) return [];
    const message = `two suites have the name ${JSON.stringify(name)}: give each suite its own name, as it is part of the names of its tests`;
    return [{ key: [...(pathsOfSuites(document)[i] ?? []), 'name'], message }];
  });

/** A key that concerns the workspace and that a later suite sets again. */
const findDoubles = (
  { document, path }: Source,
  key: string,
  contradicts: (value: unknown, first: unknown) => boolean,
): readonly KeyProblem[] => {
  const [first, ...others] = findKey(document, key);
  if (first === undefined) return [];
  return others
    .filter(({ value }) => contradicts(value, first.value))
    .map((other) => {
      const before = document.placeOf(first.path);
      const message = `${key} applies to the workspace and is already set at ${path}:${before.line}:${before.column}: keep one of them`;
      return { key: other.path, message };
    });
};
