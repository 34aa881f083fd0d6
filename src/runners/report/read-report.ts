/**
 * Reads the report of our own reporters and believes it only whole: fresh (its start is sealed with the key of this
 * very run), complete (its end is sealed over all of it), not interrupted, and with sums that add up (rule 2.2).
 */
import { randomBytes, randomUUID, createHmac } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../base/files/folders.ts';
import { boundError, boundMessage, type LineCoverage, type TestCounts } from '../test-run.ts';
import { createBlockCutter, linesOf, placeOfLine } from '../../base/cut-lines.ts';
import { collectTests, type OnTest, type SuiteReader } from './suite-report.ts';
import { parseJson } from '../../base/text/parse-json.ts';

// The key lies in a file that the reporter removes before it lets any test be loaded; the environment carries paths
// only, since every process of the same user can read it (`/proc/<pid>/environ`).

interface ReportChannel {
  readonly file: string;
  /** 64 hexadecimal digits. */
  readonly key: string;
  readonly env: { readonly DUALGATE_REPORT: string; readonly DUALGATE_REPORT_KEY_FILE: string };
  readonly remove: () => Promise<void>;
}

/**
 * Names and key are of this run alone: no file that was there before can be taken for its report (rule 2.2).
 * @param folder - absolute; made if need be
 * @throws the file system's own error when `folder` cannot be written
 */
export const openReportChannel = async (folder: string): Promise<ReportChannel> => {
  makePrivateFolder(folder);
  const file = join(folder, `test-report-${randomUUID()}.ndjson`);
  const keyFile = `${file}.key`;
  const key = randomBytes(32).toString('hex');
  await writeFile(keyFile, key, { mode: PRIVATE_FILE, flag: 'wx' });
  return {
    file,
    key,
    env: { DUALGATE_REPORT: file, DUALGATE_REPORT_KEY_FILE: keyFile },
    remove: async () => {
      await rm(file, { force: true });
      await rm(keyFile, { force: true });
    },
  };
};

type Line<Type extends ReportLine['type']> = Extract<ReportLine, { readonly type: Type }>;

interface ReportOrigin {
  /** That of this run alone. */
  readonly key: string;
  readonly nameFile: (path: string) => string;
}

export const readReport = ({ key, nameFile }: ReportOrigin, onTest: OnTest): SuiteReader => {
  const found = collectTests(onTest);
  const load_failures: { readonly file: string; readonly message: string }[] = [];
  const unhandled_errors: string[] = [];
  const problems = new Set<string>();
  const bytes = createHmac('sha256', key);
  let isFresh = false;
  let lines = 0;
  let end: Line<'end'> | null = null;
  let coverage: LineCoverage | null = null;

  const addTest = ({ file, name, state, message, failure, inside }: Line<'test'>): void =>
    found.add({
      file: nameFile(file),
      name,
      state,
      ...(inside === true && { inside }),
      ...(state === 'failed' && { message: boundMessage(message ?? ''), ...(failure !== undefined && { failure }) }),
    });

  const withPlace = ({ file, message }: Line<'unhandled' | 'problem'>): string =>
    `${file === '' ? '' : `${nameFile(file)}: `}${boundError(message, nameFile)}`;

  const add = (line: Exclude<ReportLine, Line<'start'>>): void => {
    if (line.type === 'test') addTest(line);
    else if (line.type === 'load_failure') {
      load_failures.push({ file: nameFile(line.file), message: boundError(line.message, nameFile) });
    } else if (line.type === 'unhandled') unhandled_errors.push(withPlace(line));
    else if (line.type === 'problem') problems.add(withPlace(line));
    else if (line.type === 'coverage') coverage = line.total > 0 ? { covered: line.covered, total: line.total } : null;
    else {
      end = line;
      if (line.interrupted) problems.add('the test run was interrupted');
    }
  };

  const startSeal = createHmac('sha256', key).update('start').digest('hex');
  const readLine = (text: string): void => {
    lines += 1;
    const line = parseReportLine(text);
    if (end !== null) problems.add('the report has lines after its end: the runner was started more than once');
    else if (line === null) problems.add(`line ${lines} of the report is not valid`);
    else if (lines === 1 && line.type === 'start' && line.seal === startSeal) isFresh = true;
    else if (lines === 1 && line.type === 'start')
      problems.add(
        'the report is sealed with a key of another test run: the key was removed, or the report was forged',
      );
    else if (line.type === 'start') problems.add(`line ${lines} of the report starts another report`);
    else if (!isFresh) problems.add('the report does not begin with the start of this test run');
    else add(line);
  };

  const checkSeal = (line: Line<'end'>, text: string): void => {
    const { seal, ...sealed } = line;
    if (JSON.stringify(line) !== text || seal !== bytes.update(JSON.stringify(sealed)).digest('hex'))
      problems.add('the seal of the report is wrong: another program wrote to it');
  };

  const cutter = createBlockCutter((block) => {
    const texts = linesOf(block);
    for (const [at, text] of texts.entries()) {
      const wasOpen = end === null;
      readLine(text);
      if (end === null || !wasOpen) continue;
      bytes.update(block.subarray(0, placeOfLine(block, at)));
      checkSeal(end, text);
    }
    if (end === null) bytes.update(block);
  });

  return {
    push: cutter.push,
    finish: () => {
      if (lines === 0) problems.add('the test runner wrote no report');
      else if (end === null) problems.add('the report has no end: the test runner was killed or exited early');
      if (cutter.rest().length > 0) problems.add('the last line of the report is incomplete');
      if (end !== null && !addsUp(end, { ...found.counts(), load_failures, unhandled_errors })) {
        problems.add('the totals at the end of the report do not add up');
      }
      return {
        report_fresh: isFresh,
        report_complete: isFresh && end !== null && problems.size === 0,
        tests: found.tests,
        load_failures,
        unhandled_errors,
        ...(coverage === null ? {} : { coverage }),
        problems: [...problems],
      };
    },
  };
};

const addsUp = (
  end: Line<'end'>,
  found: TestCounts & Record<'load_failures' | 'unhandled_errors', readonly unknown[]>,
): boolean =>
  end.passed === found.suite_passing &&
  end.failed === found.suite_failing &&
  end.skipped === found.suite_skipped &&
  end.load_failures === found.load_failures.length &&
  end.unhandled_errors === found.unhandled_errors.length;

const reportLine = once(() => {
  const sum = z.int().nonnegative();
  const seal = z.string().length(64);
  const told = <Type extends string>(type: Type) =>
    z.strictObject({ type: z.literal(type), file: z.string(), message: z.string() });
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('start'), v: z.literal(1), seal }),
    z.strictObject({
      type: z.literal('test'),
      file: z.string(),
      name: z.string(),
      state: z.enum(['passed', 'failed', 'skipped']),
      message: z.string().optional(),
      failure: z.enum(['assertion', 'own_error']).optional(),
      inside: z.literal(true).optional(),
    }),
    told('load_failure'),
    told('unhandled'),
    told('problem'),
    z.strictObject({ type: z.literal('coverage'), covered: sum, total: sum }),
    z.strictObject({
      type: z.literal('end'),
      passed: sum,
      failed: sum,
      skipped: sum,
      load_failures: sum,
      unhandled_errors: sum,
      interrupted: z.boolean(),
      seal,
    }),
  ]);
});

type ReportLine = z.infer<ReturnType<typeof reportLine>>;

/** `null`: not a line that a reporter of ours writes. */
const parseReportLine = (line: string): ReportLine | null => reportLine().safeParse(parseJson(line)).data ?? null;
