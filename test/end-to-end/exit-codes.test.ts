import { describe, expect } from 'vitest';
import { pickSome, SEED } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { ENDINGS, readRecords } from './an-ending.ts';
import { runProgram } from './run-program.ts';

const picked = pickSome(ENDINGS, ({ name }) => name, 8);

describe.skipIf(!hasGit)(`every way in which a run ends (needs git; ${SEED})`, { concurrent: true }, () => {
  for (const { name, exitCode, status, began, reach } of picked)
    test(`${name}: exit code ${exitCode}, and the ledger says the same`, async ({ home }) => {
      const { project, ended } = await reach(home);

      expect(ended).toMatchObject({ exitCode });
      const last = readRecords(project).at(-1);
      expect(last !== undefined).toBe(began);
      if (status !== null) expect(last).toMatchObject({ type: 'run.ended', data: { status, exit_code: exitCode } });
      else expect(last?.type).not.toBe('run.ended');
      if (began) expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: name === 'broken' ? 1 : 0 });
      // Each refusal says why, in one place and with no stack.
      if (exitCode !== 0) expect(ended.stdout + ended.stderr).toMatch(/\S/);
      expect(ended.stderr).not.toContain('    at ');
    });
});
