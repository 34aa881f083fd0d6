/**
 * Asks Mermaid's own grammar about diagrams, in one child process with a time limit. What could not be asked is
 * `unchecked`, and that is not valid (RULES 2.9).
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { z } from 'zod';

export interface DiagramVerdict {
  readonly verdict: 'valid' | 'invalid' | 'unchecked';
  /** Such as `C4Context` or `sequence`; `null` when Mermaid could not tell. */
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
const MAX_REASON_CHARACTERS = 200;
const SHIPPED_CHECKER = fileURLToPath(new URL('./children/mermaid.mjs', import.meta.url));

const Answer = z.union([
  z.object({
    results: z.array(
      z.object({ verdict: z.enum(['valid', 'invalid', 'unchecked']), kind: z.string().nullable(), reason: z.string() }),
    ),
  }),
  z.object({ missing: z.string() }),
]);

/** Checks the diagrams; the answers are in their order. Never throws: a child that dies leaves them unchecked. */
export const checkDiagrams = async (
  diagrams: readonly string[],
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, checker = SHIPPED_CHECKER }: CheckOptions = {},
): Promise<readonly DiagramVerdict[]> => {
  if (diagrams.length === 0) return [];
  const result = await execa(process.execPath, [checker], {
    input: JSON.stringify({ diagrams }),
    timeout: timeoutMs,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    killSignal: 'SIGKILL',
    // A session of its own: Ctrl+C is for the loop, which lets the iteration finish (RULES 4.8).
    detached: true,
    reject: false,
  });
  const uncheckedBecause = (reason: string): readonly DiagramVerdict[] =>
    diagrams.map(() => ({ verdict: 'unchecked', kind: null, reason }));

  if (result.timedOut) return uncheckedBecause(`Mermaid did not answer within ${timeoutMs} ms`);
  if (result.isCanceled) return uncheckedBecause('the check was cancelled');
  const answer = Answer.safeParse(parseJson(result.stdout));
  if (result.failed || !answer.success) {
    return uncheckedBecause(`the checking program failed: ${shorten(result.stderr || (result.shortMessage ?? ''))}`);
  }
  if ('missing' in answer.data) {
    return uncheckedBecause(
      `Mermaid cannot be loaded: ${shorten(answer.data.missing)}. Install it with \`npm install mermaid\``,
    );
  }
  const { results } = answer.data;
  // An answer that is short of one would shift all others.
  if (results.length !== diagrams.length) return uncheckedBecause('the checking program lost count of the diagrams');
  return results.map(({ verdict, kind, reason }) => ({ verdict, kind, reason: shorten(reason) }));
};

/** Whether Mermaid is installed beside us and parses a sample: asked before a run starts (RULES 2.6). */
export const canCheckDiagrams = async (options: CheckOptions = {}): Promise<boolean> => {
  const [good, bad] = await checkDiagrams([SAMPLE, 'flowchart LR\n A -->'], options);
  return good?.verdict === 'valid' && bad?.verdict === 'invalid';
};

const SAMPLE = 'C4Context\n Person(user, "User")\n System(gate, "Gate")\n Rel(user, gate, "asks")';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const shorten = (text: string): string => {
  const line = text.trim().replace(/\s*\n\s*/g, ' · ');
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)}…` : line;
};
