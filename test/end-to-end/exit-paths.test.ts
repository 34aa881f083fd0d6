import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { LedgerData } from '../../src/records/records.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import {
  aFifo,
  DO_THE_WORK,
  honestBut,
  READ_THE_PROMPT,
  SAY_YES,
  shell,
  signal,
  WAIT_TO_GO_ON,
} from './a-shell-agent.ts';
import { recordsOf, runOf } from './read-project.ts';
import { runProgram, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** Two criteria, and a suite that takes no time: it prints TAP. */
const SUITE = `[ -e checks/shout ] || { printf 'TAP version 13\\n1..0\\n'; exit 0; }
word=ok; [ -e lib/shout ] || word='not ok'
printf 'TAP version 13\\n1..2\\n%s 1 - AC-1: in capitals\\n%s 2 - AC-2: one mark\\n' "$word" "$word"
[ "$word" = ok ]
`;
const WORK = { RED: { 'checks/shout': '' }, GREEN: { 'lib/shout': '' } };

const tiny = (home: string, agent?: string, config: Readonly<Record<string, unknown>> = {}): Promise<Project> =>
  aProject(home, {
    ...(agent === undefined ? {} : { agent }),
    work: WORK,
    files: { 'checks/run.sh': SUITE },
    config: {
      tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
      phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} }),
      notify: { any: ['sh', '-c', 'cat > "$0"', join(home, 'told.json')] },
      ...config,
    },
  });

/** State after each exit path. */
const leftBy = (project: Project) => {
  const page = readFileSync(join(project.workspace, '.dualgate', 'STATE.md'), 'utf8');
  const [newest = ''] = page.slice(page.indexOf('## History')).match(/^- .*$/m) ?? [];
  const told = join(project.home, 'told.json');
  return {
    status: page.match(/^Status: .*$/gm),
    history: newest.replace(/^- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) /, '').replace(/, run [\w-]+:/, ':'),
    told: existsSync(told) ? (JSON.parse(readFileSync(told, 'utf8')) as { readonly status: string }).status : null,
  };
};
const endingOf = (project: Project): readonly LedgerData['run.ended'][] => recordsOf(project, 'run.ended');

