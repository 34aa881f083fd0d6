import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleChild } from '../../ledger/bundle-child.ts';
import { fileMark } from '../../left-running.ts';
import { inTurn } from '../../pick-some.ts';

/** Milliseconds between two signals. Without another start, they end a third of the programs. */
const EACH_MS = 5;
const PROGRAMS = { git: 40, program: 15 };

let folder = '';
let child = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'group-'));
  child = await bundleChild('in-a-group', folder, import.meta.url);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const endsInGroup = async (kind: 'git' | 'program', signal: NodeJS.Signals): Promise<unknown> => {
  // A leader of its own group, as a command of a shell is.
  const group = spawn(process.execPath, [child, kind, `${PROGRAMS[kind]}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...fileMark() },
  });
  const { pid, stdout } = group;
  if (pid === undefined) throw new Error('Cannot start a process.');
  await once(stdout, 'readable');
  const sender = setInterval(() => process.kill(-pid, signal), EACH_MS);
  group.once('exit', () => clearInterval(sender));
  const said = await text(stdout);
  return JSON.parse(said.replace('ready', ''));
};

const slow = inTurn(2, test);

describe('a signal for the whole group, every five milliseconds', () => {
  for (const kind of ['git', 'program'] as const)
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const)
      slow(`reaches no ${kind} on its way into its own session (${signal})`, async () => {
        expect(await endsInGroup(kind, signal)).toEqual({ 'exited 0': PROGRAMS[kind] });
      });
});
