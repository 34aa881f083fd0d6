/**
 * The exit protocol of spec 003 under the default settings of its preset: what an agent says, what is recorded of it, and what
 * others are told.
 */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasTerminal, openTerminal } from '../a-terminal.ts';
import { schemaOf } from '../cli/reference/event-schemas.ts';
import { hasGit, test } from './a-home.ts';
import { inTurn, pickOne, pickSome, SEED } from '../pick-some.ts';
import { aProject, type Project, type ProjectOptions } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, shell, signal } from './a-shell-agent.ts';
import { ledgerOf, pathOf, recordsOf, runOf } from './read-project.ts';
import { type Ended, environmentOf, PROGRAM, readEvents, runProgram, runUnder } from './run-program.ts';

const slow = inTurn(3, test);

const ON = ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'] as const;
const PR = 'https://example.org/pull/7';
const BUNDLE = 'evidence/shout.yaml';

/** Prints the object with the nonce of the turn; `more` is the rest of it. */
const object = (reason: string, notes: string, more = '', version = '1.0.0'): string =>
  `printf '{"protocol": "apm2_agent_exit", "version": "${version}", "phase_completed": "IMPLEMENTATION", "exit_reason": "${reason}"${more}, "notes": "${notes} nonce:%s"}\\n' "$DUALGATE_NONCE"`;
const NAMED = `, "pr_url": "${PR}", "evidence_bundle_ref": "${BUNDLE}"`;
const KEEP_THE_PROMPT = 'cat > "$(dirname "$0")/prompt-$DUALGATE_PHASE"';
/** In its first turn of GREEN it does nothing, and says the same. */
const IDLE_ONCE = `if [ "$DUALGATE_PHASE $DUALGATE_ITERATION" != 'GREEN 1' ]; then ${DO_THE_WORK}; fi`;

/** The preset unchanged; each notification is a line beside the agent. */
const apm2 = async (home: string, agent: string, config: ProjectOptions['config'] = {}): Promise<Project> => {
  const teller = join(home, 'agent', 'tell.sh');
  const project = await aProject(home, {
    agent,
    config: {
      preset: 'apm2',
      // As they are by default.
      mutation_check: undefined,
      circuit_breaker: undefined,
      notify: { session_completed: [teller] },
      ...config,
    },
  });
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ann\n\temail = ann@example.org\n');
  writeFileSync(teller, '#!/bin/sh\ncat >> "$(dirname "$0")/told"\n');
  chmodSync(teller, 0o755);
  return project;
};

/** Reports of completed sessions: in the ledger, as events, to the command of `notify`. */
const sessionsOf = (project: Project, { stdout }: Ended) => {
  const told = join(project.agent, 'told');
  return {
    recorded: recordsOf(project, 'session.completed'),
    events: readEvents(stdout).flatMap(({ v: _v, at: _at, run: _run, ...event }) => {
      if (event.type !== 'session.completed') return [];
      const { type: _type, ...session } = event;
      return [session];
    }),
    told: (existsSync(told) ? readFileSync(told, 'utf8').trimEnd().split('\n') : []).map(
      (line) => JSON.parse(line) as Readonly<Record<string, unknown>>,
    ),
  };
};

