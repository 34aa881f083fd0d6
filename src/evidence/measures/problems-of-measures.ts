/** Before a run: why something cannot be measured here, each with the way out (rule 2.6). How it is measured is not loaded. */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { chooseAgent } from '../../project/config/choose-agent.ts';
import type { Config, SuiteConfig } from '../../project/config/config.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { asksForMetric } from './measure.ts';
import { findPlanProblems } from './plans.measure.ts';
import { findNeeded, isCode } from '../integrity/needed-sources.ts';
import { matchLeftOut, takeFingerprint, listNames, findSourceListing } from '../../project/sources/fingerprint.ts';
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { findRunner, RunnerError } from '../../runners/command/find-runner.ts';
import { isPackageManager, nameProgram } from '../../runners/command/find-program.ts';
import { readScript } from '../../runners/command/package-scripts.ts';
import { type RunnerName, RUNNERS } from '../../runners/runners.ts';

/** One sentence for each check, and each measure of the config, whose program, or script, is not there. */
const findCheckProblems = async ({ checks, measures, folder }: Config): Promise<readonly string[]> => {
  const commands = [
    ...checks.map(({ name, command }) => [`check ${name}`, `checks.${name}`, command] as const),
    ...measures.map(({ name, command }) => [`measure ${name}`, `measures.${name}`, command] as const),
  ];
  const problems = await Promise.all(
    commands.map(async ([what, key, command]) =>
      command === null ? null : findCommandProblem(what, key, command, folder),
    ),
  );
  return problems.filter((problem) => problem !== null);
};

/** @param what - whose command it is @param key - where the config names it */
const findCommandProblem = async (
  what: string,
  key: string,
  command: readonly string[],
  folder: string,
): Promise<string | null> => {
  const [program = '', word = '', script = ''] = command;
  if ((await locateProgram(program, folder)) === null)
    return `The program of the ${what} was not found: ${program}. Install it, or fix ${key}.`;
  const runsScript = isPackageManager(nameProgram(program)) && (word === 'run' || word === 'run-script');
  if (!runsScript || script.startsWith('-') || readScript(folder, script) !== null) return null;
  return `The ${what} runs the script "${script}", which is not in package.json. Add the script, or fix ${key}.`;
};

/** Coverage lies where it can be removed, and somebody writes it. */
const findCoverageProblem = async (
  { tests, folder }: Config,
  gates: readonly CompiledGate[],
): Promise<string | null> => {
  const places = tests.suites.flatMap(({ coverage, folder: place }) =>
    coverage === null ? [] : [posix.join(place, coverage)],
  );
  if (places.length > 0) {
    const listing = await findSourceListing(folder);
    const { names } = await listNames(folder, listing);
    const sources = new Set(names.map((name) => name.toString('utf8')));
    for (const place of places) {
      if (!sources.has(place) || (await lstat(join(folder, place)).catch(() => null)) === null) continue;
      return `tests.coverage is ${place}, which is a source, but dualgate removes the file before each test run. Let git ignore it, or set another path.`;
    }
  }
  const asking = gates.filter((gate) => asksForMetric(gate, 'coverage_lines')).map(({ phase }) => phase.phase);
  const silent = tests.suites.filter((suite) => {
    const runner = runnerOf(suite, folder);
    return suite.coverage === null && (runner === null || RUNNERS[runner].reportsCoverage !== true);
  });
  if (asking.length === 0 || silent.length === 0) return null;
  return `${asking.join(', ')} needs coverage_lines, but \`${silent[0]?.command.join(' ')}\` reports no coverage. Set tests.coverage to the coverage file of the suite.`;
};

const runnerOf = ({ runner, command, folder: place }: SuiteConfig, folder: string): RunnerName | null => {
  try {
    return runner ?? findRunner(command, join(folder, place));
  } catch (error) {
    // It is said elsewhere.
    if (error instanceof RunnerError) return null;
    throw error;
  }
};

const MAX_SOURCES = 5;

/** Code is no source of a run if the config says that the suite writes it: then nothing looks at it. */
const findWrittenSources = async ({ folder, tests: { writes } }: Config): Promise<readonly string[]> => {
  if (writes.length === 0) return [];
  const { files } = await takeFingerprint(folder, { writes: [] });
  const isWritten = matchLeftOut(writes);
  const named = [...files.keys()].filter((path) => isWritten(path) && isCode(path));
  const needed = await findNeeded(folder, named, { sources: files.keys(), frozen: {}, isTest: isTestFile });
  if (needed.size === 0) return [];
  const paths = [...needed.keys()];
  const more = paths.length > MAX_SOURCES ? ` and ${paths.length - MAX_SOURCES} more` : '';
  return [
    `tests.writes names code, which would be measured no more: ${paths.slice(0, MAX_SOURCES).join(', ')}${more}. Name only files that the suite writes, by a narrower glob`,
  ];
};
/** A folder of tests may have code in it that the suite writes. */
const isTestFile = (path: string): boolean => /[._](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+$/.test(path);

type FindProblems = (config: Config, gates: readonly CompiledGate[]) => Promise<readonly string[]>;

/** A run with commits asks for that commit itself. @param compared - in words */
const findNoCommit =
  (metric: string, compared: string): FindProblems =>
  async ({ folder, commits }, gates) => {
    const asking = gates.filter((gate) => asksForMetric(gate, metric)).map(({ phase }) => phase.phase);
    if (commits || asking.length === 0 || (await readHead(folder).catch(() => null)) !== null) return [];
    return [
      `${asking.join(', ')} needs ${metric}, which compares ${compared} with a commit, and there is none. Commit the files, or remove ${metric} from the condition.`,
    ];
  };

const findReviewerProblem: FindProblems = async ({ review, folder }) => {
  if (review === undefined) return [];
  const { program, preset, env } = chooseAgent(review.agent);
  if ((await locateProgram(program, folder, env['PATH'])) !== null) return [];
  const key = `checks.review.agent.${preset === null ? 'command' : 'use'}`;
  return [`The reviewer's program was not found: ${program}. Install it, or correct ${key}.`];
};

/** In the order of the measures, each with the check of `doctor` that tells it. */
export const PROBLEMS_OF_MEASURES: readonly (readonly ['tests' | 'spec' | 'settings', FindProblems])[] = [
  ['settings', async (...asked) => [(await findCoverageProblem(...asked)) ?? []].flat()],
  ['tests', findCheckProblems],
  ['spec', findPlanProblems],
  ['settings', findWrittenSources],
  ['settings', findNoCommit('docs_changed', 'the documents')],
  ['settings', findNoCommit('public_names_removed', 'the code')],
  ['settings', findReviewerProblem],
];
