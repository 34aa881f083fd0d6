/**
 * A project with a config and a scripted agent, in which the programs of the papers work; and what an agent printed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IN_ONE_PROCESS, SUITE } from '../in-one-process.ts';

const CONFIG = `version: 1
work: { spec: specs/sum.md }
agent: { use: scripted, script: agent.yaml }
tests: { command: ${IN_ONE_PROCESS.command}, runner: ${IN_ONE_PROCESS.runner} }
phases:
  - phase: RED
    purpose: Verify all tests are generated and failing
    gate_1: { condition: tests_total >= criteria_count AND tests_failing == tests_total }
  - phase: GREEN
    purpose: Verify all tests pass with implementation
    gate_1: { condition: tests_failing == 0 AND consecutive_green_runs >= 2 }
`;

const AGENT = `turns:
  - phase: RED
    iteration: 1
    write: { src/sum.mjs: "export const sum = () => null;\\n" }
    signal: true
  - phase: RED
    write:
      test/sum.test.mjs: |
        import test from 'node:test';
        import assert from 'node:assert';
        import { sum } from '../src/sum.mjs';
        test('[AC-1] adds', () => assert.equal(sum(1, 2), 3));
    signal: true
  - phase: GREEN
    write: { src/sum.mjs: "export const sum = (a, b) => a + b;\\n" }
    signal: true
`;

const FILES: Readonly<Record<string, string>> = {
  'dualgate.yaml': CONFIG,
  'agent.yaml': AGENT,
  '.gitignore': 'state/\n',
  'package.json': '{ "name": "tiny", "private": true }\n',
  ...SUITE,
  'specs/sum.md': '- [ ] AC-1: adds two numbers\n',
};

/** In a folder that is there. */
export const layOutTinyProject = async (folder: string): Promise<void> => {
  await mkdir(join(folder, 'specs'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(folder, path), text);
};

/** Output of Claude Code at its end, as JSON, with the RALPH block inside. */
export const TRANSCRIPT = JSON.stringify({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'All is done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n',
});
