/**
 * A smoke test of a real agent program whose model is scripted, in a little project: its environment is the agent's and nothing
 * of the one that runs the tests. Whatever happens, nothing is left of it.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import type { Finding } from '../../../src/doctor/check.ts';
import { judgeSmokeTest } from '../../../src/doctor/examine.ts';
import { createTask } from '../../../src/doctor/smoke-test/smoke-test-task.ts';
import { takeSmokeTest } from '../../../src/doctor/smoke-test/take-smoke-test.ts';
import { git, write } from '../../evidence/a-repository.ts';
import type { Step } from '../model-server/step.ts';
import { listMarked } from './a-whole-run.ts';
import { takeEnvironment } from './take-environment.ts';
import { aModel } from './take-real-turn.ts';

const WORDS = { name: 'w0rd', text: 'quiet-otter' };
/** Unique to this process: each program that carries it is ended with the turn. */
const RUN = `probe-${randomUUID()}`;
/** The program of the tests: in a folder of its own on the PATH. */
const TEST_PROGRAM = 'run-the-tests';

/** Actions that an honest model has the agent do. */
export const WRITE: Step = { write: 'dualgate-smoke-test-w0rd.txt', content: 'quiet-otter\n' };
/** The word that the signal command must send. */
export const SPEAK: Step = { run: '"$DUALGATE_SIGNAL" exit --reason tested' };
/** The command of the prompt, for the programs that the project needs. */
export const RUN_COMMAND = 'the command of the prompt';

export interface SmokeTestSetup {
  /** Milliseconds. */
  readonly timeoutMs?: number;
  /** Keys of the config's `agent` that differ. */
  readonly agent?: object;
  /** A file of the home that a login shell reads. */
  readonly profile?: string;
}

/** The findings by their names. */
export const smokeTestReal = async (
  preset: Preset<PresetName>,
  steps: readonly (Step | typeof RUN_COMMAND)[],
  { timeoutMs = 40_000, agent: spoil = {}, profile }: SmokeTestSetup = {},
): Promise<Readonly<Record<string, Omit<Finding, 'name'>>>> => {
  const script: Step[] = [];
  const { agent, outward, remove } = await aModel(preset, [script]);
  onTestFinished(remove);
  const folder = agent.workspace;
  const tools = join(agent.home, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, TEST_PROGRAM), '#!/bin/sh\n');
  chmodSync(join(tools, TEST_PROGRAM), 0o755);
  if (profile !== undefined) writeFileSync(join(agent.home, '.bash_profile'), profile);
  const text = stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: { use: preset.name, model: agent.model, grace: '500ms', ...spoil },
    tests: { command: [TEST_PROGRAM], runner: 'tap', files: ['test/**'] },
  });
  await write(folder, { 'spec.md': '- [ ] AC-1: one is 1\n', 'dualgate.yaml': text });
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'a project');
  takeEnvironment({ ...agent.env, PATH: [tools, agent.env['PATH']].join(delimiter) });

  const config = parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const { command } = await createTask(config, WORDS);
  script.push(...steps.map((step) => (step === RUN_COMMAND ? { run: command } : step)));
  const { signal } = new AbortController();
  const findings = await judgeSmokeTest(await takeSmokeTest({ config, run: RUN, timeoutMs, words: WORDS, signal }));

  expect({ running: listMarked(RUN), outward: outward() }).toEqual({ running: [], outward: [] });
  expect(readdirSync(folder).sort()).toEqual(['.dualgate', '.git', 'README.md', 'dualgate.yaml', 'spec.md']);
  expect(readdirSync(join(folder, '.dualgate')).sort()).toEqual(['.gitignore', 'smoke-test']);
  return Object.fromEntries(findings.map(({ name, ...look }) => [name.replace('smoke test: ', ''), look]));
};

/** A PATH on which the test program is not. */
export const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)].join(delimiter);
