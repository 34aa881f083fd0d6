import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import type { ProjectFacts } from '../../../src/doctor/init/script-checks.ts';
import { renderConfig } from '../../../src/doctor/init/render-config.ts';

const NEW = { hasCode: false, hasRecords: false, hasC4: false };
const SEEN: ProjectFacts = {
  runner: 'vitest',
  command: ['npx', 'vitest', 'run'],
  language: 'javascript',
  specs: [
    { path: 'specs/slugify.md', criteria: 4 },
    { path: 'README.md', criteria: 2 },
  ],
  documents: NEW,
  git: true,
  installed: true,
};
const NOTHING: ProjectFacts = {
  runner: null,
  command: null,
  specs: [],
  documents: NEW,
  git: false,
  installed: false,
};

const read = (facts: ProjectFacts) =>
  parseConfig(renderConfig(facts), { path: '/project/dualgate.yaml', readFile: () => '' });
const toFill = (facts: ProjectFacts) =>
  renderConfig(facts)
    .split('\n')
    .filter((line) => line.includes('FILL IN'))
    .map((line) => line.trim());

describe('the config that init writes', () => {
  it('is whole for a project in which everything was seen but the agent', () => {
    expect(renderConfig(SEEN)).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=./node_modules/dualgate/docs/reference/dualgate.schema.json
      # All keys and their defaults: docs/reference/config.md of dualgate.
      version: 1

      work:
        # The checkboxes of this file are the acceptance criteria. They are frozen when a run starts.
        spec: specs/slugify.md
        # also found: README.md

      agent:
        # FILL IN: the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.
        # Or, once one of these is installed, instead of the command: use: claude | codex | gemini | qwen | opencode | copilot | cline | pi | kilo | continue (or use: acp, with a command that speaks the Agent Client Protocol)
        command: [my-agent, --print]
        timeout: 30m # of one turn
        # env: { NAME: value }

      tests:
        # Runs the whole suite once, without a shell.
        command: [npx, vitest, run]
        runner: vitest # all runners: docs/reference/config.md
        timeout: 10m # of one run of the suite
        # writes: [coverage/**] # files that the suite writes and git does not ignore
        # known_failing: [] # tests that fail before the run starts, as dualgate prints their names

      # Commands other than tests, measured by their exit codes. Conditions use the metrics build_ok, types_ok and lint_ok.
      # checks:
      #   build: npm run build
      #   lint: npx eslint .

      # Files that count as documentation in the DOCUMENT phase.
      # documents:
      #   globs: ["{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}", README.md, ARCHITECTURE.md]
      #   required_docs_count: 3

      # When a test of RED was changed or removed: hold the phase (block), or only record it (warn).
      integrity: block

      # A run works on its own branch, dualgate/ and the name of the spec, with a commit for each exit of a phase.
      commits: true

      limits:
        iterations: 50 # of a run, over all phases
        minutes: 480
        max_refactor_iterations: 5

      # The phases are RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification. To change them, list all of them:
      # phases:
      #   - phase: RED
      #     purpose: …
      #     gate_1: { name: …, condition: tests_failing == tests_total }
      #   - phases/green.yaml # a file with one phase in each document
      "
    `);
    expect(toFill(SEEN)).toHaveLength(1);
  });

  it.each([
    ['vitest', ['npx', 'vitest', 'run']],
    ['node', ['node', '--test', 'test folder/', '--test-name-pattern=a: b']],
    ['tap', ['npx', 'tape', 'test/*.js']],
  ] as const)('parses for a project with %s', (runner, command) => {
    const config = read({ ...SEEN, runner, command });
    expect([config.tests.suites[0]?.runner, config.tests.suites[0]?.command, config.work.spec]).toEqual([
      runner,
      command,
      'specs/slugify.md',
    ]);
  });

  it('parses for a project in which nothing was seen, and says what to fill in', () => {
    const config = read(NOTHING);
    expect([config.work.spec, config.tests.suites[0]?.command, config.tests.suites[0]?.runner]).toEqual([
      'SPEC.md',
      ['my-tests', '--tap'],
      'tap',
    ]);
    expect(toFill(NOTHING)).toEqual([
      '# FILL IN: no specification was found. Write the acceptance criteria as checkboxes (- [ ] …) into SPEC.md, or name another Markdown file.',
      '# FILL IN: the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.',
      '# FILL IN: no known test runner was found. Write the command that runs the whole suite once and prints TAP. It runs without a shell.',
    ]);
  });

  it('leaves nothing to fill in when an agent is installed, and is no other for where it lies', () => {
    const whole = renderConfig(SEEN, [{ use: 'pi' }]);
    expect(whole).toContain('  use: pi # found on PATH\n  permissions: edit #');
    expect(whole).not.toContain('FILL IN');
    const { agent } = parseConfig(whole, { path: '/project/dualgate.yaml', readFile: () => '' });
    expect([agent.use, agent.command, agent.permissions]).toEqual(['pi', null, 'edit']);
  });

  it('says so when the specification has no checkboxes', () => {
    expect(toFill({ ...SEEN, specs: [{ path: 'SPEC.md', criteria: 0 }] })[0]).toBe(
      '# FILL IN: this file has no checkboxes yet. Write each acceptance criterion as one (- [ ] …).',
    );
  });

  it('begins with the line by which editors find the schema, only when it can be found', () => {
    const schema = 'yaml-language-server: $schema=./node_modules/dualgate/docs/reference/dualgate.schema.json';
    expect(renderConfig(SEEN).split('\n')[0]).toBe(`# ${schema}`);
    expect(
      renderConfig({ ...SEEN, installed: false })
        .split('\n')
        .slice(0, 2),
    ).toEqual([
      '# dualgate is not installed in this project. Once it is, begin the file with this line for completion in editors:',
      `#   ${schema}`,
    ]);
  });

  it('reads back as the words that were seen, whatever they are', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 15 }).filter((text) => !text.includes('\0'));
    const hard = fc.constantFrom(
      'yes',
      'true',
      'null',
      '~',
      '1',
      '0x1',
      '- a',
      'a: b',
      '#x',
      '*',
      '&a',
      '!t',
      '%',
      '@',
      '`',
      '[',
      '{',
      'a,b',
      '"',
      "'",
      '\\',
      '\u2028',
      '.inf',
      '---',
      '...',
    );
    const words = fc.array(fc.oneof(word, hard), { maxLength: 5 });
    const name = fc.oneof(word, hard).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, words, name, (program, rest, file) => {
        const path = `specs/${file.replaceAll(/[/\\]/g, '-').replaceAll('..', '-')}.md`;
        const config = read({
          ...SEEN,
          command: [program, ...rest],
          specs: [
            { path, criteria: 1 },
            { path, criteria: 0 },
          ],
        });
        expect([config.tests.suites[0]?.command, config.work.spec]).toEqual([[program, ...rest], path]);
      }),
    );
  });

  it.each([
    [{ hasRecords: false, hasC4: false }, 'docs_changed >= 1\n'],
    [{ hasRecords: true, hasC4: false }, 'docs_changed >= 1\nAND has_adr == true\n'],
    [
      { hasRecords: true, hasC4: true },
      'docs_changed >= 1\nAND has_adr == true\nAND has_c4_diagrams == true\nAND all_diagrams_valid == true\n',
    ],
  ])('asks a project with code for the documents that it has: %o', (has, condition) => {
    const { phases } = read({ ...SEEN, documents: { hasCode: true, ...has } });
    expect(phases.map(({ phase }) => phase)).toEqual(['RED', 'GREEN', 'REFACTOR', 'DOCUMENT']);
    expect(phases.at(-1)?.gate_1.condition).toBe(condition);
    expect(phases.slice(0, 3).map(({ gate_1 }) => String(gate_1.condition).trim())).toEqual(
      DEFAULT_PHASES.slice(0, 3).map(({ gate_1 }) => gate_1.condition),
    );
  });
});
