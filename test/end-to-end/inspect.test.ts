import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { recordsOf, runOf } from './read-project.ts';
import { runProgram, type Started, startProgram } from './run-program.ts';

/** Writes down whatever it can see of other processes, the loop's words and environment among them. */
const CURIOUS = shell(
  READ_THE_PROMPT,
  'for each in /proc/[0-9]*; do cat "$each/cmdline" "$each/environ"; done > seen.txt 2> /dev/null',
  // The run is not over before somebody looks.
  'until [ -e ../looks ]; do sleep 0.05; done',
  DO_THE_WORK,
  SAY_YES,
);
const RED_ONLY = { phases: phases({ RED: {} }) };
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}/;

interface Served {
  readonly url: string;
  readonly run: string;
}

/** Output of `inspect --json`. */
const served = async (inspect: Started): Promise<Served> =>
  (await inspect.until((line) => 'url' in line)) as unknown as Served;

const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';
const command = async (url: string, body: object): Promise<unknown> => {
  const headers = { 'x-dualgate-token': tokenOf(url), 'content-type': 'application/json' };
  return (await fetch(new URL('/commands', url), { method: 'POST', headers, body: JSON.stringify(body) })).json();
};
/** All that came until the server hung up. */
const listen = async (url: string): Promise<{ readonly whole: Promise<string> }> => {
  const response = await fetch(new URL(`/events?token=${tokenOf(url)}`, url));
  return { whole: response.text() };
};
/** Files of the test that have the words in them. */
const filesWith = ({ home }: Project, words: string): readonly string[] =>
  execFileSync('sh', ['-c', 'grep -rlaF -e "$1" "$2" || true', 'sh', words, home], { encoding: 'utf8' })
    .split('\n')
    .filter((each) => each !== '');

describe.skipIf(!hasGit)('the page beside a run (needs git)', { concurrent: true }, () => {
  test('ends with the run despite open pages, changes no exit code, and its address is in no file, environment or argument', async ({
    home,
  }) => {
    const project = await aProject(home, { agent: CURIOUS, config: RED_ONLY });
    const run = startProgram(project, 'run', '--inspect', '--json');
    const address = await run.said(ADDRESS);
    const { whole } = await listen(address);
    writeFileSync(join(home, 'looks'), '');

    expect(await run.ended).toMatchObject({ exitCode: 0, stderr: `Watch it: ${address}\n` });

    const reported = await whole;
    expect(reported).toContain('"type":"iteration.decided"');
    expect(reported.trimEnd().split('\n\n').at(-1)).toMatch(/^event: over\n/);
    expect(readFileSync(join(project.workspace, 'seen.txt'), 'utf8')).toContain('--inspect');
    expect(filesWith(project, tokenOf(address))).toEqual([]);
  });

  test('resumes a run that has ended, and Ctrl+C ends both with 0', async ({ home }) => {
    const project = await aProject(home, { config: { phases: phases({ RED: {}, GREEN: {} }) } });
    expect((await runProgram(project, 'run', '--until', 'RED')).exitCode).toBe(0);
    const run = runOf(project);
    const inspect = startProgram(project, 'inspect', '--json');
    const { url, ...about } = await served(inspect);
    expect(about).toMatchObject({ run });
    const { whole } = await listen(url);

    expect(await command(url, { run, command: 'resume', reason: 'the vendor is back' })).toEqual({
      ok: true,
      said: 'The run is active, in the process of this page.',
    });
    await inspect.said(`${run} ended: completed.`);
    expect(await command(url, { run, command: 'resume', reason: 'again' })).toEqual({
      ok: false,
      said: 'The run has ended.',
    });
    process.kill(inspect.pid, 'SIGINT');

    expect(await inspect.ended).toMatchObject({ exitCode: 0 });
    expect(recordsOf(project, 'run.ended').map(({ status }) => status)).toEqual(['paused', 'completed']);
    expect(await whole).toContain('event: over\n');
  });
});
