import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, type Project, write } from './a-project.ts';
import {
  all,
  ATTEMPTS,
  type Attempts,
  attacker,
  attemptsOf,
  HOME_FILES,
  SPOILING,
  someVictims,
} from './an-attacker.ts';
import { hasProc } from './processes.ts';
import { ledgerOf, pathOf, runOf } from './read-project.ts';
import { type Ended, PROGRAM, runProgram, startProgram } from './run-program.ts';
import { pickOne, pickSome, SEED } from '../pick-some.ts';

/** The same attacker as in the sandbox: what it is denied there it can do here, so that each denial says something. */
const attack = async (
  home: string,
  attempts: Attempts,
): Promise<{ readonly project: Project; readonly ended: Ended }> => {
  await write(home, HOME_FILES);
  const project = await aProject(home, { agent: attacker(attempts), config: { phases: ONE_CHANCE } });
  const victims = await someVictims(project);
  try {
    const started = startProgram(project, 'run', '--json');
    victims.tell(started.pid);
    return { project, ended: await started.ended };
  } finally {
    await victims.remove();
  }
};

const LEFT = ['RED 1 exited', 'GREEN 1 exited'];

/** Attempt without a sandbox → its end, and those of the two programs. */
const THEN = {
  'writes into the ledger': { attempt: 'done', run: 70, verify: 1 },
  'puts another ledger in its place': { attempt: 'done', run: 70, verify: 1 },
  'moves the state away': { attempt: 'done', run: 70, verify: 70 },
  // The phase is held, and its limits are few here.
  'moves the repository away': { attempt: 'done', run: 1, verify: 0 },
  'deletes the lock': { attempt: 'done', run: 0, verify: 0 },
  'writes a lock': { attempt: 'done', run: 0, verify: 0 },
  'rewrites the anchor': { attempt: 'done', run: 0, verify: 0 },
  'forces the phase': { attempt: 'denied', run: 0, verify: 0 },
} as const;

describe.skipIf(!hasGit || !hasProc)(
  `an agent without a sandbox (needs git and /proc; ${SEED})`,
  { concurrent: true },
  () => {
    test('can read keys, environments and memory, act as the operator, and change dualgate without being noticed', async ({
      home,
    }) => {
      const { project, ended } = await attack(home, ATTEMPTS);
      rmSync(join(dirname(PROGRAM), `touched-${runOf(project)}`), { force: true });

      expect(attemptsOf(project)).toEqual(all(ATTEMPTS, 'done'));
      expect(ended.exitCode).toBe(0);
      expect(pathOf(project)).toEqual(LEFT);
    });

    for (const [name, then] of pickSome(Object.entries(THEN), ([each]) => each, 5)) {
      test(`that ${name}: the run ends with ${then.run}, and verify with ${then.verify}`, async ({ home }) => {
        const { project, ended } = await attack(home, { [name]: SPOILING[name as keyof typeof SPOILING] });

        const verified = await runProgram(project, 'verify');
        expect({ attempts: attemptsOf(project), run: ended.exitCode, verify: verified.exitCode }).toEqual({
          attempts: { [name]: then.attempt },
          run: then.run,
          verify: then.verify,
        });
      });
    }

    test('that truncates the ledger after the run is detected by the anchor, and undetected if it rewrites the anchor too', async ({
      home,
    }) => {
      const { project } = await attack(home, {});
      const lines = readFileSync(ledgerOf(project), 'utf8').trimEnd().split('\n').slice(0, -1);
      writeFileSync(ledgerOf(project), lines.map((line) => `${line}\n`).join(''));
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 1 });

      const anchor = join(home, 'state/dualgate/anchors', `${runOf(project)}.json`);
      const head = JSON.parse(lines.at(-1) ?? '') as { readonly seq: number; readonly hash: string };
      const told = JSON.parse(readFileSync(anchor, 'utf8')) as { readonly run: string; readonly at: string };
      writeFileSync(anchor, JSON.stringify({ ...told, seq: head.seq, hash: head.hash }));
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    });

    for (const name of pickOne(['ends the loop', 'ends the loop from a session of its own'] as const)) {
      test(`that ${name} gains nothing: resume ends its processes and measures again`, async ({ home }) => {
        const { project, ended } = await attack(home, { [name]: SPOILING[name] });
        expect(ended.exitCode).toBe(null);
        expect(pathOf(project)).toEqual(['RED 1 exited']);

        expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });

        expect(pathOf(project)).toEqual(LEFT);
        expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
      });
    }
  },
);
