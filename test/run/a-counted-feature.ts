/**
 * An honest feature in one iteration a phase, and the runs of its suite, counted from outside: the program of the test
 * command writes a line each time that it starts.
 */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { linkRunner } from '../cheats/try-cheat.ts';
import { aFolder, write } from '../evidence/a-repository.ts';
import { canRun } from '../runners/find-tool.ts';
import { modulesWith } from '../runners/runner-modules.ts';
import { aWorkspace, HONEST, type ScriptedTurn, type Workspace } from './a-workspace.ts';

type Files = Readonly<Record<string, string>>;

/**
 * A project with an old test, which may take long, and the work of an honest agent on it. Some names of its tests are made while
 * they run.
 */
export interface CountedProject {
  readonly name: string;
  readonly isThere: boolean;
  /** The program that is counted. */
  readonly program: string;
  readonly tests: Readonly<Record<string, unknown>>;
  /** Installed in the workspace. */
  readonly installed?: string;
  /** @param seconds - that the old test takes */
  readonly files: (seconds: number) => Files;
  /** Part of the arguments of a run that is not of the whole suite. */
  readonly ofPart: string;
  readonly red: Files;
  readonly green: Files;
  readonly refactor: Files;
}

const JS_CODE = {
  red: 'export const sum = (prices) => undefined;\n',
  green: `export const sum = (prices) => {
  let all = 0;
  for (const price of prices) {
    if (price > 0) all += price;
  }
  return all;
};
`,
  refactor: `const isPrice = (price) => price > 0;

export const sum = (prices) => {
  let all = 0;
  for (const price of prices) {
    if (isPrice(price)) all += price;
  }
  return all;
};
`,
};

const inJs = (imports: string) => ({
  files: (seconds: number): Files => ({
    'package.json': '{ "type": "module" }\n',
    '.gitignore': 'node_modules\n',
    'src/old.js': 'export const old = (n) => n + 1;\n',
    'test/old.test.js': `${imports}
import assert from 'node:assert/strict';
import { old } from '../src/old.js';
test('the old one', async () => {
  await new Promise((done) => setTimeout(done, ${seconds * 1_000}));
  assert.equal(old(1), 2);
}, 60_000);
`,
  }),
  red: {
    'src/sum.js': JS_CODE.red,
    'test/sum.test.js': `${imports}
import assert from 'node:assert/strict';
import { sum } from '../src/sum.js';
test('AC-1: prices are added, and others left out', () => assert.equal(sum([1, 2, -3, 4]), 7));
for (const [named, prices] of [['nothing', []], ['what is given away', [-1]]])
  test(\`AC-1: \${named} costs nothing\`, () => assert.equal(sum(prices), 0));
`,
  },
  green: { 'src/sum.js': JS_CODE.green },
  refactor: { 'src/sum.js': JS_CODE.refactor },
  ofPart: 'sum.test.js',
  program: 'node',
});

const PY_TEST = `import pytest
from sum import sum_of


def test_ac_1_prices_are_added():
    assert sum_of([1, 2, -3, 4]) == 7


@pytest.mark.parametrize("prices", [[], [-1]])
def test_ac_1_nothing_costs_nothing(prices):
    assert sum_of(prices) == 0
`;
const GO_TEST = `package sum

import "testing"

func TestAC1PricesAreAdded(t *testing.T) {
	if got := Sum([]int{1, 2, -3, 4}); got != 7 {
		t.Errorf("got %d", got)
	}
}

func TestAC1OnePrice(t *testing.T) {
	for name, prices := range map[string][]int{"one price": {5}, "and none": {5, -5}} {
		t.Run(name, func(t *testing.T) {
			if got := Sum(prices); got != 5 {
				t.Errorf("got %d", got)
			}
		})
	}
}
`;

/** In TAP nothing says which file a test is in: no part of the suite can be asked alone. */
export const TAP: CountedProject = {
  ...inJs("import { test } from 'node:test';"),
  name: 'tap',
  isThere: true,
  tests: { command: 'node --test --test-reporter=tap', runner: 'tap', files: ['test/**'] },
};

