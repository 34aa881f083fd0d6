import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { APPROVES, aReviewer, finds } from '../evidence/review/a-reviewer.ts';
import { ofType, readKnownRecords } from './a-chaos-run.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { environmentOf, runProgram } from './run-program.ts';

const CHECKS = `test -f checks/new || { echo 1..0; exit 0; }
echo 1..1
echo 'not ok 1 - AC-1 it is ok'; exit 1
`;

/** Runs the loop, and kills it right after the record of the review, before anything is decided. */
const killAfterReview = async ({ home, workspace, agent }: Project): Promise<string | undefined> => {
  const library = pathToFileURL(resolve(import.meta.dirname, '../../dist/index.js')).href;
  await write(agent, {
    'kill.mjs': `import { createRun, readConfig } from ${JSON.stringify(library)};
      const config = readConfig({ config: 'dualgate.yaml' });
      await createRun({ config, onEvent: ({ type }) => { if (type === 'review.ended') process.kill(process.pid, 'SIGKILL'); } }).ended;`,
  });
  const options = { cwd: workspace, env: environmentOf(home), extendEnv: false, reject: false } as const;
  const { signal, stderr } = await execa(process.execPath, [join(agent, 'kill.mjs')], options);
  expect(stderr).toBe('');
  return signal;
};

describe.skipIf(!hasGit)('the verdict of a review (needs git)', () => {
  test('stays when the loop is killed right after it, comes once, and leaves an operator a way out', async ({
    home,
  }) => {
    const reviewer = await aReviewer([finds('checks/new', 1, 'tests nothing'), APPROVES]);
    const project = await aProject(home, {
      work: { RED: { 'checks/new': 'x\n' } },
      files: { 'checks/run.sh': CHECKS, 'specs/shout.md': '- [ ] AC-1: it is ok\n' },
      config: {
        tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
        phases: phases({ RED: {} }),
        checks: { review: { agent: { command: [...reviewer.command] } } },
      },
    });
    expect(await killAfterReview(project)).toBe('SIGKILL');
    expect(ofType(readKnownRecords(project), 'iteration.decided')).toEqual([]);

    const again = await runProgram(project, 'resume');
    expect(again).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('checks/new:1: tests nothing') });
    const records = readKnownRecords(project);
    expect(ofType(records, 'review.ended')).toHaveLength(1);
    expect(reviewer.prompts()).toHaveLength(1);
    expect(
      ofType(records, 'iteration.decided').map(({ record, decision }) => [
        record.metrics.review_approved,
        decision.gate_1.unmet.map(({ clause, rule }) => `${clause} (${rule})`),
      ]),
    ).toEqual(Array.from({ length: 3 }, () => [false, ['review_approved == true (2.12)']]));

    const { stdout: explained } = await runProgram(project, 'explain');
    expect(explained).toContain('Review (recorded, not measured):\n  review: 1 finding, by ');
    const { stdout: report } = await runProgram(project, 'report');
    expect(report).toContain('Reviews (recorded opinions, not measured)');
    expect(await runProgram(project, 'skip', '-m', 'it tests enough')).toMatchObject({ exitCode: 0 });
    expect((await runProgram(project, 'report')).stdout).toContain('it tests enough');
    for (const command of ['verify', 'replay'])
      expect(await runProgram(project, command)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
