/** The files that a runner writes its report to. Only a report of this very run counts (rule 2.2). */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative } from 'node:path';
import picomatch from 'picomatch';
import { makePrivateFolder } from '../../base/files/folders.ts';
import { nameTestFiles } from '../empty-run.ts';
import type { FilesOptions, Runner } from '../runner.ts';
import { findEarlierTime } from './read-coverage.ts';
import type { OnTest, SuiteReport } from './suite-report.ts';
import { WITHOUT_WAITING } from '../../base/files/open-plain.ts';

/** The placeholder in a command for the path of the report. */
export const REPORT_PLACE = '{report}';

const MAX_BYTES = 64 * 1024 * 1024;
const NEVER_ENTERED = new Set(['node_modules', '.git', '.dualgate']);

/** Makes sure that no report is there before the run. @returns the command with the path in the place of `{report}` */
export const prepareFiles = async (
  { ending, readFiles, beside = [] }: Extract<Runner, { readonly report: 'files' }>,
  {
    command,
    report = null,
    sums = 'compare',
  }: Partial<Pick<FilesOptions, 'sums'>> & { readonly command: readonly string[]; readonly report?: string | null },
  options: { readonly workspace: string; readonly reportFolder: string; readonly onTest: OnTest },
): Promise<{ readonly command: readonly string[]; readonly read: () => Promise<SuiteReport> }> => {
  const { workspace, reportFolder, onTest } = options;
  const folder = join(reportFolder, `reports-${randomUUID()}`);
  makePrivateFolder(folder);
  const find = (): Promise<readonly string[]> =>
    report === null ? findFiles(folder, () => true) : findReports(workspace, report, beside);
  if (report !== null) for (const path of await find()) await rm(path, { force: true });
  const began = Date.now();
  const reader = readFiles({ onTest, nameFile: nameTestFiles(workspace), sums });
  return {
    command: command.map((word) => word.replaceAll(REPORT_PLACE, join(folder, `report${ending}`))),
    read: async () => {
      for (const path of await find()) {
        const found = await lstat(path);
        if (found.size > MAX_BYTES) {
          reader.refuse(path, `it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
          continue;
        }
        const bytes = await readFile(path, { flag: WITHOUT_WAITING });
        const earlier = findEarlierTime(bytes.toString('latin1'), found, began);
        if (earlier === null) reader.add(path, bytes);
        else reader.refuse(path, earlier);
      }
      await rm(folder, { recursive: true, force: true });
      return reader.finish(report ?? REPORT_PLACE);
    },
  };
};

/** Regular files below the workspace that match, sorted. No link is followed: what it leads to is not ours to remove. */
export const findReports = async (
  workspace: string,
  report: string,
  beside: readonly string[],
): Promise<readonly string[]> => {
  const path = report.replace(/^(?:\.\/)+/, '');
  const { base, isGlob } = picomatch.scan(path);
  const folder = isGlob ? base : dirname(path);
  if (!(await isPlainFolder(workspace, folder))) return [];
  const matches = picomatch(path, { dot: true });
  return findFiles(
    join(workspace, folder),
    (found) =>
      matches(relative(workspace, found).replaceAll('\\', '/')) || (isGlob && beside.includes(basename(found))),
  );
};

const isPlainFolder = async (workspace: string, path: string): Promise<boolean> => {
  for (let folder = normalize(path); folder !== '.' && folder !== '/'; folder = dirname(folder)) {
    const found = await lstat(join(workspace, folder)).catch(() => null);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
};

const findFiles = async (folder: string, isWanted: (path: string) => boolean): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NEVER_ENTERED.has(entry.name)) found.push(...(await findFiles(path, isWanted)));
    else if (entry.isFile() && isWanted(path)) found.push(path);
  }
  return found.sort();
};
