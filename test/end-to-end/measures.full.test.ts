/**
 * A measure of one's own beside a suite, under the settings that `init` writes and the defaults below them: no key here
 * switches one off.
 */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aFreshProject } from './a-fresh-project.ts';
import { honestBut, SAY_YES, DO_THE_WORK } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { inTurn, pickOne } from '../pick-some.ts';
import { runProgram } from './run-program.ts';

const LINES = `import { readFileSync } from 'node:fs';
const lines = readFileSync('lib/shout.mjs', 'utf8').split('\\n');
console.log(JSON.stringify({ longest_line: Math.max(...lines.map(({ length }) => length)), file: 'lib/shout.mjs' }));
`;
const ASKS = 'tests_failing == 0 AND longest_line <= 90';
const options = {
  green: ASKS,
  config: { measures: { lines: { command: 'node tools/lines.mjs', metrics: { longest_line: 'number' } } } },
  files: { 'tools/lines.mjs': LINES },
};
const green = (...lines: readonly string[]): string => honestBut('GREEN', DO_THE_WORK, ...lines, SAY_YES);

/** Each run takes ten seconds: ordinary runs try a third of them. */
const someTimes = inTurn(3, test);

describe.skipIf(!hasGit)(
  'a project that measures its longest line, as init writes it (needs git)',
  { concurrent: true },
  () => {
    test('completes, and the proof lists what it did not run again', async ({ home }) => {
      const project = await aFreshProject(home, options);
      const { exitCode, stdout, stderr } = await runProgram(project, 'run', '--json');
      expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
      const metrics = recordsOf(project, 'iteration.decided').map(({ record }) => record.metrics['longest_line']);
      // No other phase asks for it.
      expect(metrics).toEqual([undefined, expect.any(Number), undefined, undefined]);
      const verified = await runProgram(project, 'verify');
      expect(verified.exitCode, verified.stderr).toBe(0);
      const proof = await runProgram(project, 'prove');
      expect(proof.exitCode, `${proof.stdout}\n${proof.stderr}`).toBe(0);
      expect(proof.stdout).toContain('Not run again: build, types, lint, lines.');
    });

    someTimes('is held over a line that is too long, with its length', async ({ home }) => {
      const agent = green(`echo "// ${'x'.repeat(100)}" >> lib/shout.mjs`);
      const project = await aFreshProject(home, { ...options, chances: 1, agent });
      expect((await runProgram(project, 'run', '--json')).exitCode).toBe(1);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      expect(lastDecision(project).unmet).toEqual(['longest_line <= 90']);
    });

    someTimes('is held when the agent has the measure say another number', async ({ home }) => {
      const agent = green(
        `echo "// ${'x'.repeat(100)}" >> lib/shout.mjs`,
        "echo 'console.log(JSON.stringify({ longest_line: 1 }))' > tools/lines.mjs",
      );
      const project = await aFreshProject(home, { ...options, chances: 1, agent });
      expect((await runProgram(project, 'run', '--json')).exitCode).toBe(1);
      expect(lastDecision(project)).toMatchObject({
        unmet: ['tests_intact == true'],
        notes: [
          expect.stringContaining('tools/lines.mjs was changed after it was frozen'),
          expect.stringContaining('dualgate accept tools/lines.mjs -m'),
        ],
      });
    });

    someTimes('is held when the measure says nothing that can be read, and names it', async ({ home }) => {
      const project = await aFreshProject(home, {
        ...options,
        chances: 1,
        files: { 'tools/lines.mjs': "console.log('short enough');\n" },
      });
      expect((await runProgram(project, 'run', '--json')).exitCode).toBe(1);
      expect(lastDecision(project)).toMatchObject({
        unmet: ['longest_line <= 90'],
        notes: ['The measure lines was not measured: stdout is not one JSON object (node tools/lines.mjs).'],
      });
    });

    someTimes('does not begin when the program of the measure is not there', async ({ home }) => {
      const project = await aFreshProject(home, {
        ...options,
        config: { measures: { lines: { command: 'no-such-program', metrics: { longest_line: 'number' } } } },
      });
      const { exitCode, stderr, stdout } = await runProgram(project, 'run');
      expect(exitCode).toBe(4);
      expect(`${stdout}${stderr}`).toContain(
        'The program of the measure lines was not found: no-such-program. Install it, or fix measures.lines.',
      );
    });
  },
);

/** The script of the page, as a reader copies it. */
const ADDED = /```js\n\/\/ tools\/added\.mjs\n([\s\S]*?)```/.exec(
  readFileSync(new URL('../../docs/how-to/measures.md', import.meta.url), 'utf8'),
)?.[1];

describe.skipIf(!hasGit)(
  'a project that forbids new files of more than 500 lines, as the page has it (needs git)',
  { concurrent: true },
  () => {
    const long = 'lib/long.mjs';
    const byThePage = {
      green: 'tests_failing == 0 AND longest_added <= 500',
      config: { measures: { added: { command: 'node tools/added.mjs', metrics: { longest_added: 'number' } } } },
      files: { 'tools/added.mjs': ADDED ?? '' },
      chances: 1,
    };
    const addLines = `for i in $(seq 501); do echo "// $i" >> ${long}; done`;

    const addToGit = `git add ${long}`;
    const hidings = [
      ['is in a commit of the agent', `${addToGit}; git commit --quiet --message long`],
      [
        'is in a commit that stands in the place of the one that the phase began at',
        `base=$(git rev-parse HEAD); ${addToGit}; git commit --quiet --message long; git replace "$base" HEAD`,
      ],
      ['is in its index', addToGit],
      ['git does not know', ''],
    ] as const;
    test.for(pickOne(hidings))('is held over one that %s', async ([, hide], { home }) => {
      const project = await aFreshProject(home, { ...byThePage, agent: green(addLines, hide) });
      expect((await runProgram(project, 'run', '--json')).exitCode).toBe(1);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      expect(lastDecision(project).unmet).toEqual(['longest_added <= 500']);
    });

    someTimes('continues if a file of before the run is that long', async ({ home }) => {
      const files = { ...byThePage.files, [long]: '// 0\n' };
      const project = await aFreshProject(home, { ...byThePage, files, agent: green(addLines) });
      const { exitCode, stdout, stderr } = await runProgram(project, 'run', '--json');
      expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
    });
  },
);
