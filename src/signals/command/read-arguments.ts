/**
 * The command line of the signal command: one word and its reason, and nothing that is not understood to the end.
 *
 * @module
 */
import { parseArgs } from 'node:util';
import { fieldsOf, findWrongPart, MAX_REASON_LENGTH, type CommandSignal, COMMAND_SIGNALS } from './command-signal.ts';
import { describeCause } from '../../text/describe-cause.ts';

type Asked =
  | { readonly asks: 'help' }
  | { readonly asks: 'word'; readonly word: CommandSignal; readonly json: boolean }
  /** `problem` follows a colon. */
  | { readonly asks: 'nothing'; readonly problem: string };

const OPTIONS = {
  reason: { type: 'string', multiple: true },
  'refactoring-complete': { type: 'boolean', default: false },
  error: { type: 'boolean', default: false },
  'pr-url': { type: 'string' },
  'evidence-bundle-ref': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @param argv - without the program */
export const readArguments = (argv: readonly string[]): Asked => {
  if (argv.includes('--help') || argv.includes('-h')) return { asks: 'help' };
  const nothing = (problem: string): Asked => ({ asks: 'nothing', problem });
  const parsed = parse(argv);
  if (typeof parsed === 'string') return nothing(parsed);
  const { values, positionals } = parsed;
  const [given, ...more] = positionals;
  const word = COMMAND_SIGNALS.find((each) => each === given);
  if (word === undefined)
    return nothing(`the signal must be one of ${COMMAND_SIGNALS.join(', ')} (got ${given ?? 'nothing'})`);
  if (more.length > 0) return nothing(`only one signal is allowed (got ${positionals.join(' ')}); quote the reason`);
  const [reason = '', ...others] = values.reason ?? [];
  if (reason.trim() === '') return nothing('--reason is required');
  if (others.length > 0) return nothing(`only one --reason is allowed (got ${others.length + 1})`);
  if (reason.length > MAX_REASON_LENGTH)
    return nothing(`the reason can have at most ${MAX_REASON_LENGTH} characters (got ${reason.length})`);
  const asked: CommandSignal = {
    word,
    reason,
    refactoring_complete: values['refactoring-complete'],
    ...(values.error ? { error: true } : {}),
    ...fieldsOf({ pr_url: values['pr-url'], evidence_bundle_ref: values['evidence-bundle-ref'] }),
  };
  const wrong = findWrongPart(asked);
  return wrong === null ? { asks: 'word', word: asked, json: values.json } : nothing(wrong);
};

const parse = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Its first sentence names the option; what follows explains a way out that is none here.
    const [sentence = ''] = describeCause(error).split(/\. |\n/, 1);
    return sentence;
  }
};

export const HELP = `Tells dualgate whether this phase is finished. Run it once in your turn.

  "$DUALGATE_SIGNAL" exit --reason TEXT       the phase is finished
  "$DUALGATE_SIGNAL" hold --reason TEXT       there is more to do; the work continues in the next turn
  "$DUALGATE_SIGNAL" blocked --reason TEXT    human input is needed; TEXT says why

  --reason TEXT             why, in at most ${MAX_REASON_LENGTH} characters; required
  --refactoring-complete    with exit: no more improvements are needed
  --error                   with blocked: an error ended the work
  --pr-url URL              with exit or blocked: the pull request, an https URL
  --evidence-bundle-ref PATH
                            with exit or blocked: the evidence bundle, a path relative to the workspace
  --json                    print the answer as one line of JSON
  --help, -h                show this help

The answer shows the recorded signal, and the clauses of gate 1 (measured) that were not met at the last measurement.
A signal alone does not exit the phase: the tests after the turn must satisfy gate 1.

Exit codes: 0 recorded, 1 not recorded, 64 wrong usage`;
