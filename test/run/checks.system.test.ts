import { quoteWord } from '../../src/base/text/quote-text.ts';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** Fails over a source with the word BROKEN, and says where; writes a file when a source asks for it. */
const BUILD = `import { readFileSync, writeFileSync } from 'node:fs';
const source = readFileSync('src/one.js', 'utf8');
if (source.includes('WRITE')) writeFileSync('built.txt', 'x');
if (source.includes('BROKEN')) {
  console.log('\\u001b[31msrc/one.js:1 is broken\\u001b[0m');
  process.exit(3);
}
`;
const SOURCE = 'export const one = () => 1;';

const phaseWith = (condition: string, max_iterations = 1) => [
  { phase: 'BUILD', purpose: 'It builds', gate_1: { condition }, limits: { max_iterations } },
];

const aTurn = (files: Readonly<Record<string, string>>, spoil: object = {}): ScriptedTurn => ({
  phase: 'BUILD',
  write: files,
  say: 'Done.',
  signal: true,
  ...spoil,
});

/** A project whose only test passes, with a build that can be broken. */
const aBuild = async (turns: readonly ScriptedTurn[], spoil: Readonly<Record<string, unknown>>) => {
  const { folder, config } = await aWorkspace(turns, {
    phases: phaseWith('tests_failing == 0 AND build_ok == true'),
    checks: { build: 'node tools/build.mjs' },
    ...spoil,
  });
  await write(folder, { ...HONEST.RED.write, ...HONEST.GREEN.write, 'tools/build.mjs': BUILD });
  return { folder, config };
};

const runThrough = async ({ config }: Pick<Awaited<ReturnType<typeof aBuild>>, 'config'>) => {
  const events: RunEvent[] = [];
  const ended = await createRun({ config, onEvent: (event) => events.push(event) }).ended;
  const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
  return {
    ended,
    checks: events.flatMap((event) => (event.type === 'check.ended' ? [event] : [])),
    unmet: held.map(({ unmet }) => unmet),
    notes: held.map(({ findings }) => textsOf(findings)),
  };
};

