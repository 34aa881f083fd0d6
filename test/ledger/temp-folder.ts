/** A folder for one test, gone when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the test that asked for it has finished. */
export const makeTempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A clock that stands still, so that a ledger can be compared whole. */
export const STILL = { now: () => new Date('2025-01-02T03:04:05.678Z') };
