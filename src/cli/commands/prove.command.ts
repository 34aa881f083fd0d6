/**
 * `dualgate prove`: anyone re-runs what commits claim.
 *
 * @module
 */
import { parseDuration, prove } from '../../index.ts';
import { type Command, JSON_OPTION, optional, text, type Values } from '../command.ts';
import { EXIT } from '../io.ts';
import { createPaint } from '../render/paint.ts';
import { renderProof } from '../render/proof.ts';
import { UsageError } from '../usage-error.ts';

/** As a run that was interrupted (RULES 4.9). */
const INTERRUPTED = 3;

export const proveCommand: Command = {
  options: {
    base: { type: 'string', value: 'COMMIT', help: 'the commit before the change' },
    head: { type: 'string', value: 'COMMIT', help: 'the change; by default HEAD' },
    tests: {
      type: 'string',
      value: 'GLOB',
      help: 'what the tests are; by default what is named like tests, and what the runner runs',
    },
    'test-command': {
      type: 'string',
      value: 'COMMAND',
      help: 'runs the tests; by default as dualgate.yaml of the base says',
    },
    runner: { type: 'string', value: 'NAME', help: 'the runner behind it, where the command does not tell' },
    timeout: { type: 'string', value: 'TIME', help: 'how long the suite may take, once' },
    setup: {
      type: 'string',
      value: 'COMMAND',
      help: "installs dependencies in a clean checkout; by default the workspace's are lent",
    },
    ...JSON_OPTION,
  },
  notes: [
    'Runs the suite four times in clean checkouts, and looks at nothing but the commits. Nothing of the repository is written.',
    "It runs the code of these commits: prove strangers' commits where they can do no harm.",
  ],
  exits: { 0: 'every claim holds', 1: 'one does not', 3: 'interrupted' },
  run: async (values, _operands, io) => {
    const base = text(values, 'base');
    if (base === undefined) throw new UsageError("Option '--base' is missing: the commit before the change");
    const timeoutMs = readTimeout(values);
    const stop = new AbortController();
    io.onInterrupt(() => stop.abort());
    try {
      const proof = await prove({
        folder: io.cwd,
        base,
        head: text(values, 'head') ?? 'HEAD',
        suite: {
          ...optional('command', text(values, 'test-command')),
          ...optional('runner', text(values, 'runner')),
          ...(timeoutMs === null ? {} : { timeoutMs }),
        },
        tests: text(values, 'tests') === undefined ? [] : [text(values, 'tests') ?? ''],
        ...optional('setup', text(values, 'setup')),
        onStep: ({ step, of, what }) => io.complain(`${step}/${of} ${what}`),
        signal: stop.signal,
      });
      io.print(values['json'] === true ? JSON.stringify(proof) : renderProof(proof, createPaint(io.colours)));
      return proof.holds ? EXIT.ok : EXIT.no;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      io.complain('Interrupted: what was started has been ended.');
      return INTERRUPTED;
    }
  },
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
