import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { RunEvent } from '../../src/records/run-events.ts';
import { schemaOf } from '../cli/reference/event-schemas.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, SHOUT, STUB, write } from './a-project.ts';
import { DO_THE_WORK, honestBut, READ_THE_PROMPT, SAY_NO, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith, hasProc, killWithWatchdog } from './processes.ts';
import { pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { PROGRAM, readEvents, runProgram, startProgram } from './run-program.ts';
import { IN_ONE_PROCESS, SUITE } from '../in-one-process.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** The prompt of each turn is kept beside the workspace. */
const KEEP_THE_PROMPT = 'cat > "$HOME/prompt-$DUALGATE_PHASE-$DUALGATE_ITERATION"';
const HONEST = shell(KEEP_THE_PROMPT, DO_THE_WORK, SAY_YES);

const CONFIRMED = { phases: phases({ RED: {}, GREEN: { confirm: true } }) };

/** It ignores its stdin, and leaves a process behind. */
const HANGS = ['sleep 600 & sleep 600'];

const isAsked = (event: RunEvent): boolean => event.type === 'waiting' && event.for === 'approval';
const isAskedIn =
  (iteration: number) =>
  (event: RunEvent): boolean =>
    event.type === 'waiting' && event.for === 'approval' && event.iteration === iteration;

/** The terminal of the run shows it. */
const codeIn = (event: RunEvent): string =>
  event.type === 'waiting' ? (/--code (\S+),/.exec(event.why)?.[1] ?? '') : '';

const noticesOf = (stdout: string): readonly string[] =>
  readEvents(stdout).flatMap((event) => (event.type === 'notice' ? [event.text] : []));

const asked = (project: Project): unknown => JSON.parse(readFileSync(join(project.home, 'question'), 'utf8'));

describe.skipIf(!hasGit)('a phase with confirm: true (needs git)', { concurrent: true }, () => {
  slow('waits when both gates agree, says so everywhere, and is exited when a person approves', async ({ home }) => {
    const project = await aProject(home, { agent: HONEST, config: CONFIRMED });
    const run = startProgram(project, 'run', '--json');
    const code = codeIn(await run.until(isAsked));
    expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);

    const { approval } = await statusOf(project);
    const short = approval?.tree.slice(0, 12) ?? '';
    const [approve, reject] = [`dualgate approve ${short} --code CODE`, `dualgate reject ${short} -m "why"`];
    expect(approval).toMatchObject({ phase: 'GREEN', iteration: 1, attempt: 1, approve, reject });
    expect(await statusOf(project)).toMatchObject({
      status: 'running',
      why: `A person has to approve GREEN 1: ${approve}, or ${reject}`,
      next: [{ command: approve }, { command: reject }],
    });
    for (const text of [
      (await runProgram(project, 'status')).stdout,
      (await runProgram(project, 'report')).stdout,
      readFileSync(join(project.workspace, '.dualgate/STATE.md'), 'utf8'),
    ])
      expect(text).toContain(approve);
    expect((await runProgram(project, 'status')).stdout).toContain(
      `A person has to approve GREEN 1: ${approve}, or ${reject} (since ${approval?.since})`,
    );
    expect((await runProgram(project, 'explain')).stdout).toContain(approve);
    const ledger = join(project.workspace, '.dualgate/runs', runOf(project), 'ledger.jsonl');
    for (const text of [ledger, join(project.workspace, '.dualgate/STATE.md')].map((path) =>
      readFileSync(path, 'utf8'),
    ))
      expect(text).not.toContain(code);
    for (const [given, why] of [
      [[], 'the code is missing'],
      [['--code', '4KQ7-M2XA-9TRD-HW5C'], 'the code is not that of this wait'],
    ] as const)
      expect(await runProgram(project, 'approve', short, ...given)).toMatchObject({
        exitCode: 77,
        stderr: expect.stringContaining(
          `Cannot approve an exit: ${why}. The terminal of the run, its page and the message`,
        ),
      });
    expect(recordsOf(project, 'phase.exited')).toMatchObject([{ phase: 'RED' }]);

    expect(
      JSON.parse((await runProgram(project, 'approve', short, '--code', code.toLowerCase(), '--json')).stdout),
    ).toEqual({
      run: runOf(project),
      taken: true,
      live: true,
      recorded: ['operator.approved'],
      says: `Approved GREEN 1 with the sources ${short}.`,
    });

    const { exitCode, stdout } = await run.ended;
    expect(exitCode).toBe(0);
    for (const event of readEvents(stdout)) expect(schemaOf(event.type).safeParse(event).error).toBeUndefined();
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    const [answer] = recordsOf(project, 'operator.approved');
    expect(answer).toEqual({ phase: 'GREEN', iteration: 1, attempt: 1, tree: approval?.tree, by: expect.any(String) });
    expect(recordsOf(project, 'iteration.decided').at(-1)).toMatchObject({
      record: { approval: { approved: true, by: answer?.by, tree: answer?.tree } },
      decision: { can_exit: true, approval: { satisfied: true, unmet: [] } },
    });
    expect(await runProgram(project, 'replay')).toMatchObject({ exitCode: 0 });
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    expect((await runProgram(project, 'explain')).stdout).toContain(`: GREEN 1 approved by ${answer?.by}`);
    expect(await statusOf(project)).not.toHaveProperty('approval');
  });

  slow('is held when a person rejects it, and the next prompt has the reason', async ({ home }) => {
    const project = await aProject(home, { agent: HONEST, config: CONFIRMED });
    const run = startProgram(project, 'run', '--json');
    await run.until(isAsked);

    expect(await runProgram(project, 'reject')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('Missing --reason'),
    });
    expect(await runProgram(project, 'reject', '-m', 'shout louder')).toMatchObject({
      exitCode: 0,
      stdout: 'Rejected GREEN 1. The next prompt has the reason.',
    });
    const code = codeIn(await run.until(isAskedIn(2)));
    expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({ exitCode: 0 });

    const { exitCode, stdout } = await run.ended;
    expect(exitCode).toBe(0);
    for (const event of readEvents(stdout)) expect(schemaOf(event.type).safeParse(event).error).toBeUndefined();
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
    const { by = '' } = recordsOf(project, 'operator.rejected')[0] ?? {};
    expect(readFileSync(join(home, 'prompt-GREEN-2'), 'utf8')).toContain(
      `a person approves GREEN: rejected by ${by}: shout louder`,
    );
    expect(await runProgram(project, 'replay')).toMatchObject({ exitCode: 0 });
  });

  slow('measures sources that moved while it waited, and asks again for the new ones', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', `[ $DUALGATE_ITERATION != 1 ] || ${DO_THE_WORK}`, SAY_YES),
      config: CONFIRMED,
    });
    const run = startProgram(project, 'run', '--json');
    const code = codeIn(await run.until(isAsked));
    const first = (await statusOf(project)).approval?.tree ?? '';
    await write(project.workspace, { 'lib/shout.mjs': `// by hand\n${SHOUT}` });

    expect((await runProgram(project, 'approve', first.slice(0, 12), '--code', code)).stdout).toContain(
      'but they have changed since: the next iteration measures them, and asks again if both gates agree.',
    );
    const again = codeIn(await run.until(isAskedIn(2)));
    const second = (await statusOf(project)).approval?.tree ?? '';
    expect(second).not.toBe(first);
    expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('the code is not that of this wait'),
    });
    expect(await runProgram(project, 'approve', first.slice(0, 12), '--code', again)).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining(
        `Cannot approve an exit: the sources ${first.slice(0, 12)} are not the newest. GREEN 2 waits now.`,
      ),
    });
    expect(await runProgram(project, 'approve', second.slice(0, 12), '--code', again)).toMatchObject({ exitCode: 0 });

    expect(await run.ended).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
    expect(recordsOf(project, 'iteration.decided')[1]).toMatchObject({
      record: {
        metrics: { tree_stable: false },
        findings: expect.arrayContaining([expect.objectContaining({ code: 'sources.moved_since' })]),
      },
      decision: { can_exit: false },
    });
    expect(await runProgram(project, 'replay')).toMatchObject({ exitCode: 0 });
  });

  slow('names the source that a notification writes, and no log in tests.writes', async ({ home }) => {
    await write(home, { 'tell.sh': shell('cd "$(dirname "$0")/work space" && tee kept.jsonl >> told.jsonl') });
    const project = await aProject(home, {
      agent: HONEST,
      files: SUITE,
      config: {
        ...CONFIRMED,
        notify: { any: ['sh', join(home, 'tell.sh')] },
        approval: { timeout: '1s' },
        tests: { ...IN_ONE_PROCESS, writes: ['kept.jsonl'] },
      },
    });
    const { exitCode, stdout, stderr } = await runProgram(project, 'run', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: '' });
    expect(noticesOf(stdout)).toEqual([
      'Sources changed while notify.any ran: told.jsonl. Changed sources hold the exit. If it writes them, list them in tests.writes, or let it write outside the workspace.',
    ]);
  });

  slow('asks nobody while a gate is not satisfied, and there is nothing to approve', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', DO_THE_WORK, SAY_NO),
      config: { phases: phases({ RED: {}, GREEN: { confirm: true, limits: { max_iterations: 1 } } }) },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });

    expect(recordsOf(project, 'approval.asked')).toEqual([]);
    expect(await runProgram(project, 'approve')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining(
        `Cannot approve an exit: the run ${runOf(project)} waits for no approval. dualgate status shows its state; a phase asks when it has confirm: true and both its gates agree.`,
      ),
    });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
  });

  slow('ends when nobody answers in time, and asks again after resume', async ({ home }) => {
    const project = await aProject(home, { agent: HONEST, config: { ...CONFIRMED, approval: { timeout: '1s' } } });

    const { exitCode, stdout } = await runProgram(project, 'run');
    expect({ exitCode, says: stdout.includes('There was no answer in time: A person has to approve GREEN 1') }).toEqual(
      {
        exitCode: 4,
        says: true,
      },
    );
    expect(await statusOf(project)).toMatchObject({
      next: expect.arrayContaining([
        expect.objectContaining({ command: expect.stringMatching(/^dualgate approve [0-9a-f]{12} --code CODE$/) }),
        expect.objectContaining({ command: expect.stringMatching(/^dualgate reject [0-9a-f]{12} -m "why"$/) }),
      ]),
    });
    const resumed = await runProgram(project, 'resume', '--json');
    expect(resumed.exitCode).toBe(4);
    const code =
      readEvents(resumed.stdout)
        .map(codeIn)
        .find((each) => each !== '') ?? '';
    expect(stdout).not.toContain(code);
    expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Approved GREEN 1 .+ Continue with dualgate resume\.$/),
    });
    expect(await runProgram(project, 'approve')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('has approved it already. Continue with dualgate resume.'),
    });
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(recordsOf(project, 'turn.started')).toHaveLength(2);
  });

  slow(
    'commits the approved sources with the name of the person, and the proof finds the approval, and no other name',
    async ({ home }) => {
      await write(home, { '.gitconfig': '[user]\n\tname = Ann\n\temail = ann@example.org\n' });
      const project = await aProject(home, { agent: HONEST, config: { ...CONFIRMED, commits: true } });
      const run = startProgram(project, 'run', '--json');
      await runProgram(project, 'approve', '--code', codeIn(await run.until(isAsked)));
      expect(await run.ended).toMatchObject({ exitCode: 0 });

      const proof = await runProgram(project, 'prove', '--json');
      expect(proof).toMatchObject({ exitCode: 0 });
      const { claims } = JSON.parse(proof.stdout) as { claims: readonly { id: string }[] };
      expect(claims.filter(({ id }) => id === 'approvals')).toEqual([
        {
          id: 'approvals',
          says: 'a person approved the sources of each exit of a phase with confirm: true',
          holds: true,
          because: [],
        },
      ]);

      const { by = '', tree = '' } = recordsOf(project, 'operator.approved')[0] ?? {};
      expect((await runProgram(project, 'report')).stdout).toMatch(
        new RegExp(`^\\| \`GREEN 1\` \\| approved \\| \`${by}\` \\| \\S+ \\| \`${tree.slice(0, 12)}\` \\|$`, 'm'),
      );
      const git = (...args: readonly string[]) =>
        execFileSync('git', args, { cwd: project.workspace, encoding: 'utf8', env: { ...process.env, HOME: home } });
      const message = git('log', '-1', '--format=%B');
      expect(message).toContain(`\nDualgate-Approved: ${by}\n`);
      git('commit', '--quiet', '--amend', '--message', message.replace(`Approved: ${by}`, 'Approved: eve'));
      const forged = await runProgram(project, 'prove', '--no-mutation-check', '--json');
      expect(forged.exitCode).toBe(1);
      expect(forged.stdout).toContain('has Dualgate-Approved eve, but record');
    },
  );
});

