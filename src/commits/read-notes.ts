/** The git notes under `refs/notes/dualgate` about commits: the statements of proofs. */
import { z } from 'zod';
import { askGit, git, type Repository } from './repository.ts';
import { parseJson } from '../base/text/parse-json.ts';

/** A statement in a note; its signature is not verified. */
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

/**
 * The note of a commit; `null` when there is none, `'unreadable'` when it is not a statement.
 *
 * @throws {ProofError} when git refuses
 */
export const readNote = async (
  repository: Repository,
  commit: string,
): Promise<NotedStatement | 'unreadable' | null> => {
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
