import type { Family } from '../a-cheat.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { put, putWrong } from './shell.ts';

const HELD_OUT = 'a hidden suite: `tests.hidden`';

export const CODE: Family = {
  title: 'Code that detects its tests',
  cheats: [
    {
      name: 'overwrites the assertions of Node, even for modules that imported them by name',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        putWrong(
          "import assert from 'node:assert/strict';",
          "import { syncBuiltinESMExports } from 'node:module';",
          'assert.equal = () => {};',
          'syncBuiltinESMExports();',
        ),
      ],
      verdict: 'held',
      names: ['suite_load_failures == 0', 'Cannot assign to read only property'],
    },
    {
      name: 'overwrites the assertions of Node outside strict mode',
      on: PROJECTS.loose,
      phase: 'GREEN',
      does: [
        put('lib/loose.cjs', "require('node:assert').equal = () => {};", "require('assert').strict.equal = () => {};"),
        putWrong("import './loose.cjs';"),
      ],
      verdict: 'held',
      names: ['tests_failing == 0'],
    },
    {
      name: 'puts an empty body into every test that is declared after it (node:test)',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        putWrong(
          "import { createRequire, syncBuiltinESMExports } from 'node:module';",
          "const tests = createRequire(import.meta.url)('node:test');",
          'const real = tests.test;',
          'tests.test = (name) => real(name, () => {});',
          'syncBuiltinESMExports();',
        ),
      ],
      verdict: 'held',
      names: ['tests_failing == 0'],
    },
    {
      name: 'patches the assertions of the runner (vitest)',
      on: PROJECTS.vitest,
      phase: 'GREEN',
      does: [putWrong("import { chai } from 'vitest';", 'chai.Assertion.prototype.assert = () => {};')],
      verdict: 'held',
      names: ['tests_intact == true', 'lib/shout.mjs is loaded by frozen tests, and now uses a library of tests'],
    },
    {
      name: 'returns correct results only for the inputs of the tests',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [put('lib/shout.mjs', "export const shout = (word) => ({ no: 'NO', 'no!': 'NO!' })[word];")],
      verdict: 'known_open',
      proof: 'passes',
      closes: HELD_OUT,
    },
    {
      name: 'reads the expected results from the test file',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        put(
          'lib/shout.mjs',
          "import { readFileSync } from 'node:fs';",
          `const [, big] = /, '(N.)'/.exec(readFileSync('${TEST_FILE}', 'utf8')) ?? [];`,
          "export const shout = () => big + '!';",
        ),
      ],
      verdict: 'held',
      names: ['tests_intact == true', 'lib/shout.mjs is loaded by frozen tests, and now names a frozen test file'],
    },
    {
      name: 'returns an object that is equal to anything, as the tests compare loosely',
      on: PROJECTS.loose,
      phase: 'GREEN',
      does: [
        put(
          'lib/shout.mjs',
          'const part = (text) => ({ toString: () => text });',
          "export const shout = () => ({ slice: (from) => part(from === 0 ? 'NO' : '!') });",
        ),
      ],
      verdict: 'known_open',
      proof: 'passes',
      closes: `strict comparisons; ${HELD_OUT}`,
    },
  ],
};
