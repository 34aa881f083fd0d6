import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Config, parseConfig } from '../src/read-config/parse-config.ts';
import { createProject } from './cli/a-project.ts';
import { layOutTinyProject } from './docs/a-tiny-project.ts';
import { aProject } from './end-to-end/a-project.ts';
import { aFolder, hasGit } from './evidence/a-repository.ts';
import { aWorkspace } from './run/a-workspace.ts';
import { aListProject } from './queue/list/a-list.ts';

/**
 * Keys that switch a default off. A user has the defaults: a path that no test takes with them on is broken when the
 * user takes it. Whose claim is about something else, and slow with them, says so where it calls the helper.
 * A message names the key with its path, `signals.require_nonce`; no config does.
 */
const OFF =
  /(?<!signals\.)\b(?:mutation_check|commits|require_nonce)\W{1,3}(?:false|null)\b|\breopenings\W{1,3}0\b|\b(?:backoff|cooldown)\W{1,3}\d+m?s\b/;

const HELPERS = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(?:test|bench|suite)\.ts$/.test(entry.name))
  .map((entry) => relative(import.meta.dirname, join(entry.parentPath, entry.name)));

const findOff = (text: string): readonly string[] => text.split('\n').filter((line) => OFF.test(line));

const parse = (folder: string): Config => {
  const path = join(folder, 'dualgate.yaml');
  return parseConfig(readFileSync(path, 'utf8'), { path, readFile: () => '' });
};

/** The config of somebody who names nothing but the agent, the spec and the suite. */
const DEFAULTS = parseConfig('work: { spec: s.md }\nagent: { command: a }\ntests: { command: node --test }\n', {
  path: '/project/dualgate.yaml',
  readFile: () => '',
});
const settingsOf = ({ mutation_check, circuit_breaker, limits, signals, integrity, agent, tests }: Config) => ({
  mutation_check,
  circuit_breaker,
  limits,
  require_nonce: signals.require_nonce,
  integrity,
  turn_ms: agent.timeout_ms,
  suite_ms: tests.suites.map(({ timeout_ms }) => timeout_ms),
});
const limitsOf = ({ phases }: Config) => new Set(phases.map(({ limits }) => JSON.stringify(limits)));

describe('a helper that tests share', () => {
  test('switches no default off in its source', () => {
    expect(HELPERS.length).toBeGreaterThan(100);
    const found = HELPERS.flatMap((file) =>
      findOff(readFileSync(join(import.meta.dirname, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    'mutation_check: false,',
    "const CONFIG = 'mutation_check: null\\n';",
    '{ "commits": false }',
    'signals: { require_nonce: false }',
    "circuit_breaker: { reopenings: 0, backoff: '1ms' },",
    'circuit_breaker: { cooldown: 20s }',
  ])('would be found by this line: %s', (line) => {
    expect(findOff(line)).toEqual([line]);
  });

  test.each(['mutation_check: { mutants: 3 },', 'commits: true,', "cooldown: '5m'", '/** Without a probe. */'])(
    'may say this: %s',
    (line) => {
      expect(findOff(line)).toEqual([]);
    },
  );

  test.skipIf(!hasGit).each([
    ['aWorkspace', async () => (await aWorkspace()).folder],
    ['aProject', async () => (await aProject(await aFolder())).workspace],
    [
      'createProject',
      async () => {
        const { folder, remove } = await createProject();
        onTestFinished(remove);
        return folder;
      },
    ],
    ['aListProject', async () => (await aListProject({ a: '' })).folder],
    [
      'layOutTinyProject',
      async () => {
        const folder = await aFolder();
        await layOutTinyProject(folder);
        return folder;
      },
    ],
  ])('leaves breaker, limits, mutation check and nonce as a user has them: %s (needs git)', async (_name, layOut) => {
    const config = parse(await layOut());
    expect(settingsOf(config)).toEqual(settingsOf(DEFAULTS));
    expect(limitsOf(config)).toEqual(limitsOf(DEFAULTS));
  });
});
