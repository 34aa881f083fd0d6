import { textsOf } from '../evidence/findings/a-finding.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { READ_THE_PROMPT, shell } from './a-shell-agent.ts';
import { DOCUMENTS } from './documents.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** Files of ordinary repositories that a run freezes when it begins. */
const ORDINARY = {
  '.gitignore': 'node_modules/\n*.log\n',
  'packages/one/.gitignore': 'dist/\n',
  'packages/one/dist/out.js': '',
  'debug.log': 'hidden by .gitignore\n',
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" }, "jest": {}, "vitest": {} }\n',
  'vitest.config.mjs': 'export default {};\n',
  'jest.config.js': 'export default {};\n',
  '.mocharc.json': '{}\n',
  'playwright.config.js': 'export default {};\n',
  'eslint.config.js': 'export default [];\n',
  '__mocks__/fs.js': 'export default {};\n',
  'tsconfig.json': '{}\n',
  Makefile: 'test:\n\tnode --test\n',
  '.npmrc': 'save-exact=true\n',
  '.env': 'LEVEL=debug\n',
  'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-q"\n',
  'conftest.py': '',
  'go.mod': 'module example.org/one\n',
  'Cargo.toml': '[package]\nname = "one"\nversion = "0.1.0"\n',
  'checks/shout.test.mjs': `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
test('AC-1: a word is shouted in capitals', () => equal('no', 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal('no', 'no!'));
`,
};
/** Keys that the helper sets for other tests; here all is as by default. */
const DEFAULTS = { mutation_check: undefined, circuit_breaker: undefined };
const SILENT = shell(READ_THE_PROMPT);
const OF_TYPES = { types: { command: ['node', '--version'] }, lint: { command: ['node', '--version'] } };

const check = async (project: Project, ...args: readonly string[]) => {
  const { stdout } = await runProgram(project, 'check', '--json', ...args);
  const { run, record, decision } = JSON.parse(stdout);
  return {
    run,
    intact: record.metrics.tests_intact,
    notes: textsOf(record.findings),
    measured: decision.gate_1.satisfied,
  };
};

describe.skipIf(!hasGit)('check (needs git)', () => {
  for (const [name, config] of [
    ['by default', {}],
    ['with checks of lint and types', { checks: OF_TYPES }],
  ] as const)
    slow(`without a run no file of an ordinary repository counts as changed, ${name}`, async ({ home }) => {
      const project = await aProject(home, { agent: SILENT, files: ORDINARY, config: { ...DEFAULTS, ...config } });

      expect(await check(project)).toEqual({ run: null, intact: true, notes: [], measured: true });
      expect((await runProgram(project, 'check')).stdout).toContain('run: none is active, so no file is frozen yet');
    });

  slow('without a run it counts the ticked boxes of the spec, as a new run would', async ({ home }) => {
    const files = { ...ORDINARY, 'specs/shout.md': '# Shout\n\n- [x] AC-1: capitals\n- [x] AC-2: a mark\n' };
    const config = {
      ...DEFAULTS,
      exit_gate: { enabled: true },
      phases: phases({ RED: { gate_1: { condition: 'tests_failing == tests_total AND evidence_indicators >= 1' } } }),
    };
    const project = await aProject(home, { agent: SILENT, files, config });

    const { stdout } = await runProgram(project, 'check', '--json');
    expect(JSON.parse(stdout).record.indicators.evidence).toMatchObject({ acceptance_criteria: true });
  });

  slow('counts Readme.md as a document, as README.md', async ({ home }) => {
    const prose = DOCUMENTS['docs/usage.md'];
    const project = await aProject(home, { agent: SILENT, files: { 'Readme.md': prose }, config: DEFAULTS });

    const { stdout } = await runProgram(project, 'check', '--json', 'DOCUMENT');
    expect(JSON.parse(stdout).record.metrics).toMatchObject({ docs_generated: 1 });
  });

  slow('with a run the freeze detects added, changed and hidden files in every phase', async ({ home }) => {
    const project = await aProject(home, {
      agent: SILENT,
      files: ORDINARY,
      config: { ...DEFAULTS, limits: { iterations: 1 } },
    });
    await rm(join(project.workspace, 'checks'), { recursive: true });
    await runProgram(project, 'run');
    await write(project.workspace, {
      'checks/shout.test.mjs': ORDINARY['checks/shout.test.mjs'],
      'checks/vitest.config.js': 'export default {};\n',
      'lib/.gitignore': '*\n',
      'lib/hidden.mjs': '',
      'loud.mjs': "import './lib/hidden.mjs';\n",
      '.npmrc': 'script-shell=/bin/true\n',
    });

    for (const phase of ['RED', 'GREEN']) {
      const { run, intact, notes, measured } = await check(project, phase);
      expect({ run, intact, measured }).toEqual({ run: expect.any(String), intact: false, measured: false });
      expect(notes).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^\.npmrc#tests was added where no file is allowed/),
          expect.stringMatching(/^checks\/vitest\.config\.js was added after the run began/),
          expect.stringMatching(/^lib\/\.gitignore hides lib\/hidden\.mjs, which/),
        ]),
      );
    }
  });
});
