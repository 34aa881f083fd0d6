/**
 * The way from the reporter of one test run to the loop: a file for the report, and a key that seals it. The key lies in
 * a file that the reporter removes before it lets any test be loaded; the environment carries paths only, since every
 * process of the same user can read it (`/proc/<pid>/environ`).
 *
 * @module
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../../ledger/files/private.ts';

interface ReportChannel {
  /** Absolute path of the report; nothing is there before the reporter writes. */
  readonly file: string;
  /** 64 hexadecimal digits, random, of this run alone. */
  readonly key: string;
  /** Environment variables for the reporter. */
  readonly env: { readonly DUALGATE_REPORT: string; readonly DUALGATE_REPORT_KEY_FILE: string };
  /** Takes away what lies on disk. */
  readonly remove: () => Promise<void>;
}

/**
 * Names and key are of this run alone: no file that was there before can be taken for its report (rule 2.2).
 *
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
