import { beforeEach, describe, expect, test } from 'vitest';
import { measure } from '../../src/index.ts';
import { aFolder, hasGit, write } from '../evidence/a-repository.ts';
import { aClaim, fillIn } from '../agents/model-server/step.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';

const CLAIM = fillIn(aClaim(), { phase: 'GREEN', iteration: '1' }).replace(/^NONCE: .*\n/m, '');

/** Its tests pass. */
const aGreenWorkspace = async () => {
  const { folder, config } = await aCodeWorkspace();
  await write(folder, { ...HONEST.RED.write, ...HONEST.GREEN.write });
  return config;
};

describe.skipIf(!hasGit)('a measurement for a host (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('decides by the tests and by the word of the host, in the same call', async () => {
    const config = await aGreenWorkspace();
    const without = await measure(config, { phase: 'GREEN' });
    const told = await measure(config, { phase: 'GREEN', signal: true });
    expect([without.decision.can_exit, told.decision.can_exit]).toEqual([false, true]);
    expect([without.record.signal.reason, told.record.signal.reason]).toEqual(['signal_missing', 'explicit_true']);
  });

  test('is held when the word is not true', async () => {
    const { config } = await aCodeWorkspace();
    const { decision } = await measure(config, { phase: 'GREEN', signal: true });
    expect(decision.can_exit).toBe(false);
    expect(decision.reason).toBe('Exit signal set but Gate 1 not satisfied');
  });

  test('reads the word in the output of the agent, as a text or a file', async () => {
    const config = await aGreenWorkspace();
    const folder = await aFolder();
    await write(folder, { said: CLAIM });
    const ofText = await measure(config, { phase: 'GREEN', signal: { text: CLAIM } });
    const ofFile = await measure(config, { phase: 'GREEN', signal: { file: `${folder}/said` } });
    const ofNothing = await measure(config, { phase: 'GREEN', signal: { text: 'All done!' } });
    expect([ofText, ofFile, ofNothing].map(({ record }) => record.signal.value)).toEqual([true, true, null]);
  });

  test('refuses an unknown option, instead of ignoring it', async () => {
    const { config } = await aCodeWorkspace();
    await expect(measure(config, Object({ said: CLAIM }))).rejects.toThrow(
      'Cannot measure with the option said: it is unknown. Use phase, signal, abort, onEvent.',
    );
  });

  test('ends with its suite when the host aborts it', async () => {
    const { folder, config } = await aCodeWorkspace();
    const slow =
      "import { test } from 'node:test';\ntest('first', () => {});\ntest('slow', (t, done) => setTimeout(done, 600_000));\n";
    await write(folder, { 'test/slow.test.js': slow });
    const abort = new AbortController();
    const measured = measure(config, {
      phase: 'GREEN',
      signal: true,
      abort: abort.signal,
      onEvent: ({ type }) => {
        if (type === 'test.passed') abort.abort(new Error('enough'));
      },
    });
    await expect(measured).rejects.toThrow('enough');
  });
});
