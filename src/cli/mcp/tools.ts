/**
 * The tools of the MCP server. The exit signal has the channel, the binding and the answer of the signal command; the
 * other tools are commands of dualgate, each in a process of its own.
 */
import { parseJson } from '../../base/text/parse-json.ts';
import {
  measureShared,
  ask,
  runDualgate,
  type Arguments,
  type Surroundings,
  type Tool,
  type ToolResult,
} from './shared-check.ts';

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
    // The status block is the only way in a session, and there is none outside of a turn.
    isUsable: ({ DUALGATE_SOCKET: socket = '' }) => socket !== '',
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
    call: ({ phase }, io) => measureShared(positional(phase), io),
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

/** Text and data. */
const askForStatus = async (io: Surroundings): Promise<ToolResult> => {
  const [said, { stdout }] = await Promise.all([ask(['status'], io), runDualgate(['status', '--json'], io)]);
  const data: unknown = parseJson(stdout);
  return typeof data === 'object' && data !== null ? { ...said, data: { ...data } } : said;
};
