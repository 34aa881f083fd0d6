import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import type { LedgerData } from '../../src/records/records.ts';
import { hasGit, test } from './a-home.ts';
import { ofType, readKnownRecords } from './a-chaos-run.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, KILL_THE_WATCHDOG, once, READ_THE_PROMPT, SAY_NO, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith, hasProc } from './processes.ts';
import { type Ended, readEvents, runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** One test that is there once RED has written it, and fails. */
const CHECKS = `test -f checks/new || { echo 1..0; exit 0; }
echo 1..1
echo 'not ok 1 - AC-1 it is ok'; exit 1
`;
const KILL_THE_LOOP = 'kill -9 $PPID; sleep 1; exit 1';

/** A word that a program without any mark prints again and again, as long as the test runs. */
const KEEP_SAYING_YES = `cat > "$HOME/parrot.sh" << EOF
n=0
while [ ! -e "$HOME/stop" ] && [ \\$n -lt 600 ]; do
  n=\\$((n + 1))
  DUALGATE_RUN=$DUALGATE_RUN DUALGATE_PHASE=$DUALGATE_PHASE DUALGATE_ITERATION=$DUALGATE_ITERATION DUALGATE_NONCE=$DUALGATE_NONCE \\
    DUALGATE_SOCKET="$DUALGATE_SOCKET" "$DUALGATE_SIGNAL" exit --reason "I was done" >> "$HOME/answers" 2>&1
  sleep 0.05
done
touch "$HOME/silent"
EOF
setsid env -i PATH="$PATH" HOME="$HOME" sh "$HOME/parrot.sh" < /dev/null > /dev/null 2>&1 &`;

const aRedProject = (home: string, agent: string, checks = CHECKS, limits = {}): Promise<Project> =>
  aProject(home, {
    agent,
    work: { RED: { 'checks/new': 'x\n' } },
    files: { 'checks/run.sh': checks, 'specs/shout.md': '- [ ] AC-1: it is ok\n' },
    config: {
      tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
      phases: phases({ RED: {} }),
      limits,
    },
  });

const noticesOf = ({ stdout }: Ended): readonly string[] =>
  readEvents(stdout).flatMap((event) => (event.type === 'notice' ? [event.text] : []));

const runIn = ({ workspace }: Project): string => readFileSync(join(workspace, '.dualgate', 'current'), 'utf8').trim();

/** Resolves when the file is there. */
const untilThere = async (path: string): Promise<void> => {
  for (let n = 0; n < 500 && !existsSync(path); n += 1) await wait(20);
};

describe.skipIf(!hasGit || !hasProc)('a loop that is killed in the middle of a turn (needs git and /proc)', () => {
  slow(
    'is resumed by run, which reports it; the nonce of the killed turn is invalid on every channel',
    async ({ home }) => {
      const agent = shell(
        READ_THE_PROMPT,
        DO_THE_WORK,
        // At once: what descends from a process with the mark is found with it.
        once(KEEP_SAYING_YES, `{ ${SAY_YES}\n} | tee "$HOME/said"`, 'kill -9 $PPID; exit 1'),
        'if mkdir "$(dirname "$0")/twice" 2> /dev/null; then',
        // The word of the parrot is heard in this turn, and refused.
        '  n=0; : > "$HOME/answers"; while [ ! -s "$HOME/answers" ] && [ $n -lt 200 ]; do n=$((n + 1)); sleep 0.05; done',
        '  cat "$HOME/said"; exit 0',
        'fi',
        SAY_YES,
      );
      const project = await aRedProject(home, agent);
      expect((await runProgram(project, 'run', '--json')).exitCode).toBeNull();
      const again = await runProgram(project, 'run', '--json');
      writeFileSync(join(home, 'stop'), '');
      await untilThere(join(home, 'silent'));

      const run = runIn(project);
      expect(again.exitCode).toBe(0);
      expect(noticesOf(again)[0]).toBe(
        `Resuming the run ${run}, which was killed or crashed. dualgate run --new starts a new one instead.`,
      );
      expect(noticesOf(again)).toContainEqual(
        expect.stringMatching(/calls? of the signal command (?:was|were) refused.*nonce/),
      );
      expect(readFileSync(join(home, 'answers'), 'utf8')).not.toMatch(/recorded exit/i);

      const records = readKnownRecords(project);
      expect(ofType(records, 'turn.discarded')).toEqual([
        {
          phase: 'RED',
          iteration: 1,
          attempt: 1,
          outcome: 'cut_off',
          why: 'The loop was killed or crashed before this iteration was decided: it does not count, and its nonce is invalid',
        },
      ]);
      expect(ofType(records, 'iteration.decided').map(tellDecision)).toEqual([
        ['RED 1.2', 'stale_signal', false],
        ['RED 2.1', 'explicit_true', true],
      ]);
      const nonce = /^NONCE: (\w+)$/m.exec(readFileSync(join(home, 'said'), 'utf8'))?.[1] ?? '';
      const hashes = ofType(records, 'turn.started').map(({ nonce_hash }) => nonce_hash);
      expect(hashes[0]).toBe(createHash('sha256').update(nonce).digest('hex'));
      expect(new Set(hashes).size).toBe(3);
      const page = readFileSync(join(project.workspace, '.dualgate', 'STATE.md'), 'utf8');
      expect(
        page.match(/^- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) [A-Z_]+/gm)?.map((each) => each.split(' ').at(-1)),
      ).toEqual(['COMPLETED', 'CRASHED']);
    },
  );

  slow('three times in the same place then needs human input', async ({ home }) => {
    const project = await aRedProject(home, shell(READ_THE_PROMPT, KILL_THE_LOOP));
    for (let n = 1; n <= 3; n += 1) expect((await runProgram(project, 'run')).exitCode).toBeNull();
    const why = 'The loop was killed or crashed 3 times in a row without deciding an iteration';
    const fourth = await runProgram(project, 'run');
    expect(fourth).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`stuck: ${why}`) });
    const fifth = await runProgram(project, 'run');
    expect(fifth).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `Cannot start a run: ${runIn(project)} has not completed (stuck: ${why}). Continue it with dualgate resume, or start a new one with dualgate run --new. dualgate status lists the other ways out.\n`,
    });
    expect(ofType(readKnownRecords(project), 'turn.started')).toHaveLength(3);
    expect((await runProgram(project, 'resume')).exitCode).toBeNull();
    expect(ofType(readKnownRecords(project), 'turn.started').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test.for([
    ['-9', null],
    ['-TERM', 3],
  ] as const)(
    'after every other decision, by %s, comes to the limits of its run all the same',
    async ([by, code], { home }) => {
      const agent = shell(
        READ_THE_PROMPT,
        'echo "$DUALGATE_ITERATION" >> note.txt',
        `if [ -e "$(dirname "$0")/even" ]; then rm "$(dirname "$0")/even"; kill ${by} $PPID; exit 1; fi`,
        'touch "$(dirname "$0")/even"',
        SAY_NO,
      );
      const project = await aRedProject(home, agent, CHECKS, { iterations: 2 });
      const ends: (number | null)[] = [];
      for (let n = 0; n < 4 && ends.at(-1) !== 1; n += 1) ends.push((await runProgram(project, 'run')).exitCode);
      expect(ends).toEqual([code, 1]);
      const records = readKnownRecords(project);
      expect(ofType(records, 'iteration.decided')).toHaveLength(2);
      expect(ofType(records, 'run.ended').at(-1)).toMatchObject({
        status: 'stuck',
        why: 'The run used all of its 2 iterations (limits.iterations)',
      });
    },
  );

  slow(
    'before its first record leaves no process either, without a watchdog: the next run ends and names them',
    async ({ home }) => {
      const stray = `mkdir "$HOME/stray" 2> /dev/null && { setsid sleep 300 & ${KILL_THE_WATCHDOG}; ${KILL_THE_LOOP}; }\n`;
      const project = await aRedProject(home, shell(READ_THE_PROMPT, DO_THE_WORK, SAY_YES), `${stray}${CHECKS}`);
      expect((await runProgram(project, 'run')).exitCode).toBeNull();
      expect(existsSync(join(project.workspace, '.dualgate', 'current'))).toBe(false);
      const next = await runProgram(project, 'run', '--json');
      expect(next.exitCode).toBe(0);
      expect(noticesOf(next)).toContainEqual(
        expect.stringMatching(/^Ended processes that the run \d{8}-\d{6}-\w+ had left running: \d+ sleep 300$/),
      );
      expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
    },
  );
});

const tellDecision = ({ record, decision }: LedgerData['iteration.decided']) => [
  `${record.phase} ${record.iteration}.${record.attempt}`,
  record.signal.reason,
  decision.can_exit,
];
