import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, DAWDLES, TWO_ITERATIONS } from '../../queue/list/a-list.ts';
import { runLine } from '../memory-io.ts';

describe.skipIf(!hasGit)('a task list in a GitHub workflow (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  it('is reported once, at its end, however often a task was tried', async () => {
    const { folder, home } = await aListProject({ a: DAWDLES }, {}, { ...TWO_ITERATIONS, commits: false });
    const summary = join(home, 'summary');
    const env = {
      XDG_STATE_HOME: process.env['XDG_STATE_HOME'],
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: join(folder, '..'),
    };
    const { code, stdout, stderr } = await runLine(['run'], { cwd: folder, env });
    expect(code, stdout + stderr).toBe(1);
    expect(stdout.match(/ stuck: /g)).toHaveLength(3);
    expect(readFileSync(summary, 'utf8').match(/^#+ (?:STUCK|Deferred).*$/gm)).toEqual([
      '# STUCK: 0 of 1 tasks done',
      '## Deferred',
      '## STUCK: `specs/a.md`',
    ]);
    expect(stderr.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      '::error title=dualgate%3A stuck::0 of 1 tasks are done; specs/a.md is stuck',
      '::error file=project/specs/a.md,title=specs/a.md%3A stuck::Exit gate not passing: 2 of 2 iterations used',
    ]);
  });
});
