/**
 * The agent programs that dualgate knows, best first where several are installed.
 *
 * @module
 */
import { claude } from './claude.preset.ts';
import { cline } from './cline.preset.ts';
import { codex } from './codex.preset.ts';
import { copilot } from './copilot.preset.ts';
import { gemini } from './gemini.preset.ts';
import { opencode } from './opencode.preset.ts';
import { pi } from './pi.preset.ts';
import type { Preset, PresetName, PresetTurn } from './preset.ts';
import { qwen } from './qwen.preset.ts';

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  claude,
  codex,
  gemini,
  qwen,
  opencode,
  copilot,
  cline,
  pi,
};

/** Program and arguments of one turn. @param args - what the config adds, last */
export const commandOf = (preset: Preset, turn: PresetTurn, args: readonly string[] = []): readonly string[] => [
  ...(preset.launcher ?? []),
  preset.program,
  ...preset.argv(turn),
  ...args,
];
