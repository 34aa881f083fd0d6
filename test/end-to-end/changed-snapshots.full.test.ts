import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { modulesWith, whySkipped } from '../runners/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, commitAll, type Files, phases, type Project, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell, signal } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const VIEW = 'lib/view.js';
const TESTS = 'test/view.test.js';
const SHOUTS = 'test/shout.test.js';
const CHANGED = `${TESTS} > list > shows nothing`;
const CODE = 'exports.view = (words) => words.join();\n';
const SHOUT = "exports.shout = (word) => `${word.toUpperCase().replace(/!*$/, '')}!`;\n";
const NEW_CODE = `exports.view = (words) => (words.length === 0 ? 'nothing' : words.join());\n`;

interface Runner {
  readonly name: 'jest' | 'vitest';
  readonly command: readonly string[];
  readonly imports: string;
  /** The first line of a snapshot file. */
  readonly head: string;
  /** Between the names of groups in a key. */
  readonly blank: string;
}

const RUNNERS: readonly Runner[] = [
  {
    name: 'jest',
    command: ['npx', 'jest', '--ci'],
    imports: '',
    head: '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
    blank: ' ',
  },
  {
    name: 'vitest',
    command: ['npx', 'vitest', 'run'],
    imports: "import { describe, expect, test } from 'vitest';\n",
    head: '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html',
    blank: ' > ',
  },
];

/** The tests are changed in nothing but a value that the runner recorded. */
const workOf = ({ imports, head, blank }: Runner) => {
  const load = (name: string): string =>
    imports === ''
      ? `const { ${name} } = require('../lib/${name}.js');\n`
      : `import { ${name} } from '../lib/${name}.js';\n`;
  const codeOf = (text: string): string => (imports === '' ? text : text.replaceAll(/^exports\./gm, 'export const '));
  const valuesOf = (nothing: string): Files => ({
    'test/__snapshots__/view.test.js.snap': [
      head,
      `exports[\`list${blank}shows nothing 1\`] = \`"${nothing}"\`;`,
      `exports[\`list${blank}shows two words 1\`] = \`"no,yes"\`;\n`,
    ].join('\n\n'),
  });
  const shouts = `${imports}${load('shout')}
test('AC-1: a word is shouted in capitals', () => expect(shout('no')?.slice(0, 2)).toBe('NO'));
test('AC-2: a shout ends with one exclamation mark', () => expect(shout('no!')?.slice(2)).toBe('!'));
`;
  return {
    files: {
      'package.json': imports === '' ? '{}\n' : '{ "type": "module" }\n',
      [VIEW]: codeOf(CODE),
      [TESTS]: `${imports}${load('view')}
describe('list', () => {
  test('shows nothing', () => expect(view([])).toMatchSnapshot());
  test('shows two words', () => expect(view(['no', 'yes'])).toMatchSnapshot());
});
`,
      ...valuesOf(''),
    },
    red: {
      'lib/shout.js': codeOf('exports.shout = () => undefined;\n'),
      [SHOUTS]: shouts,
      ...valuesOf('nothing'),
    },
    green: { 'lib/shout.js': codeOf(SHOUT), [VIEW]: codeOf(NEW_CODE) },
  };
};

const aSnapshotProject = async (
  home: string,
  modules: string | null,
  {
    agent,
    command,
    files,
    red,
    green,
  }: Readonly<Record<'files' | 'red' | 'green', Files>> & {
    readonly agent: string;
    readonly command: readonly string[];
  },
): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  const project = await aProject(home, {
    agent,
    files: { '.gitignore': 'node_modules\n', ...files },
    work: { RED: red, GREEN: green },
    config: { commits: true, tests: { command }, phases: phases({ RED: {}, GREEN: {} }) },
  });
  await symlink(modules ?? '', join(project.workspace, 'node_modules'));
  return project;
};

