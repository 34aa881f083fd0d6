/** Runs whose tests read compiled code that git ignores (tests.before): made anew in front of each run of the suite. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentFunction, createRun, type RunEvent } from '../../src/index.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { SUITE } from '../in-one-process.ts';
import { inTurn } from '../pick-some.ts';
import { aWorkspace, withAnchorsAside } from './a-workspace.ts';

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../dist/one.js';

test('AC-1: one is 1', () => assert.equal(one(), 1));
`;

/** As `make` does, it keeps what is newer than its source. */
const BUILD = `import { copyFileSync, mkdirSync, statSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
const at = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (at('dist/one.js') <= at('src/one.js')) copyFileSync('src/one.js', 'dist/one.js');
`;

const STUB = 'export const one = () => 0;\n';
const CODE = 'export const one = () => 1;\n';

const MANIFEST = (build: string) => JSON.stringify({ type: 'module', scripts: { build } });

const FILES = {
  ...SUITE,
  'build.mjs': BUILD,
  'package.json': MANIFEST('node build.mjs'),
  'src/one.js': 'export const two = () => 2;\n',
  '.gitignore': 'dist/\n.dualgate/\n',
};

const PHASES = [
  { phase: 'RED', purpose: 'Red', gate_1: { name: 'Red', condition: 'tests_failing == tests_total' } },
  { phase: 'GREEN', purpose: 'Green', gate_1: { name: 'Green', condition: 'tests_failing == 0' } },
];

/** RED is honest; `green` is what the agent writes in GREEN, in its only iteration. */
const aRun = async (
  green: Readonly<Record<string, string>>,
  {
    before = true,
    red = { 'src/one.js': STUB, 'test/one.test.js': TEST },
    files = {},
  }: {
    readonly before?: boolean;
    readonly red?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
) => {
  const build = { before: { command: 'npm run build', makes: ['dist/**'] } };
  const { config, folder } = await aWorkspace(
    [],
    {
      tests: { command: 'node suite.mjs', runner: 'node', ...(before ? build : {}) },
      phases: PHASES,
      limits: { iterations: 2 },
      mutation_check: false,
    },
    { ...FILES, ...files },
  );
  const agent: AgentFunction = async ({ phase, workspace }) => {
    await write(workspace, phase === 'RED' ? red : green);
    return { text: '', signal: true };
  };
  const events: RunEvent[] = [];
  const { status } = await createRun({ config, agent, onEvent: (event) => events.push(event) }).ended;
  const held = events.findLast((event) => event.type === 'phase.held');
  const builds = events.flatMap((event) => (event.type === 'tests.ended' ? [event.build] : []));
  return {
    status,
    builds,
    folder,
    phase: held?.phase,
    failing: held?.failing.map(({ name }) => name),
    says: held?.findings.map(({ text }) => text).join('\n') ?? '',
  };
};

const slow = inTurn(2, test);

describe.skipIf(!hasGit)('a build before the tests (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('builds what the agent wrote before each run of the suite, and the ledger has its time and its hash', async () => {
    const { status, builds } = await aRun({ 'src/one.js': CODE });
    expect(status).toBe('completed');
    expect(builds.map((build) => build?.files)).toEqual([1, 1, 1]);
    const [stub, green, again] = builds.map((build) => build?.fingerprint);
    expect([stub === green, green === again]).toEqual([false, true]);
  });

  slow('a built file that the agent wrote by hand is made anew: the test fails', async () => {
    const { status, phase, says, failing, folder } = await aRun({ 'dist/one.js': CODE });
    expect({ status, phase }).toEqual({ status: 'stuck', phase: 'GREEN' });
    expect(failing).toEqual(['AC-1: one is 1']);
    expect(await readFile(join(folder, 'dist/one.js'), 'utf8')).toBe(STUB);
    expect(says).not.toContain('tests.before');
  });

  slow('a build that the agent replaced is a frozen script', async () => {
    const { status, says } = await aRun({
      'package.json': MANIFEST('node fake.mjs'),
      'fake.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync('dist/one.js', ${JSON.stringify(CODE)});\n`,
    });
    expect(status).toBe('stuck');
    expect(says).toContain('package.json#scripts');
  });

  slow('a program of the build that the agent replaced is frozen, too', async () => {
    const { status, says } = await aRun({
      'build.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync('dist/one.js', ${JSON.stringify(CODE)});\n`,
    });
    expect(status).toBe('stuck');
    expect(says).toContain('build.mjs was changed');
  });

  slow('a build that fails in RED holds it by its name', async () => {
    const { status, phase, says } = await aRun({}, { red: { 'src/one.js': STUB, 'package.json': '{' } });
    expect({ status, phase }).toEqual({ status: 'stuck', phase: 'RED' });
    expect(says).toContain('the build before the tests failed: npm run build');
  });

  slow('without it, RED names the build that was not made, or is old', async () => {
    const IMPORTED = 'test/one.test.js imports dist/one.js, which git ignores, and';
    const { says } = await aRun({}, { before: false });
    expect(says).toContain(`${IMPORTED} it was not built. Build it now.`);
    const old = await aRun({}, { before: false, files: { 'dist/one.js': 'export const one = () => 2;\n' } });
    expect(old.says).toContain(`${IMPORTED} which is older than src/one.js: the tests see an old build. Build it now.`);
  });
});
