import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect } from 'vitest';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, phases } from './a-project.ts';
import {
  aFifo,
  DO_THE_WORK,
  HONEST,
  honestBut,
  once,
  READ_THE_PROMPT,
  SAY_NO,
  SAY_YES,
  shell,
  signal,
  WAIT_TO_GO_ON,
} from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { readEvents, runProgram, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(4, test);

/** Lines of a file beside the agent. */
const beside = (agent: string, name: string): string => readFileSync(join(agent, name), 'utf8');

describe.skipIf(!hasGit)('an agent that uses the signal command (needs git)', { concurrent: true }, () => {
  slow('goes through all four phases and prints nothing at all', async ({ home }) => {
    const notes = '(echo "$DUALGATE_SIGNAL"; echo "$DUALGATE_SOCKET") > "$(dirname "$0")/places"';
    const yes = `${signal('exit')} --refactoring-complete > "$(dirname "$0")/told"`;
    const project = await aProject(home, { agent: shell(READ_THE_PROMPT, DO_THE_WORK, notes, yes) });

    const run = await runProgram(project, 'run', '--json');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
    expect(recordsOf(project, 'iteration.decided').map(({ decision }) => decision.gate_2.channel)).toEqual([
      'command',
      'command',
      'command',
      'command',
    ]);
    expect(beside(project.agent, 'told')).toBe(
      'Recorded for DOCUMENT, iteration 1: exit. It counts only if the tests after this turn satisfy gate 1.\nNothing has been measured in this phase yet.\n',
    );
    const places = beside(project.agent, 'places').trimEnd().split('\n');
    expect(places.map((place) => relative(project.workspace, place).startsWith('..'))).toEqual([true, true]);
    expect(places.map((place) => existsSync(place))).toEqual([false, false]);
    expect((await runProgram(project, 'explain')).stdout).toContain(
      '  exit signal: true (by the signal command)\n  the agent: because',
    );
  });

  slow('says the same in both ways, and it is one word', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, DO_THE_WORK, signal('exit'), SAY_YES),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });
    expect((await runProgram(project, 'run')).exitCode).toBe(0);
    const signals = recordsOf(project, 'iteration.decided').map(({ record }) => record.signal);
    expect(signals).toMatchObject([
      { value: true, source: 'command', dialect: 'prp', status: 'COMPLETE' },
      { value: true, source: 'command', dialect: 'prp', status: 'COMPLETE' },
    ]);
    expect(signals.every(({ line }) => line !== null)).toBe(true);
  });

  slow('is told what gate 1 missed, and held with the words of the specification', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', `${signal('exit')} >> "$(dirname "$0")/told"`),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });

    const run = await runProgram(project, 'run');

    expect(run.exitCode).toBe(4);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 held', 'GREEN 3 held']);
    expect(run.stdout).toContain('GREEN 1    Exit signal set but Gate 1 not satisfied: the agent says it is done, but');
    expect(lastDecision(project)).toMatchObject({ signal: 'explicit_true', can_exit: false });
    const [first = '', second = ''] = beside(project.agent, 'told').split(/(?=Recorded for)/);
    expect(first).toContain('Nothing has been measured in this phase yet.');
    expect(second).toContain(
      'Gate 1 was not satisfied at the end of iteration 1:\n  - tests_failing == 0: got 2, expected 0\n',
    );
    expect(second).toContain('  - checks/shout.test.mjs > AC-1: a word is shouted in capitals\n');
  });

  slow('asks for a person with what it is blocked by', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', signal('blocked', 'the key of the vault is missing')),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });
    const run = await runProgram(project, 'run');
    expect(run.exitCode).toBe(4);
    expect(await statusOf(project)).toMatchObject({
      phase: 'GREEN',
      ending: { status: 'needs_human', why: 'The agent is blocked: the key of the vault is missing' },
    });
  });
});

interface Trick {
  readonly title: string;
  /** Lines of GREEN, after the work of it. */
  readonly lines: readonly string[];
  readonly reads: SignalReason;
  /** Further output of the run. */
  readonly notice?: string;
}

const REFUSED = 'A call of the signal command was refused: ';
const KEEP = 'first="$(dirname "$0")/first"; [ -e "$first" ] || printf %s "$DUALGATE_NONCE" > "$first"';
/** Sends a word with more in it than the command would say. */
const RAW = `node -e '
const { DUALGATE_RUN: run, DUALGATE_PHASE: phase, DUALGATE_NONCE: nonce, DUALGATE_SOCKET: path } = process.env;
const word = { v: 1, run, phase, iteration: 1, nonce, word: "exit", reason: "r", refactoring_complete: false, can_exit: true };
require("net").createConnection(path).end(JSON.stringify(word) + "\\n").resume();'`;
const LATE = [
  'agent=$$',
  `setsid sh -c 'while kill -0 '$agent' 2> /dev/null; do :; done; exec "$DUALGATE_SIGNAL" exit --reason late' > /dev/null 2>&1 &`,
];

