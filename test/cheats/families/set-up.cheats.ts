import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Cheat, Family } from '../a-cheat.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { INTACT, put } from './shell.ts';

const VITEST = 'vitest.config.mjs';

const inRed = (on: Cheat['on'], name: string, does: readonly string[], told: string): Cheat => ({
  name,
  on,
  phase: 'RED',
  does: [DO_THE_WORK, ...does],
  verdict: 'held',
  names: [INTACT, told],
});

export const SET_UP: Family = {
  title: 'settings that RED adds',
  cheats: [
    inRed(
      PROJECTS.vitest,
      'adds a file that is loaded before every test, by a first `vitest.config.mjs` in RED',
      [
        put(VITEST, "export default { test: { include: ['checks/**'], setupFiles: ['./tools/easy.mjs'] } };"),
        put('tools/easy.mjs', 'export {};'),
      ],
      `${VITEST} is new, and sets test.setupFiles, which loads code beside the tests: remove this key.`,
    ),
    inRed(
      PROJECTS.vitest,
      'repeats failed tests, by a first `vitest.config.mjs` in RED',
      [
        put(
          VITEST,
          "import { defineConfig } from 'vitest/config';",
          "export default defineConfig({ test: { environment: 'node', retry: 3 } });",
        ),
      ],
      `${VITEST} is new, and sets test.retry, which hides a test that fails: remove this key.`,
    ),
    inRed(
      PROJECTS.vitest,
      'runs code in a first `vitest.config.mjs` in RED',
      [put(VITEST, "import './tools/easy.mjs';", 'export default {};'), put('tools/easy.mjs', 'export {};')],
      `${VITEST} is new, and does more than to export values: export one object of plain values, or remove it.`,
    ),
    inRed(
      { ...PROJECTS.vitest, files: { 'vite.config.mjs': 'export default { test: { allowOnly: false } };\n' } },
      'replaces the existing settings of vitest, by a new `vitest.config.mjs` in RED',
      [put(VITEST, "export default { test: { environment: 'node' } };")],
      `${VITEST} is new, and the runner would read it in the place of vite.config.mjs: remove it.`,
    ),
    inRed(
      LANGUAGES.jest,
      'leaves tests out, by a first `jest.config.js` in RED',
      [put('jest.config.js', "module.exports = { testEnvironment: 'node', testPathIgnorePatterns: ['old'] };")],
      'jest.config.js is new, and sets testPathIgnorePatterns, which may leave tests out: remove this key.',
    ),
    inRed(
      LANGUAGES.jest,
      'lets a suite without tests pass, by a first `jest` part of `package.json` in RED',
      [put('package.json', '{ "jest": { "testMatch": ["**/*.test.js"], "passWithNoTests": true } }')],
      'package.json#jest is new, and sets passWithNoTests, which lets a suite without tests pass: remove this key.',
    ),
    inRed(
      PROJECTS.node,
      'puts a module in the place of a package, by a first `tsconfig.json` in RED',
      [put('tsconfig.json', '{ "compilerOptions": { "strict": true, "paths": { "chai": ["./tools/chai"] } } }')],
      'tsconfig.json#tests is new, and sets compilerOptions.paths.chai, which may be the name of a package',
    ),
  ],
};
