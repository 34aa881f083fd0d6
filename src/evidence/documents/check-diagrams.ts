/** Asks Mermaid itself, in child processes. A diagram that hangs one is named; those after it are asked again. */
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { z } from 'zod';
import { parseJson } from '../../base/text/parse-json.ts';

export interface DiagramVerdict {
  readonly verdict: 'valid' | 'invalid' | 'unchecked';
  /** Such as `C4Context` or `sequence`; `null` when Mermaid found none. */
  readonly kind: string | null;
  /** Why it is not valid, for people, bounded; `''` when it is. */
  readonly reason: string;
}

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for all diagrams together. @default 60000 */
  readonly timeoutMs?: number | undefined;
  /** Path of the program that asks Mermaid; Mermaid is looked for from there. @default the one that dualgate ships */
  readonly checker?: string | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** In less than this nothing starts. */
const LEAST_MS = 100;
const MAX_REASON_CHARACTERS = 200;
const SHIPPED_CHECKER = fileURLToPath(new URL('./children/mermaid.mjs', import.meta.url));

/** Checks the diagrams; the answers are in their order. Never throws: a child that dies leaves them unchecked. */
export const checkDiagrams = async (
  diagrams: readonly string[],
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, checker = SHIPPED_CHECKER }: CheckOptions = {},
): Promise<readonly DiagramVerdict[]> => {
  const verdicts: DiagramVerdict[] = [];
  const end = performance.now() + timeoutMs;
  let barren = 0;
  while (verdicts.length < diagrams.length) {
    const rest = diagrams.slice(verdicts.length);
    const leftMs = Math.ceil(end - performance.now());
    // Half of what is left: a diagram that hangs leaves time for those behind it.
    const limitMs = rest.length === 1 ? leftMs : Math.ceil(leftMs / 2);
    const { answers, failure } =
      limitMs < LEAST_MS
        ? refuse(`no time remained of the limit of ${timeoutMs} ms`)
        : await ask(rest, { checker, signal, limitMs });
    verdicts.push(...answers);
    barren = answers.length === 0 ? barren + 1 : 0;
    if (failure === null) continue;
    // A program that fails twice before its first answer fails whatever it is asked.
    const isLast = failure.ofAll || barren > 1;
    const silent = isLast ? diagrams.length - verdicts.length : 1;
    verdicts.push(...Array.from({ length: silent }, () => uncheckedBecause(failure.reason)));
  }
  return verdicts;
};

/** Whether Mermaid is installed beside us and parses a sample: asked before a run starts (rule 2.6). */
export const canCheckDiagrams = async (options: CheckOptions = {}): Promise<boolean> => {
  const [good, bad] = await checkDiagrams([SAMPLE, 'flowchart LR\n A -->'], options);
  return good?.verdict === 'valid' && bad?.verdict === 'invalid';
};

const SAMPLE = 'C4Context\n Person(user, "User")\n System(gate, "Gate")\n Rel(user, gate, "asks")';

const Answer = z.object({
  verdict: z.enum(['valid', 'invalid', 'unchecked']),
  kind: z.string().nullable(),
  reason: z.string(),
});
/** Node names the files that it looked in: nobody needs them. */
const IS_ABSENT = /Cannot find package 'mermaid'/;
const Missing = z.object({ missing: z.string() });

interface Asked {
  /** For the first diagrams, in order. */
  readonly answers: readonly DiagramVerdict[];
  /** Why the next one has none. */
  readonly failure: { readonly reason: string; readonly ofAll: boolean } | null;
}

interface AskOptions {
  readonly checker: string;
  readonly signal: AbortSignal | undefined;
  readonly limitMs: number;
}

/** One child, which answers a line for each diagram. */
const ask = async (diagrams: readonly string[], { checker, signal, limitMs }: AskOptions): Promise<Asked> => {
  const result = await execa(process.execPath, [checker], {
    input: JSON.stringify({ diagrams }),
    timeout: limitMs,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    killSignal: 'SIGKILL',
    // A session of its own: Ctrl+C is for the loop, which lets the iteration finish (rule 4.8).
    detached: true,
    reject: false,
  });
  const lines = result.stdout.split('\n');
  const missing = Missing.safeParse(parseJson(lines[0] ?? ''));
  if (missing.success) {
    const cause = IS_ABSENT.test(missing.data.missing)
      ? 'Mermaid is not installed beside dualgate'
      : `Mermaid cannot be loaded: ${shorten(missing.data.missing)}`;
    return refuse(`${cause}. Install it with \`npm install mermaid\``);
  }
  const answers = readAnswers(lines).slice(0, diagrams.length);
  if (result.isCanceled) return refuse('the check was cancelled');
  if (result.timedOut)
    return { answers, failure: { reason: `Mermaid did not answer within ${limitMs} ms`, ofAll: false } };
  const isWhole = answers.length === diagrams.length && lines.length === diagrams.length;
  if (!result.failed && isWhole) return { answers, failure: null };
  const reason = result.failed
    ? `the checking program failed: ${shorten(result.stderr || (result.shortMessage ?? ''))}`
    : 'the checking program gave an invalid answer';
  // Without a failure of its own, no answer can be assigned to a diagram.
  return result.failed
    ? { answers: answers.slice(0, diagrams.length - 1), failure: { reason, ofAll: false } }
    : refuse(reason);
};

const refuse = (reason: string): Asked => ({ answers: [], failure: { reason, ofAll: true } });

/** As far as each line is an answer. */
const readAnswers = (lines: readonly string[]): readonly DiagramVerdict[] => {
  const answers: DiagramVerdict[] = [];
  for (const line of lines) {
    const answer = Answer.safeParse(parseJson(line));
    if (!answer.success) break;
    answers.push({ ...answer.data, reason: shorten(answer.data.reason) });
  }
  return answers;
};

const uncheckedBecause = (reason: string): DiagramVerdict => ({ verdict: 'unchecked', kind: null, reason });

const shorten = (text: string): string => {
  const line = text
    .trim()
    .split('\n')
    .map((part) => part.trim())
    .join(' · ');
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)}…` : line;
};
