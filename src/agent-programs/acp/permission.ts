/**
 * The answer to a permission request of an agent: by the permissions of the config, and by phase and path. A command can
 * write around it, so the freeze stays the gate (rule 2.7): this only saves a turn.
 *
 * @module
 */
import { isAbsolute, relative, resolve } from 'node:path';
import { type Fields, listOf, objectOf, textOf } from '../../signals/envelopes/json-event.ts';
import { isWithin } from '../../processes/is-within.ts';
import { plainLine } from '../../text/plain-line.ts';
import type { Permissions } from '../preset.ts';

export interface PermissionRules {
  readonly permissions: Permissions;
  /** Absolute: the workspace, and its path without links. */
  readonly places: readonly string[];
  /** The reason why this file may not be written in the current phase; `null`: it may. @param path - in the workspace */
  readonly judgeWrite: (path: string) => string | null;
}

/** `phase`: a rule of the current phase, which no setting of the operator changes. */
export type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly by: 'permissions' | 'phase'; readonly reason: string };

/** A call of a tool, as far as the agent has described it. */
export interface ToolCall {
  readonly kind: string | null;
  readonly title: string | null;
  readonly paths: readonly string[];
}

/** Kinds that write no file, as far as one can tell; a command cannot be judged by a path. */
const HARMLESS = new Set(['read', 'search', 'think']);
const WRITES = new Set(['edit', 'delete', 'move']);
/** They need `permissions: all`. */
const BEYOND = new Set(['fetch', 'switch_mode']);
const MAX_PATHS = 1_000;

/** @param known - from earlier messages about the same call */
export const readToolCall = (fields: Fields, known: ToolCall | null): ToolCall => {
  const paths = [
    ...listOf(fields['locations']).map((it) => textOf(objectOf(it)['path'])),
    ...listOf(fields['content']).map((it) => {
      const content = objectOf(it);
      return content['type'] === 'diff' ? textOf(content['path']) : null;
    }),
  ].filter((path) => path !== null);
  return {
    kind: textOf(fields['kind']) ?? known?.kind ?? null,
    title: textOf(fields['title']) ?? known?.title ?? null,
    paths: [...new Set([...(known?.paths ?? []), ...paths])].slice(0, MAX_PATHS),
  };
};

/** Such as `edit test/one.test.js`. */
export const describeToolCall = ({ kind, title, paths: [path] }: ToolCall): string =>
  plainLine(`${kind ?? 'use a tool'}: ${path ?? title ?? 'it does not say what'}`, 200);

export const judgeToolCall = (call: ToolCall, { permissions, places, judgeWrite }: PermissionRules): Judgement => {
  const { kind, paths } = call;
  if (permissions === 'ask') return deny(`agent.permissions: ask denies it: ${describeToolCall(call)}.`);
  if (kind === 'execute' || (kind !== null && HARMLESS.has(kind))) return ALLOWED;
  for (const path of paths) {
    const place = places.find((it) => isWithin(it, resolve(it, path)));
    if (place === undefined) {
      if (permissions === 'all') continue;
      return deny(`${plainLine(path)} is outside the workspace. Work in the workspace only.`);
    }
    const reason = judgeWrite(isAbsolute(path) ? relative(place, path) : path);
    if (reason !== null) return { allowed: false, by: 'phase', reason };
  }
  if (permissions === 'all') return ALLOWED;
  if (kind !== null && BEYOND.has(kind)) return deny(`agent.permissions: edit denies ${kind}.`);
  // A write that names no file cannot be judged.
  if (kind !== null && WRITES.has(kind) && paths.length === 0)
    return deny(`The request to ${kind} names no file. Name the file.`);
  return ALLOWED;
};

const ALLOWED: Judgement = { allowed: true };

const deny = (reason: string): Judgement => ({ allowed: false, by: 'permissions', reason });

/** Once, where the agent offers it: a later request for another file is judged anew. */
export const answerPermission = (options: unknown, allowed: boolean): Fields => {
  const offered = listOf(options).map(objectOf);
  const kinds = allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const chosen = kinds.map((kind) => offered.find((it) => it['kind'] === kind)).find((it) => it !== undefined);
  const optionId = textOf(chosen?.['optionId']);
  return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
};
