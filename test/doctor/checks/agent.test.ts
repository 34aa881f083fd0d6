import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { agentCheck } from '../../../src/doctor/checks/agent.check.ts';
import { judgeSettings, settingsCheck } from '../../../src/doctor/checks/settings.check.ts';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { anAcpAgent, receivedBy } from '../../agents/acp/an-acp-agent.ts';
import { describeInSandbox } from '../../agents/sandbox/in-sandbox.ts';
import { lookAt } from '../a-visit.ts';

const configOf = (agent: object, folder = '/project') =>
  parseConfig(`version: 1\nwork: { spec: a.md }\nagent: ${JSON.stringify(agent)}\ntests: { command: node --test }\n`, {
    path: join(folder, 'dualgate.yaml'),
    readFile: () => '',
  });

/** Programs in a folder, and a PATH that begins with it. */
const aPath = async (programs: Readonly<Record<string, string>>) => {
  const folder = await aFolder();
  await write(folder, programs);
  for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o755);
  return { folder, PATH: [folder, '/usr/bin', '/bin'].join(delimiter) };
};

const looks = (agent: object, folder: string) => lookAt(agentCheck, { folder, config: configOf(agent, folder) });

describe('the agent check', () => {
  test('finds a dialect that no run begins with', async () => {
    const config = { ...configOf({ command: ['a'] }, '/w'), signals: { dialect: 'auto' } } as Config;
    expect(await lookAt(agentCheck, { folder: '/w', config })).toEqual({
      state: 'problem',
      says: 'signals.dialect is auto, which only dualgate check can use: a run needs one dialect',
      fix: 'Name one of prp, ralph, cub, doyaken and apm2.',
      details: ["The agent's program was not found: a. Install it, or correct agent.command."],
    });
  });

  test('says which program it is, where it is, and what it says of itself', async () => {
    const { folder, PATH } = await aPath({ codex: '#!/bin/sh\n[ "$1" = --version ] && echo "codex-cli 0.171.9"\n' });
    expect(await looks({ use: 'codex', env: { PATH } }, folder)).toEqual({
      state: 'ok',
      says: `Codex, ${folder}/codex, codex-cli 0.171.9`,
    });
  });

  test.each(['codex-cli 0.172.0', 'codex-cli 1.0.0'])(
    'names a version that nothing was recorded of: %s',
    async (said) => {
      const { folder, PATH } = await aPath({ codex: `#!/bin/sh\n[ "$1" = --version ] && echo "${said}"\n` });
      expect(await looks({ use: 'codex', env: { PATH } }, folder)).toEqual({
        state: 'warning',
        says: `Codex, ${folder}/codex, ${said}, which is newer than the newest version that dualgate was tried with (${PRESETS.codex.recorded})`,
        fix: 'See with dualgate doctor --try-agent whether its turns are read. If not, install that version.',
      });
    },
  );

  test('finds one that is there and does not start', async () => {
    const { folder, PATH } = await aPath({ codex: '#!/bin/sh\necho "Cannot find module codex-native" >&2; exit 1\n' });
    expect(await looks({ use: 'codex', env: { PATH } }, folder)).toEqual({
      state: 'warning',
      says: `Codex, ${folder}/codex, which does not print its version (exit code 1)`,
      details: ['Cannot find module codex-native'],
      fix: 'Run it by hand: codex --version. The installation may be incomplete.',
    });
  });

  test('finds that it is missing, and names those that are there', async () => {
    const { folder, PATH } = await aPath({ pi: '#!/bin/sh\n', opencode: '#!/bin/sh\n' });
    const before = process.env['PATH'];
    process.env['PATH'] = PATH;
    onTestFinished(() => {
      process.env['PATH'] = before;
    });
    expect(await looks({ use: 'codex' }, folder)).toEqual({
      state: 'problem',
      says: "The agent's program was not found: codex",
      fix: 'Install it, or correct agent.use. Installed agents: opencode, pi.',
    });
  });

  test('opens a session with an agent of the Agent Client Protocol, and asks its model nothing', async () => {
    const folder = await aFolder();
    expect(await looks({ use: 'acp', command: anAcpAgent({}, folder) }, folder)).toEqual({
      state: 'ok',
      says: `node, ${process.execPath}, an-agent 1.0.0`,
    });
    expect(receivedBy(folder).map(({ method }) => method)).toEqual(['initialize', 'session/new']);
  });

  test.each([
    [
      { 'session/new': [{ error: { code: -32_000, message: 'Authentication required' } }] },
      'it wants a login (Authentication required).',
      'Log in with it once, or set its key in the environment of dualgate or in agent.env.',
    ],
    [
      { initialize: [{ result: { protocolVersion: 2 } }] },
      'it speaks version 2 of the Agent Client Protocol, and dualgate version 1: install a release of it that speaks version 1',
      'Read its stderr, and run its command by hand in the workspace.',
    ],
  ] as const)('finds one of the protocol that is not ready, with the way out', async (plan, why, fix) => {
    const folder = await aFolder();
    expect(await looks({ use: 'acp', command: anAcpAgent(plan, folder) }, folder)).toEqual({
      state: 'problem',
      says: `node, ${process.execPath}: ${why}`,
      fix,
    });
  });

  test('does not start a command that it does not know', async () => {
    const { folder } = await aPath({ 'my-agent': '#!/bin/sh\ntouch "$0.was-started"\n' });
    expect(await looks({ command: ['./my-agent', '--print'] }, folder)).toEqual({
      state: 'ok',
      says: `./my-agent --print, ${folder}/my-agent`,
    });
    expect(await looks({ command: ['./my-agent.was-started'] }, folder)).toMatchObject({ state: 'problem' });
  });

  test('reads the script of the scripted one', async () => {
    const folder = await aFolder();
    const agent = { use: 'scripted', script: 'turns.yaml' };
    expect(await looks(agent, folder)).toMatchObject({
      state: 'problem',
      fix: 'Write the script, or fix agent.script.',
    });
    await write(folder, { 'turns.yaml': 'turns:\n  - phase: RED\n    say: yes\n    sgnal: true\n' });
    expect(await looks(agent, folder)).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('turns.yaml:'),
    });
    await write(folder, { 'turns.yaml': 'turns:\n  - phase: RED\n    say: done\n    signal: true\n' });
    expect(await looks(agent, folder)).toEqual({ state: 'ok', says: 'scripted: plays 1 turn from turns.yaml' });
  });
});

