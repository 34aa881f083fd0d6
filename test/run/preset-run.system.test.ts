import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { linuxProcesses } from '../../src/base/processes/linux-processes.ts';
import { createRun, type Run } from '../../src/run/create-run.ts';
import type { RunOptions } from '../../src/run/run-options.ts';
import { readRun } from '../../src/view/read-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aFakeProgram } from './a-fake-program.ts';
import { aCodeWorkspace, HONEST, type Workspace, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(5, test);

/** Does the work of RED and says so, the way Claude Code does. */
const WORK = `write(${JSON.stringify(HONEST.RED.write)});`;
const HONEST_RED = `${WORK} claude('The test fails.\\n' + block(true));`;
const SILENT = 'setInterval(() => {}, 1000);';

/** A workspace whose agent is a fake of a real program; a test says only what it does. */
const aWorkspaceOf = async (
  use: string,
  bodies: readonly string[],
  spoil: { readonly agent?: object; readonly limits?: object; readonly circuit_breaker?: object } = {},
) => {
  const program = await aFakeProgram(use, bodies);
  const agent = { use, env: program.env, timeout: '30s', grace: '500ms', ...spoil.agent };
  return { program, workspace: await aCodeWorkspace([], { ...spoil, agent }) };
};

/** Runs until RED is exited. */
const run = async (
  { config }: Workspace,
  options: Partial<RunOptions> = {},
  watch: (event: RunEvent, started: Run) => void = () => {},
) => {
  const events: RunEvent[] = [];
  const started: Run = createRun({
    config,
    until: 'RED',
    onEvent: (event) => {
      events.push(event);
      watch(event, started);
    },
    ...options,
  });
  const ended = await started.ended;
  return { id: started.id, ended, events };
};
const typed = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);
const turnsOf = (events: readonly RunEvent[]) => typed(events, 'turn.ended').map(({ turn }) => turn);
const USAGE = { input_tokens: 1_000, output_tokens: 50, cost_usd: 0.1 };
const LEFT_RED = {
  status: 'paused',
  why: 'RED was exited, as --until requested',
  exit_code: 0,
};

