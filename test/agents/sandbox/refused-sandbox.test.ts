import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OWN_FOLDER } from '../../../src/agents/sandbox/name-places.ts';
import { openSandbox } from '../../../src/agents/sandbox/open-sandbox.ts';
import { write } from '../../evidence/a-repository.ts';
import { aGround, BUBBLEWRAP, factsOf } from './a-sandbox.ts';
import { describeInSandbox } from './in-sandbox.ts';

const refusal = async (...[config, facts]: Parameters<typeof openSandbox>): Promise<string> =>
  openSandbox(config, facts).then(
    (words) => words.join(' '),
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

describeInSandbox('a sandbox that would be none', () => {
  test('is refused: a workspace that holds the home', async () => {
    const { home } = await aGround();
    expect(await refusal(BUBBLEWRAP, factsOf({ home, workspace: dirname(home) }))).toBe(
      `Cannot start the sandbox: the workspace ${dirname(home)} contains the home folder ${home}. Move the project to its own folder.`,
    );
  });

  test('is refused: dualgate itself where the agent may write', async () => {
    const ground = await aGround();
    const own = OWN_FOLDER.replace(/\/$/, '');
    expect(await refusal({ ...BUBBLEWRAP, writable: [own] }, factsOf(ground))).toBe(
      `Cannot start the sandbox: ${own}, a program of dualgate itself, is in a folder that the agent can write. Install dualgate outside the workspace (npm install --global).`,
    );
  });

  test('is refused: a path of the config that is not there, which may be a slip', async () => {
    const ground = await aGround();
    for (const key of ['hidden', 'readable', 'writable'] as const) {
      expect(await refusal({ ...BUBBLEWRAP, [key]: ['~/.shh'] }, factsOf(ground))).toBe(
        `Cannot start the sandbox: agent.sandbox.${key} names ${ground.home}/.shh, which does not exist. Create it, or remove the entry.`,
      );
    }
  });
});

describe('a required sandbox', () => {
  test('is refused: bubblewrap that is not there, or only where the agent put it', async () => {
    const ground = await aGround();
    await write(ground.workspace, { 'node_modules/.bin/bwrap': '#!/bin/sh\nexec "$@"\n' });
    chmodSync(join(ground.workspace, 'node_modules/.bin/bwrap'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `${ground.workspace}/node_modules/.bin:node_modules/.bin`;
    onTestFinished(() => void (process.env['PATH'] = before));

    const absent = process.platform === 'linux' ? 'bubblewrap was not found' : 'bubblewrap is a program for Linux';
    expect(await refusal(BUBBLEWRAP, factsOf(ground))).toContain(absent);
    expect(await refusal({ use: 'command', command: ['bwrap', '--'] }, factsOf(ground))).toBe(
      'Cannot start the sandbox: its command was not found: bwrap. Install it, or fix agent.sandbox.command.',
    );
  });

  test('is nothing if the config has none, and otherwise the words of the user', async () => {
    const ground = await aGround();
    expect(await openSandbox({ use: 'none' }, factsOf(ground))).toEqual([]);
    expect(await openSandbox({ use: 'command', command: ['sh', '-c', 'exec "$@"', 'sh'] }, factsOf(ground))).toEqual([
      expect.stringMatching(/^\/.*\/sh$/),
      '-c',
      'exec "$@"',
      'sh',
    ]);
  });
});