describe('the settings check', () => {
  test('finds what refuses a run, whatever key asks for it', async () => {
    const folder = await aFolder();
    const notify = { commands: { any: ['no-such-program'] }, timeout_ms: 1 };
    expect(
      await lookAt(settingsCheck, { folder, config: { ...configOf({ command: ['node'] }, folder), notify } }),
    ).toEqual({
      state: 'problem',
      says: 'The program of notify.any was not found outside the workspace: no-such-program',
      fix: 'Install it, or correct notify.any.',
    });
  });

  const judge = (agent: object) => judgeSettings(configOf(agent).agent);

  test('takes the defaults', () => {
    expect(judge({ use: 'claude', model: 'sonnet' })).toEqual({
      state: 'ok',
      says: 'permissions edit, model sonnet, session fresh, time limit of a turn: 30 min',
    });
    expect(judge({ command: './my-agent', timeout: '90s' })).toEqual({
      state: 'ok',
      says: 'time limit of a turn: 90 s',
    });
  });

  test('finds a limit of money or tokens that this agent never reaches, since it reports no usage', () => {
    const limited = (agent: object, set: object) => {
      const { agent: shaped, limits } = configOf(agent);
      return judgeSettings(shaped, { ...limits, ...set });
    };
    expect(limited({ command: 'a' }, { cost: 5, tokens: 1000 })).toEqual({
      state: 'warning',
      says: 'limits.cost and limits.tokens are never reached: agent.command does not report the usage of a turn',
      fix: 'Use limits.iterations, limits.minutes and limits.calls_per_hour, or an agent that reports its usage.',
    });
    expect(limited({ use: 'codex' }, { cost: 5, tokens: 1000 })).toMatchObject({
      says: 'limits.cost is never reached: codex does not report the usage of a turn',
    });
    expect(limited({ use: 'claude' }, { cost: 5, tokens: 1000 })).toMatchObject({ state: 'ok' });
    expect(limited({ command: 'a' }, {})).toMatchObject({ state: 'ok' });
  });

  test('finds permissions that leave an agent nothing to do', () => {
    expect(judge({ use: 'pi', permissions: 'ask' })).toMatchObject({ state: 'problem' });
    expect(judge({ use: 'codex', permissions: 'ask' })).toEqual({
      state: 'warning',
      says: 'permissions: ask denies everything that its own configuration does not allow',
      fix: 'Set agent.permissions: edit, which lets it write files of the workspace and run commands. Or test its own configuration: dualgate doctor --try-agent.',
    });
  });

  test('finds a command that dualgate knows better', () => {
    expect(judge({ command: ['/usr/bin/claude', '-p'] })).toMatchObject({
      state: 'warning',
      fix: 'Set agent.use: claude instead of the command, unless this is intended.',
    });
  });

  test('finds an idle time-out that never comes', () => {
    expect(judge({ use: 'claude', timeout: '5m', idle_timeout: '5m' })).toMatchObject({ state: 'warning' });
    expect(judge({ use: 'claude', timeout: '5m', idle_timeout: '4m' })).toMatchObject({ state: 'ok' });
  });
});

describeInSandbox('the agent check where bubblewrap runs', () => {
  test('asks for a version in the sandbox alone', async () => {
    const { folder, PATH } = await aPath({ codex: '#!/bin/sh\ntr "\\0" " " < /proc/1/cmdline | cut -c 1-40\n' });
    const sandbox = { use: 'bubblewrap', readable: [folder] };
    const { says } = await looks({ use: 'codex', env: { PATH }, sandbox }, await aFolder());
    expect(says).toMatch(/, \S*bwrap /);
  });

  test('asks for none where there is no sandbox to be had', async () => {
    const { folder, PATH } = await aPath({ codex: '#!/bin/sh\necho started\n' });
    const sandbox = { command: ['no-such-wrapper'] };
    expect(await looks({ use: 'codex', env: { PATH }, sandbox }, folder)).toEqual({
      state: 'ok',
      says: `Codex, ${folder}/codex; its version is not read outside the sandbox`,
    });
  });
});
