import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, WORK } from './a-project.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

/** A runner that writes the line of a test into its name: each line of the file is a test, and one with `!` fails. */
const RUNNER = `import { readFileSync } from 'node:fs';
const tests = readFileSync('checks/cases.txt', 'utf8').trimEnd().split('\\n');
for (const [i, name] of tests.entries()) console.log((name.endsWith('!') ? 'not ok ' : 'ok ') + (i + 1) + ' - cases.txt:' + (i + 1) + ' ' + name);
console.log('1..' + tests.length);
process.exitCode = tests.some((name) => name.endsWith('!')) ? 1 : 0;
`;
const NEW = 'AC-1: a word is shouted!\nAC-2: a shout has a mark!\n';

describe.skipIf(!hasGit)(
  'a runner that renames tests when a new one comes before them (needs git)',
  { concurrent: true },
  () => {
    test.for([
      ['before', `${NEW}an old one\n`, 'RED 1 held'],
      ['behind', `an old one\n${NEW}`, 'RED 1 exited'],
    ] as const)(
      'new tests %s the old one: the agent is never told to remove that',
      async ([, cases, decided], { home }) => {
        const project = await aProject(home, {
          config: {
            tests: { command: 'node tools/run-cases.mjs', runner: 'tap', files: ['checks/**'] },
            phases: ONE_CHANCE,
            limits: { iterations: 1 },
          },
          files: { 'tools/run-cases.mjs': RUNNER, 'checks/cases.txt': 'an old one\n' },
          work: { ...WORK, RED: { 'checks/cases.txt': cases } },
        });

        await runProgram(project, 'run');
        expect(pathOf(project)).toEqual([decided]);
        const { notes } = lastDecision(project);
        expect(notes.filter((note) => note.includes('remove it'))).toEqual([]);
        expect(notes.filter((note) => note.includes('only digits differ'))).toEqual(
          decided === 'RED 1 exited'
            ? []
            : [
                expect.stringMatching(
                  /^The test " > cases\.txt:1 an old one" is missing, and " > cases\.txt:3 an old one" is new:/,
                ),
              ],
        );
      },
    );
  },
);
