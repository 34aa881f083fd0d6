import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { aListProject, DOES, IN_WORKTREES } from '../queue/list/a-list.ts';
import type { Project } from './a-project.ts';
import { type Ended, startUnder } from './run-program.ts';

const { DUALGATE_TRIALS } = process.env;
/** As many as the issue asks for in `npm run check:full`. */
const INTERRUPTS = DUALGATE_TRIALS === undefined ? 12 : 200;
/** Interrupts of one project, one after the other; then it has to complete. */
const EACH = 5;
const LANES = 3;
/** Milliseconds; a first start, two tasks and their merges take as long. */
const LONGEST_MS = 5_000;

/** The signals of a terminal, a shell and a system, for the whole group; with the pause after each. */
const WAYS: readonly (readonly [name: string, ...signals: readonly NodeJS.Signals[]])[] = [
  ['Ctrl+C', 'SIGINT'],
  ['Ctrl+C twice', 'SIGINT', 'SIGINT'],
  ['a closed terminal', 'SIGHUP', 'SIGHUP'],
  ['SIGTERM', 'SIGTERM'],
];

const COMMANDS = [['run'], ['run', '--workers', '2'], ['work', 'run', '--lease', '3s']] as const;
const ON = ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'];

const aProjectFor = async ([command, workers]: readonly string[]): Promise<Project> => {
  const { home, folder } = await aListProject(
    { a: DOES('a'), b: DOES('b') },
    {},
    { mutation_check: false, ...(workers === '--workers' ? IN_WORKTREES : {}) },
  );
  const project: Project = { home, workspace: folder, agent: home };
  if (command === 'work')
    for (const item of ['a', 'b'])
      expect(await startUnder(project, ON, 'work', 'add', item, '--spec', `specs/${item}.md`).ended).toMatchObject({
        exitCode: 0,
      });
  return project;
};

/** @returns whether it was still active */
const interrupt = async (project: Project, command: readonly string[], way: (typeof WAYS)[number]): Promise<Ended> => {
  const started = startUnder(project, ON, ...command);
  const [, ...signals] = way;
  let isOver = false;
  const ended = started.ended.finally(() => {
    isOver = true;
  });
  await Promise.race([wait(Math.random() * LONGEST_MS), ended]);
  for (const signal of signals) {
    if (isOver) break;
    process.kill(-started.pid, signal);
    await Promise.race([wait(Math.random() * 300), ended]);
  }
  return ended;
};

describe.skipIf(!hasGit)('interrupts at random moments (needs git)', () => {
  test(`${INTERRUPTS} of them leave every healthy task to the next command alone`, { timeout: 7_200_000 }, async () => {
    let [count, trials] = [0, 0];
    const told: string[] = [];
    const lane = async (): Promise<void> => {
      while (count < INTERRUPTS) {
        const command: readonly string[] = COMMANDS[trials % COMMANDS.length] ?? [];
        trials += 1;
        const project = await aProjectFor(command);
        const story: string[] = [];
        for (let n = 0; n < EACH; n += 1) {
          const way = WAYS[count % WAYS.length] ?? ['Ctrl+C', 'SIGINT'];
          count += 1;
          const { exitCode, stdout, stderr } = await interrupt(project, command, way);
          story.push(`${command.join(' ')}, ${way[0]}: ${exitCode ?? 'killed'}`);
          // Before dualgate listens, a signal ends it as any other program.
          if (![0, 3, null].includes(exitCode)) told.push([...story, stdout, stderr].join('\n'));
          if (exitCode === 0) break;
        }
        const last = await startUnder(project, ON, ...command).ended;
        if (last.exitCode !== 0) told.push([...story, `then ${last.exitCode}`, last.stdout, last.stderr].join('\n'));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(told.join('\n\n')).toBe('');
  });
});
