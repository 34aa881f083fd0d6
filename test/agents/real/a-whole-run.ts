/**
 * A run of the whole loop over a little project, by a real agent program whose model is scripted: its environment is the
 * agent's and nothing of the one that runs the tests.
 */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { linuxProcesses } from '../../../src/base/processes/linux-processes.ts';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import type { Ended } from '../../../src/run/end-run.ts';
import { git, write } from '../../evidence/a-repository.ts';
import type { ModelServer } from '../model-server/model-server.ts';
import type { Step } from '../model-server/step.ts';
import { takeEnvironment } from './take-environment.ts';
import { aModel } from './take-real-turn.ts';

export interface WholeRun {
  readonly id: string;
  readonly ended: Ended;
  /** The ledger's file. */
  readonly ledger: string;
  readonly config: Config;
  readonly events: readonly RunEvent[];
  readonly model: ModelServer;
  /** Absolute. */
  readonly workspace: string;
  /** Its requests to other hosts. */
  readonly outward: readonly string[];
}

export interface WholeRunOptions {
  /** The phase after which the run pauses. @default none: it runs to the end */
  readonly until?: 'RED' | 'GREEN' | 'REFACTOR';
  /** Keys of the config's `agent` that differ. */
  readonly agent?: object;
  /** Files that are there from the start. */
  readonly files?: Readonly<Record<string, string>>;
  /** Other keys of the config, for the agent with this model. */
  readonly configOf?: (model: string | null) => object;
  readonly now?: () => Date;
  readonly watch?: (event: RunEvent, model: ModelServer) => void;
}

/** @param lists - one of steps for each turn; one that is added while the run is active counts, too */
export const runWhole = async (
  preset: Preset<PresetName>,
  lists: readonly (readonly Step[])[],
  { until, agent: spoil, files = {}, configOf, now, watch = () => {} }: WholeRunOptions = {},
): Promise<WholeRun> => {
  const { agent, model, outward, remove } = await aModel(preset, lists);
  onTestFinished(remove);
  const folder = agent.workspace;
  await write(folder, { ...files, 'package.json': '{ "type": "module" }\n', 'spec.md': '- [ ] AC-1: one is 1\n' });
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'a project');
  const isShort = until === 'RED' || until === 'GREEN';
  const text = stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: {
      use: preset.name,
      ...(agent.model !== null && { model: agent.model }),
      timeout: '40s',
      grace: '500ms',
      ...spoil,
    },
    tests: { command: 'node --test', timeout: '30s' },
    // Mermaid is started before a run that may come to DOCUMENT.
    ...(isShort && { phases: DEFAULT_PHASES.filter(({ phase }) => phase !== 'DOCUMENT') }),
    ...configOf?.(agent.model),
  });
  await write(folder, { 'dualgate.yaml': text });
  takeEnvironment(agent.env);
  const events: RunEvent[] = [];
  const config = parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const run = createRun({
    config,
    ...(until === undefined ? {} : { until }),
    onEvent: (event) => {
      events.push(event);
      watch(event, model);
    },
    ...(now === undefined ? {} : { now }),
  });
  const ended = await run.ended;
  return { id: run.id, ended, ledger: run.ledger, config, events, model, workspace: folder, outward: outward() };
};

/** `pid command` of what carries the run's marker. */
export const listMarked = (id: string): readonly string[] =>
  linuxProcesses
    .list()
    .filter((it) => it.carries({ name: 'DUALGATE_RUN', value: id }))
    .map((it) => `${it.pid} ${it.describe()}`);
