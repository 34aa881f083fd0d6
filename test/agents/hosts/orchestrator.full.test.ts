/** The orchestrator of docs/how-to/embed.md: three runs in one process. */
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { fileMark } from '../../left-running.ts';
import { aHostProject } from './a-host-project.ts';

test.skipIf(!hasGit)(
  'an orchestrator drives three runs with one budget, interrupts and resumes them, and leaves no handle open (needs git)',
  async () => {
    const folder = await aFolder();
    await cp(join(import.meta.dirname, 'programs'), folder, { recursive: true });
    await mkdir(join(folder, 'node_modules'));
    await symlink(resolve(import.meta.dirname, '../../..'), join(folder, 'node_modules', 'dualgate'));
    const projects = await Promise.all([1, 2, 3].map(aHostProject));
    const program = execa(process.execPath, [join(folder, 'orchestrator.mjs'), ...projects], {
      env: { ...fileMark(), XDG_STATE_HOME: join(folder, 'state') },
      timeout: 150_000,
    });
    let isInterrupted = false;
    for await (const line of program) {
      if (line !== 'RED exited' || isInterrupted) continue;
      isInterrupted = program.kill('SIGINT');
    }
    // It ended by itself: a handle that was left open would have kept it until the timeout.
    const { stdout, exitCode } = await program;
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line === 'RED exited')).toHaveLength(3);
    expect(lines.filter((line) => line === 'GREEN exited')).toHaveLength(3);
    expect([lines.at(-1), exitCode]).toEqual([expect.stringMatching(/^[123] interrupted, 3 completed, \$1\.5$/), 0]);
  },
);
