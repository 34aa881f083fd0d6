import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inTurn } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { PROGRAM, runProgram } from './run-program.ts';

const slow = inTurn(2, test);

const signalling = (...words: readonly string[]): string =>
  words
    .map((signal, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'signal_exit', arguments: { signal, reason: 'all of it works' } },
      }),
    )
    .map((line) => `'${line}'`)
    .join(' ');

/** Calls the tools of the MCP server in its turn, and prints no status block in GREEN. */
const speaking = (environment: string, ...words: readonly string[]): string =>
  shell(
    READ_THE_PROMPT,
    DO_THE_WORK,
    'if [ "$DUALGATE_PHASE" = GREEN ]; then',
    `printf '%s\\n' ${signalling(...words)} | env ${environment} "${process.execPath}" "${PROGRAM}" mcp > ../answers`,
    'else',
    SAY_YES,
    'fi',
  );

const answersOf = (home: string): readonly unknown[] =>
  readFileSync(join(home, 'answers'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).result);

describe.skipIf(!hasGit)('an agent that signals over MCP (needs git)', { concurrent: true }, () => {
  test('exits a phase as with the signal command', async ({ home }) => {
    const project = await aProject(home, { agent: speaking('', 'exit'), config: { phases: ONE_CHANCE } });
    const run = await runProgram(project, 'run');
    expect(run.exitCode, run.stdout).toBe(0);
    expect(answersOf(home)).toMatchObject([
      {
        isError: false,
        structuredContent: { recorded: true, phase: 'GREEN', iteration: 1, word: 'exit', agrees: true },
        content: [{ type: 'text', text: expect.stringContaining('Recorded for GREEN, iteration 1: exit.') }],
      },
    ]);
  });

  slow('is held if it signals with the nonce of another iteration', async ({ home }) => {
    const agent = speaking('DUALGATE_NONCE=guessed', 'exit');
    const project = await aProject(home, { agent, config: { phases: ONE_CHANCE } });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(answersOf(home)).toMatchObject([
      { isError: true, structuredContent: { recorded: false, because: 'it has the nonce of another iteration' } },
    ]);
  });

  slow('is held if it sends two different signals', async ({ home }) => {
    const project = await aProject(home, { agent: speaking('', 'exit', 'hold'), config: { phases: ONE_CHANCE } });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(lastDecision(project)).toMatchObject({ can_exit: false, signal: 'words_disagree' });
  });
});
