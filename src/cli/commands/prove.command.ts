/**
 * `dualgate prove`: anyone re-runs what commits claim.
 *
 * @module
 */
import { attachNote } from '../../proof/prove/attach-note.ts';
import type { ChangeProof, ProofStep } from '../../proof/prove/prove-change.ts';
import { createStatement } from '../../proof/prove/statement.ts';
import { locateWorkspace } from '../../config/find-config.ts';
import { parseDuration } from '../../config/schema/duration.ts';
import { prove } from '../../proof/prove/prove.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { RunProof } from '../../proof/prove/prove-run.ts';
import { signStatement } from '../../proof/prove/sign-statement.ts';
import { type Command, optional, text, type Values } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { createPaint, type Paint, plain } from '../render/text/paint.ts';
import { UsageError } from '../usage-error.ts';
import { writeOut } from '../terminal/write-out.ts';

/** As a run that was interrupted (RULES 4.9). */
const INTERRUPTED = 3;

export const proveCommand: Command = {
  run: async (values, [operand], io) => {
    const change = readChange(values, operand);
    const surroundings = readSurroundings(values, io);
    const stop = new AbortController();
    io.onInterrupt(() => stop.abort());
    try {
      const options = { ...surroundings, signal: stop.signal };
      const proof =
        change === null
          ? await prove({
              ...options,
              of: operand ?? 'HEAD',
              ledgerOf: (run) => runFolders(options.folder, run).ledger,
              probe: values['no-probe'] !== true,
              ...optional('seed', text(values, 'seed')),
            })
          : await prove({ ...options, ...change });
      await handOn(proof, values, io);
      if (text(values, 'statement') !== '-')
        io.print(values['json'] === true ? JSON.stringify(proof) : renderProof(proof, createPaint(io.colours)));
      return proof.holds ? EXIT.ok : EXIT.no;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      io.complain('Interrupted: what was started has been ended.');
      return INTERRUPTED;
    }
  },
};

/** `null`: a run is meant. */
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
  for (const name of ['no-probe', 'seed'])
    if (values[name] !== undefined) throw new UsageError(`Option '--${name}' is of runs, and goes without --base`);
  if (text(values, 'base') !== undefined && operand !== undefined)
    throw new UsageError(`Option '--base' and ${operand} both say what to prove`);
  if (base === '') throw new UsageError(`The range ${operand ?? ''} names no base`);
  const head = text(values, 'head') ?? (to === undefined || to === '' ? 'HEAD' : to);
  return { base, head, tests: tests === undefined ? [] : [tests] };
};

const readSurroundings = (values: Values, io: CommandIo) => {
  const timeoutMs = readTimeout(values);
  return {
    // Where the config lies, or would.
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

/** The statement, to where it is asked for. */
const handOn = async (proof: RunProof | ChangeProof, values: Values, io: CommandIo): Promise<void> => {
  const file = text(values, 'statement');
  if (file === undefined && values['note'] !== true) return;
  const attestation = await signStatement(io.cwd, createStatement(proof));
  if (file === '-') io.print(JSON.stringify(attestation));
  else if (file !== undefined) writeOut(io, file, `${JSON.stringify(attestation, null, 2)}\n`);
  if (values['note'] === true) await attachNote(io.cwd, proof.head, attestation);
  if (!('payload' in attestation))
    io.complain('The statement is not signed: there is no user.signingKey in your config of git.');
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

/** A reason is a test's name or a line of a runner: so many are told, the others counted. */
const MAX_REASONS = 20;

/** The answer of a proof, for people: one line per claim; pure. */
const renderProof = (proof: RunProof | ChangeProof, paint: Paint): string => {
  const { base, head, holds, claims, notes } = proof;
  const width = Math.max(...claims.map(({ id }) => id.length));
  return [
    `${'run' in proof ? `${plain(proof.run)}, ` : ''}${shorten(base)}..${shorten(head)}`,
    ...claims.flatMap((claim) => [
      `  ${claim.holds ? paint.good('✓ holds     ') : paint.bad('✗ not shown ')} ${paint.strong(claim.id.padEnd(width))} ${plain(claim.says)}`,
      ...bound(claim.because).map((reason) => `      ${plain(reason)}`),
    ]),
    ...('probe' in proof && proof.probe !== null
      ? [`  faults were chosen by the seed ${plain(proof.probe.seed)}`]
      : []),
    ...notes.map((note) => `  ${paint.warn('note')} ${plain(note)}`),
    holds ? paint.good('Proven: every claim holds.') : paint.bad('Not proven.'),
  ].join('\n');
};

const bound = (reasons: readonly string[]): readonly string[] =>
  reasons.length <= MAX_REASONS
    ? reasons
    : [...reasons.slice(0, MAX_REASONS), `and ${reasons.length - MAX_REASONS} more; --json has them all`];

const shorten = (commit: string): string => commit.slice(0, 12);
