import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  askRunners,
  FILES_RUNNERS,
  NAMED_RUNNERS,
  RUNNER_NAMES,
  type RunnerName,
  RUNNERS,
} from '../../src/runners/runners.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** A word of many meanings names a runner by these alone, or where it is compared with one. */
const SIGNS: Readonly<Partial<Record<RunnerName, RegExp>>> = {
  node: /\bnode:test\b|\bnode --test(?![\w-])|'--test'|NODE_TEST/,
  go: /\bgo\.(?:mod|sum|work)\b|\bgo test\b|_test\.go\b|\bGO(?:FLAGS|ENV|CACHE)\b/,
  tap: /'tap'|\bTAP\b|\.taprc\b/,
  text: /\bPASS\b.*\bFAIL\b/,
};
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const signOf = (name: RunnerName): RegExp =>
  SIGNS[name] ?? new RegExp(`(?<![A-Za-z])${name}(?![a-z])|${capital(name)}(?![a-z])|${name.toUpperCase()}(?![A-Z])`);
const isCompared = (line: string, name: RunnerName): boolean =>
  new RegExp(`\\brunner\\S* [!=]==? '${name}'|RUNNERS(?:\\.${name}\\b|\\['${name}'\\])`, 'i').test(line);

/** Comments explain by example; nothing is decided by them. */
const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\*|\*|\/\/)/.test(line))
    .map((line) => line.replace(/\s\/\/ .*$|\s\/\*\* .*$/, ''))
    .join('\n');

const namesIn = (text: string): readonly RunnerName[] =>
  RUNNER_NAMES.filter((name) =>
    text.split('\n').some((line) => signOf(name).test(line) || isCompared(line, name)),
  ).sort();

describe('a test runner', () => {
  test('has a row for every folder that holds one, by the name of the folder', () => {
    const lying = filesOf('src/runners').filter((file) => file.endsWith('.runner.ts'));
    expect(lying.sort()).toEqual(RUNNER_NAMES.map((name) => `src/runners/${name}/${name}.runner.ts`).sort());
  });

  // In each of these a runner is meant by its name, and a new one has nothing to add.
  const NAMED: Readonly<Record<string, readonly string[]>> = {
    // Comments that count for a whole file.
    'src/evidence/integrity/additions/script-additions.ts': ['jest', 'vitest'],
    'src/prove/judge-imports.ts': ['cargo'],
    'src/evidence/integrity/checked/follow-programs.ts': ['cargo'],
    'src/evidence/integrity/helpers/test-helpers.ts': ['pytest'],
    'src/evidence/integrity/helpers/reaching-code.ts': ['go'],
    // Go's test files share the names of their package.
    'src/evidence/integrity/helpers/uses-of-tests.ts': ['go'],
    'src/evidence/mutation-check/find-changes.ts': ['cargo', 'jest', 'playwright', 'vitest'],
    'src/evidence/mutation-check/languages.ts': ['cargo'],
    // Build tools that report JUnit XML, manifests of packages, and the tools of languages.
    'src/runners/build/build-tools.ts': ['junit'],
    'src/doctor/init/find-packages.ts': ['cargo', 'go'],
    'src/doctor/init/render-phases.ts': ['cargo', 'go'],
    // Without a known runner, the config is to be completed for one that most programs can report to.
    'src/doctor/init/render-config.ts': ['tap'],
    // Examples: of a command, of one outside, of a folder that tests may read. And the key `junit` of the config.
    'src/project/config/schema/tests-schema.ts': ['junit', 'node', 'vitest'],
    'src/project/config/check-suites.ts': ['junit'],
    'src/evidence/baseline.ts': ['junit'],
    // Advice about a key in the config of a runner.
    'src/evidence/findings/findings.ts': ['pytest'],
    // Advice to use a runner that reads what other programs write.
    'src/evidence/findings/evidence-sentences.ts': ['junit'],
    'src/runners/report/suite-report.ts': ['tap'],
    'src/runners/why-no-test/node-causes.ts': ['junit'],
    // The JUnit XML of another runner, which says less than that runner tells its own reporters.
    'src/runners/command/refuse-command.ts': ['junit', 'node'],
    // A tool whose cache is switched off.
    'src/runners/replays/caching-tools.ts': ['go'],
    'src/project/config/schema/agent-schema.ts': ['playwright'],
    // The command that nobody runs, in the config of a case.
    'src/doctor/conformance/record-case.ts': ['vitest'],
    // A launcher of scripts that is a runner by one of its options.
    'src/runners/command/find-program.ts': ['node'],
    // Names that a test file uses for what applies to each of its tests.
    'src/evidence/integrity/earlier/judge-text.ts': ['pytest'],
    'src/evidence/integrity/earlier/same-words.ts': ['pytest'],
    'src/evidence/integrity/earlier/judge-script.ts': ['jest', 'vitest'],
    // Output of the tools of a language, and the advice about it.
    'src/runners/why-no-test/why-no-test.ts': ['cargo', 'go', 'pytest'],
  };

  test('is named in its folder and in the table, and nowhere else but where it is meant by name', () => {
    const found = ['gates', 'machines', 'src'].flatMap(filesOf).flatMap((file) => {
      const isOwn = RUNNER_NAMES.some((name) => file.startsWith(`src/runners/${name}/`));
      if (isOwn || file === 'src/runners/runners.ts') return [];
      const names = namesIn(withoutComments(readFileSync(join(root, file), 'utf8')));
      return names.length === 0 ? [] : [[file, names] as const];
    });
    expect(Object.fromEntries(found)).toEqual(NAMED);
  });

  test.each(RUNNER_NAMES)('%s would be seen outside of its folder', (name) => {
    const file = join(root, `src/runners/${name}/${name}.runner.ts`);
    expect(namesIn(withoutComments(readFileSync(file, 'utf8')))).toContain(name);
    expect(namesIn(`if (suite.runner === '${name}') return null;`)).toContain(name);
  });

  test('that no command shows says what it stands for, and no other does', () => {
    expect(NAMED_RUNNERS.map(({ name }) => name)).toEqual(
      RUNNER_NAMES.filter((name) => RUNNERS[name].isFoundIn === undefined),
    );
    expect(FILES_RUNNERS[0]).toBe('junit');
  });

  test('is asked with all others, in the order of the table, and what belongs to none comes last', () => {
    const members = RUNNER_NAMES.flatMap((name) => RUNNERS[name].frozen?.member ?? []);
    expect(members.length).toBeGreaterThan(1);
    expect(askRunners(({ frozen }) => frozen?.member)).toEqual([...members, 'babel']);
    expect(askRunners(({ tests }) => tests?.modules?.script)).toEqual(
      expect.arrayContaining(['vitest', '@jest/globals', 'node:test', 'chai']),
    );
  });
});
