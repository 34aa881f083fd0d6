/** Holds the schema of events to the events of real runs; test/cli/reference/events.test.ts to its examples. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunEvent } from '../../../src/index.ts';
import { runGit } from '../../../src/project/sources/git.ts';
import { CONFIG, createProject, GREEN_TURNS, RED_TURN } from '../a-project.ts';
import { main } from '../../../src/cli/main.ts';
import { createMemoryIo, runLine } from '../memory-io.ts';
import { EVENTS, schemaOf } from './event-schemas.ts';
import { inTurn } from '../../pick-some.ts';
import { APPROVES, aReviewer } from '../../evidence/review/a-reviewer.ts';

const slow = inTurn(2, it);

const TYPES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('the events of real runs (needs git)', () => {
  let state: string;
  const before = process.env['XDG_STATE_HOME'];
  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), 'dualgate-state-'));
    process.env['XDG_STATE_HOME'] = state;
  });
  afterAll(() => {
    rmSync(state, { recursive: true, force: true });
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });

  /** Every line, checked against the schema of its type. */
  const eventsOf = async (argv: readonly string[], cwd: string): Promise<readonly RunEvent['type'][]> =>
    checkEvents((await runLine(argv, { cwd })).stdout);

  /** As soon as the run waits for its provider, an operator sends every command. */
  const eventsOfCommands = async (cwd: string): Promise<readonly RunEvent['type'][]> => {
    const memory = createMemoryIo({ cwd });
    let isWaiting = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      isWaiting = resolve;
    });
    const print = (line: string) => {
      memory.io.print(line);
      if (line.includes('"type":"waiting"')) isWaiting();
    };
    const ended = main(['run', '--json'], { ...memory.io, print });
    await waiting;
    writeFileSync(join(cwd, 'SPEC.md'), '# One\n\n- [ ] one is not two\n');
    const commands = [
      ['guide', 'Be quick.'],
      ['accept', '--all', '-m', 'reworded'],
      ['reset', '-m', 'try now'],
      ['skip', '-m', 'by hand'],
      ['rollback', 'RED', '-m', 'once more'],
      ['abort', '-m', 'enough'],
    ];
    for (const command of commands) expect(await runLine(command, { cwd })).toMatchObject({ code: 0 });
    expect(await ended).toBe(2);
    return checkEvents(memory.stdout());
  };

  const checkEvents = (stdout: string): readonly RunEvent['type'][] =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        const event = JSON.parse(line) as RunEvent;
        const { error } = schemaOf(event.type).safeParse(event);
        if (error !== undefined) throw new Error(`${line}\n${z.prettifyError(error)}`);
        return event.type;
      });

  const createLimited = async (claude: string) => {
    const project = await createProject(RED_TURN, { 'bin/claude': claude });
    const path = JSON.stringify(`${join(project.folder, 'bin')}:${process.env['PATH']}`);
    chmodSync(join(project.folder, 'bin', 'claude'), 0o755);
    writeFileSync(
      join(project.folder, 'dualgate.yaml'),
      `version: 1\nwork: { spec: SPEC.md }\nagent: { use: claude, env: { PATH: ${path} } }\ntests: { command: node --test }\ncommits: true\n`,
    );
    const git = (...args: readonly string[]) => runGit(project.folder, args);
    await git('config', 'user.name', 'Ann');
    await git('config', 'user.email', 'ann@example.org');
    await git('add', '--all');
    await git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'Start');
    return project;
  };

  const isOperatorEvent = (type: string) => type.startsWith('operator.');
  /** In test/end-to-end/approval.full.test.ts. */
  const isOfApproval = (type: string) => ['approval.asked', 'operator.approved', 'operator.rejected'].includes(type);
  /** In test/run/exit-gate/cub-run.system.test.ts, and in test/end-to-end/exit-protocol.test.ts. */
  const isOfPreset = (type: string) => type.startsWith('exit_gate_') || type === 'session.completed';

  slow(
    'are all in the schema: the demo, a blocked agent, a crash, a process left behind, a resumed run, a limit',
    async () => {
      const demo = mkdtempSync(join(tmpdir(), 'dualgate-'));
      const agent = `import { spawn, spawnSync } from 'node:child_process';
      const { DUALGATE_SIGNAL: signal, DUALGATE_PHASE: phase, DUALGATE_ITERATION: iteration, DUALGATE_NONCE: nonce } = process.env;
      if (process.argv[2] === 'crash') process.exit(9);
      spawnSync(signal, ['blocked', '--reason', 'no key']);
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' }).unref();
      console.log(['---PRP_PHASE_STATUS---', 'PHASE: ' + phase, 'ITERATION: ' + iteration, 'NONCE: ' + nonce,
        'STATUS: BLOCKED', 'BLOCKERS:', '  - no key', 'EXIT_SIGNAL: false', '---END_PRP_PHASE_STATUS---'].join('\\n'));`;
      const configOf = (word: string) =>
        `version: 1\nwork: { spec: SPEC.md }\nagent: { command: node agent.mjs ${word} }\ntests: { command: node --test }\ncircuit_breaker: { reopenings: 0, backoff: 1ms }\nconfidence: {}\n`;
      const test = "require('node:test').skip('later', () => {});";
      const blocked = await createProject(RED_TURN, {
        'dualgate.yaml': configOf('block'),
        'agent.mjs': agent,
        'test/later.test.cjs': test,
      });
      const crashing = await createProject(RED_TURN, { 'dualgate.yaml': configOf('crash'), 'agent.mjs': agent });
      const reviewer = JSON.stringify((await aReviewer([APPROVES])).command);
      const resumed = await createProject(RED_TURN + GREEN_TURNS, {
        // The demo has a mutation check; once is enough.
        'dualgate.yaml': `${CONFIG}checks: { lint: node -e "process.exit(1)", review: { agent: { command: ${reviewer} } } }\nmutation_check: false\n`,
      });
      const program = `#!${process.execPath}
      const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: Date.now() / 1000 + 5 } };
      const { existsSync, writeFileSync } = require('node:fs');
      const been = existsSync(__dirname + '/been');
      writeFileSync(__dirname + '/been', '');
      console.log(JSON.stringify(limit));
      console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: true, api_error_status: been ? 401 : 429,
        result: 'refused', session_id: 's-1', usage: { input_tokens: 7, output_tokens: 1 }, total_cost_usd: 0.01,
        permission_denials: [{ tool_name: 'Bash', tool_input: { command: 'ls' } }] }));
      process.exitCode = 1;`;
      const limited = await createLimited(program);
      try {
        const received = new Set([
          ...(await eventsOf(['demo', '--json', '--folder', demo], demo)),
          ...(await eventsOf(['run', '--json', '--agent-output'], blocked.folder)),
          ...(await eventsOf(['run', '--json'], crashing.folder)),
          ...(await eventsOf(['run', '--json', '--until', 'RED'], resumed.folder)),
          ...(await eventsOf(['resume', '--json'], resumed.folder)),
          ...(await eventsOf(['run', '--json'], limited.folder)),
        ]);
        expect([...received].sort()).toEqual(
          TYPES.filter((type) => !isOperatorEvent(type) && !isOfPreset(type) && !isOfApproval(type)).sort(),
        );
      } finally {
        for (const { remove } of [blocked, crashing, resumed, limited]) remove();
        rmSync(demo, { recursive: true, force: true });
      }
    },
    240_000,
  );

  slow('are all in the schema: operator commands', async () => {
    // Without a time that it tells, the limit is waited out for a minute.
    const limited = await createLimited(`#!${process.execPath}
      const result = { type: 'result', subtype: 'success', is_error: true, api_error_status: 429, result: 'refused' };
      console.log(JSON.stringify(result));
      process.exitCode = 1;`);
    try {
      const received = await eventsOfCommands(limited.folder);
      // No gate froze a test here, and no run is resumed: test/end-to-end/{reopened-test.full,ask}.test.ts.
      const elsewhere = new Set(['operator.reopened', 'operator.resumed']);
      const given = TYPES.filter((type) => isOperatorEvent(type) && !elsewhere.has(type) && !isOfApproval(type));
      expect(received.filter(isOperatorEvent).sort()).toEqual(given.sort());
    } finally {
      limited.remove();
    }
  });
});
