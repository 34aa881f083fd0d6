/** The table of the hosts. */
import { claude } from './claude.host.ts';
import { codex } from './codex.host.ts';
import { copilot } from './copilot.host.ts';
import { cursor } from './cursor.host.ts';
import { gemini } from './gemini.host.ts';
import type { Host } from './host.ts';
import { qwen } from './qwen.host.ts';

export const HOSTS = { claude, codex, gemini, qwen, copilot, cursor } as const;

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS);

/** `undefined` for another name. */
export const findHost = (name: string | undefined): Host | undefined =>
  Object.values<Host>(HOSTS).find((each) => each.name === name);
