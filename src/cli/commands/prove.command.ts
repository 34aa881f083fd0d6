/** `dualgate prove`: anyone tests commits again. */
import type { ListProof } from '../../prove/prove-list.ts';
import { type ChangeProof, findPlace, type ProofStep } from '../../prove/prove-change.ts';
import type { RunProof } from '../../prove/prove-run.ts';
import { quote, quoteInCell } from '../../base/text/quote-text.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { shorten, writeSummary } from '../github/list-annotations.ts';
import { type Annotation, renderAnnotation, isGithub } from '../github/workflow-commands.ts';
import { attachNote, createStatement, signStatement } from '../../prove/sign-statement.ts';
import { locateWorkspace } from '../../project/config/find-config.ts';
import { parseDuration, showCount } from '../../base/text/amounts.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { findLastMerge } from '../../prove/judge-list-ledger.ts';
import { prove, type ProveOptions } from '../../prove/prove.ts';
import { runFolders } from '../../records/run-folders.ts';
import { untilInterrupted, writeOut } from '../terminal/write-out.ts';
import { type Command, optional, text, type Values, UsageError } from '../command.ts';
import { createPaint, type Paint, plain } from '../render/paint.ts';
import { isLikeRun, parseRunId } from '../run-id.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readWorkList } from '../../queue/list/read-work-list.ts';

/** So many reasons of each claim; the log of the step has more. */
const MOST_REASONS = 5;

/** A proof in GitHub Actions: its claims in the summary of the step, and an annotation for each that does not hold. */
const proveToGithub = (proof: RunProof | ListProof | ChangeProof, io: CommandIo): void => {
  const annotations = proof.claims.flatMap(({ id, says, holds, because }): readonly Annotation[] =>
    holds ? [] : [{ level: 'error', title: `dualgate: ${id} is not shown`, message: [says, ...because].join('\n') }],
  );
  for (const annotation of shorten(annotations)) io.annotate(renderAnnotation(annotation));
  writeSummary(renderSummary(proof), io);
};

const renderSummary = ({ base, head, holds, claims, notes }: RunProof | ListProof | ChangeProof): string =>
  [
    `## ${holds ? 'Proven: every claim holds' : 'Not proven'}`,
    '',
    `Commits ${quote(base.slice(0, 12))} to ${quote(head.slice(0, 12))}, tested in clean checkouts by dualgate.`,
    '',
    '| claim | | reasons |',
    '| --- | --- | --- |',
    ...claims.map(
      (claim) =>
        `| ${claim.holds ? '✓' : '✗'} ${quoteInCell(claim.id)} | ${quoteInCell(claim.says)} | ${claim.because
          .slice(0, MOST_REASONS)
          .map((reason) => quoteInCell(reason))
          .join('<br>')} |`,
    ),
    ...notes.map((note) => `\n${quote(note)}`),
  ].join('\n');

type AnyProof = RunProof | ListProof | ChangeProof;

export const proveCommand: Command = {
  run: async (values, [operand], io) => {
    const run = readRun(values, operand);
    const change = readChange(values, operand);
    const surroundings = readSurroundings(values, io);
    return untilInterrupted(io, async (signal) => {
      const options = { ...surroundings, signal };
      const proof =
        change === null
          ? await proveNamed(
              run ?? operand ?? 'HEAD',
              {
                ...options,
                mutationCheck: values['no-mutation-check'] !== true,
                ...optional('seed', text(values, 'seed')),
              },
              io.env,
            )
          : await prove({ ...options, ...change });
      await handOn(proof, values, io);
      if (isGithub(io.env)) proveToGithub(proof, io);
      if (text(values, 'statement') !== '-')
        io.print(values['json'] === true ? JSON.stringify(proof) : renderProof(proof, createPaint(io.colours)));
      return proof.holds ? EXIT.ok : EXIT.no;
    });
  },
};

type Surroundings = Omit<Parameters<typeof proveRunOf>[0], 'of' | 'ledgerOf'>;
const proveRunOf = (options: Extract<ProveOptions, { readonly of: string }>) => prove(options);

/** A merged list, if its last merge is nearer than a run. The runs of a list have their ledgers in their worktrees. */
const proveNamed = async (named: string, given: Surroundings, env: CommandIo['env']): Promise<RunProof | ListProof> => {
  const options = { ...given, anchorOf: (run: string) => readAnchor(anchorFolder(env), run) };
  const { folder } = options;
  const [root = ''] = await findPlace(folder);
  const last = await findLastMerge(root, named);
  if (last === null) return proveRunOf({ ...options, of: named, ledgerOf: (run) => runFolders(folder, run).ledger });
  const { list } = last.trailers;
  const { state } = (await readWorkList({ folder }, list).catch(() => null)) ?? { state: null };
  const placeOf = (id: string): string => state?.runs.find(({ run }) => run === id)?.folder ?? folder;
  return prove({
    ...options,
    merged: last.commit,
    ledgerOf: (run) => runFolders(placeOf(run), run).ledger,
    listLedgerOf: () => listFolders(folder, list).ledger,
  });
};