export const PROJECTS: readonly CountedProject[] = [
  {
    ...inJs("import { test as declare } from 'node:test';\nconst test = (name, body) => declare(name, body);"),
    name: 'node:test',
    isThere: true,
    tests: { command: 'node --test' },
  },
  {
    ...inJs("import { test } from 'vitest';"),
    name: 'vitest',
    isThere: modulesWith('vitest') !== null,
    installed: 'vitest',
    tests: { command: 'node node_modules/vitest/vitest.mjs run' },
  },
  {
    name: 'pytest',
    isThere: canRun('python3', '-m', 'pytest', '--version'),
    program: 'python3',
    tests: { command: 'python3 -m pytest -q' },
    files: (seconds) => ({
      '.gitignore': '__pycache__/\n.pytest_cache/\n',
      'conftest.py': '',
      'tests/test_old.py': `import time\n\n\ndef test_old():\n    time.sleep(${seconds})\n    assert 1 + 1 == 2\n`,
    }),
    red: { 'sum.py': 'def sum_of(prices):\n    return None\n', 'tests/test_sum.py': PY_TEST },
    green: {
      'sum.py':
        'def sum_of(prices):\n    total = 0\n    for price in prices:\n        if price > 0:\n            total += price\n    return total\n',
    },
    refactor: {
      'sum.py':
        'def is_price(price):\n    return price > 0\n\n\ndef sum_of(prices):\n    total = 0\n    for price in prices:\n        if is_price(price):\n            total += price\n    return total\n',
    },
    ofPart: 'test_sum.py',
  },
  {
    name: 'go',
    isThere: canRun('go', 'version'),
    program: 'go',
    tests: { command: 'go test ./...' },
    files: (seconds) => ({
      'go.mod': 'module example.com/sum\n\ngo 1.19\n',
      'old/old.go': 'package old\n\nfunc Old(n int) int { return n + 1 }\n',
      'old/old_test.go': `package old\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestOld(t *testing.T) {\n\ttime.Sleep(${seconds * 1_000} * time.Millisecond)\n\tif Old(1) != 2 {\n\t\tt.Error("no")\n\t}\n}\n`,
    }),
    red: { 'sum/sum.go': 'package sum\n\nfunc Sum(prices []int) int { return -1 }\n', 'sum/sum_test.go': GO_TEST },
    green: {
      'sum/sum.go':
        'package sum\n\nfunc Sum(prices []int) int {\n\ttotal := 0\n\tfor _, price := range prices {\n\t\tif price > 0 {\n\t\t\ttotal += price\n\t\t}\n\t}\n\treturn total\n}\n',
    },
    refactor: {
      'sum/sum.go':
        'package sum\n\nfunc isPrice(price int) bool { return price > 0 }\n\nfunc Sum(prices []int) int {\n\ttotal := 0\n\tfor _, price := range prices {\n\t\tif isPrice(price) {\n\t\t\ttotal += price\n\t\t}\n\t}\n\treturn total\n}\n',
    },
    ofPart: './sum',
  },
];

const turnsOf = ({ red, green, refactor }: CountedProject): readonly ScriptedTurn[] => [
  { phase: 'RED', write: red, say: 'They fail.', signal: true },
  { phase: 'GREEN', write: green, say: 'They pass.', signal: true },
  { phase: 'REFACTOR', write: refactor, say: 'It is simpler.', signal: true, refactoring_complete: true },
  { phase: 'DOCUMENT', ...HONEST.DOCUMENT },
];

export interface Counted extends Workspace {
  readonly status: string;
  /** Starts of the program: of the whole suite and of a part of it, by the phase that was decided next. */
  readonly whole: readonly string[];
  readonly parts: readonly string[];
}

/** @param seconds - that the suite takes at least */
export const playCounted = async (
  project: CountedProject,
  seconds = 0,
  { turns = turnsOf(project), config: keys = {} }: { turns?: readonly ScriptedTurn[]; config?: object } = {},
): Promise<Counted> => {
  const aside = await aFolder();
  const log = join(aside, 'log');
  const real = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, project.program))
    .find((path) => existsSync(path));
  await write(aside, {
    log: '',
    [`bin/${project.program}`]: `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real ?? ''}' "$@"\n`,
  });
  chmodSync(join(aside, 'bin', project.program), 0o755);
  vi.stubEnv('PATH', `${join(aside, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { folder, config } = await aWorkspace(
    turns,
    {
      tests: { timeout: '2m', ...project.tests },
      limits: { iterations: 8 },
      ...keys,
    },
    project.files(seconds),
  );
  if (project.installed !== undefined) linkRunner(folder, project.installed);
  const whole: string[] = [];
  const parts: string[] = [];
  let seen = 0;
  const count = (phase: string): void => {
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => isRun(line));
    for (const line of lines.slice(seen)) (line.includes(project.ofPart) ? parts : whole).push(phase);
    seen = lines.length;
  };
  const run = createRun({
    config,
    onEvent: (event) => {
      if (event.type === 'phase.entered' && event.phase === 'RED') count('baseline');
      if (event.type === 'iteration.decided') count(event.phase);
    },
  });
  const { status, why } = await run.ended;
  count('end');
  expect(why).not.toContain('did not start');
  return { folder, config, status, whole, parts };
};

/** Not another use of the same program. */
const isRun = (line: string): boolean => /--test\b|vitest\.mjs run|-m pytest|^test /.test(line);
