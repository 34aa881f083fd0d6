import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findRunFolder } from './a-chaos-run.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { runProgram, startProgram } from './run-program.ts';
import { git } from '../evidence/a-repository.ts';
import type { PageChanges } from '../../src/page/page-transcript.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** Known by its look, and known since it stands in the config. */
const KEY = 'sk-proj-0123456789abcdefghij';
const LITERAL = 'correct horse battery staple';
const SECRET = /sk-proj-0123456789abcdefghij|correct horse battery staple/;

/** Says both where they are quoted: in the block, before it, and in what blocks it. */
const TELLS_ALL = shell(
  READ_THE_PROMPT,
  once(
    'echo "I used $SERVICE_LOGIN and the key"',
    'echo "PIN=4321" > .env; echo "it is $SERVICE_LOGIN" > notes.txt',
    `echo ${KEY}`,
    "printf '%s\\n' ---PRP_PHASE_STATUS--- \\",
    '  "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" \\',
    `  'STATUS: BLOCKED' 'EXIT_SIGNAL: false' 'BLOCKERS:' "  - the service refuses $SERVICE_LOGIN and ${KEY}" \\`,
    '  ---END_PRP_PHASE_STATUS---',
    'exit 0',
  ),
  DO_THE_WORK,
  SAY_YES,
);

const aTalkativeProject = async (home: string): Promise<Project> => {
  const agent = { command: [join(home, 'agent', 'agent.sh')], env: { SERVICE_LOGIN: LITERAL } };
  return aProject(home, {
    agent: TELLS_ALL,
    config: { agent, mutation_check: undefined, circuit_breaker: undefined, phases: phases({ RED: {}, GREEN: {} }) },
  });
};

const readLedger = (project: Project): readonly string[] =>
  readFileSync(join(findRunFolder(project) ?? '', 'ledger.jsonl'), 'utf8').split('\n');

describe.skipIf(!hasGit)('a secret that the agent prints (needs git)', () => {
  slow('is in no output, page or view; only the transcript and the recorded signal contain it', async ({ home }) => {
    const project = await aTalkativeProject(home);
    const run = await runProgram(project, 'run', '--json');
    expect(run.exitCode).toBe(4);
    const folder = findRunFolder(project) ?? '';
    const commands: readonly (readonly string[])[] = [
      ['explain'],
      ['explain', '--json'],
      ['status'],
      ['status', '--json'],
      ['status', '--verify', '--json'],
      ['report'],
      ['report', '--json'],
      ['report', '--format', 'html'],
    ];
    const printed: Record<string, string> = { 'run --json': run.stdout };
    for (const words of commands) printed[words.join(' ')] = (await runProgram(project, ...words)).stdout;
    for (const view of ['status.json', 'phase-status.log']) printed[view] = readFileSync(join(folder, view), 'utf8');
    printed['STATE.md'] = readFileSync(join(project.workspace, '.dualgate/STATE.md'), 'utf8');
    const reported = Object.entries(printed);
    expect(reported.filter(([, text]) => SECRET.test(text)).map(([name]) => name)).toEqual([]);
    expect(reported.filter(([, text]) => !text.includes('[redacted]')).map(([name]) => name)).toEqual([]);
    for (const [name, text] of reported)
      if (name.includes('--json')) for (const line of text.split('\n')) JSON.parse(line);

    const transcripts = join(folder, 'transcripts');
    const said = readdirSync(transcripts).map((name) => readFileSync(join(transcripts, name), 'utf8'));
    expect(said.join('')).toMatch(SECRET);
    expect(readLedger(project).join('\n')).toContain(`${LITERAL} and ${KEY}`);
  });

  slow('is on no page, in no transcript and no changed file of it', async ({ home }) => {
    const project = await aTalkativeProject(home);
    const { workspace } = project;
    writeFileSync(join(workspace, '.env'), 'PIN=1234\n');
    await git(workspace, 'add', '--force', '.env');
    await git(workspace, 'commit', '--quiet', '--message', 'a file that should not be here');
    expect((await runProgram(project, 'run')).exitCode).toBe(4);
    const inspect = startProgram(project, 'inspect', '--json');
    const served = await inspect.until((line) => 'url' in line);
    const { url, run } = served as unknown as { readonly url: string; readonly run: string };
    const ask = async (path: string): Promise<string> => (await fetch(new URL(path, url))).text();
    const of = `run=${run}&n=1&token=${new URL(url).searchParams.get('token')}`;
    const [transcript, changes] = [await ask(`/transcript?${of}`), await ask(`/changes?${of}`)];
    process.kill(inspect.pid, 'SIGINT');
    await inspect.ended;

    expect(transcript).toContain('"I used [redacted] and the key","[redacted]"');
    expect(`${transcript}${changes}`).not.toMatch(SECRET);
    const { files }: PageChanges = JSON.parse(changes);
    expect(files.map(({ path, note, lines }) => [path, note, ...lines])).toEqual([
      ['.env', 'not shown: such a file may have secrets'],
      ['notes.txt', '', '@@ -0,0 +1 @@', '+it is [redacted]'],
    ]);
  });

  slow('in agent.env is recorded only as a hash: another value is another config', async ({ home }) => {
    const project = await aTalkativeProject(home);
    expect((await runProgram(project, 'run')).exitCode).toBe(4);
    const [first = ''] = readLedger(project);
    expect(first).not.toMatch(SECRET);
    expect(first).toMatch(/"env":\{"SERVICE_LOGIN":"hmac-sha256:[0-9a-f]{64}"\}/);

    const path = join(project.workspace, 'dualgate.yaml');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace(LITERAL, 'another value'));
    expect(await runProgram(project, 'resume')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('the config changed since it started'),
    });
    writeFileSync(path, before);
    expect((await runProgram(project, 'resume')).exitCode).toBe(0);
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    expect(await runProgram(project, 'replay')).toMatchObject({ exitCode: 0 });
  });
});
