/**
 * One commit: a tree, a parent, a message, and a given time, so that the same commit made again after a crash is
 * identical. It is not signed: the config that names the signing program may be written by the agent.
 */
import { type CommitTrailers, oneLine, writeTrailers } from './commit-trailers.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { askGit, type Repository } from './repository.ts';

/** The event of a commit: the start of a run, the exit of a phase by both gates, or a forced exit. */
export type Shown =
  | { readonly is: 'start'; readonly spec: string; readonly criteria: number; readonly tests: number }
  | ({ readonly is: 'exited' } & ShownPhase & { readonly condition: string })
  | { readonly is: 'forced'; readonly phase: string };

/** Ends with a newline. @example `RED: 2 new tests fail on an assertion, 12 earlier tests pass` is the subject of an exit from RED */
export const writeCommitMessage = (shown: Shown, trailers: CommitTrailers): string =>
  [describeSubject(shown), '', ...describeBody(shown, trailers), '', ...writeTrailers(trailers), ''].join('\n');

const describeSubject = (shown: Shown): string => {
  switch (shown.is) {
    case 'start':
      return `START: ${shown.tests === 0 ? 'no test passes' : shown.tests === 1 ? '1 test passes' : `${shown.tests} tests pass`} before the work on ${oneLine(shown.spec)}`;
    case 'exited':
      return `${shown.phase}: ${describeShown(shown)}`;
    case 'forced':
      return `${shown.phase}: forced exit, nothing is proven`;
  }
};

const describeBody = (shown: Shown, { iteration, forced }: CommitTrailers): readonly string[] => {
  switch (shown.is) {
    case 'start':
      return [
        `The run works on ${numbered(shown.criteria, 'acceptance criterion').replace('criterions', 'criteria')} and begins with these sources.`,
      ];
    case 'exited':
      return [
        `Both gates agreed in iteration ${iteration}: the agent signalled that it is done, and dualgate measured`,
        `${oneLine(shown.condition)}.`,
      ];
    case 'forced':
      return [
        `${oneLine(forced?.by ?? '')} forced the exit of the phase: ${oneLine(forced?.reason ?? '')}.`,
        'No gate judged these sources.',
      ];
  }
};

interface ShownPhase {
  readonly phase: string;
  readonly tests: 'must_fail' | 'must_pass';
  readonly metrics: Metrics;
  readonly failing: IterationRecord['failing'];
}

/** After the name of the phase. Omits a missing number, and the assertion where the runner did not tell of one in each test. */
const describeShown = ({ tests, metrics, failing: found }: ShownPhase): string => {
  const count = (name: keyof Metrics): number => {
    const value = metrics[name];
    return typeof value === 'number' ? value : 0;
  };
  if (tests === 'must_fail') {
    const failing = count('tests_failing');
    const old = count('existing_passing');
    const isMeasured = found.length === failing && found.every(({ failure }) => failure === 'assertion');
    const fails = `${numbered(failing, 'new test')} ${failing === 1 ? 'fails' : 'fail'}${isMeasured ? ' on an assertion' : ''}`;
    return old === 0 ? fails : `${fails}, ${old === 1 ? '1 earlier test passes' : `${old} earlier tests pass`}`;
  }
  const passing = count('tests_passing');
  const runs = count('consecutive_green_runs');
  const documents = count('docs_generated');
  const diagrams = count('diagrams_valid');
  return [
    `${passing === 1 ? '1 test passes' : `${passing} tests pass`}${runs > 1 ? `, ${times(runs)} in a row` : ''}`,
    ...(documents > 0 ? [`${numbered(documents, 'document')} and ${numbered(diagrams, 'valid diagram')}`] : []),
  ].join(', ');
};

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export interface Author {
  readonly name: string;
  readonly email: string;
}

interface CommitToWrite {
  readonly tree: string;
  readonly parent: string;
  /** The second parent of a merge. @default none */
  readonly merged?: string;
  readonly message: string;
  readonly author: Author;
  readonly at: string;
}

/** Writes only the object, no branch; returns its id. @throws {ProofError} when git refuses */
export const writeCommit = (repository: Repository, commit: CommitToWrite): Promise<string> => {
  const { tree, parent, merged, message, author, at } = commit;
  const date = `@${Math.floor(new Date(at).getTime() / 1000)} +0000`;
  return askGit(repository, ['commit-tree', tree, '-p', parent, ...(merged === undefined ? [] : ['-p', merged])], {
    input: message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: date,
    },
  });
};

/** The author of commits, as git determines it from the environment of the process or the user's config; `null` without one. */
export const readAuthor = async (
  repository: Pick<Repository, 'folder'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Author | null> => {
  const read = async (variable: string, key: string): Promise<string> =>
    env[variable] ?? (await askGit(repository, ['config', '--get', '--default', '', key]));
  const author = {
    name: await read('GIT_AUTHOR_NAME', 'user.name'),
    email: await read('GIT_AUTHOR_EMAIL', 'user.email'),
  };
  return author.name === '' || author.email === '' ? null : author;
};