/** The id of a run. @throws {UsageError} for an id where a commit is expected */
const readRun = (values: Values, operand: string | undefined): string | undefined => {
  const run = parseRunId(text(values, 'run'));
  if (operand !== undefined && isLikeRun(operand))
    throw new UsageError(`Unexpected argument '${operand}'. Name a run with --run ${operand}`);
  if (run !== undefined && operand !== undefined) throw new UsageError(`Give --run or ${operand}, not both`);
  return run;
};

/** `null`: the commits of a run. */
const readChange = (
  values: Values,
  operand: string | undefined,
): { readonly base: string; readonly head: string; readonly tests: readonly string[] } | null => {
  const [from, to] = operand?.includes('..') === true ? operand.split(/\.\.\.?/, 2) : [];
  const base = text(values, 'base') ?? from;
  const tests = text(values, 'tests');
  if (base === undefined) {
    for (const name of ['head', 'tests'])
      if (values[name] !== undefined) throw new UsageError(`Option '--${name}' needs --base`);
    return null;
  }
  for (const name of ['run', 'no-mutation-check', 'seed'])
    if (values[name] !== undefined)
      throw new UsageError(`Option '--${name}' is for runs, and cannot be used with --base`);
  if (text(values, 'base') !== undefined && operand !== undefined)
    throw new UsageError(`Give --base or ${operand}, not both`);
  if (base === '') throw new UsageError(`The range '${operand ?? ''}' has no base`);
  const head = text(values, 'head') ?? (to === undefined || to === '' ? 'HEAD' : to);
  return { base, head, tests: tests === undefined ? [] : [tests] };
};

const readSurroundings = (values: Values, io: CommandIo) => {
  const timeoutMs = readTimeout(values);
  return {
    // The folder that has the config, or would have it.
    folder: locateWorkspace({ cwd: io.cwd }),
    suite: {
      ...optional('command', text(values, 'test-command')),
      ...optional('runner', text(values, 'runner')),
      ...(timeoutMs === null ? {} : { timeoutMs }),
    },
    ...optional('setup', text(values, 'setup')),
    onStep: ({ step, of, what }: ProofStep) => io.complain(`${step}/${of} ${what}`),
  };
};

/** Writes the statement. */
const handOn = async (proof: AnyProof, values: Values, io: CommandIo): Promise<void> => {
  const file = text(values, 'statement');
  if (file === undefined && values['note'] !== true) return;
  const attestation = await signStatement(io.cwd, createStatement(proof));
  if (file === '-') io.print(JSON.stringify(attestation));
  else if (file !== undefined) writeOut(io, file, `${JSON.stringify(attestation, null, 2)}\n`);
  if (values['note'] === true) await attachNote(io.cwd, proof.head, attestation);
  if (!('payload' in attestation))
    io.complain(
      'The statement is not signed: your git config has no user.signingKey. To sign it: git config user.signingKey KEY.',
    );
};

/** Milliseconds; `null` when none is given. */
const readTimeout = (values: Values): number | null => {
  const given = text(values, 'timeout');
  if (given === undefined) return null;
  const ms = parseDuration(given);
  if (ms === null || ms < 1)
    throw new UsageError(`Option '--timeout' must be a duration such as 90s or 5m (got ${given})`);
  return ms;
};

/** A reason is a test's name or a line of a runner: the first ones are printed, the others counted. */
const MAX_REASONS = 20;

/** The answer of a proof, for people: one line per claim; pure. */
const renderProof = (proof: AnyProof, paint: Paint): string => {
  const { base, head, holds, claims, notes } = proof;
  const width = Math.max(...claims.map(({ id }) => id.length));
  return [
    `${nameProof(proof)}${shortHash(base)}..${shortHash(head)}`,
    ...claims.flatMap((claim) => [
      `  ${claim.holds ? paint.good('✓ holds     ') : paint.bad('✗ not shown ')} ${paint.strong(claim.id.padEnd(width))} ${plain(claim.says)}`,
      ...bound(claim.because).map((reason) => `      ${plain(reason)}`),
    ]),
    ...('mutationCheck' in proof && proof.mutationCheck !== null
      ? [`  seed of the mutants: ${plain(proof.mutationCheck.seed)}`]
      : []),
    ...notes.map((note) => `  ${paint.warn('note')} ${plain(note)}`),
    holds ? paint.good('Proven: every claim holds.') : paint.bad('Not proven.'),
  ].join('\n');
};

const nameProof = (proof: AnyProof): string => {
  if ('run' in proof) return `${plain(proof.run)}, `;
  return 'list' in proof ? `${plain(proof.list)}, ${showCount(proof.merges.length, 'merge')}, ` : '';
};

const bound = (reasons: readonly string[]): readonly string[] =>
  reasons.length <= MAX_REASONS
    ? reasons
    : [...reasons.slice(0, MAX_REASONS), `and ${reasons.length - MAX_REASONS} more; --json prints all`];

const shortHash = (commit: string): string => commit.slice(0, 12);