describe.skipIf(!hasGit)(`a work phase that is completed (needs git; ${SEED})`, { concurrent: true }, () => {
  const WORDS = [
    ['the status block', object('completed', 'all there', NAMED)],
    ['the signal command', `${signal('exit', 'all there')} --pr-url ${PR} --evidence-bundle-ref ${BUNDLE}`],
  ] as const;
  const one = pickOne(WORDS);
  test.for(one)(
    'is one session, recorded, emitted as an event and sent to notify, by %s',
    async ([, word], { home }) => {
      const project = await apm2(home, shell(KEEP_THE_PROMPT, IDLE_ONCE, word), { commits: true });
      const run = await runUnder(project, ON, 'run', '--json');

      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      // RED is exited, and GREEN claims success over red tests: neither completes the work phase.
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
      const session = {
        session_id: `${runOf(project)}/green-2-1`,
        actor_id: join(project.agent, 'agent.sh'),
        phase_completed: 'IMPLEMENTATION',
        exit_reason: 'completed',
        pr_url: PR,
        evidence_bundle_ref: BUNDLE,
        notes: 'all there',
        next_work_phase: 'CI_PENDING',
      };
      const at = { phase: 'GREEN', iteration: 2 };
      const { recorded, events, told } = sessionsOf(project, run);
      expect(recorded).toEqual([{ ...session, ...at, attempt: 1 }]);
      for (const event of readEvents(run.stdout)) expect(schemaOf(event.type).safeParse(event).error).toBeUndefined();
      expect(events).toEqual(recorded);
      const commits = recordsOf(project, 'work.committed');
      expect(told).toEqual([
        {
          v: 1,
          type: 'session.completed',
          at: expect.any(String),
          run: runOf(project),
          ...session,
          ...at,
          forced_exits: [],
          branch: expect.any(String),
          commit: commits.at(-1)?.commit,
          workspace: project.workspace,
          spec: 'specs/shout.md',
          ledger: ledgerOf(project),
        },
      ]);
      expect(commits.map(({ phase }) => phase)).toEqual([null, 'RED', 'GREEN']);
      const prompt = readFileSync(join(project.agent, 'prompt-GREEN'), 'utf8');
      for (const asked of ['"pr_url"', '"evidence_bundle_ref"', '--pr-url', '--evidence-bundle-ref', '--error'])
        expect(prompt).toContain(asked);
      expect((await runProgram(project, 'verify')).exitCode).toBe(0);
      expect((await runProgram(project, 'replay')).exitCode).toBe(0);
    },
  );

  slow('is one session too when the loop was killed between the decision and the record', async ({ home }) => {
    const project = await apm2(home, shell(READ_THE_PROMPT, DO_THE_WORK, object('completed', 'all there')));
    expect((await runUnder(project, ON, 'run')).exitCode).toBe(0);
    const run = runOf(project);
    const lines = readFileSync(ledgerOf(project), 'utf8').split('\n').slice(0, -1);
    const typed = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly seq: number });
    const anchored = typed.find(({ type }) => type === 'phase.exited');
    const decided = typed.findLastIndex(({ type }) => type === 'iteration.decided');
    // As that kill leaves them: what was written later was never there.
    writeFileSync(ledgerOf(project), `${lines.slice(0, decided + 1).join('\n')}\n`);
    const anchor = join(home, 'state', 'dualgate', 'anchors', `${run}.json`);
    writeFileSync(anchor, JSON.stringify({ run, ...anchored, type: undefined, data: undefined, prev: undefined }));
    rmSync(join(home, 'state', 'dualgate', 'checkpoints', `${run}.json`), { force: true });
    rmSync(join(project.agent, 'told'));

    const again = await runUnder(project, ON, 'run', '--json');

    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    const { recorded, events, told } = sessionsOf(project, again);
    expect(recorded).toMatchObject([{ phase: 'GREEN', phase_completed: 'IMPLEMENTATION', exit_reason: 'completed' }]);
    expect(events).toEqual(recorded);
    expect(told).toMatchObject([{ run, phase_completed: 'IMPLEMENTATION' }]);
    expect((await runProgram(project, 'verify')).exitCode).toBe(0);
  });

  slow('is one session for each work phase of the config, and none for a phase that was forced', async ({ home }) => {
    const said = signal('exit', 'all there');
    const project = await apm2(home, shell(READ_THE_PROMPT, DO_THE_WORK, said), {
      signals: { dialect: 'apm2', phase_map: { RED: 'DRAFT', GREEN: 'IMPLEMENTATION' } },
    });
    const first = await runUnder(project, ON, 'run', '--json', '--until', 'RED');
    expect(first.exitCode).toBe(0);
    expect(sessionsOf(project, first).events).toMatchObject([{ phase_completed: 'DRAFT', next_work_phase: null }]);
    expect((await runUnder(project, ON, 'skip', '-m', 'by hand')).exitCode).toBe(0);
    expect(recordsOf(project, 'phase.exited')).toMatchObject([
      { phase: 'RED', forced_exit: false },
      { phase: 'GREEN', forced_exit: true },
    ]);
    expect(recordsOf(project, 'session.completed')).toHaveLength(1);
  });
});

