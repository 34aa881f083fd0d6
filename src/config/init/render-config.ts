/**
 * The `dualgate.yaml` that `dualgate init` writes: what was seen is filled in, what was not is marked `FILL IN`.
 *
 * @module
 */
import type { ConfigPresetName } from '../../systems/systems.ts';
import { PRESET_NAMES, type PresetName } from '../../agent-programs/presets.ts';
import type { ProjectFacts, SpecCandidate } from './project-facts.ts';
import { type RunnerName, RUNNERS } from '../../testing/runners.ts';
import { plainLine } from '../../text/plain-line.ts';

const SCHEMA = './node_modules/dualgate/docs/reference/dualgate.schema.json';

/** A program that is installed and that `agent.use` can name. Where it lies stays out of the config, which is shared. */
interface InstalledAgent {
  readonly use: PresetName;
}

/**
 * A commented config that parses as it stands. Where something was not found it names what is not there, so that no run begins with it.
 *
 * @param agents - those that are installed, the preferred one first
 * @param preset - the system that the config is laid over
 */
export const renderConfig = (
  facts: ProjectFacts,
  agents: readonly InstalledAgent[] = [],
  preset?: ConfigPresetName,
): string =>
  [
    facts.installed
      ? `# yaml-language-server: $schema=${SCHEMA}`
      : '# dualgate is not installed here; once it is, put this first for completion in editors:',
    ...(facts.installed ? [] : [`#   yaml-language-server: $schema=${SCHEMA}`]),
    '# Every key with its default: docs/reference/config.md of dualgate.',
    ...(facts.git
      ? []
      : [
          '# This is no git repository: every file counts as a source, whatever .gitignore says. `git init` changes that.',
        ]),
    'version: 1',
    ...(preset === undefined
      ? []
      : [
          `preset: ${preset} # what it says is printed by: dualgate presets ${preset}. What stands below stands over it.`,
        ]),
    '',
    ...renderWork(facts.specs),
    '',
    'agent:',
    ...renderAgent(agents),
    '  timeout: 30m # of one turn',
    '  # env: { NAME: value }',
    '',
    ...renderTests(facts),
    '',
    '# Commands besides the tests, by their exit codes; a condition asks for them by build_ok, types_ok and lint_ok.',
    '# checks:',
    '#   build: npm run build',
    '#   lint: npx eslint .',
    '',
    '# What counts as documentation in the DOCUMENT phase.',
    '# documents:',
    '#   globs: ["{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}", README.md, ARCHITECTURE.md]',
    '#   required_docs_count: 3',
    '',
    '# What a changed or lost test of RED does: hold the phase (block), or stand in the record only (warn).',
    'integrity: block',
    '',
    '# A run works on a branch of its own, dualgate/ and the name of the spec; each phase that is left is a commit on it.',
    'commits: true',
    '',
    'limits:',
    '  iterations: 50 # of a run, over all phases',
    '  minutes: 480',
    '  max_refactor_iterations: 5',
    '',
    preset === undefined
      ? '# The phases are RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification. To change them, name all of them:'
      : '# The phases are those of the preset. To change them, name all of them:',
    '# phases:',
    '#   - phase: RED',
    '#     purpose: …',
    '#     gate_1: { name: …, condition: tests_failing == tests_total }',
    '#   - phases/green.yaml # a file with one phase a document',
    '',
  ].join('\n');

const renderAgent = ([first, ...others]: readonly InstalledAgent[]): readonly string[] => {
  if (first === undefined) {
    return [
      '  # FILL IN: the agent, as a program that reads its prompt from stdin and works in this folder. No shell.',
      `  # In place of the command, once one is installed: use: ${PRESET_NAMES.join(' | ')}`,
      '  command: [my-agent, --print]',
    ];
  }
  const also = others.length === 0 ? '' : `; also here: ${others.map(({ use }) => use).join(', ')}`;
  return [
    `  use: ${first.use} # found on the PATH${also}`,
    '  permissions: edit # ask | edit | all: what it may do without asking, since nobody is there',
    '  # model: as the program spells it; left out: what it is configured for',
  ];
};

const renderWork = ([best, ...others]: readonly SpecCandidate[]): readonly string[] => [
  'work:',
  ...(best === undefined
    ? [
        '  # FILL IN: no specification was found. Write the acceptance criteria as checkboxes (- [ ] …) into this Markdown file.',
      ]
    : best.criteria === 0
      ? ['  # FILL IN: this file has no checkboxes yet. Write each acceptance criterion as one (- [ ] …).']
      : ['  # The checkboxes of this file are the acceptance criteria. They are frozen when a run begins.']),
  `  spec: ${scalar(best?.path ?? 'SPEC.md')}`,
  ...others.slice(0, 5).map(({ path }) => `  # also here: ${plainLine(path)}`),
];

/** What most programs can be made to print. */
const WITHOUT_RUNNER = 'tap' satisfies RunnerName;

const renderTests = ({ runner, command }: ProjectFacts): readonly string[] => {
  const named = (command === null ? null : runner) ?? WITHOUT_RUNNER;
  const { withoutFiles } = RUNNERS[named];
  return [
    'tests:',
    ...(command === null
      ? [
          '  # FILL IN: no known test runner was found. The command that runs the whole suite once, and prints TAP. No shell.',
        ]
      : ['  # Runs the whole suite once. No shell.']),
    `  command: [${(command ?? ['my-tests', '--tap']).map(flowScalar).join(', ')}]`,
    `  runner: ${named} # see docs/reference/config.md for all that are known`,
    ...(withoutFiles === undefined
      ? []
      : [`  files: [test/**, tests/**] # the test files: ${withoutFiles}, and they are frozen when RED is left`]),
    '  timeout: 10m # of one run of the suite',
    '  # writes: [coverage/**] # what the suite writes for itself and git does not ignore',
    '  # known_failing: [] # tests that fail before the run begins, as dualgate prints their names',
  ];
};

const PLAIN = /^[A-Za-z_./][A-Za-z0-9_./-]*$/;
const NOT_TEXT = /^(?:true|false|null|[.~]|\.(?:inf|nan))$/i;

/** Plain where YAML reads it back as the same text, else quoted as JSON, which YAML contains. */
const scalar = (text: string): string => (PLAIN.test(text) && !NOT_TEXT.test(text) ? text : JSON.stringify(text));

const flowScalar = (text: string): string => (/^--?[A-Za-z][A-Za-z0-9=_./-]*$/.test(text) ? text : scalar(text));
