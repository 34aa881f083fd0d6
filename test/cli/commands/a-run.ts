/**
 * Shared by the tests of commands on a real run: its output without parts that differ from run to run, and a folder of their own
 * for anchors.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Project } from '../a-project.ts';

/** The built program. */
export const PROGRAM = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));

/** Tests that need git name it in their title. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/** For all tests of a file. */
export const keepAnchorsAside = (): void => {
  const before = process.env['XDG_STATE_HOME'];
  let state = '';
  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), 'dualgate-state-'));
    process.env['XDG_STATE_HOME'] = state;
  });
  afterAll(() => {
    rmSync(state, { recursive: true, force: true });
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });
};

/** The id of the current run. */
export const currentRun = ({ folder }: Project): string =>
  readFileSync(join(folder, '.dualgate', 'current'), 'utf8').trim();

/** Without parts that differ from run to run. */
export const steady = (text: string, { folder }: Project): string =>
  text
    .replaceAll(folder, '.')
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, 'RUN')
    .replaceAll(/^\d\d:\d\d:\d\d /gm, '')
    .replaceAll(/\d+\.\d s|\b\d+ s\b/g, 'N s')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d\b(?: UTC| [-+]\d\d:\d\d)?)/g, 'WHEN')
    .replaceAll(/head [0-9a-f]{12}/g, 'head HASH');
