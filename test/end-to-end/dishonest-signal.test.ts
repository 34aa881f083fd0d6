import { describe, expect } from 'vitest';
import { SIGNAL_REASONS, type SignalReason } from '../../gates/signal-reasons.ts';
import { sayReason } from '../../gates/gate-warnings.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, phases } from './a-project.ts';
import { DO_THE_WORK, honestBut, READ_THE_PROMPT, SAY_NO, SAY_YES, say, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf, statusOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { pickSome, SEED } from '../pick-some.ts';

interface Trick {
  readonly title: string;
  readonly agent: string;
  readonly held: string;
  readonly reason: string;
  readonly signal: SignalReason;
}

/** The limit that halts each of them. */
const LIMIT = 'Exit gate not passing: 1 of 1 iterations used';
const OVER_GREEN = 'Gate 1 satisfied so far but no exit signal';
const OVER_RED = 'Gate 1 satisfied but no exit signal';
const REPLAY = [
  'first="$(dirname "$0")/first-nonce"',
  '[ -e "$first" ] || printf %s "$DUALGATE_NONCE" > "$first"',
] as const;

const TRICKS: readonly Trick[] = [
  {
    title: 'yes over red tests',
    agent: honestBut('GREEN', SAY_YES),
    held: 'GREEN',
    reason: 'Exit signal set but Gate 1 not satisfied',
    signal: 'explicit_true',
  },
  {
    title: 'silence over green tests',
    agent: honestBut('GREEN', DO_THE_WORK, 'echo all done, everything is finished'),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'signal_missing',
  },
  {
    title: 'no over green tests',
    agent: honestBut('GREEN', DO_THE_WORK, SAY_NO),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'explicit_false',
  },
  {
    title: 'the block of the prompt, quoted',
    agent: shell('cat', DO_THE_WORK),
    held: 'RED',
    reason: OVER_RED,
    signal: 'placeholder',
  },
  {
    title: 'the nonce of the first iteration',
    agent: shell(READ_THE_PROMPT, ...REPLAY, DO_THE_WORK, say('true', '$(cat "$first")')),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'stale_signal',
  },
  {
    title: 'a yes on standard error',
    agent: honestBut('GREEN', DO_THE_WORK, `{\n${SAY_YES}\n} >&2`),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'signal_missing',
  },
  {
    title: 'a yes of a process that fails',
    agent: honestBut('GREEN', DO_THE_WORK, SAY_YES, 'exit 1'),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'agent_failed',
  },
  {
    title: 'a yes while work remains',
    agent: honestBut('GREEN', DO_THE_WORK, say('true', '$DUALGATE_NONCE', 'IN_PROGRESS')),
    held: 'GREEN',
    reason: OVER_GREEN,
    signal: 'contradiction',
  },
];

describe.skipIf(!hasGit)(`a word that must not open anything (needs git; ${SEED})`, { concurrent: true }, () => {
  for (const { title, agent, held, reason, signal } of pickSome(TRICKS, (trick) => trick.title, 4)) {
    test(`${title}: the run ends as stuck, and ledger and explain say why`, async ({ home }) => {
      const project = await aProject(home, {
        agent,
        config: { phases: held === 'RED' ? phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} }) : ONE_CHANCE },
      });

      const run = await runProgram(project, 'run');

      expect(run.exitCode).toBe(1);
      expect(pathOf(project)).toEqual(held === 'RED' ? ['RED 1 held'] : ['RED 1 exited', 'GREEN 1 held']);
      expect(lastDecision(project)).toMatchObject({ can_exit: false, reason, signal });
      expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'stuck', exit_code: 1 }]);
      expect(await statusOf(project)).toMatchObject({
        phase: held,
        held: { reason, halt: { says: LIMIT } },
        ending: { status: 'stuck' },
      });
      const explained = await runProgram(project, 'explain');
      expect(explained.stdout).toContain(`${held} 1: held. ${LIMIT}.\n  gates: ${sayReason(reason)}\n`);
      if (!signal.startsWith('explicit_')) expect(explained.stdout).toContain(signal);
      if (signal !== 'explicit_true') expect(explained.stdout).toContain(SIGNAL_REASONS[signal][0]);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    });
  }

  test('a lazy agent that says yes for ever asks for a person after three iterations (rule 4.5)', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', SAY_YES),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 held', 'GREEN 3 held']);
    expect(recordsOf(project, 'chart.halted')).toMatchObject([{ phase: 'GREEN', status: 'needs_human' }]);
  });

  test('BLOCKED asks for a person at once and hands on the reason', async ({ home }) => {
    const blocked = [
      "printf '%s\\n' ---PRP_PHASE_STATUS--- \"PHASE: GREEN\" \"ITERATION: $DUALGATE_ITERATION\" \"NONCE: $DUALGATE_NONCE\" 'STATUS: BLOCKED' 'BLOCKERS:' '  - the key of the vault is missing' 'EXIT_SIGNAL: false' ---END_PRP_PHASE_STATUS---",
    ];
    const project = await aProject(home, {
      agent: honestBut('GREEN', ...blocked),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });

    const run = await runProgram(project, 'run');

    expect(run.exitCode).toBe(4);
    expect(run.stdout).toContain('needs human input: The agent is blocked: the key of the vault is missing');
    expect(await statusOf(project)).toMatchObject({
      phase: 'GREEN',
      ending: { status: 'needs_human', why: 'The agent is blocked: the key of the vault is missing' },
    });
  });
});
