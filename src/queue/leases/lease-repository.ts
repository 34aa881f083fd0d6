/**
 * The repository from which leases are pushed: bare, and dualgate's own. The agent can write the config of its
 * workspace, and there it could name a program for the connection to a remote; it cannot write here. Refs exist only on
 * the remote.
 */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../base/files/folders.ts';
import { LeaseError } from './lease.ts';
import { BELIEVING } from '../../commits/repository.ts';
import { type GitOptions, REMOTE_SILENCE_MS, runGit } from '../../project/sources/git.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { readErrorCode } from '../../base/text/describe-cause.ts';

export interface LeaseRepository {
  /** Absolute, outside of every workspace; it is made when it does not exist. */
  readonly folder: string;
  /** The hash algorithm of the remote. */
  readonly format: 'sha1' | 'sha256';
  /** Absolute: the folder of the workspace's objects (`git rev-parse --git-path objects`), for refs that move with a lease. */
  readonly objects: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long a remote may print nothing before git is ended, in milliseconds. @default 120000 */
  readonly silenceMs?: number;
  /** Ends every git there. @default nothing does */
  readonly signal?: AbortSignal | undefined;
}

type Said = { readonly out: Buffer } | { readonly refused: string };

export const runInLeases = async (
  { folder, format, objects, env, signal, silenceMs = REMOTE_SILENCE_MS }: LeaseRepository,
  args: readonly string[],
  { lend = false, ...options }: GitOptions & { readonly lend?: boolean } = {},
): Promise<Said> => {
  const lent = lend && objects !== null ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: quote(objects) } : {};
  const [command = '', ...rest] = args;
  // Progress shows that a remote is there, in a push of many objects too.
  const asked = MOVES_OBJECTS.has(command) ? [command, '--progress', ...rest] : args;
  const silence = MOVES_OBJECTS.has(command) || command === 'ls-remote' ? { silenceMs } : {};
  const run = async (): Promise<Said | null> => {
    try {
      const said = await runGit(folder, ['--git-dir=.', ...ALWAYS, ...asked], {
        ...options,
        ...silence,
        ...(signal === undefined ? {} : { signal }),
        env: { ...BELIEVING, ...PROTOCOLS, ...connection(env), ...lent, ...options.env },
      });
      return { out: Buffer.from(said) };
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.lacks === 'git') throw error;
      return error.refusal === null ? null : { refused: error.refusal.said };
    }
  };
  const said = await run();
  if (said !== null) return said;
  await makeRepository(folder, format);
  return (await run()) ?? { refused: `${folder} is not a repository` };
};

type GitOfLeases = (
  args: readonly string[],
  options?: NonNullable<Parameters<typeof runInLeases>[2]>,
) => Promise<Buffer>;

/** Git there, whose answer is its stdout. @throws {LeaseError} `refused`, from every call, with git's words */
export const gitOfLeases =
  (
    repository: LeaseRepository,
    what: string,
    advice = 'Check the remote and your permissions there, then try again.',
  ): GitOfLeases =>
  async (args, options = {}) => {
    const said = await runInLeases(repository, args, options);
    if ('out' in said) return said.out;
    throw new LeaseError('refused', `Cannot ${what}: git failed (got: ${inOneLine(said.refused)}). ${advice}`);
  };

export const inOneLine = (said: string): string => said.replaceAll(/\s*\n\s*/g, ' | ');

export const readObjects = async (
  repository: LeaseRepository,
  names: readonly string[],
): Promise<readonly (Buffer | null)[]> => {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\n`).join('');
  const run = gitOfLeases(repository, `read ${repository.folder}`, REMAKE);
  const out = await run(['cat-file', '--batch', '--buffer'], { input });
  let from = 0;
  return names.map(() => {
    const end = out.indexOf(10, from);
    const [, type, size] = out.subarray(from, end).toString('latin1').split(' ');
    const [start, length] = [end + 1, type === 'missing' ? -1 : Number(size)];
    from = start + length + 1;
    return length < 0 ? null : Buffer.from(out.subarray(start, start + length));
  });
};

interface LeaseObject {
  readonly tree: string | null;
  readonly previous: string | null;
  readonly message: string;
  readonly now: Date;
}

export const writeLeaseObject = async (
  repository: LeaseRepository,
  { tree, previous, message, now }: LeaseObject,
): Promise<string> => {
  const at = `@${Math.floor(now.getTime() / 1000)} +0000`;
  const who = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'dualgate'],
    [`GIT_${role}_EMAIL`, 'dualgate@localhost'],
    [`GIT_${role}_DATE`, at],
  ]);
  const parent = previous === null ? [] : ['-p', previous];
  const run = gitOfLeases(repository, `write a commit in ${repository.folder}`, REMAKE);
  const ask = async (...given: Parameters<typeof run>) => (await run(...given)).toString('utf8').trim();
  const files = tree ?? (await ask(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' }));
  const commit = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', files, ...parent];
  return ask(commit, { input: message, env: Object.fromEntries(who) });
};

const REMAKE = 'Delete that folder: dualgate makes it again.';

const MOVES_OBJECTS = new Set(['fetch', 'push']);

/** Old leases stay: their ids are tokens. The refs of the workspace are not asked: its config is the agent's. */
const ALWAYS = ['gc.auto=0', 'maintenance.auto=false', 'core.alternateRefsCommand=:', 'push.followTags=false'].flatMap(
  (setting) => ['-c', setting],
);

/** Not `ext`, which starts a program. */
const PROTOCOLS = { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

/** `runGit` removes all variables of git, since most of them would point it at another repository. */
const CONNECTION = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_SSL_CAINFO', 'GIT_CONFIG_GLOBAL'];

const connection = (env: LeaseRepository['env']): Record<string, string> =>
  Object.fromEntries(CONNECTION.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/** Git splits the variable at colons outside of quotes. */
const quote = (path: string): string => `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Several processes may make it at once: one renames its draft, and the others use that one. */
const makeRepository = async (folder: string, format: LeaseRepository['format']): Promise<void> => {
  makePrivateFolder(dirname(folder));
  const draft = join(dirname(folder), `.leases-${randomUUID()}`);
  try {
    await runGit(dirname(folder), ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, draft]);
    renameSync(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(readErrorCode(error))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};
