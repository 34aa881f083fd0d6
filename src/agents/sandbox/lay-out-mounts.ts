/** The mount of each place of a sandbox. No link that the agent could have made is followed: it might lead to a key. */
import { dirname } from 'node:path';
import { execa } from 'execa';
import {
  type Environment,
  type FollowedPath,
  followLinks,
  type Mount,
  orderMounts,
  OWN_FOLDER,
  type Places,
} from './name-places.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { isWithin } from '../../base/files/folders.ts';
import { treeOf } from './toolchains.ts';

interface Trial {
  readonly words: readonly string[];
  /** Absolute. */
  readonly workspace: string;
  readonly env: Environment;
  readonly program: string;
}

const NEEDS_NAMESPACES =
  'bubblewrap needs user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns); in a container, those of its host';
const TIMEOUT_MS = 20_000;
const NOT_FOUND = 127;

/** The problem, with the way out; `null` when there is none. */
export const trySandbox = async ({ words, workspace, env, program }: Trial): Promise<string | null> => {
  const [wrapper = '', ...rest] = words;
  const result = await execa(wrapper, [...rest, 'sh', '-c', `command -v -- "$1" || exit ${NOT_FOUND}`, 'sh', program], {
    cwd: workspace,
    env,
    extendEnv: false,
    stdin: 'ignore',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    // A session of its own: Ctrl+C is for the loop, which lets the iteration finish (rule 4.8).
    detached: true,
    reject: false,
  });
  if (result.exitCode === 0) return null;
  if (result.exitCode === NOT_FOUND) {
    return `The program ${program} was not found in the sandbox. Add its folder to agent.sandbox.readable.`;
  }
  const said = result.stderr.trim().split('\n').at(-1) ?? '';
  const why = said === '' ? (result.shortMessage ?? 'it gives no reason') : said;
  return `The sandbox does not start on this machine: ${why}. ${/namespace|uid map|permitted/i.test(why) ? NEEDS_NAMESPACES : 'By hand, run the command that dualgate run --dry-run shows'}; or choose another agent.sandbox.`;
};

/** The sandbox does not start or would not isolate the agent; no run starts. Fix: docs/how-to/sandbox.md. */
export class SandboxError extends DualgateError {
  override readonly name = 'SandboxError';
  readonly code = 'E_SANDBOX';
}

/** @param why - the problem, and the advice */
export const refuseSandbox = (why: string): SandboxError => new SandboxError(`Cannot start the sandbox: ${why}`);

/**
 * Outer ones first. @param reports - absolute: writable, wherever it lies; `null` for none
 * @throws {SandboxError} when a place of the config is missing, or a link of the agent's is in the place of one
 */
export const layOutMounts = (places: Places, reports: string | null): readonly Mount[] => {
  const { configured } = places;
  const hidden = realOf([...places.homes, ...places.shared]).filter((at) => at !== '/');
  const writable = realOf(places.writable);
  checkReach(places, writable);
  const follow = (path: string): FollowedPath | null => {
    const found = followLinks(path);
    const own = found?.links.find(({ at }) => writable.some((folder) => isWithin(folder, at)));
    if (own === undefined) return found;
    throw refuseSandbox(`${own.at} is a link in a folder that the agent can write. Replace the link with its target.`);
  };
  const realOfOwn = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => follow(path)?.real ?? null).filter((real) => real !== null);
  const opened = realOfOwn(configured.writable);
  const kept = realOfOwn(places.kept).filter((at) => !opened.includes(at));

  const ground = orderMounts([...mountAll(hidden, 'empty'), ...mountAll(realOfOwn(places.writable), 'writable')]);
  const secret = realOfOwn(configured.hidden);
  const shown = realOf(places.shown.filter((path) => !isLedByLink(path, writable)))
    .map(treeOf)
    .filter(
      (path) =>
        liesInEmpty(path, ground) &&
        !hidden.some((at) => isWithin(path, at)) &&
        !secret.some((folder) => isWithin(folder, path)),
    )
    .filter((path, _, all) => !all.some((other) => other !== path && isWithin(other, path)));
  const seen = orderMounts([...mountAll(shown, 'visible'), ...ground]);
  const shut = places.shut.flatMap((path) => shutPlace(path, follow(path), seen));
  return orderMounts([
    ...[...kept, ...opened, ...shut.map(({ at }) => at)].flatMap((path) => pin(path, writable)),
    ...linksOf([...places.writable, ...places.shown, ...places.kept, ...places.open], seen),
    ...seen,
    ...mountAll(kept, 'visible'),
    ...shut,
    ...mountAll(realOf(places.open), 'visible'),
    ...mountAll(realOf(reports === null ? [] : [reports]), 'writable'),
  ]);
};