describe.skipIf(!hasGit)('a check (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('that fails holds the phase that asks for it, with its last lines, and one that is ok lets it go', async () => {
    const turns = [
      aTurn({ 'src/one.js': `${SOURCE} // BROKEN\n` }, { iteration: 1 }),
      aTurn({ 'src/one.js': `${SOURCE} // whole\n` }, { iteration: 2 }),
    ];
    const found = await runThrough(
      await aBuild(turns, { phases: phaseWith('tests_failing == 0 AND build_ok == true', 2) }),
    );
    expect(found.unmet).toEqual([['build_ok == true: got false, expected true']]);
    expect(found.notes).toEqual([['The check build failed: exit code 3 (node tools/build.mjs).']]);
    expect(
      found.checks.map(({ phase, iteration, check, ok, exit_code, because, said }) => [
        phase,
        iteration,
        check,
        ok,
        exit_code,
        because,
        said,
      ]),
    ).toEqual([
      [undefined, undefined, 'build', true, 0, '', []],
      ['BUILD', 1, 'build', false, 3, 'exit code 3', ['src/one.js:1 is broken']],
      ['BUILD', 2, 'build', true, 0, '', []],
    ]);
    expect(found.ended.status).toBe('completed');
  });

  slow('that no condition asks for is run and told of, and holds nothing', async () => {
    const found = await runThrough(
      await aBuild([aTurn({ 'src/one.js': `${SOURCE} // BROKEN\n` }, { signal: false })], {
        phases: phaseWith('tests_failing == 0'),
      }),
    );
    expect(found.unmet).toEqual([['exit_signal == true: the agent said no']]);
    expect(found.notes).toEqual([
      ['The check build failed: exit code 3 (node tools/build.mjs). No condition of BUILD uses build_ok.'],
    ]);
  });

  slow('is not run while tests fail: it is absent, and absent opens nothing', async () => {
    const found = await runThrough(await aBuild([aTurn({ 'src/one.js': 'export const one = () => 2;\n' })], {}));
    expect(found.checks.map(({ phase }) => phase)).toEqual([undefined]);
    expect(found.unmet[0]).toContain('build_ok == true: build_ok was not measured');
    expect(found.notes).toEqual([
      [
        'AC-1 has no passing test: a test with this id in its name must pass.',
        'Not run until the tests have the result that BUILD needs: build.',
      ],
    ]);
  });

  test.each([
    [
      'its script in package.json',
      'npm run --silent build',
      { 'package.json': '{"type":"module","scripts":{"build":"true"}}\n' },
      'package.json#scripts.build',
    ],
    ['the program that it names', 'node tools/build.mjs', { 'tools/build.mjs': '' }, 'tools/build.mjs'],
  ])('cannot be made easy by another %s', async (_what, command, swapped, named) => {
    const workspace = await aBuild([aTurn({ 'src/one.js': `${SOURCE} // BROKEN\n`, ...swapped })], {
      checks: { build: command },
    });
    await write(workspace.folder, { 'package.json': '{"type":"module","scripts":{"build":"node tools/build.mjs"}}\n' });
    const found = await runThrough(workspace);
    expect(found.unmet).toEqual([['tests_intact == true: got false, expected true']]);
    expect(found.notes).toEqual([
      [
        `${named} was changed after it was frozen: restore it.`,
        `The agent must undo this, or report BLOCKED if it cannot or if the work needs the change. Only an operator can accept it (dualgate accept ${quoteWord(named)} -m "why").`,
      ],
    ]);
  });

  slow('cannot be made easy by settings of a linter that were not there', async () => {
    const found = await runThrough(
      await aBuild([aTurn({ 'src/.eslintrc.json': '{}\n', 'eslint.config.js': 'export default [];\n' })], {
        phases: phaseWith('tests_failing == 0 AND lint_ok == true'),
        checks: { lint: 'node tools/build.mjs' },
      }),
    );
    expect(found.notes).toEqual([
      [
        'eslint.config.js was added where no file is allowed: remove it.',
        'src/.eslintrc.json was added after the run began and configures a linter: remove it.',
        'The agent must undo this, or report BLOCKED if it cannot or if the work needs the change. Only an operator can accept it (dualgate accept eslint.config.js src/.eslintrc.json -m "why").',
      ],
    ]);
  });

  slow('that writes sources is named: the tree moved', async () => {
    const found = await runThrough(await aBuild([aTurn({ 'src/one.js': `${SOURCE} // WRITE\n` })], {}));
    expect(found.unmet).toEqual([['tree_stable == true: got false, expected true']]);
    expect(found.notes[0]?.[0]).toBe(
      'The check build writes sources: built.txt. Make it only report, and fix nothing. If it writes files for itself, add them to .gitignore. If git tracks them, report BLOCKED: an operator can add them to tests.writes.',
    );
  });

  slow('that writes sources before the run begins does not let it begin', async () => {
    const workspace = await aBuild([aTurn({})], {});
    await write(workspace.folder, { 'src/one.js': `${SOURCE} // WRITE\n` });
    const { ended } = await runThrough(workspace);
    expect(ended).toEqual({
      status: 'needs_human',
      exit_code: 4,
      why: 'The run did not start: The check build writes sources: built.txt. Make it only report, and fix nothing. If it writes files for itself, add them to .gitignore. If git tracks them, report BLOCKED: an operator can add them to tests.writes.',
    });
  });

  test.each([
    [
      'no-such-program',
      'The program of the check build was not found: no-such-program. Install it, or fix checks.build.',
    ],
    [
      'npm run compile',
      'The check build runs the script "compile", which is not in package.json. Add the script, or fix checks.build.',
    ],
  ])('%s that is missing is reported before any cost', async (command, why) => {
    const { ended } = await runThrough(await aBuild([aTurn({})], { checks: { build: command } }));
    expect(ended).toEqual({ status: 'needs_human', exit_code: 4, why: `The run did not start: ${why}` });
  });

  slow('that takes too long has not passed, and what it started is ended', async () => {
    const workspace = await aBuild([aTurn({ 'src/one.js': `${SOURCE} // x\n` })], {
      checks: { build: { command: 'node tools/build.mjs', timeout: '5s' } },
    });
    await write(workspace.folder, {
      'tools/build.mjs':
        "import { spawn } from 'node:child_process';\nspawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });\nsetInterval(() => {}, 60_000);\n",
    });
    const found = await runThrough(workspace);
    expect(found.unmet).toEqual([['build_ok == true: got false, expected true']]);
    expect(found.notes).toEqual([
      ['The check build failed: it reached its time limit of 5 s (timeout of the check) (node tools/build.mjs).'],
    ]);
  });

  slow(
    'and the coverage that node:test reports are measured together',
    async () => {
      const uncovered = `${SOURCE}\nexport const two = () => {\n  const it = 2;\n  return it;\n};\n`;
      const turns = [
        aTurn({ 'src/one.js': uncovered }, { iteration: 1 }),
        aTurn({ 'src/one.js': `${SOURCE} // all\n` }, { iteration: 2 }),
      ];
      const found = await runThrough(
        await aBuild(turns, {
          tests: { command: 'node --test --experimental-test-coverage', timeout: '30s' },
          phases: phaseWith('tests_failing == 0 AND build_ok AND coverage_lines == 100', 2),
        }),
      );
      expect(found.unmet).toEqual([[expect.stringMatching(/^coverage_lines == 100: got \d\d, expected 100$/)]]);
      expect(found.ended.status).toBe('completed');
    },
    120_000,
  );
});

