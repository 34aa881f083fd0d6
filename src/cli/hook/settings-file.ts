/**
 * The hooks of dualgate in the settings of a host. The text is edited, not its values: comments, order and the digits
 * of numbers stay. The earlier file is kept, byte for byte, outside of every workspace.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyEdits, createScanner, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import { readPlain, readText } from '../../base/files/open-plain.ts';
import type { Fields, Host } from '../../agents/hosts/host.ts';
import { isOurs, readSettings, settingsOf } from '../../agents/hosts/installed-hooks.ts';
import { isPlainObject } from '../../ledger/json.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { PRIVATE_FILE } from '../../base/files/folders.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { UsageError } from '../command.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Change {
  readonly path: string;
  /** `null`: there is no file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** @throws {UsageError} with the lines to add, when the settings are not JSON */
export const planInstall = (host: Host, command: string, env: Env): Change => {
  const path = settingsOf(host, env);
  const before = readNow(path);
  const added = host.hooks(command);
  const text = before === null || before.trim() === '' ? '{}\n' : before;
  const settings = read(path, text, { ...host.required, hooks: toLists(added) });
  const required = Object.entries(host.required ?? {}).filter(([key]) => !Object.hasOwn(settings, key));
  const there = isPlainObject(settings['hooks']) ? settings['hooks'] : {};
  if (before !== null && required.length === 0 && oursIn(there) === oursIn(toLists(added)))
    return { path, before, after: before };
  const without = withoutOurs(text, settings);
  const hooks = hooksIn(without);
  const after = [
    ...required.map(([key, value]) => ({ at: [key], value })),
    ...Object.entries(added).map(([event, hook]) => {
      const entries = hooks[event];
      if (entries === undefined) return { at: ['hooks', event], value: [hook] };
      if (!Array.isArray(entries)) refuse(path, `hooks.${event} is not a list`, { hooks: toLists(added) });
      return { at: ['hooks', event, -1], value: hook };
    }),
  ].reduce((now, { at, value }) => edit(now, at, value), without);
  return { path, before, after };
};

/** Back to the bytes from before; if changed since, only without our entries. @throws {UsageError} for no JSON */
export const planRemoval = (host: Host, env: Env): Change => {
  const path = settingsOf(host, env);
  const now = readNow(path);
  const kept = readKept(path, env);
  if (now === null || !isOurs(now)) return { path, before: now, after: now };
  if (kept !== null && kept.after === now && !isOurs(kept.before ?? ''))
    return { path, before: now, after: kept.before };
  return { path, before: now, after: withoutOurs(now, read(path, now, null)) };
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

/** Our hooks in its settings, by event; none where these cannot be read. */
export const readOwnHooks = (host: Host, env: Env): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    Object.entries(hooksIn(readText(settingsOf(host, env)) ?? '')).map(([event, entries]) => [
      event,
      Array.isArray(entries) ? entries.filter(isOurs) : [],
    ]),
  );

const keptPath = (path: string, env: Env): string =>
  join(stateFolder(env), 'hooks', createHash('sha256').update(path).digest('hex'));

const readKept = (path: string, env: Env): { readonly before: string | null; readonly after: string } | null => {
  const kept = keptPath(path, env);
  const found = existsSync(kept) ? parseJson(readFileSync(kept, 'utf8')) : null;
  if (!isPlainObject(found)) return null;
  const { before, after } = found;
  return typeof after === 'string' && (before === null || typeof before === 'string') ? { before, after } : null;
};

/** @param wanted - the keys to add by hand; `null`: none */
const read = (path: string, text: string, wanted: Fields | null): Fields => {
  const found = readSettings(text);
  return typeof found === 'string' ? refuse(path, found, wanted) : found;
};

/** `null` without a file. */
const readNow = (path: string): string | null => {
  try {
    return existsSync(path) ? readPlain(path) : null;
  } catch (error) {
    return refuse(path, describeCause(error), null);
  }
};

const refuse = (path: string, why: string, wanted: Fields | null): never => {
  const lines = wanted === null ? '' : `, or add these lines by hand:\n${JSON.stringify(wanted, null, 2).slice(2, -2)}`;
  throw new UsageError(`Cannot change ${path}: ${why}. Repair it${lines}`);
};

const toLists = (hooks: Fields): Fields =>
  Object.fromEntries(Object.entries(hooks).map(([event, hook]) => [event, [hook]]));

/** Our entries by event, to compare. */
const oursIn = (hooks: Fields): string =>
  JSON.stringify(
    Object.entries(hooks)
      .flatMap(([event, entries]) =>
        Array.isArray(entries) && entries.some(isOurs) ? [[event, entries.filter(isOurs)]] : [],
      )
      .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  );

const hooksIn = (text: string): Fields => {
  const settings = readSettings(text);
  const hooks = typeof settings === 'string' ? null : settings['hooks'];
  return isPlainObject(hooks) ? hooks : {};
};

/** Hooks of others stay, byte for byte; an event, or the whole key, without one is left out. */
const withoutOurs = (text: string, { hooks }: Fields): string => {
  if (!isPlainObject(hooks)) return text;
  const events = Object.entries(hooks).flatMap(([event, entries]) =>
    Array.isArray(entries) && entries.some(isOurs) ? [{ event, entries }] : [],
  );
  if (events.length === 0) return text;
  const rest = events.reduce(
    (now, { event, entries }) =>
      entries.every(isOurs)
        ? remove(now, ['hooks', event])
        : entries.reduceRight<string>(
            (left, entry, at) => (isOurs(entry) ? remove(left, ['hooks', event, at]) : left),
            now,
          ),
    text,
  );
  return Object.keys(hooksIn(rest)).length === 0 ? remove(rest, ['hooks']) : rest;
};

/**
 * Without that key or element, and without one comma. Comments beside it stay. (`modify` of jsonc-parser 3.3.1 breaks a
 * list on one line by this, and drops the comments before it.)
 */
const remove = (text: string, at: JSONPath): string => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const found = root === undefined ? undefined : findNodeAtLocation(root, [...at]);
  const node = typeof at.at(-1) === 'string' ? found?.parent : found;
  if (node === undefined) return text;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const end = node.offset + node.length;
  const comma = findComma(text, before === undefined ? end : before.offset + before.length);
  const cut = (from: number, to: number, now: string): string => `${now.slice(0, from)}${now.slice(to)}`;
  // Blanks before it go with it, up to a comment, whose line end stays.
  const blanks = /\s*$/.exec(text.slice(0, node.offset))?.[0].length ?? 0;
  const from = node.offset - blanks;
  if (comma === null) return cut(from, end, text);
  return comma < node.offset
    ? cut(comma, comma + 1, cut(Math.max(from, comma + 1), end, text))
    : cut(from, end, cut(comma, comma + 1, text));
};

/** The place of a comma, if it is the next token; comments are none. */
const findComma = (text: string, from: number): number | null => {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : null;
};

/** @param at - behind the last of a list: -1 */
const edit = (text: string, at: JSONPath, value: unknown): string => {
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, at, value, { formattingOptions, isArrayInsertion: at.at(-1) === -1 }));
};
