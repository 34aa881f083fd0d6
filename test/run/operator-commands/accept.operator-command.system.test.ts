import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { describeAcceptance, findChanges } from '../../../src/run/operator/accept-config.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(4, test);

const BY = { by: 'ann', reason: 'the test was wrong' } as const;
const { RED, GREEN } = HONEST;
const TEST = 'test/one.test.js';
const TWO_TESTS = `${RED.write[TEST]}test('AC-1: one is odd', () => assert.equal(one() % 2, 1));\n`;

/** A run that left RED with two tests, and in GREEN does not get on. */
const aRunInGreen = async () => {
  const workspace = await aCodeWorkspace(
    [
      { phase: 'RED', ...RED, write: { ...RED.write, [TEST]: TWO_TESTS } },
      { phase: 'GREEN', iteration: 1, write: GREEN.write, signal: false },
      { phase: 'GREEN', signal: true },
    ],
    { limits: { iterations: 2 } },
  );
  const { config, folder } = workspace;
  const run = createRun({ config });
  await run.ended;
  const accept = async (paths: readonly string[], tests: readonly string[] = []) =>
    sendOperatorCommand({ config, run: run.id, command: await describeAcceptance(config, { paths, tests }, BY) });
  const goOn = () => createRun({ config, resume: run.id, until: 'GREEN' }).ended;
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const changes = () => findChanges(config, run.id);
  const accepted = async () => (await readRun(config)).state.accepted;
  return { ...workspace, run: run.id, accept, goOn, write, changes, accepted };
};

describe.skipIf(!hasGit)('accepting a change (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('holds the file fast as it is now: the phase can be left with it, and with no other change', async () => {
    const { accept, goOn, write, changes } = await aRunInGreen();
    write(TEST, `${TWO_TESTS}// by hand\n`);
    expect(await changes()).toEqual({ files: [{ path: TEST, what: 'changed' }], tests: [], writes: [] });
    expect(await accept([TEST])).toMatchObject({ taken: true, live: false, says: `Accepted: ${TEST}.` });
    expect(await changes()).toEqual({ files: [], tests: [], writes: [] });
    expect((await goOn()).status).toBe('paused');

    write(TEST, TWO_TESTS);
    expect(await changes()).toEqual({ files: [{ path: TEST, what: 'changed' }], tests: [], writes: [] });
  });

  slow('lets tests be gone that the last iteration missed, and no others', async () => {
    const { accept, goOn, write, changes, accepted } = await aRunInGreen();
    const id = `${TEST} > AC-1: one is odd`;
    write(TEST, RED.write[TEST]);
    await expect(accept([TEST], [id])).rejects.toMatchObject({
      message: `Cannot accept a change: "${id}" was not missing in the last iteration.`,
    });
    expect(await accepted()).toEqual([]);

    await accept([TEST]);
    expect((await goOn()).status).toBe('stuck');
    expect(await changes()).toEqual({ files: [], tests: [id], writes: [] });
    await accept([], [id]);
    expect(await accepted()).toMatchObject([
      { phase: 'GREEN', ...BY, files: [TEST], tests: [] },
      { phase: 'GREEN', ...BY, files: [], tests: [id] },
    ]);
    expect((await goOn()).status).toBe('paused');
  });

  slow(
    'is refused when the file changed again after the operator looked: an agent may have waited for it',
    async () => {
      const { config, run, write, accepted } = await aRunInGreen();
      write(TEST, `${TWO_TESTS}// by hand\n`);
      const command = await describeAcceptance(config, { paths: [TEST], tests: [] }, BY);
      write(TEST, `import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n`);
      await expect(sendOperatorCommand({ config, run, command })).rejects.toMatchObject({
        code: 'E_RUN',
        message: `Cannot accept a change: ${TEST} changed again after you checked it. Check it again, then repeat the command.`,
      });
      expect(await accepted()).toEqual([]);
    },
  );

  slow('holds a file fast that is gone: it must not come back', async () => {
    const { accept, folder, write, changes } = await aRunInGreen();
    rmSync(join(folder, 'spec.md'));
    expect((await changes()).files).toEqual([{ path: 'spec.md', what: 'removed' }]);
    await accept(['spec.md']);
    write('spec.md', '- [ ] AC-1: one is 1\n');
    expect((await changes()).files).toEqual([{ path: 'spec.md', what: 'appeared' }]);
  });

  slow(
    'holds a file fast that may not appear, and refuses a link to a folder: nobody would measure what is in it',
    async () => {
      const { accept, folder, write, changes } = await aRunInGreen();
      mkdirSync(join(folder, 'lib'));
      write('lib/.gitignore', 'hidden.js\n');
      write('lib/hidden.js', '');
      write('loud.js', "import './lib/hidden.js';\n");
      symlinkSync('/usr', join(folder, 'lib/usr'));
      expect((await changes()).files).toEqual([
        { path: 'lib/.gitignore', what: 'appeared' },
        { path: 'lib/usr', what: 'appeared' },
      ]);
      await expect(accept(['lib/usr'])).rejects.toMatchObject({
        message:
          'Cannot accept a change: lib/usr is a link to a folder that is not measured. Replace it with the folder itself.',
      });
      rmSync(join(folder, 'lib/usr'));
      await accept(['lib/.gitignore']);
      expect((await changes()).files).toEqual([]);

      write('lib/.gitignore', '*\n');
      expect((await changes()).files).toEqual([{ path: 'lib/.gitignore', what: 'changed' }]);
    },
  );

  slow('says of a renamed test file where it is: no operator command is needed', async () => {
    const { folder, changes, goOn } = await aRunInGreen();
    renameSync(join(folder, TEST), join(folder, 'test/two.test.js'));
    expect((await changes()).files).toEqual([{ path: TEST, what: 'removed', renamed_to: 'test/two.test.js' }]);
    expect((await goOn()).status).toBe('paused');
  });

  slow('of the spec reads its criteria anew', async () => {
    const { config, accept, write } = await aRunInGreen();
    expect((await readRun(config)).state.criteria).toEqual({ count: 1, ids: ['AC-1'] });
    write('spec.md', '- [ ] AC-1: one is 1\n- [ ] AC-2: one is odd\n');
    await accept(['spec.md']);
    expect((await readRun(config)).state.criteria).toEqual({ count: 2, ids: ['AC-1', 'AC-2'] });
  });

  slow('is refused for the config, for what is not frozen, for what did not change, and for nothing', async () => {
    const { accept, folder, accepted } = await aRunInGreen();
    const config = readFileSync(join(folder, 'dualgate.yaml'), 'utf8');
    writeFileSync(join(folder, 'dualgate.yaml'), `${config}# by hand\n`);
    const refused = (why: string) => ({ code: 'E_RUN', message: `Cannot accept a change: ${why}.` });
    await expect(accept(['dualgate.yaml'])).rejects.toMatchObject(
      refused(
        'dualgate.yaml is the config, which only dualgate resume --accept-config accepts. Restore it, or end the run first',
      ),
    );
    await expect(accept(['src/one.js', TEST])).rejects.toMatchObject(
      refused(
        `src/one.js is not frozen (dualgate accept lists what changed); ${TEST} is unchanged since it was frozen`,
      ),
    );
    await expect(accept([])).rejects.toMatchObject(
      refused('no change is named. Run dualgate accept to list the changes'),
    );
    expect(await accepted()).toEqual([]);
  });
});
