/**
 * Extra keys for runners whose reports name no test files: the globs of the test files, and the path of the report.
 *
 * @module
 */
import { REPORT_PLACE } from '../testing/report/report-files.ts';
import { FILES_RUNNERS, type RunnerName, RUNNERS } from '../testing/runners.ts';
import type { ConfigProblem } from './config-error.ts';
import type { Config, SuiteConfig } from './shape-config.ts';
import { findKey, pathsOfSuites } from './written-suites.ts';
import type { YamlDocument } from './yaml/read-yaml.ts';

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

type Path = readonly PropertyKey[];

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