describe.skipIf(!hasGit || !hasProc)(
  'a run that is killed while it waits for a person (needs git and /proc)',
  { concurrent: true },
  () => {
    slow('asks again for the same record', async ({ home }) => {
      const project = await aProject(home, { agent: HONEST, config: CONFIRMED });
      const killed = startProgram(project, 'run', '--json');
      await killed.until(isAsked);
      const before = (await statusOf(project)).approval;
      killWithWatchdog(killed.pid);
      await killed.ended;

      const resumed = startProgram(project, 'resume', '--json');
      const code = codeIn(await resumed.until(isAsked));
      expect((await statusOf(project)).approval).toEqual(before);
      expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({ exitCode: 0 });

      expect(await resumed.ended).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
      expect(recordsOf(project, 'approval.asked')).toHaveLength(1);
      expect(recordsOf(project, 'turn.discarded')).toEqual([]);
      expect(await runProgram(project, 'replay')).toMatchObject({ exitCode: 0 });
    });

    slow('finds the answer that was given meanwhile', async ({ home }) => {
      const project = await aProject(home, { agent: HONEST, config: CONFIRMED });
      const killed = startProgram(project, 'run', '--json');
      await killed.until(isAsked);
      killWithWatchdog(killed.pid);
      await killed.ended;

      expect(await runProgram(project, 'reject', '-m', 'not like this')).toMatchObject({
        exitCode: 0,
        stdout: 'Rejected GREEN 1. The next prompt has the reason. Continue with dualgate resume.',
      });
      const resumed = startProgram(project, 'resume', '--json');
      await runProgram(project, 'approve', '--code', codeIn(await resumed.until(isAskedIn(2))));

      expect(await resumed.ended).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
      expect(readFileSync(join(home, 'prompt-GREEN-2'), 'utf8')).toContain('not like this');
    });
  },
);

