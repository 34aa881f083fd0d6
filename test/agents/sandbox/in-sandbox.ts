/**
 * Tests that need bubblewrap to run. If it does not, their title says so and why, and one test is there in their place:
 * that nothing is started without the sandbox on this very machine.
 */
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { openSandbox } from '../../../src/agents/sandbox/open-sandbox.ts';
import { trySandbox } from '../../../src/agents/sandbox/lay-out-mounts.ts';
import { aGround, BUBBLEWRAP, factsOf } from './a-sandbox.ts';

const WORDS = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-net', 'true'];

/** Why bubblewrap does not run here, in its own words; `null` when it does. */
const problem: string | null = await execa('bwrap', WORDS, { reject: false }).then((result) =>
  result.exitCode === 0 ? null : `bubblewrap cannot run here: ${result.stderr || result.shortMessage}`,
);

export const describeInSandbox = (title: string, tests: () => void): void => {
  const why = problem === null ? '' : ` (NOT TRIED: ${problem})`;
  const holds = problem === null ? tests : sayThatNothingStarts;
  describe(`${title}${why}`, () => {
    holds();
  });
};

const sayThatNothingStarts = (): void =>
  test('nothing is started without it', async () => {
    const ground = await aGround();
    const facts = factsOf(ground);
    const refusal = await openSandbox(BUBBLEWRAP, facts).then(
      (words) => trySandbox({ words, workspace: ground.workspace, env: facts.env, program: 'sh' }),
      (error: unknown) => String(error),
    );
    expect(refusal).toMatch(/Cannot start the sandbox: |The sandbox does not start on this machine: /);
  });
