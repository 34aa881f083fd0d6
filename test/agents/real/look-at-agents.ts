/** Which real agent programs there are to drive, in which version, and of the others why not. */
import { execa } from 'execa';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { anAgentHome } from './an-agent-home.ts';
import { agentsFolder, hasAgent } from './find-agent.ts';

export interface AgentLook {
  readonly preset: Preset<PresetName>;
  /** As the program tells it; null when it cannot be driven. */
  readonly version: string | null;
  /** Why it cannot be driven; empty when it can. */
  readonly why: string;
}

/** A package whose own install script was not run has a program that only says so. */
const lookAt = async (preset: Preset<PresetName>): Promise<AgentLook> => {
  const folder = agentsFolder();
  if (folder === null) return { preset, version: null, why: 'DUALGATE_AGENTS names no folder' };
  if (!hasAgent(preset.program)) return { preset, version: null, why: 'it is not in the folder DUALGATE_AGENTS' };
  const { workspace, env, remove } = anAgentHome(preset.name);
  try {
    const { exitCode, stdout, stderr } = await execa(preset.program, ['--version'], {
      cwd: workspace,
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: 60_000,
    });
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
    const version = /\d+\.\d+\.\d+[\w-]*/.exec(lines.join('\n'))?.[0] ?? null;
    if (exitCode === 0 && version !== null) return { preset, version, why: '' };
    const [said = 'nothing'] = lines;
    return { preset, version: null, why: `it does not start (exit code ${exitCode ?? 'none'}: ${said.trim()})` };
  } finally {
    remove();
  }
};

/** Every program that there is a preset for, one after another. */
export const lookAtAgents = async (): Promise<readonly AgentLook[]> => {
  const looks: AgentLook[] = [];
  for (const name of Object.keys(PRESETS) as readonly PresetName[]) looks.push(await lookAt(PRESETS[name]));
  return looks;
};

/** One line for each. */
export const renderLooks = (looks: readonly AgentLook[]): string =>
  looks.map(({ preset, version, why }) => `${preset.program.padEnd(8)} ${version ?? `skipped: ${why}`}`).join('\n');
