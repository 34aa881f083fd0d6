import { describe, expect, it } from 'vitest';
import { createProject } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('a run that is aborted (needs git)', () => {
  it('cannot be resumed', async () => {
    const project = await createProject();
    try {
      await runLine(['run', '--until', 'RED'], { cwd: project.folder });
      const aborted = await runLine(['abort', '--reason', 'no longer wanted'], { cwd: project.folder });
      expect({ ...aborted, stdout: steady(aborted.stdout, project) }).toEqual({
        code: 0,
        stdout: 'The work of RUN was aborted.\n',
        stderr: '',
      });
      expect(await runLine(['resume'], { cwd: project.folder })).toMatchObject({ code: 77, stdout: '' });
    } finally {
      project.remove();
    }
  });
});