describe.skipIf(!hasGit || !hasProc)(
  'a person who is asked elsewhere (needs git and /proc)',
  { concurrent: true },
  () => {
    /** It has the code from the question, as a person would send it back. */
    const YES = `sed -n 's/.*--code \\([A-Z0-9-]*\\),.*/approve \\1/p' "$(dirname "$0")/question"`;
    const aProjectWith = async (home: string, lines: readonly string[], approval: object = {}): Promise<Project> => {
      await write(home, { 'elsewhere.sh': shell('cat > "$(dirname "$0")/question"', ...lines) });
      return aProject(home, {
        agent: HONEST,
        config: {
          ...CONFIRMED,
          approval: { command: ['sh', join(home, 'elsewhere.sh')], ...approval },
          notify: { needs_human: ['sh', '-c', 'cat > "$0"', join(home, 'told')] },
        },
      });
    };

    slow('approves from there, with the whole question on stdin, as notify has it', async ({ home }) => {
      const project = await aProjectWith(home, [YES]);
      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });

      const [{ tree } = { tree: '' }] = recordsOf(project, 'operator.approved');
      expect(recordsOf(project, 'operator.approved')).toEqual([
        { phase: 'GREEN', iteration: 1, attempt: 1, tree, by: 'approval.command' },
      ]);
      const code = /--code (\S+),/.exec(readFileSync(join(home, 'question'), 'utf8'))?.[1] ?? '';
      const approve = `dualgate approve ${tree.slice(0, 12)} --code ${code}`;
      const reject = `dualgate reject ${tree.slice(0, 12)} -m "why"`;
      expect(asked(project)).toEqual({
        v: 1,
        type: 'approval.asked',
        at: expect.any(String),
        run: runOf(project),
        status: 'needs_human',
        why: `A person has to approve GREEN 1: ${approve}, or ${reject}`,
        phase: 'GREEN',
        iteration: 1,
        tree,
        until: expect.any(String),
        approve,
        reject,
        branch: null,
        workspace: project.workspace,
        spec: 'specs/shout.md',
        ledger: expect.stringContaining(runOf(project)),
      });
      expect(JSON.parse(readFileSync(join(home, 'told'), 'utf8'))).toEqual(asked(project));
    });

    slow('rejects from there with a reason', async ({ home }) => {
      const project = await aProjectWith(home, [
        `if mkdir "$(dirname "$0")/once"; then echo "reject: say it louder"; else ${YES}; fi`,
      ]);
      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
      expect(readFileSync(join(home, 'prompt-GREEN-2'), 'utf8')).toContain(
        'rejected by approval.command: say it louder',
      );
    });

    for (const [what, lines, says] of [
      ['prints rubbish', ['echo approved, thanks'], 'it printed "approved, thanks"'],
      ['prints nothing', [], 'it printed nothing'],
      ['approves without the code', ['echo approve'], 'it printed "approve"'],
      ['fails after a yes', [YES, 'exit 3'], 'exit code 3'],
      ['is killed', [YES, 'kill -9 $$'], 'SIGKILL ended it'],
    ] as const)
      slow(`opens nothing when the command ${what}: the run waits on`, async ({ home }) => {
        const project = await aProjectWith(home, lines);
        const run = startProgram(project, 'run', '--json');
        const code = codeIn(await run.until(isAsked));
        await run.until((event) => event.type === 'notice' && event.text.includes('gave no answer'));
        expect(recordsOf(project, 'operator.approved')).toEqual([]);
        expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({ exitCode: 0 });

        const { exitCode, stdout } = await run.ended;
        expect(exitCode).toBe(0);
        expect(noticesOf(stdout)).toContainEqual(
          expect.stringMatching(
            new RegExp(
              `^approval\\.command \\(sh\\) gave no answer: ${says}\\. It has to print approve CODE, with the code that it was given, or reject: REASON\\. Use dualgate approve [0-9a-f]{12} --code [-A-Z0-9]{19} or dualgate reject [0-9a-f]{12} -m "why"\\.$`,
            ),
          ),
        );
      });

    slow('is killed when it hangs until the end of its time', async ({ home }) => {
      const project = await aProjectWith(home, HANGS, { timeout: '2s' });
      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });
      expect(findMarkedWith(`DUALGATE_APPROVAL=${runOf(project)}`)).toEqual([]);
    });

    slow('is killed when it hangs, and another answer comes first', async ({ home }) => {
      const project = await aProjectWith(home, HANGS);
      const run = startProgram(project, 'run', '--json');
      await runProgram(project, 'approve', '--code', codeIn(await run.until(isAsked)));
      expect(await run.ended).toMatchObject({ exitCode: 0 });
      expect(findMarkedWith(`DUALGATE_APPROVAL=${runOf(project)}`)).toEqual([]);
    });
  },
);