const TRICKS: readonly Trick[] = [
  { title: 'a yes beside a block that says no', lines: [signal('exit'), SAY_NO], reads: 'channels_disagree' },
  { title: 'a no beside a block that says yes', lines: [signal('hold'), SAY_YES], reads: 'channels_disagree' },
  { title: 'a yes and then a no', lines: [signal('exit'), signal('hold')], reads: 'words_disagree' },
  { title: 'a no and then a yes', lines: [signal('hold'), signal('exit')], reads: 'words_disagree' },
  { title: 'a no', lines: [signal('hold')], reads: 'explicit_false' },
  { title: 'a yes of a process that fails', lines: [signal('exit'), 'exit 1'], reads: 'agent_failed' },
  {
    title: 'the nonce of the first iteration',
    lines: [`DUALGATE_NONCE="$(cat "$first")" ${signal('exit')}`],
    reads: 'signal_missing',
    notice: `${REFUSED}it has the nonce of another iteration.`,
  },
  {
    title: 'a yes for the phase before',
    lines: [`DUALGATE_PHASE=RED ${signal('exit')}`],
    reads: 'signal_missing',
    notice: `${REFUSED}it is for another phase.`,
  },
  {
    title: 'a word with a field of its own',
    lines: [RAW],
    reads: 'signal_missing',
    notice: `${REFUSED}the signal command never sends this.`,
  },
  {
    title: 'commands that only an operator gives',
    lines: ['for command in skip abort accept reset; do "$DUALGATE_SIGNAL" $command --reason r; done'],
    reads: 'signal_missing',
  },
  { title: 'a yes of a child, after its own end', lines: LATE, reads: 'signal_missing' },
  {
    title: 'a command of its own making in the place of the true one',
    lines: [`printf '#!/bin/sh\\nexit 0\\n' > "$DUALGATE_SIGNAL"`, signal('exit')],
    reads: 'signal_missing',
  },
];

describe.skipIf(!hasGit)('a signal command that must not satisfy gate 2 (needs git)', { concurrent: true }, () => {
  for (const { title, lines, reads, notice } of TRICKS) {
    slow(`${title}: the run ends as stuck over green tests`, async ({ home }) => {
      const turn = ['if [ "$DUALGATE_PHASE" = GREEN ]; then', ...lines, ':', 'else', SAY_YES, 'fi'];
      const project = await aProject(home, {
        agent: shell(READ_THE_PROMPT, KEEP, DO_THE_WORK, ...turn),
        config: { phases: ONE_CHANCE },
      });

      const run = await runProgram(project, 'run', '--json');

      expect(run.exitCode).toBe(1);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      expect(lastDecision(project)).toMatchObject({
        reason: 'Gate 1 satisfied so far but no exit signal',
        signal: reads,
      });
      if (notice !== undefined) {
        const reported = readEvents(run.stdout).flatMap((event) => (event.type === 'notice' ? [event.text] : []));
        expect(reported).toEqual([notice]);
      }
    });
  }

  slow('whoever spoils it spoils it for that turn alone: the next has it anew', async ({ home }) => {
    const spoil = once(
      'rm "$DUALGATE_SIGNAL"; mkdir "$DUALGATE_SIGNAL"; rm "$DUALGATE_SOCKET"; mkdir "$DUALGATE_SOCKET"',
    );
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, DO_THE_WORK, spoil, signal('exit')),
      config: { phases: phases({ RED: {}, GREEN: {} }), circuit_breaker: { backoff: '1ms' } },
    });
    expect((await runProgram(project, 'run')).exitCode).toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited', 'GREEN 1 exited']);
  });

  slow('whoever takes its folder away is left with the block, and the prompt names nothing else', async ({ home }) => {
    const prompt = 'cat > "$(dirname "$0")/prompt-$DUALGATE_PHASE"';
    const project = await aProject(home, {
      agent: shell(prompt, DO_THE_WORK, once('rm -r "$(dirname "$DUALGATE_SOCKET")"'), SAY_YES),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });
    const run = await runProgram(project, 'run');
    expect(run.exitCode).toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(run.stdout).toMatch(/The signal command cannot be used in this turn: ENOENT/);
    expect(beside(project.agent, 'prompt-RED')).toContain('"$DUALGATE_SIGNAL" exit');
    expect(beside(project.agent, 'prompt-GREEN')).not.toContain('DUALGATE_SIGNAL');
  });

  slow('the agent of one run cannot speak in another, not even under its name', async ({ home }) => {
    const mine = join(home, 'mine');
    const theirs = join(home, 'theirs');
    const places = `printf '%s\\n' "$DUALGATE_SOCKET" "$DUALGATE_RUN" > "$(dirname "$0")/places"`;
    const their = await aProject(theirs, {
      agent: shell(READ_THE_PROMPT, DO_THE_WORK, places, WAIT_TO_GO_ON),
      config: { phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} }) },
    });
    const { letGoOn } = await aFifo(their.agent);
    const open = startProgram(their, 'run', '--json', '--agent-output');
    await open.until((event) => event.type === 'agent.output' && event.text.includes('waiting'));
    const [socket = '', run = ''] = beside(their.agent, 'places').split('\n');

    const speak = `DUALGATE_SOCKET='${socket.replaceAll("'", "'\\''")}' ${signal('exit')} 2>> "$(dirname "$0")/told"`;
    const my = await aProject(mine, {
      agent: shell(READ_THE_PROMPT, speak, `DUALGATE_RUN=${run} ${speak}`, DO_THE_WORK, SAY_YES),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });
    expect((await runProgram(my, 'run', '--until', 'RED')).exitCode).toBe(0);
    expect(
      beside(my.agent, 'told')
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/\. Nothing was recorded.*/, '')),
    ).toEqual([
      'Cannot signal exit: it is for another run',
      'Cannot signal exit: it has the nonce of another iteration',
    ]);

    await letGoOn();
    expect((await open.ended).exitCode).toBe(1);
    expect([runOf(their), lastDecision(their).signal]).toEqual([run, 'signal_missing']);
  });
});

test.skipIf(!hasGit)('an agent that does not use the signal command works as before (needs git)', async ({ home }) => {
  const project = await aProject(home, { agent: HONEST, config: { phases: phases({ RED: {}, GREEN: {} }) } });
  expect((await runProgram(project, 'run')).exitCode).toBe(0);
  expect(recordsOf(project, 'turn.ended').map((record) => 'words' in record)).toEqual([false, false]);
});
