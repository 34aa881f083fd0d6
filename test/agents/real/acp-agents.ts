/**
 * Real agents of the Agent Client Protocol: how each is started, and how its model has it write a file such that it asks
 * for permission first.
 */
import { join } from 'node:path';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import { type PresetName, PRESETS } from '../../../src/agents/programs/presets.ts';
import type { Step } from '../model-server/step.ts';
import { agentsFolder } from './find-agent.ts';

export interface AcpAgent {
  /** In the npm registry, with the version that was tried. */
  readonly package: string;
  /** Its home, its setup and its model are those of this program. */
  readonly preset: Preset<PresetName>;
  /** Keys of the config's `agent`. */
  readonly agent: { readonly command: readonly string[]; readonly model?: string | undefined; readonly env?: object };
  /** The same where it asks before each write. */
  readonly asking: object;
  readonly write: (path: string, content: string) => Step;
  /** A time limit within which it starts and does some work. */
  readonly starts: string;
  /** Whether its answer to a prompt tells the tokens of all its questions. */
  readonly countsAll: boolean;
}

/** Its sandbox needs programs of its own beside it, which a link in another folder has not. */
const codexEnv = (mode: string): object => ({
  CODEX_PATH: join(agentsFolder() ?? '', 'node_modules', '.bin', 'codex'),
  CODEX_CONFIG: '{"model":"scripted-model"}',
  INITIAL_AGENT_MODE: mode,
});

/** Codex reads this as a patch, and asks for its files. */
const patch = (path: string, content: string): Step => ({
  run: [
    "apply_patch <<'EOF'",
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...content
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`),
    '*** End Patch',
    'EOF',
  ].join('\n'),
});

const use = 'acp';

export const ACP_AGENTS: Readonly<Record<string, AcpAgent>> = {
  'codex-acp': {
    package: '@agentclientprotocol/codex-acp@2.6.0',
    preset: PRESETS.codex,
    agent: { command: ['codex-acp'], model: undefined, env: codexEnv('agent-full-access') },
    asking: { use, command: ['codex-acp'], model: undefined, env: codexEnv('read-only') },
    write: patch,
    starts: '20s',
    countsAll: true,
  },
  gemini: {
    package: '@google/gemini-cli@0.61.0',
    preset: PRESETS.gemini,
    agent: { command: ['gemini', '--acp', '-m', 'gemini-2.5-pro'], model: undefined },
    asking: {},
    write: (path, content) => ({ write: path, content }),
    starts: '20s',
    countsAll: true,
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    preset: PRESETS.opencode,
    agent: { command: ['opencode', 'acp'] },
    asking: { env: { OPENCODE_PERMISSION: '{"edit":"ask","bash":"ask"}' } },
    write: (path, content) => ({ write: path, content }),
    starts: '60s',
    countsAll: false,
  },
};
