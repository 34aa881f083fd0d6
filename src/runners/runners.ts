/** The table of test runners, in the order in which they are looked for. A new one is a folder and a row. */
import { avaRunner } from './ava/ava.runner.ts';
import { cargoRunner } from './cargo/cargo.runner.ts';
import { goRunner } from './go/go.runner.ts';
import { jestRunner } from './jest/jest.runner.ts';
import { junitRunner } from './junit/junit.runner.ts';
import { mochaRunner } from './mocha/mocha.runner.ts';
import { nodeRunner } from './node/node.runner.ts';
import { playwrightRunner } from './playwright/playwright.runner.ts';
import { pytestRunner } from './pytest/pytest.runner.ts';
import { rspecRunner } from './rspec/rspec.runner.ts';
import type { Runner } from './runner.ts';
import { tapRunner } from './tap/tap.runner.ts';
import { textRunner } from './text/text.runner.ts';
import { vitestRunner } from './vitest/vitest.runner.ts';

const TABLE = {
  vitest: vitestRunner,
  jest: jestRunner,
  mocha: mochaRunner,
  ava: avaRunner,
  playwright: playwrightRunner,
  node: nodeRunner,
  pytest: pytestRunner,
  rspec: rspecRunner,
  go: goRunner,
  cargo: cargoRunner,
  junit: junitRunner,
  tap: tapRunner,
  text: textRunner,
} as const satisfies Readonly<Record<string, Runner>>;

/** The name of a runner, as `tests.runner` of the config has it. */
export type RunnerName = keyof typeof TABLE;

export const RUNNERS: Readonly<Record<RunnerName, Runner>> = TABLE;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const RUNNER_NAMES = Object.keys(TABLE) as [RunnerName, ...RunnerName[]];

/**
 * Those whose reports are files at a place that the config names. A config with the place alone means the first of
 * them.
 */
export const FILES_RUNNERS: readonly RunnerName[] = RUNNER_NAMES.filter((name) => RUNNERS[name].report === 'files');

/** Those that only the config can name, with their meaning. */
export const NAMED_RUNNERS: readonly { readonly name: RunnerName; readonly standsFor: string }[] = RUNNER_NAMES.flatMap(
  (name) => {
    const { standsFor } = RUNNERS[name];
    return standsFor === undefined ? [] : [{ name, standsFor }];
  },
);

/** The tests of a project, as they go into the config. */
export interface ProposedTests {
  /** `null` if no known runner was detected. */
  readonly runner: RunnerName | null;
  /** A command that runs all tests once, without a shell; `null` if none was found. */
  readonly command: readonly string[] | null;
  /** The build that the tests read, and what it makes. */
  readonly before?: { readonly command: readonly string[]; readonly makes: readonly string[] };
  /** The place of its report, if the runner reports in files and the command does not name them. */
  readonly report?: string;
  /** Globs of the test files, if the report names none. */
  readonly files?: readonly string[];
  /** For people: where the command comes from, and what it leaves out. One line each. */
  readonly notes?: readonly string[];
  /** For people: what has to be done before the command can work. */
  readonly missing?: string;
}
