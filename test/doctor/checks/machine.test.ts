import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  anchorsCheck,
  judgeNode,
  nodeCheck,
  socketsCheck,
  judgeMemory,
} from '../../../src/doctor/checks/machine.check.ts';
import { judgeRoom, stateCheck } from '../../../src/doctor/checks/workspace.check.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';
import { ROOT } from '../../docs/pages.ts';
import { lookAt } from '../a-visit.ts';

const setVariable = (name: string, value: string): void => {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
};

describe('the node check', () => {
  test('takes this Node, which runs the tests', async () => {
    const says = `${process.versions.node}, ${process.execPath}`;
    expect(await lookAt(nodeCheck, { folder: '/' })).toEqual({ state: 'ok', says });
  });

  test('takes the versions that package.json names', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(engines).toEqual({ node: '^20.19 || >=22.12' });
  });

  test.each(['20.18.3', '18.20.0', '9.0.0', '21.7.3', '22.11.0'])('refuses %s', (version) => {
    expect(judgeNode(version, '/bin/node')).toEqual({
      state: 'problem',
      says: `dualgate does not support Node ${version} (/bin/node)`,
      fix: 'Install Node 20.19, or 22.12 or newer, and start dualgate with it.',
    });
  });

  test.each(['20.19.0', '20.20.1', '22.12.0', '23.0.0', '24.1.0'])('takes %s', (version) => {
    expect(judgeNode(version, '/bin/node').state).toBe('ok');
  });
});

describe.skipIf(!hasGit)('the state check (needs git)', () => {
  test('finds nothing wrong with a workspace without state, and makes none', async () => {
    const folder = await aRepository();
    expect(await lookAt(stateCheck, { folder })).toEqual({
      state: 'ok',
      says: '.dualgate/ is writable, for ledgers and logs',
    });
    expect(existsSync(join(folder, '.dualgate'))).toBe(false);
  });

  test('finds something else in its place', async () => {
    const folder = await aRepository({ '.dualgate': 'mine' });
    expect(await lookAt(stateCheck, { folder })).toEqual({
      state: 'problem',
      says: `${folder}/.dualgate is not a folder`,
      fix: 'Move the file to another place: dualgate keeps its ledgers there.',
    });
  });

  test('finds a workspace that cannot be written', async () => {
    const gone = join(await aFolder(), 'gone');
    expect(await lookAt(stateCheck, { folder: gone })).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(new RegExp(`^${gone} is not writable \\(.*ENOENT`)),
    });
    // Root may write anywhere.
    if (userInfo().uid === 0) return;
    const folder = await aRepository();
    await chmod(folder, 0o555);
    onTestFinished(() => chmod(folder, 0o755));
    expect(await lookAt(stateCheck, { folder })).toMatchObject({ state: 'problem' });
  });

  test('finds state that git does not ignore, or tracks', async () => {
    const folder = await aRepository();
    await write(folder, { '.dualgate/runs/a/ledger.jsonl': '{}\n' });
    const found = {
      state: 'warning',
      says: 'git does not ignore .dualgate/',
      details: ['.dualgate/runs/a/ledger.jsonl'],
      fix: 'Add .dualgate/ to .gitignore. To untrack its files: git rm -r --cached .dualgate.',
    };
    expect(await lookAt(stateCheck, { folder })).toEqual(found);
    await git(folder, 'add', '--all');
    await write(folder, { '.dualgate/.gitignore': '*\n' });
    expect(await lookAt(stateCheck, { folder })).toEqual(found);
    await git(folder, 'rm', '-r', '--quiet', '--cached', '.dualgate');
    expect(await lookAt(stateCheck, { folder })).toMatchObject({ state: 'ok' });
  });

  test('finds a disk that is full, or nearly', () => {
    expect(judgeRoom(500)).toMatchObject({ state: 'problem', says: '0 MB are free on its disk' });
    expect(judgeRoom(99 * 1_048_576)).toMatchObject({ state: 'warning', says: '99 MB are free on its disk' });
    expect(judgeRoom(100 * 1_048_576)).toBe(null);
  });
});

describe('the anchors check', () => {
  test('takes a folder that can be made, and makes none', async () => {
    const folder = await aFolder();
    setVariable('XDG_STATE_HOME', join(folder, 'state'));
    const found = await lookAt(anchorsCheck, { folder: '/workspace' });
    expect(found).toEqual({
      state: 'ok',
      says: `${folder}/state/dualgate/anchors is writable, so a replaced ledger can be detected`,
    });
    expect(existsSync(join(folder, 'state'))).toBe(false);
  });

  test('finds a place that is no folder', async () => {
    const folder = await aFolder();
    await write(folder, { state: 'a file' });
    setVariable('XDG_STATE_HOME', join(folder, 'state'));
    expect(await lookAt(anchorsCheck, { folder: '/workspace' })).toEqual({
      state: 'warning',
      says: `${folder}/state/dualgate/anchors is not writable`,
      fix: 'Set XDG_STATE_HOME to a folder of your own, outside the workspace.',
    });
  });

  test('finds a place in the workspace, where the agent could write', async () => {
    const folder = await aFolder();
    setVariable('XDG_STATE_HOME', join(folder, 'state'));
    expect(await lookAt(anchorsCheck, { folder })).toMatchObject({
      state: 'warning',
      says: `${folder}/state/dualgate/anchors is in the workspace, where the agent can write`,
    });
  });
});

describe('the sockets check', () => {
  test('opens one, and takes it away again', async () => {
    const folder = await aFolder();
    setVariable('XDG_RUNTIME_DIR', folder);
    const base = `${folder}/dualgate-${userInfo().uid}`;
    expect(await lookAt(socketsCheck, { folder: '/workspace' })).toEqual({
      state: 'ok',
      says: `a run can receive commands and signals in ${base}`,
    });
    expect(readdirSync(base)).toEqual([]);
  });

  test('goes past a folder that others could enter', async () => {
    const folder = await aFolder();
    const base = `${folder}/dualgate-${userInfo().uid}`;
    await mkdir(base);
    await chmod(base, 0o777);
    setVariable('XDG_RUNTIME_DIR', folder);
    const found = await lookAt(socketsCheck, { folder: '/workspace' });
    expect(found.state).toBe('ok');
    expect(found.says).not.toBe(base);
  });

  test('finds that there is no place for them but in the workspace', async () => {
    expect(await lookAt(socketsCheck, { folder: '/' })).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(/^Cannot open a folder for the sockets of the run .* is in the workspace/),
      fix: 'Set XDG_RUNTIME_DIR to a short path of your own.',
    });
  });
});

const tests = (bytes: number | null) => ({ bytes, key: 'tests.memory' });
const agent = (bytes: number | null) => ({ bytes, key: 'agent.memory' });

describe('memory', () => {
  test('is shown with each limit, and where that comes from', () => {
    expect(judgeMemory([tests(null), agent(4e9)], 8e9)).toEqual({
      state: 'ok',
      says: '8.0 GB free; tests.memory 6.0 GB (default), agent.memory 4.0 GB (config)',
    });
  });

  test('of which less is free than a limit is a warning', () => {
    expect(judgeMemory([tests(null), agent(5e8)], 1e9)).toEqual({
      state: 'warning',
      says: '1.0 GB free; tests.memory 2.0 GB (default), agent.memory 500 MB (config): the system may end a program before it reaches its limit',
      fix: 'Free memory, or set tests.memory to less.',
    });
  });
});
