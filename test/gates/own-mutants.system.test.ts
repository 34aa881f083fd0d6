import { execa } from 'execa';
import { expect, test } from 'vitest';

/** Some of those of `bash .ci/full`. If one is none, as it changes nothing, another seed chooses others. */
const GIVEN = ['.ci/own-mutants.mjs', '--count', '6', '--seed', 'dualgate', 'gates', 'machines'];

test('our tests notice six of our own mutants, in gates and charts', async () => {
  const { stdout } = await execa('node', GIVEN);
  expect(stdout.split('\n').at(-1), stdout).toBe('6 of 6 killed');
});
