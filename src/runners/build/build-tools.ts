/** Build tools whose tests no runner of dualgate starts: the command by which they report JUnit XML, and their test files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_PLACE } from '../report/report-files.ts';
import type { Language } from '../runner.ts';
import type { ProposedTests } from '../runners.ts';
import { dropOptions } from '../command/select-files.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';

type SplitScript = (script: string) => readonly { readonly words: readonly string[] | null }[];

interface BuildTool {
  readonly language: Language;
  readonly find: (folder: string, split: SplitScript) => Promise<ProposedTests | null> | ProposedTests | null;
}

/** The tests and the language of the first build tool of the folder; `null` if it uses none. */
export const findBuildTool = async (
  folder: string,
  split: SplitScript,
): Promise<{ readonly tests: ProposedTests; readonly language: Language } | null> => {
  for (const { language, find } of BUILD_TOOLS) {
    const tests = await find(folder, split);
    if (tests !== null) return { tests, language };
  }
  return null;
};

interface ScriptTool extends ProposedTests {
  readonly runner: 'junit';
  readonly command: readonly string[];
  readonly files: readonly string[];
  readonly failFast: readonly string[];
  readonly coverage: readonly string[];
}

const TEST_FILES = ['**/*.{test,spec}.*', '**/*_{test,spec}.*'];

/** `bun test` or `deno test` of a script; `null` for another command. */
export const findScriptTool = ([program = '', verb = '', ...words]: readonly string[]): ScriptTool | null => {
  if (verb !== 'test' || (program !== 'bun' && program !== 'deno')) return null;
  const watch = dropOptions(words, ['--watch', '--hot', '--reporter N', '--reporter-outfile N', '--junit-path N']);
  const fast = dropOptions(watch.kept, program === 'bun' ? ['--bail [N]'] : ['--fail-fast [N]']);
  const { kept, dropped } = dropOptions(fast.kept, ['--coverage-reporter N', '--coverage-dir N', '--coverage*']);
  const report =
    program === 'bun' ? ['--reporter=junit', `--reporter-outfile=${REPORT_PLACE}`] : [`--junit-path=${REPORT_PLACE}`];
  const command = [program, verb, ...report, ...kept];
  return { runner: 'junit', command, files: TEST_FILES, failFast: fast.dropped, coverage: dropped };
};

const read = (...path: readonly string[]): string => readText(join(...path)) ?? '';

const has = (folder: string, ...names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(folder, name)));

/** A task of deno.json, which may have comments. */
const TASK = /"test"\s*:\s*(?:\{[^{}]*"command"\s*:\s*)?"((?:[^"\\]|\\.)*)"/;

const findDeno = (folder: string, split: SplitScript): ProposedTests | null => {
  if (!has(folder, 'deno.json', 'deno.jsonc')) return null;
  const task = TASK.exec(read(folder, 'deno.json') || read(folder, 'deno.jsonc'))?.[1] ?? '';
  const [tool] = split(task).flatMap(({ words }) => findScriptTool(words ?? []) ?? []);
  if (tool === undefined) return DENO;
  const { runner, command, files, failFast, coverage } = tool;
  const dropped = [...failFast, ...coverage];
  const notes = [
    `From the task test of deno.json: ${task}`,
    ...(dropped.length === 0 ? [] : [`Dropped: ${dropped.join(' ')}.`]),
  ];
  return { runner, command, files, notes };
};

const DENO: ProposedTests = {
  runner: 'junit',
  command: ['deno', 'test', `--junit-path=${REPORT_PLACE}`],
  files: TEST_FILES,
  notes: ['Add what the tests may use, such as --allow-read.'],
};

const findBun = (folder: string): ProposedTests | null => {
  if (!has(folder, 'bun.lock', 'bun.lockb', 'bunfig.toml')) return null;
  const tool = findScriptTool(['bun', 'test']);
  return tool === null ? null : { runner: tool.runner, command: tool.command, files: TEST_FILES };
};

const findMaven = (folder: string): ProposedTests | null => {
  if (!has(folder, 'pom.xml')) return null;
  const isMulti = read(folder, 'pom.xml').includes('<modules>');
  return {
    runner: 'junit',
    command: [has(folder, 'mvnw') ? './mvnw' : 'mvn', '-B', ...(isMulti ? ['--fail-at-end'] : []), 'test'],
    report: `${isMulti ? '**/' : ''}target/surefire-reports/TEST-*.xml`,
    files: [`${isMulti ? '**/' : ''}src/test/**`],
  };
};

const GRADLE_FILES = ['settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts'];

const findGradle = (folder: string): ProposedTests | null => {
  if (!has(folder, ...GRADLE_FILES)) return null;
  const isMulti = GRADLE_FILES.some((name) => /^\s*include\b/m.test(read(folder, name)));
  return {
    runner: 'junit',
    // A cached result is no test run.
    command: [
      has(folder, 'gradlew') ? './gradlew' : 'gradle',
      'test',
      '--rerun-tasks',
      '--no-build-cache',
      ...(isMulti ? ['--continue'] : []),
    ],
    report: `${isMulti ? '**/' : ''}build/test-results/test/*.xml`,
    files: [`${isMulti ? '**/' : ''}src/test/**`],
  };
};

const GEM_FILES = ['Gemfile', 'gems.rb'];
const LOADS_TESTS = 'Dir["./test/**/{test_*,*_test}.rb"].sort.each { |file| require file }';

const RUBY = ['ruby', '-Ilib', '-Itest', '-e', LOADS_TESTS, '--'];

/** Minitest reports nothing that a program reads unless a gem does it. */
const findMinitest = async (folder: string): Promise<ProposedTests | null> => {
  const gems = GEM_FILES.map((name) => read(folder, name)).join('\n');
  const helper = read(folder, 'test', 'test_helper.rb');
  const isUsed = /\bminitest\b/.test(gems + helper) || /^\s*gem\s*\(?\s*['"]rails['"]/m.test(gems);
  const entries = namesIn(join(folder, 'test'));
  if (!isUsed && !entries.some((name) => /^test_.*\.rb$|_test\.rb$/.test(name))) return null;
  const bundle = has(folder, 'Gemfile.lock', 'gems.locked') ? ['bundle', 'exec'] : [];
  const files = ['test/**'];
  if (helper.includes('JUnitReporter'))
    return { runner: 'junit', command: [...bundle, 'rake', 'test'], report: 'test/reports/*.xml', files };
  return {
    runner: 'junit',
    command: [...bundle, ...RUBY, '--junit', `--junit-filename=${REPORT_PLACE}`],
    files,
    ...(/\bminitest-junit\b/.test(gems)
      ? {}
      : {
          missing:
            'Minitest needs a gem to write JUnit XML. Add minitest-junit to the Gemfile, and run bundle install.',
        }),
  };
};

const BUILD_TOOLS: readonly BuildTool[] = [
  { language: 'deno', find: findDeno },
  { language: 'bun', find: findBun },
  { language: 'maven', find: findMaven },
  { language: 'gradle', find: findGradle },
  { language: 'ruby', find: findMinitest },
];
