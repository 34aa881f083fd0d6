/**
 * The sources of the start and of the exit of a phase whose tests must fail, kept outside of the workspace until the
 * work is over: extended settings are judged on the former, an edit of a reopened test on the latter. Contents that are
 * still in the workspace, or in the commit that the run began at, are not kept twice. Everything is checked against the
 * ledger when it is used.
 */
import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../project/config/config.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import type { ReadFrozen } from '../../evidence/integrity/edited-test.ts';
import { fileOfFrozen, textOfState } from '../../evidence/integrity/freeze.ts';
import { openEarlier } from '../../project/sources/earlier-state.ts';
import type { ExitState, WorkState } from '../../records/fold/work-state.ts';
import { hashContent } from '../../base/files/hash-content.ts';
import { type Fingerprint, hashEntries } from '../../project/sources/fingerprint.ts';
import { runGit } from '../../project/sources/git.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { nameOf, restoreFile } from './kept-sources.ts';
import { readBytes, readText, WITHOUT_WAITING } from '../../base/files/open-plain.ts';

/** For all contents together. */
const BUDGET_BYTES = 256_000_000;
const LIST = 'files.json';

type Known = Pick<WorkState, 'run' | 'exits' | 'base' | 'tests' | 'baseline' | 'reopened'>;

/** The last exit of a phase whose tests must fail, with its tests that may not be missing. */
export interface FrozenExit extends Pick<ExitState, 'frozen' | 'phaseTree'> {
  readonly phase: string;
  readonly failing: readonly string[];
  readonly passing: readonly string[];
}

/** `null` before it, or in such a phase. */
export const findExit = ({ phases }: Pick<Config, 'phases'>, state: Known, phase: string): FrozenExit | null => {
  const current = phases.findIndex((each) => each.phase === phase);
  if (phases[current]?.tests === 'must_fail') return null;
  const last = phases.slice(0, current).findLast((each) => each.tests === 'must_fail')?.phase;
  const exit = last === undefined ? undefined : state.exits[last];
  if (last === undefined || exit === undefined) return null;
  const { frozen, phaseTree } = exit;
  const [tests, passing] = [new Set(state.tests), new Set(state.baseline.passing)];
  // Tests of before that an operator reopened have to fail there, too.
  const edited = new Set(state.reopened.flatMap((each) => (each.state === 'frozen' ? [each.test] : [])));
  const old = exit.baseline.passing.filter((id) => passing.has(id));
  return {
    phase: last,
    frozen,
    phaseTree,
    failing: [...exit.failing.filter((id) => tests.has(id)), ...old.filter((id) => edited.has(id))],
    passing: old.filter((id) => !edited.has(id)),
  };
};

/** Folders of the state folder. */
type Kind = 'starts' | 'exits';

const folderOf = (run: string, kind: Kind): string => join(stateFolder(process.env), kind, basename(run));

/** To be called before the exit is recorded. Without room nothing is kept, and no test can be reopened. */
export const keepExit: Keep = (config, state, sources) => keepSources('exits', config, state, sources);

/** To be called before the first turn of the phase. Without room nothing is kept. */
export const keepStart: Keep = (config, state, sources) => keepSources('starts', config, state, sources);

type Keep = (
  config: Pick<Config, 'folder'>,
  state: Pick<WorkState, 'run' | 'base'>,
  sources: Pick<Fingerprint, 'files'>,
) => Promise<void>;

const keepSources = async (
  kind: Kind,
  { folder }: Pick<Config, 'folder'>,
  { run, base }: Pick<WorkState, 'run' | 'base'>,
  { files }: Pick<Fingerprint, 'files'>,
): Promise<void> => {
  const into = folderOf(run, kind);
  try {
    await rm(into, { recursive: true, force: true });
    await mkdir(into, { recursive: true, mode: 0o700 });
    const readEarlier = await openEarlier(folder, base);
    let bytes = 0;
    for (const [path, word] of files) {
      const content = await readContent(join(folder, path), word);
      if ((await readEarlier(path, content)) === 'same') continue;
      bytes += content.length;
      if (bytes > BUDGET_BYTES) return;
      await keep(join(into, nameOf(word)), content);
    }
    await keep(join(into, LIST), JSON.stringify([...files]));
  } catch {
    // A full disk, or a folder that cannot be written: the list is missing, and nothing is used.
  }
};

