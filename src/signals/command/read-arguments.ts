/**
 * The command line of the signal command: one word and its reason, and nothing that is not understood to the end.
 *
 * @module
 */
import { parseArgs } from 'node:util';
import { fieldsOf, findWrongPart, MAX_REASON_LENGTH, type Word, WORDS } from './spoken-word.ts';

type Asked =
  | { readonly asks: 'help' }
  | { readonly asks: 'word'; readonly word: Word; readonly json: boolean }
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
  const word = WORDS.find((each) => each === given);
  if (word === undefined) return nothing(`it says ${WORDS.join(', ')} (got ${given ?? 'nothing'})`);
  if (more.length > 0) return nothing(`one word is all it says (got ${positionals.join(' ')}); quote the reason`);
  const [reason = '', ...others] = values.reason ?? [];
  if (reason.trim() === '') return nothing('a reason must be given with --reason');
  if (others.length > 0) return nothing(`one reason is enough (got ${others.length + 1})`);
  if (reason.length > MAX_REASON_LENGTH)
    return nothing(`the reason may have ${MAX_REASON_LENGTH} characters (got ${reason.length})`);
  const asked: Word = {
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
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/, 1);
    return sentence;
  }
};

export const HELP = `Says to dualgate whether this phase is finished. Run it in your turn, once.

  "$DUALGATE_SIGNAL" exit --reason TEXT       the phase is finished
  "$DUALGATE_SIGNAL" hold --reason TEXT       there is more to do; the work goes on in the next turn
  "$DUALGATE_SIGNAL" blocked --reason TEXT    a person is needed; TEXT says for what

  --reason TEXT             why, in at most ${MAX_REASON_LENGTH} characters; must be given
  --refactoring-complete    with exit: nothing is left to improve
  --error                   with blocked: an error ended the work
  --pr-url URL              with exit or blocked: the pull request, an https URL
  --evidence-bundle-ref PATH
                            with exit or blocked: the evidence bundle, a path relative to the workspace
  --json                    the answer as one line of JSON
  --help, -h                this text

The answer says what was recorded, and what gate 1 (the measured tests) missed when it was last asked.
A word opens nothing by itself: the tests that are measured after the turn must agree.

Exit codes: 0 recorded, 1 not recorded, 64 wrong usage`;
