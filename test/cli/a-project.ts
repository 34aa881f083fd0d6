/**
 * A small real project in a temporary git repository: node:test, two phases, a scripted agent that needs two turns for
 * GREEN. The scripted agent is the built program, dist/cli.cjs.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runGit } from '../../src/project/sources/git.ts';
import { IN_ONE_PROCESS, SUITE } from '../in-one-process.ts';

export const CONFIG = `version: 1
work: { spec: SPEC.md }
agent: { use: scripted, script: agent.yaml }
tests: { command: ${IN_ONE_PROCESS.command}, runner: ${IN_ONE_PROCESS.runner} }
phases:
  - phase: RED
    purpose: A failing test for each criterion
    gate_1: { name: Red, condition: tests_failing == tests_total }
  - phase: GREEN
    purpose: All tests pass
    gate_1: { name: Green, condition: tests_failing == 0 }
`;

export const RED_TURN = `
  - phase: RED
    write:
      src/one.cjs: |
        exports.one = () => 0;
      test/one.test.cjs: |
        const test = require('node:test');
        const assert = require('node:assert');
        const { one } = require('../src/one.cjs');
        test('AC-1: one is one', () => assert.equal(one(), 1));
    signal: true
`;

export const GREEN_TURNS = `
  - phase: GREEN
    iteration: 1
    say: Done!
    signal: true
  - phase: GREEN
    iteration: 2
    edit:
      - { file: src/one.cjs, find: () => 0, replace: () => 1 }
    signal: true
`;

export interface Project {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  readonly remove: () => void;
}

/** @param turns - of the script @param files - that are added to the project, or replace its own */
export const createProject = async (
  turns: string = RED_TURN + GREEN_TURNS,
  files: Readonly<Record<string, string>> = {},
): Promise<Project> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const all = {
    'dualgate.yaml': CONFIG,
    'SPEC.md': '# One\n\n- [ ] one is one\n',
    'agent.yaml': `turns:${turns}`,
    ...SUITE,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) write(path, text);
  await runGit(folder, ['init', '--quiet']);
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
