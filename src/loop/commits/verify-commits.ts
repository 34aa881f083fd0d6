/** Compares ledger, commits and notes of a run: who rewrites one has to rewrite all, and an older clone reveals it. */
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { isAncestor, isMerged, readTip } from '../../commits/branch.ts';
import { type CommitTrailers, readTrailers, ProofError } from '../../commits/commit-trailers.ts';
import { askGit, openRepository, type Repository, git } from '../../commits/repository.ts';
import { readRecordedCommits, type RecordedCommits } from '../../records/recorded-commits.ts';
import type { WorkCommit } from '../../records/run-branch.ts';
import { z } from 'zod';
import { parseJson } from '../../base/text/parse-json.ts';

// The git notes under `refs/notes/dualgate` about commits: the statements of proofs.

interface NotedStatement {
  readonly result: 'PASSED' | 'FAILED';
  /** Full hashes of the commits that it covers. */
  readonly commits: readonly string[];
  readonly failed: readonly string[];
}

const NOTES = 'refs/notes/dualgate';
/** A statement has some lines for each test. */
const MAX_BYTES = 64_000_000;

const statement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  predicateType: z.literal('https://in-toto.io/attestation/test-result/v0.1'),
  subject: z.array(z.object({ digest: z.object({ gitCommit: z.string() }) })).min(1),
  predicate: z.object({ result: z.enum(['PASSED', 'FAILED']), failedTests: z.array(z.string()) }),
});
const envelope = z.object({ payload: z.base64() });

/** The note of a commit; `null` for none, `'unreadable'` for no statement. @throws {ProofError} when git refuses */
const readNote = async (repository: Repository, commit: string): Promise<NotedStatement | 'unreadable' | null> => {
  const listed = await askGit(repository, ['notes', `--ref=${NOTES}`, 'list']);
  const [note] =
    listed
      .split('\n')
      .find((line) => line.endsWith(` ${commit}`))
      ?.split(' ') ?? [];
  if (note === undefined) return null;
  const size = Number(await askGit(repository, ['cat-file', '-s', note]));
  if (!(size <= MAX_BYTES)) return 'unreadable';
  return parseNote((await git(repository, ['cat-file', 'blob', note])).toString('utf8'));
};

const parseNote = (text: string): NotedStatement | 'unreadable' => {
  const outer = parseJson(text);
  const sealed = envelope.safeParse(outer);
  const found = statement.safeParse(
    sealed.success ? parseJson(Buffer.from(sealed.data.payload, 'base64').toString('utf8')) : outer,
  );
  if (!found.success) return 'unreadable';
  const { subject, predicate } = found.data;
  return {
    result: predicate.result,
    commits: subject.map(({ digest }) => digest.gitCommit),
    failed: predicate.failedTests,
  };
};

/** `commit_off_branch`: no ancestor of the branch. `note_wrong`: about something else, or it reports no proof. */
interface CommitProblem {
  readonly code: 'commit_lost' | 'commit_off_branch' | 'commit_changed' | 'note_wrong';
  readonly commit: string;
  readonly what: string;
  readonly advice: string;
}

export interface CommitsVerification {
  readonly branch: string;
  readonly commits: number;
  readonly problems: readonly CommitProblem[];
}

/** @param folder absolute: the workspace @returns `null`: no commits, no repository here, or an unreadable ledger */
export const verifyCommits = async (folder: string, ledger: string): Promise<CommitsVerification | null> => {
  const recorded = await readRecordedCommits(ledger);
  return recorded === null ? null : verifyRecorded(folder, recorded);
};

export const verifyRecorded = async (
  folder: string,
  recorded: RecordedCommits,
): Promise<CommitsVerification | null> => {
  const repository = await openRepository(folder).catch((error: unknown) => {
    if (error instanceof WorkspaceError) return null;
    throw error;
  });
  if (repository === null) return null;
  const tip = await readTip(repository, recorded.branch);
  const last = recorded.commits.at(-1);
  const problems: CommitProblem[] = [];
  for (const made of recorded.commits) {
    const hash = recorded.hashes.get(made.record);
    problems.push(...(await findProblem(repository, made, { ...recorded, tip, hash, isLast: made === last })));
  }
  return { branch: recorded.branch, commits: recorded.commits.length, problems };
};

