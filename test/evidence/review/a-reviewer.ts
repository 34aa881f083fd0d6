/** A reviewer: a program outside of the workspace that answers as a test wants, and notes each prompt that it gets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder, write } from '../a-repository.ts';

export interface Reviewer {
  /** For `checks.review.agent.command`. */
  readonly command: readonly string[];
  /** Absolute: its own folder, which also has what `notes` names. */
  readonly folder: string;
  /** The prompts so far, in order. */
  readonly prompts: () => readonly string[];
}

/** Words of an answer: `NONCE` stands for that of the review. */
export const APPROVES = aVerdict({ verdict: 'approve' });

/** A block as the prompt asks for it. */
export function aVerdict(answer: object): string {
  return `---REVIEW_VERDICT---\n${JSON.stringify({ nonce: 'NONCE', ...answer })}\n---END_REVIEW_VERDICT---\n`;
}

export const finds = (file: string, line: number | null, problem: string): string =>
  aVerdict({ verdict: 'findings', findings: [{ file, line, problem }] });

/**
 * @param answers - of the first review, the second, …; the last one again after that
 * @param act - JavaScript that runs before it answers; `prompt`, `n` (from 0) and `home` (its folder) are there
 */
export const aReviewer = async (answers: readonly string[], act = ''): Promise<Reviewer> => {
  const folder = await aFolder();
  await write(folder, {
    'reviewer.mjs': `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
      const home = import.meta.dirname;
      const prompt = readFileSync(0, 'utf8');
      mkdirSync(home + '/prompts', { recursive: true });
      const n = readdirSync(home + '/prompts').length;
      writeFileSync(home + '/prompts/' + String(n).padStart(3, '0'), prompt);
      const nonce = /^NONCE: (\\S+)$/m.exec(prompt)[1];
      const answers = ${JSON.stringify(answers)};
      ${act}
      process.stdout.write((answers[n] ?? answers.at(-1)).replaceAll('NONCE', nonce));`,
  });
  const places = join(folder, 'prompts');
  return {
    command: [process.execPath, join(folder, 'reviewer.mjs')],
    folder,
    prompts: () =>
      existsSync(places)
        ? readdirSync(places)
            .sort()
            .map((name) => readFileSync(join(places, name), 'utf8'))
        : [],
  };
};
