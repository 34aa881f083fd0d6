import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxCheck } from '../../../src/doctor/checks/machine.check.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from '../../run/a-workspace.ts';
import { describeInSandbox } from '../../agents/sandbox/in-sandbox.ts';
import { lookAt } from '../a-visit.ts';

const agentIn = (sandbox: unknown) => ({
  agent: { use: 'scripted', script: 'agent.yaml', timeout: '30s', sandbox },
});

describe.skipIf(!hasGit)('the sandbox check (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('takes none, and says what that means', async () => {
    expect(await lookAt(sandboxCheck, await aWorkspace())).toEqual({
      state: 'ok',
      says: 'none: the agent can do everything that you can',
    });
  });

  test('finds one that cannot be had: a run would not begin', async () => {
    const place = await aWorkspace(undefined, agentIn({ command: ['no-such-wrapper'] }));
    expect(await lookAt(sandboxCheck, place)).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('its command was not found: no-such-wrapper'),
      fix: expect.stringContaining('Install it, or fix agent.sandbox.command.'),
    });
  });

  test('says nothing of it where the agent is not there', async () => {
    const place = await aWorkspace(undefined, { agent: { command: ['./no-such-agent'], sandbox: 'bubblewrap' } });
    expect(await lookAt(sandboxCheck, place)).toMatchObject({ state: 'skipped' });
  });
});

describeInSandbox('the sandbox check where bubblewrap runs', () => {
  beforeEach(withAnchorsAside);

  test.skipIf(!hasGit)('has tried that agent and tests start in it', async () => {
    expect(await lookAt(sandboxCheck, await aWorkspace(undefined, agentIn('bubblewrap')))).toEqual({
      state: 'ok',
      says: 'bubblewrap: agent and tests start in it',
    });
  });
});
