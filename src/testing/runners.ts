/**
 * The table of test runners.
 *
 * @module
 */
import { cargoRunner } from './cargo/cargo.runner.ts';
import { goRunner } from './go/go.runner.ts';
import { jestRunner } from './jest.runner.ts';
import { junitRunner } from './junit/junit.runner.ts';
import { mochaRunner } from './mocha.runner.ts';
import { nodeRunner } from './node.runner.ts';
import { playwrightRunner } from './playwright.runner.ts';
import { pytestRunner } from './pytest.runner.ts';
import type { Runner, RunnerName } from './runner.ts';
import { tapRunner } from './tap/tap.runner.ts';
import { textRunner } from './text.runner.ts';
import { vitestRunner } from './vitest.runner.ts';

export const RUNNERS: Readonly<Record<RunnerName, Runner>> = {
  vitest: vitestRunner,
  jest: jestRunner,
  mocha: mochaRunner,
  playwright: playwrightRunner,
  node: nodeRunner,
  pytest: pytestRunner,
  go: goRunner,
  cargo: cargoRunner,
  junit: junitRunner,
  tap: tapRunner,
  text: textRunner,
};

/** In the order of the table. */
export const RUNNER_NAMES = [
  'vitest',
  'jest',
  'mocha',
  'playwright',
  'node',
  'pytest',
  'go',
  'cargo',
  'junit',
  'tap',
  'text',
] as const satisfies readonly RunnerName[];
