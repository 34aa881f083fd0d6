/**
 * The tools of the MCP server. The exit signal has the channel, the binding and the answer of the signal command; the
 * other tools are commands of dualgate, each in a process of its own.
 *
 * @module
 */
import { parseJson } from '../../text/parse-json.ts';
import { joinPlain } from '../render/text/paint.ts';
import { EXIT } from '../terminal/io.ts';
import type { Arguments, Tool, ToolResult } from './tool.ts';

/** Longest output of a command that is handed on, in bytes. */
const MAX_OUTPUT = 16_000_000;

type Surroundings = Parameters<Tool['call']>[1];

const PHASE = { type: 'string', description: 'the phase; default: the current one' } as const;

export const TOOLS: readonly Tool[] = [
  {
    name: 'signal_exit',
    description:
      'Tell dualgate whether the current phase is finished. Call it once in your turn, at its end. The phase is exited only if the tests after the turn confirm it.',
    properties: {
      signal: {
        type: 'string',
        enum: ['exit', 'hold', 'blocked'],
        description: 'exit: the phase is finished; hold: there is more to do; blocked: human input is needed',
      },
      reason: { type: 'string', description: 'why, in at most 1,000 characters' },
      refactoring_complete: { type: 'boolean', description: 'with exit: no more improvements are needed' },
      error: { type: 'boolean', description: 'with blocked: an error ended the work' },
      pr_url: { type: 'string', description: 'with exit or blocked: the pull request, an https URL' },
      evidence_bundle_ref: {
        type: 'string',
        description: 'with exit or blocked: the evidence bundle, a path relative to the workspace',
      },
    },
    required: ['signal', 'reason'],
    call: async (given, { env }) => {
      const { answerSignal } = await import('../../signals/command/send-signal.ts');
      const { text, answer } = await answerSignal(wordsOf(given), env);
      return { text, isError: answer?.recorded !== true, ...(answer === null ? {} : { data: { ...answer } }) };
    },
  },
  {
    name: 'phase_status',
    description: 'The current phase of the run, why it is held, and what to do next. Costs nothing.',
    properties: {},
    required: [],
    call: (_given, io) => askForStatus(io),
  },
  {
    name: 'check_gate',
    description:
      'Run the tests now and name the clauses of the phase that are not met. Takes as long as the test suite. It records nothing and exits no phase.',
    properties: { phase: PHASE },
    required: [],
    call: ({ phase }, io) => ask(['check', ...positional(phase)], io),
  },
  {
    name: 'explain',
    description: 'Explain the last decision: each clause with its measured value, and the findings.',
    properties: { phase: PHASE, iteration: { type: 'integer', description: 'with phase: its iteration, from 1' } },
    required: [],
    call: ({ phase, iteration }, io) => ask(['explain', ...positional(phase), ...positional(iteration)], io),
  },
];

const positional = (value: Arguments[string]): readonly string[] => (value === undefined ? [] : [String(value)]);

/** As the signal command takes them. */
const wordsOf = ({ signal, reason, refactoring_complete, error, pr_url, evidence_bundle_ref }: Arguments) => [
  String(signal),
  `--reason=${String(reason)}`,
  ...(refactoring_complete === true ? ['--refactoring-complete'] : []),
  ...(error === true ? ['--error'] : []),
  ...(pr_url === undefined ? [] : [`--pr-url=${String(pr_url)}`]),
  ...(evidence_bundle_ref === undefined ? [] : [`--evidence-bundle-ref=${String(evidence_bundle_ref)}`]),
];

/** The text of a command. Its exit code 1 is an answer: the gate is not satisfied. */
const ask = async (words: readonly string[], io: Surroundings): Promise<ToolResult> => {
  const { stdout, stderr, code } = await runDualgate(words, io);
  return { text: joinPlain([stdout, stderr].join('\n').trim().split('\n')), isError: code > EXIT.no };
};

/** Text and data. */
const askForStatus = async (io: Surroundings): Promise<ToolResult> => {
  const [said, { stdout }] = await Promise.all([ask(['status'], io), runDualgate(['status', '--json'], io)]);
  const data: unknown = parseJson(stdout);
  return typeof data === 'object' && data !== null ? { ...said, data: { ...data } } : said;
};

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** This very program. Node takes longer to load its module for processes than to answer. */
const runDualgate = async (words: readonly string[], { env, cwd }: Surroundings): Promise<Answer> => {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [process.argv[1] ?? '', ...words],
      { cwd, env: { ...env, NO_COLOR: '1' }, maxBuffer: MAX_OUTPUT },
      (error, stdout, stderr) => {
        resolve({
          stdout,
          stderr,
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : EXIT.broken,
        });
      },
    );
  });
};
