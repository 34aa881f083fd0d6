import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inTurn, pickOne } from '../../pick-some.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aClaim, type Step } from '../model-server/step.ts';
import { smokeTestReal, RUN_COMMAND, SPEAK, SYSTEM_PATH, WRITE } from './a-smoke-test.ts';
import { hasAgent } from './find-agent.ts';
import { aModel, takeRealTurn } from './take-real-turn.ts';

const slow = inTurn(3, test);

const CLAIM: Step = { say: aClaim() };
const FINE = {
  turn: { state: 'ok', says: expect.stringMatching(/^it succeeded, \d+\.\d s, [34]00 tokens in, [68]0 out/) },
  writing: { state: 'ok', says: 'the file was written correctly' },
  shell: { state: 'ok', says: 'commands run in the workspace, with the environment of the turn' },
  path: { state: 'ok', says: 'its shell finds run-the-tests, node, git where dualgate does' },
  command: { state: 'ok', says: 'the signal command works' },
  signal: { state: 'ok', says: 'its exit signal was read, with the nonce of this turn' },
  leftovers: { state: 'ok', says: 'no unexpected changes' },
};
const UNSEEN = { state: 'skipped', says: 'unknown: the turn failed' };
/** Codex runs commands in a login shell, which sets PATH anew. */
const PLAIN_SHELL = ['-c', 'allow_login_shell=false'];
/** Its sandbox refuses sockets unless it is told so. */
const OPEN = { args: [...PLAIN_SHELL, '-c', 'sandbox_workspace_write.network_access=true'] };
const UNREACHED = {
  state: 'skipped',
  says: 'its shell cannot reach a socket with this configuration: it uses the status block',
};
const isHere = (program: string) => hasAgent(program) && hasGit && process.platform === 'linux';
const why = (program: string) =>
  isHere(program) ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';

for (const preset of pickOne([PRESETS.pi, PRESETS.codex])) {
  describe.skipIf(!isHere(preset.program))(`a smoke test of the real ${preset.program}${why(preset.program)}`, () => {
    slow('finds nothing wrong with one that does what it is told', async () => {
      const agent = preset.name === 'codex' ? OPEN : {};
      expect(await smokeTestReal(preset, [WRITE, RUN_COMMAND, SPEAK, CLAIM], { agent })).toEqual(FINE);
    });

    slow('finds that it may not write, although it exits with 0', async () => {
      const found = await smokeTestReal(preset, [WRITE, CLAIM], { agent: { permissions: 'ask' } });
      expect(found['turn']).toMatchObject({ state: 'ok' });
      expect(found['writing']).toEqual({
        state: 'problem',
        says: expect.stringMatching(/^it succeeded.*, but there is no file: it may not write here, or did not try$/),
        fix: `Set agent.permissions: edit, or allow it in the configuration of ${preset.title}.`,
      });
    });

    slow('finds that the provider does not know its key', async () => {
      const found = await smokeTestReal(preset, [{ fail: 401, message: 'Incorrect API key provided' }]);
      expect(found).toEqual({
        turn: {
          state: 'problem',
          says: expect.stringMatching(/^unauthorised: .*401.*Incorrect API key provided/),
          fix: 'Log in with it once, or set its key in the environment of dualgate or in agent.env.',
        },
        writing: UNSEEN,
        shell: UNSEEN,
        command: preset.name === 'codex' ? UNREACHED : UNSEEN,
        signal: {
          state: 'skipped',
          says: "not read: the agent's process failed, so its exit signal does not count",
        },
        leftovers: FINE.leftovers,
      });
    });

    slow('finds that it hangs, ends it, with all that it started, and tells what it did before', async () => {
      const hanging: readonly Step[] = [{ run: 'setsid sleep 300 > /dev/null 2>&1 & echo started' }, { hang: true }];
      const found = await smokeTestReal(preset, [WRITE, ...hanging], { timeoutMs: 12_000 });
      expect(found['turn']).toMatchObject({ state: 'problem', says: 'it did not end within 12 s' });
      expect(found['writing']).toEqual(FINE.writing);
      expect(found['signal']).toMatchObject({ state: 'skipped' });
    });

    slow('finds a word with the nonce of another turn', async () => {
      const found = await smokeTestReal(preset, [WRITE, RUN_COMMAND, { say: aClaim(true, 'feedfeedfeedfeed') }]);
      expect(found['signal']).toMatchObject({
        state: 'problem',
        says: 'the block has the NONCE of another iteration: it was quoted, cached or replayed',
      });
    });
  });
}

describe.skipIf(!isHere('codex'))(`a probe of the real codex, whose shell is a login shell${why('codex')}`, () => {
  const profile = `export PATH=${SYSTEM_PATH}\n`;

  test('finds that it does not find the program of the tests, with the way out', async () => {
    const found = await smokeTestReal(PRESETS.codex, [WRITE, RUN_COMMAND, CLAIM], { profile });
    expect(found).toEqual({
      ...FINE,
      command: UNREACHED,
      path: {
        state: 'problem',
        says: 'its shell does not find run-the-tests',
        details: [expect.stringMatching(new RegExp(`^its PATH: .*${SYSTEM_PATH}$`))],
        fix: 'Its login shell resets PATH: set agent.args: [-c, allow_login_shell=false], or add the folder to PATH in ~/.profile.',
      },
    });
  });

  test('finds that it keeps the environment from its commands', async () => {
    const agent = { args: ['-c', 'shell_environment_policy.inherit="core"'] };
    const found = await smokeTestReal(PRESETS.codex, [WRITE, RUN_COMMAND, CLAIM], { agent });
    expect(found['shell']).toMatchObject({
      state: 'warning',
      says: 'its shell does not get the environment of the turn: dualgate may not find processes that it starts',
    });
  });

  test('that is started in a folder which it does not trust is not allowed to work, and no crash', async () => {
    const { agent, remove } = await aModel(PRESETS.codex, [[CLAIM]]);
    onTestFinished(remove);
    await rm(join(agent.workspace, '.git'), { recursive: true });
    const { classified } = await takeRealTurn(PRESETS.codex, agent);
    expect(classified).toEqual({
      outcome: 'permission_denied',
      error: {
        kind: 'permission_denied',
        message: 'Not inside a trusted directory and --skip-git-repo-check was not specified.',
        resets_at: null,
      },
    });
  });
});
