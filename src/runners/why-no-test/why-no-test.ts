/** Why a suite cannot be a baseline: the first cause of the list that recognises it. `doctor` and the start of a run ask here. */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type BrokenSuite, type Cause, firstMatch, showCommand, foldersUp } from './find-package.ts';
import type { PlacedSuite } from '../run-suites.ts';
import type { SuiteRun, TestRun } from '../test-run.ts';
import { causesAfter, causesBefore } from './command-causes.ts';
import { missingPackages, missingScript, unbuiltPackage } from './node-causes.ts';

const has = ({ folder }: BrokenSuite, name: string): boolean =>
  foldersUp(folder).some((each) => existsSync(join(each, name)));

const OUR_REPORTER = 'dualgate_reporter';

/** Causes in projects of other languages: dependencies that are not installed, by the words of the runner. */
const missingPythonModule: Cause = {
  name: 'a Python module that was not found',
  recognises: ({ text }) => firstMatch(text, [/No module named '?([\w.]+)'?/]),
  says: ([name], broken) =>
    name === OUR_REPORTER
      ? 'the test command sets PYTHONPATH, by which pytest finds the reporter of dualgate'
      : isOwnModule(name, broken)
        ? `Python does not find ${name}, a module of this project`
        : `Python does not find the module ${name}: it is not installed, or tests.command starts another Python`,
  advice: ([name], broken) => {
    if (name === OUR_REPORTER)
      return 'Set pythonpath in the config of pytest instead. Or keep the value in a script: PYTHONPATH="src:$PYTHONPATH".';
    if (isOwnModule(name, broken))
      return 'Install the project: python3 -m pip install --editable . Or set pythonpath in the config of pytest.';
    const python = ENVIRONMENTS.find((path) => existsSync(join(broken.folder, path)));
    const [program = ''] = broken.command;
    if (python !== undefined && !isAbsolute(program) && !program.startsWith('.venv') && !program.startsWith('venv'))
      return `Start the tests with the Python of the environment: tests.command: ${python} -m pytest. If the module is missing there too, install it there.`;
    return `Install it: ${PYTHON_INSTALLS.find(([file]) => has(broken, file))?.[1] ?? `python3 -m pip install ${name.split('.')[0]}`}.`;
  },
};

const ENVIRONMENTS = ['.venv/bin/python', 'venv/bin/python'] as const;

const PYTHON_INSTALLS = [
  ['uv.lock', 'uv sync'],
  ['poetry.lock', 'poetry install'],
  ['Pipfile', 'pipenv install --dev'],
  ['requirements-dev.txt', 'python3 -m pip install -r requirements-dev.txt'],
  ['requirements.txt', 'python3 -m pip install -r requirements.txt'],
  ['pyproject.toml', 'python3 -m pip install --editable .'],
] as const;

const isOwnModule = (name: string, { folder }: BrokenSuite): boolean =>
  ['', 'src'].some((place) =>
    [name.split('.')[0] ?? '', `${name.split('.')[0]}.py`].some((each) => existsSync(join(folder, place, each))),
  );

/** The name; the words of the tool, in whose first group is what is missing; the advice. */
const TOOLCHAINS: readonly (readonly [name: string, patterns: readonly RegExp[], advice: string])[] = [
  [
    'Bundler',
    [
      /Could not find (?:gem )?'?([\w.-]+)'? ?[^\n]*in (?:locally installed gems|any of the sources|rubygems repository)/,
      /bundler: (?:command not found: |failed to load command: )([\w.-]+)/,
      /(Run `bundle install`)/,
    ],
    'Install the gems: bundle install.',
  ],
  [
    'Ruby',
    [/cannot load such file -- ([\w./-]+)/],
    'If it is a gem, add it to the Gemfile and run bundle install. If it is a file, correct the require.',
  ],
  [
    'Go modules: requirements',
    [
      /no required module provides package ([^\s;]+)/,
      /missing go\.sum entry for (?:module providing package )?([^\s;]+)/,
      /(updates to go\.mod needed)/,
    ],
    'Complete go.mod and go.sum: go mod tidy.',
  ],
  [
    'Go modules',
    [
      /([\w./-]+@v[\w.+-]+): (?:Get |module lookup disabled|dial tcp|reading )/,
      /cannot find module providing package ([^\s;:]+)/,
      /module ([\w./-]+): (?:Get |module lookup disabled|dial tcp|reading )/,
    ],
    'Download the modules: go mod download.',
  ],
  [
    'a Go module around the folder',
    [/(go\.mod file not found|cannot find main module)/],
    'Run the tests in the folder of go.mod: set tests.folder, or run go mod init.',
  ],
  [
    'Cargo',
    [/no matching package named `([\w-]+)` found/, /failed to (?:get|download|load source for dependency) `([\w-]+)/],
    'Download the crates: cargo fetch.',
  ],
  ['Composer', [/(vendor\/autoload\.php)/], 'Install the packages: composer install.'],
  [
    'Maven or Gradle',
    [/Could not (?:find artifact|resolve dependencies for project|resolve all \w+ for configuration) ([^\s']+)/],
    'Download the dependencies with network access, then run dualgate doctor again.',
  ],
  ['NuGet', [/(project\.assets\.json)/], 'Restore the packages: dotnet restore.'],
  [
    'Mix',
    [/(Unchecked dependencies for environment \w+)/, /the dependency (\S+) is not available/],
    'Get the dependencies: mix deps.get.',
  ],
];

/** Their words name what is missing, so that the details show it. */
const missingDependencies: readonly Cause[] = TOOLCHAINS.map(([name, patterns, advice]) => ({
  name,
  recognises: ({ text }) => firstMatch(text, patterns),
  says: ([missing], { command }) => `${showCommand(command.slice(0, 2))} does not find a dependency (${missing})`,
  advice: () => advice,
}));

/** From the most specific to the one that is always true. */
export const CAUSES: readonly Cause[] = [
  ...causesBefore,
  unbuiltPackage,
  missingScript,
  missingPackages,
  missingPythonModule,
  ...missingDependencies,
  ...causesAfter,
];

/** A clause without a full stop, with the exit code, and the fix in one or two sentences, of the first suite that is broken. */
export const explainBroken = (
  run: TestRun,
  suites: readonly PlacedSuite[],
  { workspace, isBroken }: { readonly workspace: string; readonly isBroken: (part: TestRun | SuiteRun) => boolean },
): { readonly says: string; readonly fix: string } | null => {
  const parts = run.suites ?? [run];
  const position = parts.findIndex(isBroken);
  const [part, suite] = [parts[position], suites[position]];
  if (part === undefined || suite === undefined) return null;
  const broken = describeBroken(part, suite, workspace);
  const which = suites.length > 1 ? `${suite.name}: ` : '';
  for (const { recognises, says, advice } of CAUSES) {
    const match = recognises(broken);
    if (match !== null) return { says: `${which}${says(match, broken)}${showExit(part)}`, fix: advice(match, broken) };
  }
  return null;
};

const describeBroken = (run: TestRun, { command: words, folder }: PlacedSuite, workspace: string): BrokenSuite => ({
  run,
  command: words,
  folder: join(workspace, folder),
  workspace,
  text: [
    ...run.load_failures.map(({ message }) => message),
    ...run.unhandled_errors,
    ...run.problems,
    ...(run.last_output ?? []),
  ].join('\n'),
});

const showExit = ({ exit_code: code }: TestRun): string => (code === null ? '' : ` (exit code ${code})`);
