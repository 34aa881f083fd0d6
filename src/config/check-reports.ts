/**
 * What a runner that only the config can name needs besides: the test files, since its reports name none, and the place of
 * its report.
 *
 * @module
 */
import { REPORT_PLACE } from '../testing/junit.runner.ts';
import type { ConfigProblem } from './config-error.ts';
import type { Config } from './shape-config.ts';
import type { YamlDocument } from './yaml/read-yaml.ts';

interface ReportSource {
  readonly document: YamlDocument;
  readonly path: string;
}

/** The problems of `tests.runner`, `tests.report` and `tests.files` together. */
export const checkReports = (config: Config, source: ReportSource): readonly ConfigProblem[] => [
  ...findUnnamedTests(config, source),
  ...findMissingReport(config, source),
  ...findHeldOutReport(config, source),
];

const WITHOUT_FILES = new Map([
  ['tap', 'TAP names no files'],
  ['text', 'its words name no files'],
  ['junit', 'JUnit XML need not name files'],
]);

/** A test file that nobody names would never be frozen, and the agent could rewrite it in GREEN (RULES 2.7). */
const findUnnamedTests = ({ tests }: Config, { document, path }: ReportSource): readonly ConfigProblem[] => {
  const why = WITHOUT_FILES.get(tests.runner ?? '');
  if (why === undefined || tests.files.length > 0) return [];
  const { line, column } = document.placeOf(['tests', 'runner']);
  const message = `runner: ${tests.runner} needs tests.files, since ${why}: the globs of the test files, which are frozen when RED is left`;
  return [{ path, line, column, message }];
};

const findMissingReport = ({ tests }: Config, { document, path }: ReportSource): readonly ConfigProblem[] => {
  const hasPlace = tests.command.some((word) => word.includes(REPORT_PLACE));
  const tell = (key: string, message: string): readonly ConfigProblem[] => {
    const { line, column } = document.placeOf(['tests', key]);
    return [{ path, line, column, message }];
  };
  if (tests.runner !== 'junit' && tests.report !== null)
    return tell('report', `report is for runner: junit only (got runner: ${tests.runner})`);
  if (tests.runner !== 'junit' && hasPlace)
    return tell('command', `${REPORT_PLACE} is for runner: junit only (got runner: ${tests.runner})`);
  if (tests.runner !== 'junit' || hasPlace !== (tests.report !== null)) return [];
  return hasPlace
    ? tell('report', `report and ${REPORT_PLACE} in the command say two things: keep one of them`)
    : tell('runner', `runner: junit needs tests.report, or ${REPORT_PLACE} in the command: where its JUnit XML lies`);
};

/** A report of the held-out suite in the workspace would tell the agent of its tests. */
const findHeldOutReport = ({ tests }: Config, { document, path }: ReportSource): readonly ConfigProblem[] => {
  if (tests.held_out === null) return [];
  const { runner, command } = tests.held_out;
  const hasPlace = command.some((word) => word.includes(REPORT_PLACE));
  if ((runner === 'junit') === hasPlace) return [];
  const { line, column } = document.placeOf(['tests', 'held_out', hasPlace ? 'command' : 'runner']);
  const message = hasPlace
    ? `${REPORT_PLACE} is for runner: junit only (got runner: ${runner})`
    : `runner: junit needs ${REPORT_PLACE} in the command: where its JUnit XML is to lie`;
  return [{ path, line, column, message }];
};
