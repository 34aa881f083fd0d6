/**
 * Tries a sandbox before a run: it must open here, and contain the program (rule 2.6).
 *
 * @module
 */
import { execa } from 'execa';
import type { Environment } from './surroundings.ts';

interface Trial {
  /** The arguments before a command. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly workspace: string;
  readonly env: Environment;
  /** The programs that must exist in it. */
  readonly program: string;
}

const NEEDS_NAMESPACES =
  'bubblewrap needs user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns); in a container, those of its host';
const TIMEOUT_MS = 20_000;
/** The exit code of a shell for a missing command. */
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
