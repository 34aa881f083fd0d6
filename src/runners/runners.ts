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
import { BESIDE_RUNNERS } from './beside-runners.ts';
import type { RunnerFacts, TestsInside } from './runner-facts.ts';

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

export type RunnerName = keyof typeof TABLE;

export const RUNNERS: Readonly<Record<RunnerName, Runner>> = TABLE;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const RUNNER_NAMES = Object.keys(TABLE) as [RunnerName, ...RunnerName[]];

/** Those whose reports are files. A config with a place of files alone means the first of them. */
export const FILES_RUNNERS: readonly RunnerName[] = RUNNER_NAMES.filter((name) => RUNNERS[name].report === 'files');

/** Those that only the config can name, with their meaning. */
export const NAMED_RUNNERS = RUNNER_NAMES.flatMap((name) => {
  const { standsFor } = RUNNERS[name];
  return standsFor === undefined ? [] : [{ name, standsFor }];
});

export interface ProposedTests {
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

const ALL: readonly RunnerFacts[] = [...RUNNER_NAMES.map((name) => RUNNERS[name]), BESIDE_RUNNERS];

export const askRunners = <Fact>(ask: (facts: RunnerFacts) => Fact | readonly Fact[] | undefined): readonly Fact[] =>
  ALL.flatMap((each) => ask(each) ?? []);

const INSIDE = askRunners(({ tests }) => tests?.inside).map((facts) => ({
  facts,
  isOf: new RegExp(`(?:${facts.ending})$`),
}));

export const factsInside = (path: string): TestsInside | undefined => INSIDE.find(({ isOf }) => isOf.test(path))?.facts;

/** The lines of a source that are tests, as far as its runner tells them apart. */
export const linesOfTests = async (path: string, text: string): Promise<ReadonlySet<number>> =>
  factsInside(path)?.lines?.(text, path) ?? new Set();
