import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tightenFolder } from '../../src/ledger/tighten.ts';
import { aFolder } from '../evidence/a-repository.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')(
  'takes from others what they had, keeps what the owner had, and neither follows a link nor waits at a pipe',
  async () => {
    const folder = await aFolder();
    const state = join(folder, 'state');
    mkdirSync(join(state, 'runs'), { recursive: true });
    for (const name of ['ledger', 'program', 'elsewhere']) writeFileSync(join(state, 'runs', name), '');
    chmodSync(join(state, 'runs'), 0o775);
    chmodSync(join(state, 'runs/ledger'), 0o644);
    chmodSync(join(state, 'runs/program'), 0o755);
    chmodSync(join(state, 'runs/elsewhere'), 0o644);
    linkSync(join(state, 'runs/elsewhere'), join(folder, 'elsewhere'));
    mkdirSync(join(folder, 'mine'));
    chmodSync(join(folder, 'mine'), 0o755);
    symlinkSync(join(folder, 'mine'), join(state, 'mine'));
    execFileSync('mkfifo', [join(state, 'pipe')]);
    chmodSync(join(state, 'pipe'), 0o666);

    tightenFolder(state);
    tightenFolder(join(folder, 'nothing there'));
    expect(modeOf(join(state, 'runs'))).toBe('700');
    expect(modeOf(join(state, 'runs/ledger'))).toBe('600');
    expect(modeOf(join(state, 'runs/program'))).toBe('700');
    expect(modeOf(join(state, 'runs/elsewhere'))).toBe('644');
    expect(modeOf(join(folder, 'mine'))).toBe('755');
    expect(modeOf(join(state, 'pipe'))).toBe('666');
  },
);
