/** Conflicts between the suites of a list: two with one name, and two values of a key that concerns the workspace. */
import type { YamlDocument } from './read-yaml.ts';
import { REPORT_PLACE } from '../../runners/report/report-files.ts';
import { FILES_RUNNERS, type RunnerName, RUNNERS } from '../../runners/runners.ts';
import type { ConfigProblem } from './find-config.ts';
import type { Config, SuiteConfig } from './shape-config.ts';
import { valueAt } from './word-issues.ts';

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

interface ReportSource {
  readonly document: YamlDocument;
  readonly path: string;
}

/** The problems of `tests.runner`, `tests.report` and `tests.files` together, of each suite. */
export const checkReports = (config: Config, source: ReportSource): readonly ConfigProblem[] => [
  ...config.tests.suites.flatMap((suite, i) => {
    const key = pathsOfSuites(source.document)[i] ?? [];
    return [...findUnnamedTests(suite, key, source), ...findMissingReport(suite, key, source)];
  }),
  ...findHiddenSuiteReport(config, source),
];

/** A test file that is not named would never be frozen: the agent could rewrite it in GREEN (rule 2.7). */
const findUnnamedTests = (
  suite: SuiteConfig,
  place: Path,
  { document, path }: ReportSource,
): readonly ConfigProblem[] => {
  const why = suite.runner == null ? undefined : RUNNERS[suite.runner].withoutFiles;
  if (why === undefined || suite.files.length > 0) return [];
  const { line, column } = document.placeOf([...place, 'runner']);
  const message = `runner: ${suite.runner} needs tests.files, since ${why}. Write the globs of the test files there: they are frozen when RED is exited`;
  return [{ path, line, column, message }];
};

const findMissingReport = (
  suite: SuiteConfig,
  place: Path,
  { document, path }: ReportSource,
): readonly ConfigProblem[] => {
  const hasPlace = suite.command.some((word) => word.includes(REPORT_PLACE));
  const problemAt = (key: string, message: string): readonly ConfigProblem[] => {
    const { line, column } = document.placeOf([...place, key]);
    return [{ path, line, column, message }];
  };
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
const findHiddenSuiteReport = ({ tests }: Config, { document, path }: ReportSource): readonly ConfigProblem[] => {
  if (tests.hidden === null) return [];
  const { runner, command } = tests.hidden;
  const hasPlace = command.some((word) => word.includes(REPORT_PLACE));
  const form = formOf(runner);
  if ((form !== null) === hasPlace) return [];
  const written = findKey(document, 'hidden')[0]?.path ?? [];
  const { line, column } = document.placeOf([...written, hasPlace ? 'command' : 'runner']);
  const message = hasPlace
    ? `${REPORT_PLACE} is ${onlyFor(runner)}`
    : `runner: ${runner} needs ${REPORT_PLACE} in the command, as the path of its ${form}`;
  return [{ path, line, column, message }];
};

interface SuitesSource {
  readonly document: YamlDocument;
  readonly path: string;
}

/** The problems of the list; none for a single suite. */
export const checkSuites = (config: Config, source: SuitesSource): readonly ConfigProblem[] => [
  ...findNamesakes(config, source),
  ...findDoubles(source, 'hidden', () => true),
  ...findDoubles(source, 'max_runs', (value, first) => value !== first),
  ...findDoubles(source, 'memory', (value, first) => value !== first),
  ...findDoubles(source, 'fast_first', (value, first) => value !== first),
];

/** The name of a suite distinguishes its tests from those of the others. */
const findNamesakes = ({ tests: { suites } }: Config, { document, path }: SuitesSource): readonly ConfigProblem[] =>
  suites.flatMap(({ name }, i) => {
    if (suites.findIndex((each) => each.name === name) === i) return [];
    const { line, column } = document.placeOf([...(pathsOfSuites(document)[i] ?? []), 'name']);
    const message = `two suites have the name ${JSON.stringify(name)}: give each suite its own name, as it is part of the names of its tests`;
    return [{ path, line, column, message }];
  });

/** A key that concerns the workspace and that a later suite sets again. */
const findDoubles = (
  { document, path }: SuitesSource,
  key: string,
  contradicts: (value: unknown, first: unknown) => boolean,
): readonly ConfigProblem[] => {
  const [first, ...others] = findKey(document, key);
  if (first === undefined) return [];
  return others
    .filter(({ value }) => contradicts(value, first.value))
    .map((other) => {
      const { line, column } = document.placeOf(other.path);
      const before = document.placeOf(first.path);
      const message = `${key} applies to the workspace and is already set at ${path}:${before.line}:${before.column}: keep one of them`;
      return { path, line, column, message };
    });
};
