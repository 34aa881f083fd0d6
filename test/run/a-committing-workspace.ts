/**
 * A workspace whose runs make commits: clean, with a name to commit under, and everything that a test wants to ask its git.
 */
import { git } from '../evidence/a-repository.ts';
import { aWorkspace, HONEST, type ScriptedTurn, type Workspace } from './a-workspace.ts';

export const honestTurns = (): readonly ScriptedTurn[] =>
  Object.entries(HONEST).map(([phase, turn]) => ({ phase, ...turn }));

export const aCommittingWorkspace = async (
  turns: readonly ScriptedTurn[] = honestTurns(),
  spoil: Readonly<Record<string, unknown>> = {},
  files?: Readonly<Record<string, string>>,
): Promise<Workspace> => {
  const workspace = await aWorkspace(turns, { commits: true, ...spoil }, files);
  const { folder } = workspace;
  await git(folder, 'config', 'user.name', 'Bea');
  await git(folder, 'config', 'user.email', 'bea@example.org');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'The config');
  return workspace;
};

export interface SeenCommit {
  readonly commit: string;
  readonly parent: string;
  readonly subject: string;
  readonly message: string;
}

/** The commits of a branch that are not on another, the oldest first. */
export const commitsOf = async (folder: string, branch: string, without: string): Promise<readonly SeenCommit[]> => {
  const listed = await git(folder, 'log', '--reverse', '--format=%H%x00%P%x00%s%x00%B%x01', `${without}..${branch}`);
  return listed
    .split('\u0001')
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [commit = '', parent = '', subject = '', message = ''] = each.trimStart().split('\0');
      return { commit, parent, subject, message };
    });
};