const realOf = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => followLinks(path)?.real ?? null).filter((real) => real !== null);

const mountAll = (paths: readonly string[], as: Mount['as']): readonly Mount[] => paths.map((at) => ({ at, as }));

const isLedByLink = (path: string, writable: readonly string[]): boolean =>
  followLinks(path)?.links.some(({ at }) => writable.some((folder) => isWithin(folder, at))) === true;

/** @param mounts - outer ones first */
const liesInEmpty = (path: string, mounts: readonly Mount[]): boolean =>
  mounts.findLast(({ at }) => isWithin(at, path))?.as === 'empty';

/** A missing file cannot be read either; but a private folder must not look writable there. */
const shutPlace = (path: string, found: FollowedPath | null, seen: readonly Mount[]): readonly Mount[] => {
  if (found !== null) return [{ at: found.real, as: found.isFolder ? 'sealed' : 'blank' }];
  return liesInEmpty(path, seen) ? [{ at: path, as: 'sealed' }] : [];
};

/** Links that private folders would hide, made again. */
const linksOf = (paths: readonly string[], seen: readonly Mount[]): readonly Mount[] =>
  paths
    .flatMap((path) => followLinks(path)?.links ?? [])
    .filter(({ at }) => liesInEmpty(at, seen))
    .map(({ at, to }) => ({ at, to, as: 'link' }));

/** A place stays what it is only while the folders that hold it can neither be moved away nor put anew: no mount point can. */
const pin = (path: string, writable: readonly string[]): readonly Mount[] => {
  const around = writable.filter((folder) => folder !== path && isWithin(folder, path));
  const pins: Mount[] = [];
  for (let at = dirname(path); around.some((folder) => folder !== at && isWithin(folder, at)); at = dirname(at))
    pins.push({ at, as: 'writable' });
  return pins;
};

/** @param writable - without links; the workspace first @throws {SandboxError} */
const checkReach = ({ homes, configured }: Places, writable: readonly string[]): void => {
  for (const [key, paths] of Object.entries(configured)) {
    const absent = paths.find((path) => followLinks(path) === null);
    if (absent === undefined) continue;
    throw refuseSandbox(`agent.sandbox.${key} names ${absent}, which does not exist. Create it, or remove the entry.`);
  }
  const real = homes.map((home) => followLinks(home)?.real ?? '/').filter((home) => home !== '/');
  if (real.length === 0) {
    throw refuseSandbox(`there is no home folder to hide (got ${homes.join(', ')}). Set HOME to a folder of your own.`);
  }
  const [workspace = '/'] = writable;
  const home = real.find((each) => isWithin(workspace, each));
  if (home !== undefined) {
    throw refuseSandbox(
      `the workspace ${workspace} contains the home folder ${home}. Move the project to its own folder.`,
    );
  }
  const own = [OWN_FOLDER, process.execPath]
    .map((path) => followLinks(path)?.real ?? path)
    .find((path) => writable.some((folder) => isWithin(folder, path)));
  if (own === undefined) return;
  throw refuseSandbox(
    `${own}, a program of dualgate itself, is in a folder that the agent can write. Install dualgate outside the workspace (npm install --global).`,
  );
};