interface Place {
  readonly run: string;
  readonly branch: string;
  readonly tip: string | null;
  readonly hash: string | undefined;
  readonly isLast: boolean;
}

const findProblem = async (
  repository: Repository,
  made: WorkCommit,
  { run, branch, tip, hash, isLast }: Place,
): Promise<readonly CommitProblem[]> => {
  const { commit, phase, record } = made;
  const name = `the commit of ${phase ?? 'the start'} (${commit.slice(0, 12)})`;
  const problem = (code: CommitProblem['code'], what: string, advice: string): CommitProblem => ({
    code,
    commit,
    what,
    advice,
  });
  const text = await readCommit(repository, commit);
  if (text === null)
    return [
      problem(
        'commit_lost',
        `${name} is not in the repository`,
        'Fetch it from the remote that has it. Without it nothing of this phase can be proven.',
      ),
    ];
  const found: CommitProblem[] = [];
  // `work clean` removes the branch of merged work.
  if (!(await (tip === null ? isMerged(repository, commit) : isAncestor(repository, commit, tip))))
    found.push(
      problem(
        'commit_off_branch',
        tip === null
          ? `the branch ${branch} is missing, and with it ${name}`
          : `${name} is not on the branch ${branch}`,
        `See git log ${commit.slice(0, 12)}, and git reflog ${branch} for the branch.`,
      ),
    );
  const wrong = findOther(text, made, { run, hash });
  if (wrong !== null)
    found.push(
      problem(
        'commit_changed',
        `${name} ${wrong}, but record ${record} of the ledger says otherwise`,
        'Ledger or commits were rewritten: trust neither, and prove the files with dualgate prove.',
      ),
    );
  const note = await readNote(repository, commit);
  const said = note === null ? null : describeNote(note, commit, isLast);
  if (said !== null)
    found.push(problem('note_wrong', `the note on ${name} ${said}`, 'Write it again: dualgate prove --note.'));
  return found;
};

/** How a commit differs from its record; `null` when they agree. */
const findOther = (
  text: string,
  { phase, tree, record }: WorkCommit,
  { run, hash }: Pick<Place, 'run' | 'hash'>,
): string | null => {
  const end = text.indexOf('\n\n');
  const trailers = readWhole(text.slice(end + 2));
  if (trailers === null) return 'has no complete trailers';
  if (/^tree ([0-9a-f]+)$/m.exec(text.slice(0, end))?.[1] !== tree) return 'contains other files';
  if (trailers.run !== run) return `names the run ${trailers.run}`;
  if (trailers.phase !== phase) return `names ${trailers.phase ?? 'the start'}`;
  if (trailers.record.seq !== record || trailers.record.hash !== hash)
    return `names record ${trailers.record.seq} ${trailers.record.hash.slice(0, 12)}`;
  return null;
};

const describeNote = (
  note: Exclude<Awaited<ReturnType<typeof readNote>>, null>,
  commit: string,
  isLast: boolean,
): string | null => {
  if (note === 'unreadable') return 'is not a statement';
  if (!note.commits.includes(commit)) return `is about ${note.commits.join(', ')}`;
  if (note.result === 'PASSED' && note.failed.length > 0)
    return `reports that it passed, and failures: ${note.failed.slice(0, 5).join(', ')}`;
  // Before the last exit, a proof is incomplete and says so.
  if (isLast && note.result === 'FAILED')
    return `reports that the work is not proven: ${note.failed.slice(0, 5).join(', ')}`;
  return null;
};

const readCommit = async (repository: Repository, commit: string): Promise<string | null> => {
  try {
    return await askGit(repository, ['cat-file', 'commit', commit]);
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
};

const readWhole = (message: string): CommitTrailers | null => {
  try {
    return readTrailers(message);
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
};
