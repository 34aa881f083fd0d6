import { beforeEach, describe, expect, test } from 'vitest';
import { createRun, measure } from '../../src/index.ts';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { aFolder, hasGit, write } from '../evidence/a-repository.ts';
import { aClaim, fillIn } from '../agents/model-server/step.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(1, test);

const CLAIM = fillIn(aClaim(), { phase: 'GREEN', iteration: '1' }).replace(/^NONCE: .*\n/m, '');

/** RED was exited by measurements alone; the code is written, but not measured. */
const aGreenWorkspace = async () => {
  const { folder, config } = await aCodeWorkspace();
  const { frozen: atStart } = await measure(config, { phase: 'RED' });
  await write(folder, HONEST.RED.write);
  const red = await measure(config, { phase: 'RED', signal: true, frozen: atStart });
  expect(red.decision.reason).toBe('Both gates agree in this iteration');
  await write(folder, HONEST.GREEN.write);
  // A host may keep it as JSON.
  const frozen: typeof red.frozen = JSON.parse(JSON.stringify(red.frozen));
  return { folder, config, frozen };
};
const INTACT = 'tests_intact == true';
const clauses = ({ decision }: Awaited<ReturnType<typeof measure>>) =>
  decision.gate_1.unmet.map(({ clause }) => clause);

describe.skipIf(!hasGit)('a measurement for a host (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('decides by the tests and by the word of the host, in the same call', async () => {
    const { config, frozen } = await aGreenWorkspace();
    const without = await measure(config, { phase: 'GREEN', frozen });
    const told = await measure(config, { phase: 'GREEN', signal: true, frozen });
    expect([without.decision.can_exit, told.decision.can_exit]).toEqual([false, true]);
    expect([without.record.signal.reason, told.record.signal.reason]).toEqual(['signal_missing', 'explicit_true']);
  });

  slow('is held when the word is not true', async () => {
    const { config } = await aCodeWorkspace();
    const { decision } = await measure(config, { phase: 'GREEN', signal: true });
    expect(decision.can_exit).toBe(false);
    expect(decision.reason).toBe('Exit signal set but Gate 1 not satisfied');
  });

  slow('reads the word in the output of the agent, as a text or a file', async () => {
    const { config, frozen } = await aGreenWorkspace();
    const folder = await aFolder();
    await write(folder, { said: CLAIM });
    const ofText = await measure(config, { phase: 'GREEN', signal: { text: CLAIM }, frozen });
    const ofFile = await measure(config, { phase: 'GREEN', signal: { file: `${folder}/said` }, frozen });
    const ofNothing = await measure(config, { phase: 'GREEN', signal: { text: 'All done!' }, frozen });
    expect([ofText, ofFile, ofNothing].map(({ record }) => record.signal.value)).toEqual([true, true, null]);
  });

  slow('refuses an unknown option, instead of ignoring it', async () => {
    const { config } = await aCodeWorkspace();
    await expect(measure(config, Object({ said: CLAIM }))).rejects.toThrow(
      'Cannot call measure with the option said: it is unknown. Use phase, signal, frozen, abort, onEvent.',
    );
  });

  test('holds a weakened test, and its honest twin passes', async () => {
    const { folder, config, frozen } = await aGreenWorkspace();
    const honest = await measure(config, { phase: 'GREEN', signal: true, frozen });
    expect(clauses(honest)).toEqual([]);
    await write(folder, {
      'test/one.test.js': "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n",
    });
    const weakened = await measure(config, { phase: 'GREEN', signal: true, frozen });
    expect(clauses(weakened)).toEqual([INTACT]);
    expect(textsOf(weakened.record.findings)).toContainEqual(
      'test/one.test.js was changed after it was frozen: restore it.',
    );
  });

  slow('holds where nothing was frozen: it claims nothing that it did not measure', async () => {
    const { config } = await aGreenWorkspace();
    const measured = await measure(config, { phase: 'GREEN', signal: true });
    expect([measured.run, measured.record.metrics.tests_intact, clauses(measured)]).toEqual([
      null,
      undefined,
      [INTACT],
    ]);
    expect(textsOf(measured.record.findings)).toEqual([
      'No file is frozen, so nothing shows that the tests are unchanged. Begin with createRun or openLedger, or give each measurement the frozen of the one before.',
    ]);
  });

  slow('needs nothing of that after a run, whose frozen files count', async () => {
    const { folder, config } = await aCodeWorkspace();
    const agent = async () => {
      await write(folder, HONEST.RED.write);
      return { text: '', signal: true };
    };
    await createRun({ config, until: 'RED', agent }).ended;
    await write(folder, HONEST.GREEN.write);
    expect(clauses(await measure(config, { signal: true }))).toEqual([]);
    await write(folder, {
      'test/one.test.js': "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n",
    });
    expect(clauses(await measure(config, { signal: true, frozen: {} }))).toEqual([INTACT]);
  });

  slow('ends with its suite when the host aborts it', async () => {
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