describe.skipIf(!hasGit)(`an agent that is blocked, or fails (needs git; ${SEED})`, { concurrent: true }, () => {
  const WORDS = [
    ['"exit_reason": "blocked"', object('blocked', 'no key', NAMED), 'blocked'],
    ['"exit_reason": "error"', object('error', 'no key', NAMED), 'error'],
    ['blocked', `${signal('blocked', 'no key')} --pr-url ${PR} --evidence-bundle-ref ${BUNDLE}`, 'blocked'],
    [
      'blocked --error',
      `${signal('blocked', 'no key')} --error --pr-url ${PR} --evidence-bundle-ref ${BUNDLE}`,
      'error',
    ],
  ] as const;
  const some = pickSome(WORDS, ([name]) => name, 4);
  test.for(some)('completes its session by %s, which halts the run', async ([, word, exit_reason], { home }) => {
    const project = await apm2(home, shell(READ_THE_PROMPT, word));
    const run = await runUnder(project, ON, 'run', '--json');
    expect(run.exitCode).toBe(4);
    for (const event of readEvents(run.stdout)) expect(schemaOf(event.type).safeParse(event).error).toBeUndefined();
    const { recorded, events, told } = sessionsOf(project, run);
    const said = { phase_completed: 'IMPLEMENTATION', exit_reason, pr_url: PR, evidence_bundle_ref: BUNDLE };
    expect(recorded).toMatchObject([{ ...said, notes: 'no key', phase: 'RED', next_work_phase: 'BLOCKED' }]);
    expect(events).toEqual(recorded);
    expect(told).toMatchObject([{ ...said, branch: null, commit: null }]);
    expect(recordsOf(project, 'chart.halted')).toHaveLength(1);
  });
});

describe.skipIf(!hasGit)(`an exit signal that the protocol refuses (needs git; ${SEED})`, { concurrent: true }, () => {
  const TROUBLES = [
    ["unsupported version: expected '1.x', got '2.0.0'", object('completed', 'done', '', '2.0.0')],
    ["unknown field 'extra'", object('completed', 'done', ', "extra": "x"')],
    [
      "phase mismatch: expected 'IMPLEMENTATION', got 'REVIEW'",
      object('completed', 'done').replace('ATION"', '').replace('"IMPLEMENT', '"REVIEW"'),
    ],
  ] as const;
  const aRefusedProject = (home: string, word: string) =>
    apm2(home, shell(READ_THE_PROMPT, DO_THE_WORK, word), {
      limits: { iterations: 1 },
      // A turn of its own ends badly here, and is not waited out.
      circuit_breaker: { reopenings: 0, backoff: '1ms' },
    });

  const trouble = pickOne(TROUBLES);
  test.for(trouble)('is named in the words of spec 003 on the screen of run: %s', async ([words, word], { home }) => {
    const project = await aRefusedProject(home, word);
    const run = await runUnder(project, ON, 'run');
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(`RED 1  in the block: ${words}\n`);
    expect((await runProgram(project, 'explain')).stdout).toContain(`in the block: ${words}`);
    expect(recordsOf(project, 'session.completed')).toEqual([]);
  });

  test.skipIf(!hasTerminal)('and in the view of a terminal', async ({ home }) => {
    const [[words, word]] = TROUBLES;
    const project = await aRefusedProject(home, word);
    const { workspace } = project;
    const env = { ...environmentOf(home), AGENT_EXIT_PROTOCOL_ENABLED: 'true' };
    const terminal = openTerminal([process.execPath, PROGRAM, 'run'], { cwd: workspace, env, columns: 160 });
    const { seen, code } = await terminal.ended;
    expect(code).toBe(1);
    expect(seen).toContain(words);
  });

  test('cannot be sent by the signal command, which refuses it in the same words', async ({ home }) => {
    const word = `${signal('exit')} --pr-url http://example.org/1 2> "$(dirname "$0")/said"`;
    const project = await aRefusedProject(home, word);
    expect((await runUnder(project, ON, 'run')).exitCode).toBe(1);
    expect(readFileSync(join(project.agent, 'said'), 'utf8')).toBe(
      'Cannot signal: invalid pr_url: expected an https URL. See "$DUALGATE_SIGNAL" --help.\n',
    );
  });
});
