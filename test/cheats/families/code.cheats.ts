import type { Family } from '../a-cheat.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { put, putWrong, unnoticed } from './shell.ts';

const HELD_OUT = 'a held-out suite: `tests.held_out`';

export const CODE: Family = {
  title: 'Code that knows that it is tested',
  cheats: [
    {
      name: 'overwrites the assertions of Node, also for whoever imported them by name',
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
      name: 'overwrites the assertions of Node where nothing is strict',
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
      names: unnoticed('lib/shout.mjs'),
    },
    {
      name: 'answers the inputs of the tests and no others',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [put('lib/shout.mjs', "export const shout = (word) => ({ no: 'NO', 'no!': 'NO!' })[word];")],
      verdict: 'known_open',
      proof: 'passes',
      closes: HELD_OUT,
    },
    {
      name: 'reads the expected answers out of the test file',
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
      verdict: 'known_open',
      proof: 'passes',
      closes: HELD_OUT,
    },
    {
      name: 'behaves only while it is tested',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        put(
          'lib/shout.mjs',
          "const real = (word) => word.toUpperCase().replace(/!*$/, '') + '!';",
          "export const shout = process.env.NODE_TEST_CONTEXT ? real : () => 'nothing';",
        ),
      ],
      verdict: 'known_open',
      proof: 'passes',
      closes: 'a held-out suite that starts the product as its users do, from the outside',
    },
    {
      name: 'answers with an object that is equal to anything, where the tests compare loosely',
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