describe.skipIf(!hasGit)('a recorded snapshot that a criterion changes (needs git)', () => {
  for (const runner of RUNNERS)
    test.skipIf(modulesWith(runner.name) === null)(
      `is changed in RED with its test named, and the proof judges the same: ${runner.name}${whySkipped(runner.name)}`,
      { timeout: 600_000 },
      async ({ home }) => {
        const project = await aSnapshotProject(home, modulesWith(runner.name), {
          ...workOf(runner),
          command: runner.command,
          agent: shell(
            READ_THE_PROMPT,
            DO_THE_WORK,
            `[ "$DUALGATE_PHASE" = RED ] && echo 'CHANGES: ${CHANGED}, because AC-1'`,
            SAY_YES,
          ),
        });

        const run = await runProgram(project, 'run');
        expect(pathOf(project), run.stdout + run.stderr).toEqual(['RED 1 exited', 'GREEN 1 exited']);
        expect(recordsOf(project, 'iteration.decided')[0]?.record.metrics).toMatchObject({
          tests_total: 3,
          tests_failing: 3,
        });

        const proof = await runProgram(project, 'prove');
        expect(proof, proof.stdout + proof.stderr).toMatchObject({ exitCode: 0 });
        expect(proof.stdout).toContain(`"${CHANGED}", which AC-1 changed, fails without the code`);
      },
    );

  const AVA = "import test from 'ava';\n";
  const SNAPSHOTS = ['test/snapshots/view.test.js.md', 'test/snapshots/view.test.js.snap'];
  test.skipIf(modulesWith('ava') === null)(
    `that is no text goes through with an operator alone, and no proof covers it: ava${whySkipped('ava')}`,
    { timeout: 600_000 },
    async ({ home }) => {
      const project = await aSnapshotProject(home, modulesWith('ava'), {
        command: ['npx', 'ava'],
        files: {
          'package.json': '{ "type": "module" }\n',
          [VIEW]: CODE.replace('exports.', 'export const '),
          [TESTS]: `${AVA}import { view } from '../lib/view.js';\ntest('shows nothing', (t) => t.snapshot(view([])));\n`,
        },
        red: {
          'lib/shout.js': 'export const shout = () => undefined;\n',
          [SHOUTS]: `${AVA}import { shout } from '../lib/shout.js';
test('AC-1: a word is shouted in capitals', (t) => t.is(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', (t) => t.is(shout('no!')?.slice(2), '!'));
`,
        },
        green: {
          'lib/shout.js': SHOUT.replace('exports.', 'export const '),
          [VIEW]: NEW_CODE.replace('exports.', 'export const '),
        },
        agent: shell(
          'cat > ../prompt',
          DO_THE_WORK,
          'if grep -q "report BLOCKED: an operator can accept" ../prompt; then',
          '  npx ava --update-snapshots > ../updated 2>&1',
          `  ${signal('blocked', 'the snapshot is old')}`,
          '  exit 0',
          'fi',
          SAY_YES,
        ),
      });
      await execa('npx', ['ava'], { cwd: project.workspace });
      await commitAll(project, 'Record what is shown');
      const run = await runProgram(project, 'run');
      expect(run.exitCode, run.stdout + run.stderr).toBe(4);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 held']);
      const way = `an operator can accept that (dualgate accept ${SNAPSHOTS.join(' ')} -m "why")`;
      expect(run.stdout).toContain(way);
      const accepted = await runProgram(project, 'accept', ...SNAPSHOTS, '-m', 'AC-1 changes it');
      expect(accepted, accepted.stderr).toMatchObject({ exitCode: 0 });
      const resumed = await runProgram(project, 'resume');
      expect(resumed, resumed.stdout + resumed.stderr).toMatchObject({ exitCode: 0 });
      const proof = await runProgram(project, 'prove');
      expect(proof.exitCode).toBe(1);
      expect(proof.stdout.split('\n').filter((line) => line.includes('✗'))).toEqual([
        expect.stringContaining('GREEN freeze'),
      ]);
      for (const path of SNAPSHOTS) expect(proof.stdout).toContain(`      ${path} was changed\n`);
    },
  );
});