describe.skipIf(!hasGit)('a run of an agent that dualgate knows (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('reads its last message and nothing else of its stream', async () => {
    const echo = `print({ type: 'user', message: { content: block(true) } });
      print({ type: 'assistant', message: { content: [{ type: 'text', text: block(true) }] } });`;
    const { workspace } = await aWorkspaceOf('claude', [`${WORK} ${echo} claude('Not yet.')`, HONEST_RED]);
    const { id, ended, events } = await run(workspace);
    expect(ended).toEqual(LEFT_RED);
    expect(typed(events, 'signal.read').map(({ signal }) => [signal.value, signal.reason, signal.line])).toEqual([
      [null, 'signal_missing', null],
      [true, 'explicit_true', 2],
    ]);
    const { transcripts } = runFolders(workspace.folder, id);
    expect(typed(events, 'turn.ended').map(({ transcript }) => transcript)).toEqual([
      'transcripts/red-1-1.said',
      'transcripts/red-2-1.said',
    ]);
    expect(readFileSync(join(transcripts, 'red-1-1.said'), 'utf8')).toBe('Not yet.');
    expect(readFileSync(join(transcripts, 'red-1-1.stdout'), 'utf8')).toContain('EXIT_SIGNAL: true');
  });

  slow('adds up what it used: by turn, phase and run', async () => {
    const { workspace } = await aWorkspaceOf('claude', [`${WORK} claude('Not yet.')`, HONEST_RED]);
    const { events } = await run(workspace);
    const both = { input_tokens: 2_000, output_tokens: 100, cost_usd: 0.2 };
    expect(turnsOf(events).map(({ usage }) => usage)).toEqual([USAGE, USAGE]);
    expect(typed(events, 'run.ended').map(({ usage }) => usage)).toEqual([both]);
    expect((await readRun(workspace.config)).status.usage).toEqual({ run: both, phases: { RED: both } });
  });

  slow('starts a fresh session each turn, or continues the one before until it crashes', async () => {
    const bodies = [`${WORK} claude('1')`, `claude('2')`, `${WORK} process.exit(7)`, HONEST_RED];
    const resumed = (argvs: readonly (readonly string[])[]) => argvs.map((argv) => argv[argv.indexOf('--resume') + 1]);
    const going = await aWorkspaceOf('claude', bodies, {
      agent: { session: 'resume', model: 'm-1', args: ['--quick'] },
      circuit_breaker: { backoff: '1ms' },
    });
    expect((await run(going.workspace)).ended).toEqual(LEFT_RED);
    expect(going.program.argvs().map((argv) => argv.includes('--resume'))).toEqual([false, true, true, false]);
    expect(resumed(going.program.argvs()).slice(1, 3)).toEqual(['5e55-0', '5e55-1']);
    expect(going.program.argvs().every((argv) => argv.includes('m-1') && argv.at(-1) === '--quick')).toBe(true);
    const fresh = await aWorkspaceOf('claude', [bodies[0] ?? '', HONEST_RED]);
    await run(fresh.workspace);
    expect(fresh.program.argvs().some((argv) => argv.includes('--resume'))).toBe(false);
  });

  slow('asks for a person at once when it is not authorised, and says what to do', async () => {
    const refused = `claude('Failed to authenticate. API Error: 401', { is_error: true, api_error_status: 401 }); process.exitCode = 1;`;
    const { workspace } = await aWorkspaceOf('claude', [refused]);
    const { ended, events } = await run(workspace);
    expect(ended).toEqual({
      status: 'needs_human',
      why: 'The agent is not authorised: Failed to authenticate. API Error: 401. Log in with it once, or set its key in the environment of dualgate or in agent.env, then resume.',
      exit_code: 4,
    });
    expect(turnsOf(events)).toMatchObject([{ outcome: 'unauthorised', exit_code: 1, error: { kind: 'unauthorised' } }]);
    expect(typed(events, 'iteration.decided')).toEqual([]);
  });

  slow('waits for as long as its provider says, and continues', async () => {
    const limited = `print({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: Math.ceil(Date.now() / 1000) + 5 } });
      claude('API Error: 429', { is_error: true, api_error_status: 429 }); process.exitCode = 1;`;
    const { workspace } = await aWorkspaceOf('claude', [limited, HONEST_RED]);
    const { ended, events } = await run(workspace);
    expect(ended).toEqual(LEFT_RED);
    const [first] = turnsOf(events);
    expect(first).toMatchObject({ outcome: 'rate_limited' });
    const [waiting] = typed(events, 'waiting');
    expect(waiting).toMatchObject({ attempt: 1, until: first?.error?.resets_at });
    const again = typed(events, 'iteration.started')[1];
    expect(again).toMatchObject({ iteration: 1, attempt: 2 });
    expect((again?.at ?? '') >= (waiting?.until ?? '')).toBe(true);
  });

  const LIMITED = `claude('API Error: 429', { is_error: true, api_error_status: 429 }); process.exitCode = 1;`;

  slow('does not wait any longer once it is interrupted, and can be resumed', async () => {
    const { workspace } = await aWorkspaceOf('claude', [LIMITED, HONEST_RED]);
    const { id, ended } = await run(workspace, {}, ({ type }, started) => {
      if (type === 'waiting') started.interrupt();
    });
    expect(ended).toMatchObject({ status: 'interrupted', exit_code: 3 });
    expect((await run(workspace, { resume: id })).ended).toEqual(LEFT_RED);
  });

  slow('does not wait for what comes after the end of the run', async () => {
    const { workspace } = await aWorkspaceOf('claude', [LIMITED], { limits: { minutes: 1 } });
    const { ended } = await run(workspace);
    expect(ended).toMatchObject({ status: 'stuck', exit_code: 1 });
    expect(ended.why).toMatch(
      /^The agent reached a limit of its provider: API Error: 429; it is lifted \S+Z at the earliest, but the run ends \S+Z \(limits\.minutes\)\. Wait until/,
    );
  });

  slow('waits longer each time, five times, and then is stuck', async () => {
    const { workspace } = await aWorkspaceOf('claude', [LIMITED]);
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    // The clock jumps to the end of each wait.
    const { ended, events } = await run(workspace, { now }, (event) => {
      if (event.type === 'waiting') ahead += Date.parse(event.until) - now().getTime() + 1;
    });
    // A wait was planned a little before it is reported, and a slow disk is in between.
    const waits = typed(events, 'waiting').map(
      ({ at, until }) => Math.round((Date.parse(until) - Date.parse(at)) / 10_000) * 10,
    );
    expect(waits).toEqual([60, 120, 240, 480, 960]);
    expect(ended).toEqual({
      status: 'stuck',
      why: 'The agent reached a limit of its provider: API Error: 429, 6 times in a row. Wait until the provider answers again, then resume; or choose another agent.model.',
      exit_code: 1,
    });
  });

  slow('asks for a person when it was denied its work and did none, whatever it claims', async () => {
    const denials = `{ permission_denials: [{ tool_name: 'Write', tool_input: { file_path: 'test/one.test.js' } }] }`;
    const { workspace } = await aWorkspaceOf('claude', [`claude('Done.\\n' + block(true), ${denials})`]);
    const { ended, events } = await run(workspace);
    expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4 });
    expect(ended.why).toMatch(
      /^The agent was not allowed to do its work: Write.*\. Allow what it needs with agent\.permissions/,
    );
    expect(typed(events, 'iteration.decided').map(({ decision }) => decision.reason)).toEqual([
      'Exit signal set but Gate 1 not satisfied',
    ]);
  });

  slow('takes the word of an agent that was denied something and did its work all the same', async () => {
    const denials = `{ permission_denials: [{ tool_name: 'Bash', tool_input: { command: 'git push' } }] }`;
    const { workspace } = await aWorkspaceOf('claude', [`${WORK} claude(block(true), ${denials})`]);
    const { ended, events } = await run(workspace);
    expect(ended).toEqual(LEFT_RED);
    expect(turnsOf(events)[0]?.denials?.length).toBe(1);
  });

  slow('asks for a person when the agent does not trust the folder', async () => {
    const { workspace } = await aWorkspaceOf('gemini', [`console.error('untrusted'); process.exit(55);`]);
    const { ended, events } = await run(workspace);
    expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4 });
    expect(ended.why).toMatch(
      /^The agent was not allowed to do its work: the folder is not trusted\. Allow what it needs/,
    );
    expect(turnsOf(events)).toMatchObject([{ outcome: 'permission_denied', exit_code: 55 }]);
  });

  slow('ends an agent that hangs, says so, and keeps and measures what it did', async () => {
    const { workspace } = await aWorkspaceOf('claude', [`${WORK} claude(block(true)); ${SILENT}`, HONEST_RED], {
      circuit_breaker: { backoff: '1ms' },
      agent: { idle_timeout: '4s' },
    });
    const { ended, events } = await run(workspace);
    expect(ended).toEqual(LEFT_RED);
    expect(turnsOf(events)[0]).toMatchObject({ outcome: 'timed_out', which: 'idle', usage: USAGE });
    expect(typed(events, 'iteration.decided').map(({ decision }) => decision.reason)).toEqual([
      'Gate 1 satisfied but no exit signal',
      'Both gates agree in this iteration',
    ]);
    expect(typed(events, 'signal.read')[0]?.signal.reason).toBe('agent_timed_out');
  });

  slow('does not end one that waits for its provider for longer than it may be silent', async () => {
    const waits = `print({ type: 'system', subtype: 'api_retry', attempt: 1 }); setTimeout(() => { ${HONEST_RED} }, 6_000);`;
    const { workspace } = await aWorkspaceOf('claude', [waits], { agent: { idle_timeout: '4s' } });
    const { ended, events } = await run(workspace);
    expect(ended).toEqual(LEFT_RED);
    expect(turnsOf(events)).toMatchObject([{ outcome: 'ok' }]);
  });

  test.skipIf(process.platform !== 'linux')(
    'ends and names the processes that it left running, even deaf ones (on Linux)',
    async () => {
      const deaf = `process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)`;
      const leaves = `const it = spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
      it.stdout.once('data', () => { ${HONEST_RED} process.exit(0); });`;
      const { workspace } = await aWorkspaceOf('claude', [leaves]);
      const { id, ended, events } = await run(workspace);
      expect(ended).toEqual(LEFT_RED);
      const [{ left_running = [] } = { left_running: [] }] = turnsOf(events);
      // Its program may lie in a folder whose name looks like a secret.
      expect(left_running).toEqual([expect.stringMatching(/^\d+ .*node -e process\.on\('SIGINT'/)]);
      expect(linuxProcesses.list().filter((it) => it.carries({ name: 'DUALGATE_RUN', value: id }))).toEqual([]);
    },
  );

  slow('says before anything is spent that it is not installed', async () => {
    const { program } = await aWorkspaceOf('claude', ['']);
    const workspace = await aCodeWorkspace([], {
      agent: { use: 'codex', env: { PATH: program.env.PATH.split(':')[0] ?? '' } },
    });
    const { ended } = await run(workspace);
    expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4 });
    expect(ended.why).toContain("The agent's program was not found: codex. Install it, or correct agent.use.");
  });
});
