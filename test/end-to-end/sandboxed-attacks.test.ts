import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { describeInSandbox } from '../agents/sandbox/in-sandbox.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, type Project, type ProjectOptions, WORK, write } from './a-project.ts';
import { DO_THE_WORK, HONEST, honestBut, SAY_YES } from './a-shell-agent.ts';
import {
  all,
  ATTEMPTS,
  type Attempts,
  attacker,
  attemptsOf,
  HOME_FILES,
  SPOILING,
  someVictims,
  UNDOING,
} from './an-attacker.ts';
import { findMarkedWith } from './processes.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const LEFT = ['RED 1 exited', 'GREEN 1 exited'];

const HELD_OUT = `import { join } from 'node:path';
import { test } from 'node:test';
import { equal } from 'node:assert/strict';
const { shout } = await import(join(process.cwd(), 'lib/shout.mjs'));
test('a heron is shouted', () => equal(shout('heron'), 'HERON!'));
`;

/** The agent's folder lies in the home, so it has to be shown. */
const inSandbox = async (
  home: string,
  agent: string,
  { config = {}, ...options }: ProjectOptions = {},
): Promise<Project> => {
  await write(home, HOME_FILES);
  const folder = join(home, 'agent');
  return aProject(home, {
    agent,
    ...options,
    config: {
      agent: {
        command: [join(folder, 'agent.sh')],
        sandbox: { use: 'bubblewrap', readable: [folder] },
        timeout: '60s',
        grace: '5s',
      },
      // Each fault is a run of the suite, and no test here looks at them.
      mutation_check: { mutants: 2 },
      phases: ONE_CHANCE,
      ...config,
    },
  });
};

