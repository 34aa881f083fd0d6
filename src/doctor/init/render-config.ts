/** The `dualgate.yaml` that `dualgate init` writes: detected facts are filled in, all others are marked `FILL IN`. */
import type { ConfigPresetName } from '../../signals/systems/systems.ts';
import { PRESET_NAMES, type PresetName } from '../../agents/programs/presets.ts';
import { examplesFor, renderPhases } from './render-phases.ts';
import type { ProjectFacts, SpecCandidate } from './script-checks.ts';
import { type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { plainLine } from '../../base/text/plain-line.ts';

const SCHEMA = './node_modules/dualgate/docs/reference/dualgate.schema.json';

/** An installed program that `agent.use` can name. Its path stays out of the config, which is shared. */
interface InstalledAgent {
  readonly use: PresetName;
}

/**
 * A commented, valid config. For a fact that was not found it names what does not exist, so that no run starts.
 * @param agents - the installed ones, the preferred one first
 * @param given.preset - the system preset to build on
 * @param given.isQuick - only RED and GREEN
 */
export const renderConfig = (
  facts: ProjectFacts,
  agents: readonly InstalledAgent[] = [],
  { preset, isQuick = false }: { readonly preset?: ConfigPresetName | undefined; readonly isQuick?: boolean } = {},
): string =>
  [
    facts.installed
      ? `# yaml-language-server: $schema=${SCHEMA}`
      : '# dualgate is not installed in this project. Once it is, begin the file with this line for completion in editors:',
    ...(facts.installed ? [] : [`#   yaml-language-server: $schema=${SCHEMA}`]),
    '# All keys and their defaults: docs/reference/config.md of dualgate.',
    ...(facts.git
      ? []
      : [
          '# This is not a git repository: every file counts as a source, even files in .gitignore. Run `git init` to change that.',
        ]),
    'version: 1',
    ...(preset === undefined
      ? []
      : [`preset: ${preset} # Keys below replace those of the preset. To print it: dualgate presets ${preset}`]),
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
    ...renderChecks(facts),
    '',
    '# Files that count as documentation in the DOCUMENT phase.',
    '# documents:',
    '#   globs: ["{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}", README.md, ARCHITECTURE.md]',
    '#   required_docs_count: 3',
    '',
    '# When a test of RED was changed or removed: hold the phase (block), or only record it (warn).',
    'integrity: block',
    '',
    '# A run works on its own branch, dualgate/ and the name of the spec, with a commit for each exit of a phase.',
    'commits: true',
    '',
    'limits:',
    '  iterations: 50 # of a run, over all phases',
    '  minutes: 480',
    '  max_refactor_iterations: 5',
    '',
    ...(preset === undefined
      ? renderPhases(facts.documents, isQuick)
      : ['# The phases are those of the preset. To change them, list all of them under phases:.']),
    '',
  ].join('\n');

const renderAgent = ([first, ...others]: readonly InstalledAgent[]): readonly string[] => {
  if (first === undefined) {
    return [
      '  # FILL IN: the command of the agent: a program that reads its prompt from stdin and works in this folder. It runs without a shell.',
      `  # Or, once one of these is installed, instead of the command: use: ${PRESET_NAMES.join(' | ')} (or use: acp, with a command that speaks the Agent Client Protocol)`,
      '  command: [my-agent, --print]',
    ];
  }
  const also = others.length === 0 ? '' : `; also installed: ${others.map(({ use }) => use).join(', ')}`;
  return [
    `  use: ${first.use} # found on PATH${also}`,
    '  permissions: edit # ask | edit | all: what it may do without asking',
    '  # model: as the program spells it. Default: the model that it is configured for',
  ];
};

const renderWork = ([best, ...others]: readonly SpecCandidate[]): readonly string[] => [
  'work:',
  ...(best === undefined
    ? [
        '  # FILL IN: no specification was found. Write the acceptance criteria as checkboxes (- [ ] …) into SPEC.md, or name another Markdown file.',
      ]
    : best.criteria === 0
      ? ['  # FILL IN: this file has no checkboxes yet. Write each acceptance criterion as one (- [ ] …).']
      : best.parts === undefined
        ? ['  # The checkboxes of this file are the acceptance criteria. They are frozen when a run starts.']
        : [`  # The acceptance criteria: ${best.parts}. They are frozen when a run starts.`]),
  `  spec: ${scalar(best?.path ?? 'SPEC.md')}`,
  ...others.slice(0, 5).map(({ path }) => `  # also found: ${plainLine(path)}`),
];

/** Most programs can print TAP. */
const WITHOUT_RUNNER = 'tap' satisfies RunnerName;

const renderTests = ({ suites = [], ...facts }: ProjectFacts): readonly string[] =>
  suites.length === 0
    ? ['tests:', ...renderSuite(facts).map((line) => `  ${line}`)]
    : [
        '# One suite for each package that has tests. For one of them alone: dualgate init --package NAME',
        'tests:',
        ...suites.flatMap((suite) => ['  -', ...renderSuite(suite).map((line) => `    ${line}`)]),
      ];

const renderSuite = (facts: ProjectFacts): readonly string[] => {
  const { runner, command, before, folder, report, missing, notes = [], language = null } = facts;
  const named = (command === null ? null : runner) ?? WITHOUT_RUNNER;
  return [
    ...(command === null
      ? [
          '# FILL IN: no known test runner was found. Write the command that runs the whole suite once and prints TAP. It runs without a shell.',
          '# The runner of Node itself needs nothing: command: [node, --test], and runner: node',
        ]
      : ['# Runs the whole suite once, without a shell.']),
    ...(missing === undefined ? [] : [`# FILL IN: ${missing}`]),
    ...notes.map((note) => `# ${plainLine(note)}`),
    ...(folder === undefined ? [] : [`folder: ${scalar(folder)} # the package whose tests run`]),
    `command: [${(command ?? ['my-tests', '--tap']).map(flowScalar).join(', ')}]`,
    ...(before === undefined
      ? []
      : [
          '# The tests import files that git ignores, so this build runs before each run of the suite, and makes these files anew.',
          `before: { command: [${before.command.map(flowScalar).join(', ')}], makes: [${before.makes.map(flowScalar).join(', ')}] }`,
        ]),
    `runner: ${named} # all runners: docs/reference/config.md`,
    ...(report === undefined ? [] : [`report: ${scalar(report)} # git must ignore these files`]),
    ...renderFiles(named, facts),
    'timeout: 10m # of one run of the suite',
    `# writes: [${examplesFor(language).writes}] # files that the suite writes and git does not ignore`,
    '# known_failing: [] # tests that fail before the run starts, as dualgate prints their names',
  ];
};

const renderFiles = (runner: RunnerName, { files }: ProjectFacts): readonly string[] => {
  const { withoutFiles } = RUNNERS[runner];
  if (withoutFiles === undefined) return [];
  const globs = files === undefined ? 'test/**, tests/**' : files.map(flowScalar).join(', ');
  return [`files: [${globs}] # the test files, frozen when RED is exited: ${withoutFiles}`];
};

const renderChecks = ({ checks = [], language = null }: ProjectFacts): readonly string[] => {
  const about =
    '# Commands other than tests, measured by their exit codes. Conditions use the metrics build_ok, types_ok and lint_ok.';
  if (checks.length === 0) {
    const examples = Object.entries(examplesFor(language).checks);
    return [about, '# checks:', ...examples.map(([name, command]) => `#   ${name}: ${command}`)];
  }
  return [
    about,
    '# The script of the tests has these. To require one, let it run here, and add its metric to a condition: AND lint_ok == true',
    '# checks:',
    ...checks.map(({ name, command }) => `#   ${name}: ${commandLine(command)}`),
  ];
};

/** One line of text if every word reads back as itself, else a list. */
const commandLine = (words: readonly string[]): string =>
  words.every((word) => /^[\w./@=-][\w./@=:-]*(?<!:)$/.test(word)) && /^[a-z]/.test(words[0] ?? '') && words.length > 1
    ? words.join(' ')
    : `[${words.map(flowScalar).join(', ')}]`;

const PLAIN = /^[A-Za-z_./][A-Za-z0-9_./-]*$/;
const NOT_TEXT = /^(?:true|false|null|[.~]|\.(?:inf|nan))$/i;

/** Plain if YAML reads it back as the same text, else quoted as JSON, which YAML contains. */
const scalar = (text: string): string => (PLAIN.test(text) && !NOT_TEXT.test(text) ? text : JSON.stringify(text));

const flowScalar = (text: string): string => (/^--?[A-Za-z][A-Za-z0-9=_./-]*$/.test(text) ? text : scalar(text));
