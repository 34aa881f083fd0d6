/**
 * A copy of the sources for a reviewer, in a folder of its own: it can write there, and nothing of that is measured.
 * `reviewed-files.ts` leaves out those that steer an agent program, since the reviewed agent may have written them.
 *
 * @module
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Fingerprint } from '../sources/fingerprint.ts';
import { makeTemporaryFolder } from '../temporary/temporary-folder.ts';
import { hasCode } from '../text/describe-cause.ts';

interface ReviewCopy {
  /** Absolute. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Instructions, settings, hooks and servers of agent programs. */
const STEERS_AGENTS =
  /(?:^|\/)(?:(?:CLAUDE(?:\.local)?|AGENTS?(?:\.override)?|CODEX|GEMINI|QWEN|CONVENTIONS)\.md|\.mcp\.json|(?:kilo|opencode)\.jsonc?|\.(?:cursor|windsurf|cline|kilocode)rules|\.kilocodemodes|\.(?:agents?|claude|cline|clinerules|codex|continue|copilot|cursor|gemini|kilo|kilocode|kiro|opencode|pi|qwen|windsurf)\/.*|\.github\/(?:copilot-instructions\.md|instructions\/.*|prompts\/.*|agents\/.*|hooks\/.*)|\.vscode\/.*)$/i;

export const steersAgents = (path: string): boolean => STEERS_AGENTS.test(path);

/**
 * The caller removes it. Links are left out: one could lead back into the workspace.
 *
 * @param workspace - absolute @param files - the sources, as fingerprinted
 * @throws the file system's own error when there is no room for it
 */
export const makeReviewCopy = async (workspace: string, files: Fingerprint['files']): Promise<ReviewCopy> => {
  const base = await realpath(await makeTemporaryFolder('review'));
  const remove = (): Promise<void> => rm(base, { recursive: true, force: true, maxRetries: 3 });
  try {
    const folder = join(base, basename(workspace) || 'workspace');
    await mkdir(folder);
    for (const [path, word] of files) {
      if (word.startsWith('120000 ')) continue;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(workspace, path), join(folder, path), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    }
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** A file that went meanwhile was written during the measurement, which holds; a name may not be UTF-8. */
const ignoreMissing = (error: unknown): void => {
  if (!hasCode(error, 'ENOENT', 'EACCES')) throw error;
};
