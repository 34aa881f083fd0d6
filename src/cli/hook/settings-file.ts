/**
 * The hooks of dualgate in the settings of a host. The earlier file is kept, byte for byte, outside of every workspace.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fields, Host } from '../../hosts/host.ts';
import { settingsOf } from '../../hosts/settings-place.ts';
import { isPlainObject } from '../../ledger/json.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { PRIVATE_FILE } from '../../ledger/files/private.ts';
import { parseJson } from '../../text/parse-json.ts';
import { UsageError } from '../usage-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Our entries are found again by their command; that of another program may end in the same words. */
const isOurs = (text: string): boolean => /(?:\bcli\.cjs'?|\bdualgate) hook run \w/.test(text);

export interface Change {
  readonly path: string;
  /** `null`: there is no file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** @throws {UsageError} when the settings are not JSON */
export const planInstall = (host: Host, command: string, env: Env): Change => {
  const path = settingsOf(host, env);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const settings = read(path, before);
  const hooks = withoutOurs(settings);
  for (const [event, hook] of Object.entries(host.hooks(command))) hooks[event] = [...(hooks[event] ?? []), hook];
  return { path, before, after: `${JSON.stringify({ ...host.required, ...settings, hooks }, null, 2)}\n` };
};

/**
 * Back to the bytes from before the installation; where the file was changed since, only without our entries.
 *
 * @throws {UsageError} when the settings are not JSON
 */
export const planRemoval = (host: Host, env: Env): Change => {
  const path = settingsOf(host, env);
  const now = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const kept = readKept(path, env);
  if (now === null) return { path, before: now, after: now };
  if (kept !== null && kept.after === now && !isOurs(kept.before ?? ''))
    return { path, before: now, after: kept.before };
  const settings = read(path, now);
  if (!isOurs(now)) return { path, before: now, after: now };
  const { hooks: _hooks, ...rest } = settings;
  const hooks = withoutOurs(settings);
  const left = Object.keys(hooks).length === 0 ? rest : { ...settings, hooks };
  return { path, before: now, after: `${JSON.stringify(left, null, 2)}\n` };
};

export const carryOut = ({ path, before, after }: Change, env: Env): void => {
  if (after === null) rmSync(path, { force: true });
  else {
    mkdirSync(dirname(path), { recursive: true });
    // Through a link, if its owner keeps it elsewhere.
    writeFileSync(path, after);
  }
  const kept = keptPath(path, env);
  if (after !== null && isOurs(after)) {
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    // Installed twice, the bytes from before the first time count.
    const first = readKept(path, env);
    const was = first !== null && first.after === before ? first.before : before;
    writeFileSync(kept, JSON.stringify({ before: was, after }), { mode: PRIVATE_FILE });
  } else rmSync(kept, { force: true });
};

export const isInstalled = (host: Host, env: Env): boolean => {
  const path = settingsOf(host, env);
  return existsSync(path) && isOurs(readFileSync(path, 'utf8'));
};

/** Our hooks in its settings, by event; none where these cannot be read. */
export const readOwnHooks = (host: Host, env: Env): Readonly<Record<string, readonly unknown[]>> => {
  const path = settingsOf(host, env);
  const found = existsSync(path) ? Object(parseJson(readFileSync(path, 'utf8')))['hooks'] : {};
  return Object.fromEntries(
    Object.entries(Object(found)).map(([event, entries]) => [
      event,
      Array.isArray(entries) ? entries.filter((each) => isOurs(JSON.stringify(each))) : [],
    ]),
  );
};

const keptPath = (path: string, env: Env): string =>
  join(stateFolder(env), 'hooks', createHash('sha256').update(path).digest('hex'));

const readKept = (path: string, env: Env): { readonly before: string | null; readonly after: string } | null => {
  const kept = keptPath(path, env);
  const found = existsSync(kept) ? parseJson(readFileSync(kept, 'utf8')) : null;
  if (!isPlainObject(found)) return null;
  const { before, after } = found;
  return typeof after === 'string' && (before === null || typeof before === 'string') ? { before, after } : null;
};

const read = (path: string, text: string | null): Fields => {
  const found = text === null || text.trim() === '' ? {} : parseJson(text);
  if (!isPlainObject(found))
    throw new UsageError(`Cannot change ${path}: it is not a JSON object. Repair it, or add the hooks by hand`);
  return found;
};

/** Hooks of others, by event; events without one are left out. */
const withoutOurs = ({ hooks }: Fields): Record<string, readonly unknown[]> => {
  const left: Record<string, readonly unknown[]> = {};
  for (const [event, entries] of Object.entries(typeof hooks === 'object' && hooks !== null ? hooks : {})) {
    const others = Array.isArray(entries) ? entries.filter((each) => !isOurs(JSON.stringify(each))) : [];
    if (others.length > 0) left[event] = others;
  }
  return left;
};
