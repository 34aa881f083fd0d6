import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { planRun } from '../../src/run/plan-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { aFolder, hasGit, write } from '../evidence/a-repository.ts';
import { describeInSandbox } from '../agents/sandbox/in-sandbox.ts';
import { aCodeWorkspace, withAnchorsAside } from './a-workspace.ts';

const agentIn = (sandbox: unknown) => ({ use: 'scripted', script: 'agent.yaml', timeout: '30s', sandbox });

describe.skipIf(!hasGit)('a run with a sandbox (needs git)', () => {
  test('of the user’s own command starts every turn and every test run behind it, and nothing else', async () => {
    await withAnchorsAside();
    const aside = await aFolder();
    await write(aside, { wrapper: `#!/bin/sh\necho "\${DUALGATE_PHASE:-tests}" >> "${aside}/started"\nexec "$@"\n` });
    chmodSync(join(aside, 'wrapper'), 0o755);
    const { config } = await aCodeWorkspace(undefined, { agent: agentIn({ command: [join(aside, 'wrapper')] }) });

    const run = createRun({ config, until: 'GREEN' });

    expect(await run.ended).toMatchObject({ status: 'paused' });
    const started = readFileSync(join(aside, 'started'), 'utf8').trimEnd().split('\n');
    // After GREEN the faults are tried too: a test run each.
    expect(started.slice(0, 7)).toEqual(['tests', 'tests', 'RED', 'tests', 'GREEN', 'tests', 'tests']);
    expect(new Set(started.slice(7))).toEqual(new Set(['tests']));
  });

  test('does not begin where bubblewrap is missing, and says what to install', async () => {
    await withAnchorsAside();
    const { config } = await aCodeWorkspace(undefined, { agent: agentIn('bubblewrap') });
    const tools = await aFolder();
    for (const program of ['git', 'node', 'sh'])
      await write(tools, {
        [program]: `#!/bin/sh\nexec "${program === 'node' ? process.execPath : locate(program)}" "$@"\n`,
      });
    for (const program of ['git', 'node', 'sh']) chmodSync(join(tools, program), 0o755);
    takePath(tools);
    const events: RunEvent[] = [];

    const ended = await createRun({ config, onEvent: (event) => events.push(event) }).ended;

    expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4 });
    const absent = process.platform === 'linux' ? 'bubblewrap was not found. Install it' : 'is a program for Linux';
    expect(ended.why).toContain(absent);
    expect(events.map(({ type }) => type)).toEqual(['run.started', 'run.ended']);
    expect(await planRun(config)).toMatchObject({
      missing: [expect.stringContaining(absent)],
      sandbox: { agent: [], tests: [] },
    });
  });
});

describeInSandbox('a run in bubblewrap', () => {
  test.skipIf(!hasGit)('shows in its plan the words before the agent and before the tests', async () => {
    await withAnchorsAside();
    const { config, folder } = await aCodeWorkspace(undefined, {
      agent: agentIn({ use: 'bubblewrap', network: 'agent_only' }),
    });

    const { sandbox, missing } = await planRun(config);

    expect(missing).toEqual([]);
    expect(sandbox.agent.join(' ')).toMatch(new RegExp(` --bind (${folder}) \\1 .*--ro-bind (${folder}/.git) \\2 `));
    expect(sandbox.agent).not.toContain('--unshare-net');
    expect(sandbox.tests).toContain('--unshare-net');
  });

  test.skipIf(!hasGit)('does not begin where its program is not found in the sandbox', async () => {
    await withAnchorsAside();
    const { config, folder } = await aCodeWorkspace(undefined, {
      agent: { command: ['./agent.sh'], sandbox: 'bubblewrap' },
    });
    const aside = await aFolder();
    await write(aside, { 'agent.sh': '#!/bin/sh\n' });
    chmodSync(join(aside, 'agent.sh'), 0o755);
    // No link is followed in folders that the agent may write, so its target stays hidden.
    execFileSync('ln', ['-s', join(aside, 'agent.sh'), join(folder, 'agent.sh')]);

    expect((await planRun(config)).missing).toEqual([
      'The program ./agent.sh was not found in the sandbox. Add its folder to agent.sandbox.readable.',
    ]);
  });
});

describeInSandbox('the probe of a suite, in bubblewrap', () => {
  test.skipIf(!hasGit)('runs in a copy that has its packages, and cannot write into the workspace', async () => {
    await withAnchorsAside();
    const module = ['export const one = () => {', '  const half = 0.5;', '  return half + half;', '};', ''].join('\n');
    const asks = [
      "import { test } from 'node:test';",
      "import { equal } from 'node:assert/strict';",
      "import { writeFileSync } from 'node:fs';",
      "import { wanted } from 'wanted';",
      "import { one } from '../src/one.js';",
      "try { writeFileSync(wanted.workspace + '/src/left.js', ''); } catch {}",
      "test('AC-1: one is 1', () => equal(one(), wanted.one));",
      '',
    ].join('\n');
    const { config, folder } = await aCodeWorkspace(
      [
        {
          phase: 'RED',
          write: { 'src/one.js': 'export const one = () => 0;\n', 'test/one.test.js': asks },
          signal: true,
        },
        { phase: 'GREEN', write: { 'src/one.js': module }, signal: true },
      ],
      {
        agent: agentIn('bubblewrap'),
        mutation_check: { mutants: 3 },
        tests: { command: 'node --test', writes: ['src/left.js'] },
      },
    );
    await write(folder, {
      '.gitignore': 'node_modules/\n',
      'node_modules/wanted/package.json': '{ "type": "module", "main": "index.js" }\n',
      'node_modules/wanted/index.js': `export const wanted = { one: 1, workspace: ${JSON.stringify(folder)} };\n`,
    });
    const events: RunEvent[] = [];
    const run = createRun({
      config,
      until: 'GREEN',
      onEvent: (event) => {
        events.push(event);
        // Files that the suite wrote in the workspace itself are gone by now, and may not return.
        if (event.type === 'mutation_check.started') rmSync(join(folder, 'src/left.js'), { force: true });
      },
    });

    expect(await run.ended).toMatchObject({ status: 'paused' });

    const mutationChecked = events.find((event) => event.type === 'mutation_check.ended');
    expect(mutationChecked).toMatchObject({ inconclusive: null });
    expect(
      mutationChecked?.type === 'mutation_check.ended' ? mutationChecked.mutants_killed : 0,
    ).toBeGreaterThanOrEqual(1);
    expect(existsSync(join(folder, 'src/left.js'))).toBe(false);
  });
});

const locate = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();

const takePath = (path: string): void => {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  onTestFinished(() => void (process.env['PATH'] = before));
};