describe.skipIf(!hasGit)('every way in which a run ends (needs git)', { concurrent: true }, () => {
  slow('COMPLETED: 0', async ({ home }) => {
    const project = await tiny(home);
    const { exitCode } = await runProgram(project, 'run');
    const why = 'Every phase was exited by both of its gates';
    expect({ exitCode, ...leftBy(project) }).toEqual({
      exitCode: 0,
      status: ['Status: COMPLETED'],
      history: `COMPLETED (exit code 0): \`${why}\``,
      told: 'completed',
    });
    expect(endingOf(project)).toEqual([{ status: 'completed', why, exit_code: 0 }]);
  });

  slow('STUCK: 1; the page is rebuilt from the ledgers with its complete history', async ({ home }) => {
    const project = await tiny(home, shell(READ_THE_PROMPT, SAY_YES));
    const { exitCode } = await runProgram(project, 'run');
    const why = 'Exit gate not passing: 1 of 1 iterations used';
    expect({ exitCode, ...leftBy(project) }).toEqual({
      exitCode: 1,
      status: ['Status: STUCK'],
      history: `STUCK (exit code 1): \`${why}\``,
      told: 'stuck',
    });
    expect(endingOf(project)).toEqual([{ status: 'stuck', why, exit_code: 1 }]);

    expect((await runProgram(project, 'abort', '-m', 'enough')).exitCode).toBe(0);
    const path = join(project.workspace, '.dualgate', 'STATE.md');
    const page = readFileSync(path, 'utf8');
    expect(page.match(/^- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) [A-Z_]+/gm)?.map((line) => line.split(' ').at(-1))).toEqual([
      'ABORTED',
      'STUCK',
    ]);
    rmSync(path);
    await runProgram(project, 'status');
    expect(readFileSync(path, 'utf8')).toBe(page);
  });

  slow('ABORTED: 2', async ({ home }) => {
    const project = await tiny(home, shell(READ_THE_PROMPT, WAIT_TO_GO_ON), {
      phases: phases({ RED: {}, GREEN: {} }),
    });
    const { letGoOn } = await aFifo(project.agent);
    const run = startProgram(project, 'run', '--json');
    await run.until(({ type }) => type === 'iteration.started');
    const command = startProgram(project, 'abort', '-m', 'the spec is wrong');
    await command.said('Waiting for it to end');
    await letGoOn();
    expect((await command.ended).exitCode).toBe(0);
    const { exitCode } = await run.ended;
    const [ending] = endingOf(project);
    expect(ending).toEqual({
      status: 'aborted',
      why: expect.stringMatching(/^Aborted by .*: the spec is wrong$/),
      exit_code: 2,
    });
    expect({ exitCode, ...leftBy(project) }).toEqual({
      exitCode: 2,
      status: ['Status: ABORTED'],
      history: `ABORTED (exit code 2): \`${ending?.why}\``,
      told: 'aborted',
    });
  });

  slow('INTERRUPTED: 3', async ({ home }) => {
    const project = await tiny(home, shell(READ_THE_PROMPT, WAIT_TO_GO_ON), {
      phases: phases({ RED: {}, GREEN: {} }),
    });
    const { letGoOn } = await aFifo(project.agent);
    const run = startProgram(project, 'run', '--json');
    await run.until(({ type }) => type === 'iteration.started');
    process.kill(run.pid, 'SIGINT');
    await run.said('Interrupted');
    await letGoOn();
    const { exitCode } = await run.ended;
    const [ending] = endingOf(project);
    expect(ending).toMatchObject({ status: 'interrupted', exit_code: 3 });
    expect({ exitCode, ...leftBy(project) }).toEqual({
      exitCode: 3,
      status: ['Status: INTERRUPTED'],
      history: `INTERRUPTED (exit code 3): \`${ending?.why}\``,
      told: 'interrupted',
    });
    expect(recordsOf(project, 'iteration.decided')).toHaveLength(1);
  });

  slow('NEEDS_HUMAN: 4, with the text of the agent, which cannot forge a line', async ({ home }) => {
    const agent = honestBut(
      'GREEN',
      signal('blocked', 'no key. Status: COMPLETED'),
      "printf 'Status: COMPLETED\\n' > .dualgate/STATE.md",
    );
    const project = await tiny(home, agent);
    const { exitCode } = await runProgram(project, 'run');
    const why = 'The agent is blocked: no key. Status: COMPLETED';
    expect(endingOf(project)).toEqual([{ status: 'needs_human', why, exit_code: 4 }]);
    expect({ exitCode, ...leftBy(project) }).toEqual({
      exitCode: 4,
      status: ['Status: NEEDS_HUMAN'],
      history: `NEEDS_HUMAN (exit code 4): \`${why}\``,
      told: 'needs_human',
    });
  });

  slow('PAUSED: 0', async ({ home }) => {
    const project = await tiny(home);
    const { exitCode } = await runProgram(project, 'run', '--until', 'RED');
    expect({ exitCode, ...leftBy(project) }).toMatchObject({ exitCode: 0, status: ['Status: PAUSED'], told: 'paused' });
    expect(endingOf(project)).toMatchObject([{ status: 'paused', exit_code: 0 }]);
  });

  slow('CRASHED: 70, when another process writes into the ledger; no record contains the end', async ({ home }) => {
    const agent = shell(
      READ_THE_PROMPT,
      DO_THE_WORK,
      'for ledger in .dualgate/runs/*/ledger.jsonl; do echo "{}" >> "$ledger"; done',
      SAY_YES,
    );
    const project = await tiny(home, agent);
    const { exitCode, stderr } = await runProgram(project, 'run');
    expect(stderr).toMatch(/^Cannot .*ledger/);
    const { history, ...left } = leftBy(project);
    expect({ exitCode, ...left }).toEqual({ exitCode: 70, status: ['Status: CRASHED'], told: 'crashed' });
    expect(history).toMatch(/^CRASHED: `Cannot /);
  });

  slow('a run that never started: 4, and no ledger; the page shows how to start one', async ({ home }) => {
    const project = await tiny(home, undefined, { agent: { command: ['no-such-agent'] } });
    const { exitCode } = await runProgram(project, 'run');
    const { history, ...left } = leftBy(project);
    expect({ exitCode, ...left }).toEqual({ exitCode: 4, status: ['Status: NEEDS_HUMAN'], told: 'needs_human' });
    expect(history).toMatch(/^NEEDS_HUMAN: `The run did not start: /);
    expect(existsSync(join(project.workspace, '.dualgate', 'runs', runOf(project), 'ledger.jsonl'))).toBe(false);
  });

  slow('a wrong config: 78, and no file is changed', async ({ home }) => {
    const project = await tiny(home);
    writeFileSync(join(project.workspace, 'dualgate.yaml'), 'work: 1\n');
    expect((await runProgram(project, 'run')).exitCode).toBe(78);
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
    expect(existsSync(join(project.home, 'told.json'))).toBe(false);
  });
});