describe.skipIf(!hasGit || !hasProc)(
  'an agent that would approve itself (needs git and /proc)',
  { concurrent: true },
  () => {
    const approve = `"${process.execPath}" "${PROGRAM}" approve`;
    slow('is refused inside its turn, also for the exit of another run that waits', async ({ home }) => {
      const other = await aProject(join(home, 'b'), { agent: HONEST, config: CONFIRMED });
      const waiting = startProgram(other, 'run', '--json');
      await waiting.until(isAsked);
      const sneak = `(cd "${other.workspace}" && ${approve}) > ../heard 2>&1`;
      const project = await aProject(join(home, 'a'), { agent: honestBut('RED', sneak, DO_THE_WORK, SAY_YES) });
      expect(await runProgram(project, 'run', '--until', 'RED')).toMatchObject({ exitCode: 0 });

      expect(readFileSync(join(project.home, 'heard'), 'utf8')).toContain(
        'Cannot approve an exit from inside a turn of the agent.',
      );
      expect(recordsOf(other, 'operator.approved')).toEqual([]);
      await runProgram(other, 'abort', '-m', 'seen enough');
      await waiting.ended;
    });

    slow('is refused by what it left running: that is ended before the person is asked', async ({ home }) => {
      const lurk = `(while ! ${approve} >> ../heard 2>&1; do :; done) < /dev/null > /dev/null 2>&1 &`;
      const project = await aProject(home, {
        agent: shell(READ_THE_PROMPT, DO_THE_WORK, `[ $DUALGATE_PHASE != GREEN ] || ${lurk}`, SAY_YES),
        config: { ...CONFIRMED, approval: { timeout: '3s' } },
      });
      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });

      expect(recordsOf(project, 'operator.approved')).toEqual([]);
      expect(existsSync(join(home, 'heard')) ? readFileSync(join(home, 'heard'), 'utf8') : '').not.toContain(
        'Approved',
      );
      expect(pathOf(project)).toEqual(['RED 1 exited']);
    });
  },
);

test('a command in the workspace is refused: the agent could replace it', async ({ home }) => {
  const project = await aProject(home, {
    config: { ...CONFIRMED, approval: { command: './ask.sh' } },
    files: { 'ask.sh': 'echo approve\n', 'lib/shout.mjs': STUB },
  });
  expect(await runProgram(project, 'run')).toMatchObject({
    exitCode: 78,
    stderr: expect.stringContaining('approval.command must name a program on PATH, or the absolute path'),
  });
});