describe.skipIf(!hasGit)('criteria and claims (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('the criteria without a test are named where RED counts them', async () => {
    const { folder, config } = await aWorkspace([{ phase: 'RED', ...HONEST.RED }], {
      phases: [
        {
          phase: 'RED',
          purpose: 'Tests',
          gate_1: { condition: 'tests_total >= criteria_count AND tests_failing == tests_total' },
          limits: { max_iterations: 1 },
        },
      ],
    });
    await write(folder, { 'spec.md': '- [ ] AC-1: one is 1\n- [ ] AC-2: two is 2\n- [ ] AC-10: ten is 10\n' });
    const found = await runThrough({ config });
    expect(found.unmet).toEqual([
      [
        'tests_total >= criteria_count: got 1, expected 3 or more; without a test: AC-2, AC-10',
        'criteria_covered == criteria_with_id: got 1, expected 3; without a test: AC-2, AC-10',
      ],
    ]);
    expect(found.notes).toEqual([['AC-2, AC-10 have no test: write one for each criterion, with its id in the name.']]);
  });

  slow('an id that stands before two criteria is named before anything is spent', async () => {
    const { folder, config } = await aWorkspace();
    await write(folder, { 'spec.md': '- [ ] AC-1: one is 1\n- [ ] AC-1: two is 2\n' });
    const { ended } = await runThrough({ config });
    expect(ended.why).toBe(
      'The run did not start: The spec spec.md gives the id AC-1 to more than one criterion (lines 1, 2). Give each criterion an id of its own.',
    );
  });

  slow('what the agent claims and what was measured are told side by side, and only the measured counts', async () => {
    const block = ['FILES:', '  CREATED: 0', '  MODIFIED: 3', 'TESTS:', '  TOTAL: 1', '  PASSING: 1', 'BUILD: pass'];
    const { folder, config } = await aBuild([], {
      agent: { command: 'node agent.mjs', timeout: '30s' },
    });
    await write(folder, {
      'agent.mjs': `import { writeFileSync } from 'node:fs';
const { DUALGATE_PHASE: phase, DUALGATE_ITERATION: iteration, DUALGATE_NONCE: nonce } = process.env;
writeFileSync('src/one.js', ${JSON.stringify(`${SOURCE} // BROKEN\n`)});
console.log(['---PRP_PHASE_STATUS---', 'PHASE: ' + phase, 'ITERATION: ' + iteration, 'NONCE: ' + nonce,
  'STATUS: COMPLETE', ...${JSON.stringify(block)}, 'EXIT_SIGNAL: true', '---END_PRP_PHASE_STATUS---'].join('\\n'));\n`,
    });
    const found = await runThrough({ config });
    expect(found.unmet).toEqual([['build_ok == true: got false, expected true']]);
    expect(found.notes).toEqual([
      [
        'The check build failed: exit code 3 (node tools/build.mjs).',
        'The agent reports files_modified = 3, but the measured value is 1.',
        'The agent reports build_ok = true, but the measured value is false.',
      ],
    ]);
  });
});
