/** The table of known agent programs, the preferred one first. A new one is a file and a row. */
import { acpPreset, isFrontOf } from './acp.preset.ts';
import { claude } from './claude.preset.ts';
import { cline } from './cline.preset.ts';
import { codex } from './codex.preset.ts';
import { continueCli } from './continue.preset.ts';
import { copilot } from './copilot.preset.ts';
import { gemini } from './gemini.preset.ts';
import { kilo } from './kilo.preset.ts';
import { opencode } from './opencode.preset.ts';
import { pi } from './pi.preset.ts';
import type { Preset, PresetTurn } from './preset.ts';
import { qwen } from './qwen.preset.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';

const TABLE = {
  claude,
  codex,
  gemini,
  qwen,
  opencode,
  copilot,
  cline,
  pi,
  kilo,
  continue: continueCli,
} as const satisfies Readonly<Record<string, Preset>>;

/** The name of a program in `agent.use`. */
export type PresetName = keyof typeof TABLE;

export const PRESETS: Readonly<Record<PresetName, Preset<PresetName>>> = TABLE;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is never extended
export const PRESET_NAMES = Object.keys(TABLE) as [PresetName, ...PresetName[]];

/** A value of `agent.use` that names a program, or the protocol of the program that `agent.command` starts. */
type UseName = PresetName | 'acp';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list with one more
export const USE_NAMES = [...PRESET_NAMES, 'acp'] as [UseName, ...UseName[]];

/** @param command - with `acp`: the program that speaks it */
export const presetOf = (use: UseName, command: readonly string[] | null): Preset<UseName> => {
  if (use !== 'acp') return PRESETS[use];
  const [program = ''] = command ?? [];
  return acpPreset(command ?? [], Object.values(PRESETS).find((known) => isFrontOf(program, known)) ?? null);
};

/** Program and arguments of one turn. @param args - from the config, appended */
export const commandOf = (preset: Preset, turn: PresetTurn, args: readonly string[] = []): readonly string[] => [
  ...(preset.launcher ?? []),
  preset.program,
  ...preset.argv(turn),
  ...args,
  ...(preset.lastWords ?? []),
];

export interface FoundAgent {
  readonly use: PresetName;
  readonly title: string;
  readonly path: string;
}

/** Those on PATH, the preferred one first. @param options.path - @default that of this process */
export const findAgents = async ({
  cwd,
  path,
}: {
  readonly cwd: string;
  readonly path?: string | undefined;
}): Promise<readonly FoundAgent[]> => {
  const looked = Object.values(PRESETS).map(async ({ name, title, program }) => {
    const found = await locateProgram(program, cwd, path);
    return found === null ? [] : [{ use: name, title, path: found }];
  });
  return (await Promise.all(looked)).flat();
};