describeInSandbox('an agent in a sandbox', () => {
  test.skipIf(!hasGit)('is denied every attempt, and the loop continues to its end', async ({ home }) => {
    const attempts: Attempts = { ...ATTEMPTS, ...SPOILING, ...UNDOING };
    const project = await inSandbox(home, attacker(attempts));
    const victims = await someVictims(project);
    try {
      const started = startProgram(project, 'run', '--json');
      victims.tell(started.pid);
      const ended = await started.ended;

      expect({ exitCode: ended.exitCode, stderr: ended.stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(attemptsOf(project)).toEqual(all(attempts, 'denied'));
      expect(pathOf(project)).toEqual(LEFT);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    } finally {
      await victims.remove();
    }
  });

  slow.skipIf(!hasGit)('cannot see the hidden suite, nor can its tests, and is measured by it', async ({ home }) => {
    const suite = join(home, 'hidden/held-out.test.mjs');
    await write(home, { 'hidden/held-out.test.mjs': HELD_OUT });
    // Wrong wherever the tests of the workspace can see the other suite.
    const lib = `import { existsSync } from 'node:fs';
const isSeen = existsSync(${JSON.stringify(suite)}) && !process.argv[1].includes('hidden');
export const shout = (word) => (isSeen ? 'seen' : word.toUpperCase().replace(/!*$/, '') + '!');
`;
    // Node 20 runs the tests of a folder, later ones those of a glob.
    const tests = join(home, 'hidden', process.versions.node.startsWith('20.') ? '.' : '*.test.mjs');
    const look = `if test -e "${suite}"; then echo seen; else echo nothing; fi > look.txt`;
    const project = await inSandbox(home, honestBut('GREEN', look, DO_THE_WORK, SAY_YES), {
      config: { tests: { command: 'node --test', hidden: { command: ['node', '--test', tests] } } },
      work: { ...WORK, GREEN: { 'lib/shout.mjs': lib } },
    });

    const run = await runProgram(project, 'run', '--json');

    expect({ exitCode: run.exitCode, path: pathOf(project) }).toEqual({ exitCode: 0, path: LEFT });
    expect(readFileSync(join(project.workspace, 'look.txt'), 'utf8')).toBe('nothing\n');
    expect(recordsOf(project, 'iteration.decided').at(-1)?.record.metrics).toMatchObject({
      tests_total: 3,
      tests_passing: 3,
    });
  });

  slow.skipIf(!hasGit)('writes into a private home folder', async ({ home }) => {
    const project = await inSandbox(home, honestBut('GREEN', 'echo evil >> "$HOME/.bashrc"', DO_THE_WORK, SAY_YES));

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(home, '.bashrc'), 'utf8')).toBe(HOME_FILES['.bashrc']);
  });

  slow.skipIf(!hasGit)(
    'leaves nothing running, not even out of session and mark, and what it left is named',
    async ({ home }) => {
      const keepsWriting = "sh -c 'until [ -e ../stop ]; do echo >> lib/noise.mjs || exit; sleep 0.01; done'";
      const escape = `env -i "PATH=$PATH" setsid -f ${keepsWriting} < /dev/null > tried.log 2>&1; rm tried.log`;
      const project = await inSandbox(home, honestBut('GREEN', DO_THE_WORK, escape, SAY_YES));

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });

      const [, green] = recordsOf(project, 'turn.ended');
      const left = green?.turn.left_running ?? [];
      expect(left).toEqual(expect.arrayContaining([expect.stringContaining('lib/noise.mjs')]));
      expect(left.filter((it) => it.includes('bwrap'))).toEqual([]);
      expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
    },
  );

  slow.skipIf(!hasGit)(
    'is interrupted first when its time is over, and may still write down how far it came',
    async ({ home }) => {
      const patient = 'trap "echo interrupted > got.txt; exit 1" INT; while :; do sleep 0.05; done';
      const project = await inSandbox(home, honestBut('GREEN', patient), {
        config: {
          agent: {
            command: [join(home, 'agent/agent.sh')],
            sandbox: { use: 'bubblewrap', readable: [join(home, 'agent')] },
            timeout: '2s',
            grace: '20s',
          },
        },
      });

      await runProgram(project, 'run');

      const [, green] = recordsOf(project, 'turn.ended');
      expect(green?.turn).toMatchObject({ outcome: 'timed_out', which: 'wall' });
      expect(readFileSync(join(project.workspace, 'got.txt'), 'utf8')).toBe('interrupted\n');
      expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
    },
  );

  slow.skipIf(!hasGit)('has tests with the same limits: its code never runs outside the sandbox', async ({ home }) => {
    const spy = [
      "import { appendFileSync, readFileSync, readdirSync } from 'node:fs';",
      'const attempts = {',
      "  key: () => readFileSync(process.env.HOME + '/.ssh/id'),",
      "  git: () => appendFileSync('.git/config', ''),",
      "  ledger: () => { for (const run of readdirSync('.dualgate/runs')) appendFileSync(`.dualgate/runs/${run}/ledger.jsonl`, ' '); },",
      "  anchor: () => appendFileSync(process.env.XDG_STATE_HOME + '/dualgate/anchors/planted', ''),",
      "  loop: () => { if (readFileSync('/proc/1/cmdline', 'utf8').includes('bwrap')) throw new Error('no other process'); },",
      '};',
      'for (const [name, attempt] of Object.entries(attempts)) {',
      "  let end = 'done'; try { attempt(); } catch { end = 'denied'; }",
      "  appendFileSync('tested.txt', `${name}: ${end}\\n`);",
      '}',
    ].join('\n');
    const project = await inSandbox(home, HONEST, {
      work: {
        ...WORK,
        RED: { ...WORK.RED, 'checks/shout.test.mjs': `${spy}\n${WORK.RED['checks/shout.test.mjs']}` },
      },
      config: { tests: { command: 'node --test', writes: ['tested.txt'] } },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });

    expect(pathOf(project)).toEqual(LEFT);
    const reported = readFileSync(join(project.workspace, 'tested.txt'), 'utf8').trimEnd().split('\n');
    expect([...new Set(reported)].sort()).toEqual(
      ['anchor', 'git', 'key', 'ledger', 'loop'].map((it) => `${it}: denied`),
    );
    expect(existsSync(join(home, 'state/dualgate/anchors/planted'))).toBe(false);
    expect(lastDecision(project)).toMatchObject({ can_exit: true });
  });
});

describe.skipIf(!hasGit)('an unavailable sandbox (needs git)', () => {
  test('stops a run from starting: no process starts without it, and the message names the missing part', async ({
    home,
  }) => {
    const project = await inSandbox(home, HONEST, {
      config: {
        agent: {
          command: [join(home, 'agent/agent.sh')],
          // There is none of this name anywhere.
          sandbox: { command: ['no-such-wrapper'] },
        },
      },
    });

    const ended = await runProgram(project, 'run', '--json');

    expect(ended.exitCode).toBe(4);
    expect(ended.stdout).toContain(
      'its command was not found: no-such-wrapper. Install it, or fix agent.sandbox.command.',
    );
    expect(ended.stdout).not.toContain('iteration.started');
    expect(existsSync(join(project.workspace, 'lib'))).toBe(false);
    expect(await runProgram(project, 'run', '--dry-run')).toMatchObject({ exitCode: 1 });
  });
});
