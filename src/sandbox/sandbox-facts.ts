/**
 * The facts that a sandbox is made from, in addition to the config: the program in it, and the places of this run.
 *
 * @module
 */
import type { StateFolder } from '../agent-programs/preset.ts';
import type { Environment } from './surroundings.ts';

export interface SandboxFacts {
  readonly who: 'agent' | 'tests';
  /** Absolute. */
  readonly workspace: string;
  /** Absolute: where the command is started. @default the workspace */
  readonly folder?: string;
  /** The environment of the program in it: PATH and HOME count. */
  readonly env: Environment;
  /** Program and arguments: what they name by its path has to be reached. */
  readonly command: readonly string[];
  /** Absolute: the folders of git, and `.git` of the workspace; read-only. */
  readonly git: readonly string[];
  /** Absolute: the files of the config, which the operator's next command reads; read-only. */
  readonly config: readonly string[];
  /** Absolute: the root of the repository, shown read-only around the workspace. */
  readonly repository: string | null;
  /** The folders for sessions and logins of its program. */
  readonly state: readonly StateFolder[];
  /** Absolute: files and folders to be read wherever they lie. */
  readonly readable: readonly string[];
  /** Absolute: folders of other runs' sockets, and the hidden suite. */
  readonly closed: readonly string[];
  /** Absolute: folders within them that are. */
  readonly open: readonly string[];
  /** Absolute: where a report is written; `null` for who writes none. */
  readonly reports: string | null;
}
