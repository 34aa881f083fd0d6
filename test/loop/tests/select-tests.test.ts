import { describe, expect, test } from 'vitest';
import { selectTests } from '../../../src/loop/tests/measure-suite.ts';
import { parse } from '../../project/config/a-config.ts';

const suite = (name: string, runner: 'vitest' | 'tap', command: readonly string[]) => ({
  name,
  folder: name,
  runner,
  command,
  timeoutMs: 60_000,
});
const WEB = suite('packages/web', 'vitest', ['npx', 'vitest', 'run']);
const API = suite('packages/api', 'vitest', ['npx', 'vitest', 'run']);
const SOURCES = new Map(
  ['packages/web/a.test.ts', 'packages/web/b.test.ts', 'packages/api/a.test.ts'].map((path) => [path, '']),
);
const commandsOf = (suites: Parameters<typeof selectTests>[0]['suites'], ids: readonly string[]) =>
  selectTests(
    {
      config: parse('version: 1\nwork: { spec: a.md }\nagent: { command: it }\ntests: { command: npx vitest run }\n'),
      suites,
    },
    ids,
    SOURCES,
  ).map(({ name, command }) => [name, command.slice(-2)] as const);

describe('the suites of some tests', () => {
  test('run the files of these alone, from their folders, each file once', () =>
    expect(commandsOf([WEB], ['packages/web/a.test.ts > adds', 'packages/web/a.test.ts > takes'])).toEqual([
      ['packages/web', ['run', 'a.test.ts']],
    ]));

  test('are those whose name stands in the ids, where there are several', () =>
    expect(
      commandsOf([WEB, API], ['packages/api/a.test.ts > packages/api > adds', 'packages/web/a.test.ts > adds']),
    ).toEqual([['packages/api', ['run', 'a.test.ts']]]));

  test('are none where the runner runs no single file, or the file is gone', () => {
    expect(commandsOf([suite('packages/web', 'tap', ['tape'])], ['packages/web/a.test.ts > adds'])).toEqual([]);
    expect(commandsOf([WEB], ['packages/web/gone.test.ts > adds'])).toEqual([]);
  });
});
