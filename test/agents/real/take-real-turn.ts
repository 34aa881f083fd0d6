/**
 * One turn of a real agent program against a scripted model, as dualgate takes it: the preset's command, the prompt on
 * stdin, the stream read as it comes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type Extracted, readAgentOutput } from '../../../src/signals/envelopes/extractor.ts';
import {
  type Classified,
  DEFAULT_PERMISSIONS,
  type Permissions,
  type Preset,
} from '../../../src/agents/programs/preset.ts';
import { commandOf, type PresetName } from '../../../src/agents/programs/presets.ts';
import { findFamily } from '../../../src/base/processes/find-processes.ts';
import type { ProcessEnd } from '../../../src/base/processes/process-options.ts';
import { runProcess } from '../../../src/base/processes/run-process.ts';
import { statusBlockTemplate } from '../../../src/signals/systems/dialects.ts';
import { type ModelServer, startModelServer } from '../model-server/model-server.ts';
import type { Step } from '../model-server/step.ts';
import { AGENT_SETUPS } from './agent-setups.ts';
import { type AgentHome, anAgentHome, connectAgent } from './an-agent-home.ts';
import { startRefusingProxy } from './refusing-proxy.ts';

export interface RealTurn {
  readonly said: Extracted;
  readonly classified: Classified;
  readonly ended: ProcessEnd;
  readonly stdout: string;
  readonly stderr: string;
  /** `pid command` of what still carries the turn's marker after it. */
  readonly stillRunning: readonly string[];
}

export interface RealAgent {
  readonly agent: AgentHome;
  readonly model: ModelServer;
  /** Its refused requests to other hosts; without those that it makes under all settings. */
  readonly outward: () => readonly string[];
  /** Removes the home and ends the model. */
  readonly remove: () => Promise<void>;
}

/** An agent in a home of its own, and its model: one list of steps for each turn. */
export const aModel = async (preset: Preset<PresetName>, lists: readonly (readonly Step[])[]): Promise<RealAgent> => {
  const home = anAgentHome(preset.name);
  const model = await startModelServer(home.workspace, lists);
  const proxy = await startRefusingProxy();
  const remove = async (): Promise<void> => {
    proxy.close();
    await model.close();
    home.remove();
  };
  const agent = connectAgent(preset.name, { ...home, env: { ...home.env, ...proxy.variables } }, model.url);
  const { asks = [] } = AGENT_SETUPS[preset.name];
  const outward = () => proxy.outward.filter((asked) => !asks.includes(asked));
  return { agent, model, outward, remove };
};

/** A prompt as the loop ends it: with the block that the agent shall print. */
export const aPrompt = (nonce: string): string =>
  `Write hello into hello.txt.\n\n${statusBlockTemplate({ phase: 'RED', iteration: 2, nonce })}\n`;

/** Takes the turn. Whatever it leaves running is ended by the run's marker. */
export const takeRealTurn = async (
  preset: Preset<PresetName>,
  { home, workspace, env, model }: AgentHome,
  options: {
    readonly nonce?: string;
    readonly permissions?: Permissions;
    readonly resume?: string | null;
    readonly timeoutMs?: number;
  } = {},
): Promise<RealTurn> => {
  const { nonce = 'n-123', permissions = DEFAULT_PERMISSIONS, resume = null, timeoutMs = 50_000 } = options;
  const reader = readAgentOutput(preset.createExtractor());
  const run = randomUUID();
  const marker = { name: 'DUALGATE_RUN', value: run };
  const file = (stream: string) => join(home, `${run}.${stream}`);
  const ended = await runProcess({
    command: commandOf(preset, { resume, permissions, model }),
    cwd: workspace,
    env: { ...env, ...preset.env, DUALGATE_NONCE: nonce },
    input: aPrompt(nonce),
    stdout: file('stdout'),
    stderr: file('stderr'),
    onStdout: reader.write,
    timeoutMs,
    marker,
  });
  const said = reader.end();
  const stderr = readFileSync(file('stderr'), 'utf8');
  const classified = preset.classify({ said, ended, stderrTail: stderr.slice(-4096) });
  const stillRunning = findFamily({ root: null, marker, known: [] }).map((it) => `${it.pid} ${it.describe()}`);
  return { said, classified, ended, stdout: readFileSync(file('stdout'), 'utf8'), stderr, stillRunning };
};
