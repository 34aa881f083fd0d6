import { describe, expect, test } from 'vitest';
import { FAILING_PROJECTS, type FailingProject } from './failure-kinds.ts';
import { canRun, whySkipped } from './find-tool.ts';
import { makeProject, runIn } from './project.ts';
import { modulesWith } from './runner-modules.ts';
import { pickSome } from '../pick-some.ts';

const isThere = ({ runner, command: [program = '', ...args] }: FailingProject): boolean =>
  program.startsWith('node_modules/')
    ? modulesWith(runner) !== null
    : canRun(
        program,
        ...(program === 'go' ? ['version'] : args[1] === 'pytest' ? ['-m', 'pytest', '--version'] : ['--version']),
      );

describe('how a test failed', { timeout: 180_000 }, () => {
  for (const project of pickSome(FAILING_PROJECTS, ({ runner, command }) => `${runner} ${command.join(' ')}`, 1)) {
    const { runner, command, count, files } = project;
    const isHere = isThere(project);
    const claim = `${runner} tells an assertion and an error of the test itself from what the code will correct`;
    test.skipIf(!isHere)(`${claim}${whySkipped(isHere, runner)}`, async () => {
      const workspace = await makeProject(files, 'project', modulesWith(runner) ?? undefined);
      const run = await runIn(workspace, { command, runner, timeoutMs: 120_000 });
      expect([run.problems, run.tests.filter(({ state }) => state !== 'failed')]).toEqual([[], []]);
      expect(run.tests).toHaveLength(count);
      const told = run.tests.map(({ name, failure = 'other', message }) => ({ name, failure, message }));
      expect(told).toEqual(
        told.map((each) => ({ ...each, failure: /assertion|own_error|other/.exec(each.name)?.[0] ?? 'none' })),
      );
    });
  }
});