/** A link is kept as the text that it consists of. */
const readContent = async (path: string, word: string): Promise<Buffer> =>
  word.startsWith('120000 ') ? readlink(path, { encoding: 'buffer' }) : readFile(path, { flag: WITHOUT_WAITING });

const keep = (path: string, content: string | Uint8Array): Promise<void> => writeFile(path, content, { mode: 0o600 });

/** When the work is over. */
export const removeKeptSources = async (run: string): Promise<void> => {
  for (const kind of ['starts', 'exits'] as const) await rm(folderOf(run, kind), { recursive: true, force: true });
};

/** The bytes of an edited test, which are frozen from now on: for the next time that it is reopened. */
export const keepEdit = async (run: string, content: string): Promise<void> => {
  await keep(join(folderOf(run, 'exits'), hashContent(content)), content).catch(() => {});
};

export interface KeptExit {
  /** The sources, as a fingerprint names them. */
  readonly files: Fingerprint['files'];
  /** Writes the sources, or only some of them, there. @returns whether each of them is what it was */
  readonly restore: (to: string, only?: (path: string) => boolean) => Promise<boolean>;
  readonly readFrozen: ReadFrozen;
}

/** `null` when the sources of that exit were not kept. */
export const openKeptExit: Open = (config, state, exit) => openKept('exits', config, state, exit);

/** The same, of the start of the current phase. */
export const openKeptStart: Open = (config, state, start) => openKept('starts', config, state, start);

type Open = (
  config: Pick<Config, 'folder'>,
  state: Pick<WorkState, 'run' | 'base'>,
  tree: Pick<FrozenExit, 'phaseTree'>,
) => Promise<KeptExit | null>;

const openKept = async (
  kind: Kind,
  { folder }: Pick<Config, 'folder'>,
  { run, base }: Pick<WorkState, 'run' | 'base'>,
  { phaseTree }: Pick<FrozenExit, 'phaseTree'>,
): Promise<KeptExit | null> => {
  const from = folderOf(run, kind);
  const files = readList(readText(join(from, LIST)) ?? '');
  if (files === null || hashEntries(files) !== phaseTree) return null;
  const restoreOne = async (path: string, word: string, to: string): Promise<boolean> => {
    if (await restoreFile(join(from, nameOf(word)), to, word)) return true;
    await rm(to, { force: true });
    const now = await readContent(join(folder, path), word).catch(() => null);
    const temporary = `${to}.dualgate-kept`;
    for (const content of [now, () => readCommitted(folder, base, path)]) {
      const bytes = typeof content === 'function' ? await content() : content;
      if (bytes === null) continue;
      await mkdir(dirname(to), { recursive: true });
      await writeFile(temporary, bytes);
      const isRestored = await restoreFile(temporary, to, word);
      await rm(temporary);
      if (isRestored) return true;
      await rm(to, { force: true });
    }
    return false;
  };
  return {
    files,
    restore: async (to, only = () => true) => {
      for (const [path, word] of files) if (only(path) && !(await restoreOne(path, word, join(to, path)))) return false;
      return true;
    },
    readFrozen: async (path, state) => {
      const source = fileOfFrozen(path);
      const places = [join(from, state), join(from, nameOf(files.get(source) ?? '')), join(folder, source)];
      const contents = [...places.map((place) => () => readBytes(place)), () => readCommitted(folder, base, source)];
      for (const read of contents) {
        const text = await textOfState(path, await read(), state);
        if (text !== null) return text;
      }
      return null;
    },
  };
};

/** Reads from the exit before this phase, which is opened at the first request. */
export const frozenReader =
  (config: Pick<Config, 'folder' | 'phases'>, state: Known, phase: string): ReadFrozen =>
  async (path, frozen) => {
    const exit = findExit(config, state, phase);
    const kept = exit === null ? null : await openKeptExit(config, state, exit);
    return kept === null ? null : kept.readFrozen(path, frozen);
  };

const readCommitted = async (folder: string, base: string | null, path: string): Promise<Buffer | null> => {
  if (base === null) return null;
  const git = runGit(folder, ['--no-replace-objects', 'cat-file', 'blob', `${base}:./${path}`]);
  return git.then(
    (bytes) => Buffer.from(bytes),
    () => null,
  );
};

const readList = (text: string): ReadonlyMap<string, string> | null => {
  const list = parseJson(text);
  if (!Array.isArray(list)) return null;
  const entries = list.filter(
    (each): each is [string, string] =>
      Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string' && each.length === 2,
  );
  return entries.length === list.length ? new Map(entries) : null;
};
